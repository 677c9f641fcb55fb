/* What the tests of the tool information interface share: its functions return codes and call no error handler. */
#ifndef MPIT_H
#define MPIT_H

#include "check.h"

/* The call returns this code. */
#define TERR(code, call) CHECK_EQ(call, code)

/* The index of a performance variable; -1 if there is none of that name and class. */
MAYBE_UNUSED static int mpit_pvar(const char *name, int class)
{
    int index = -1;
    return MPI_T_pvar_get_index(name, class, &index) == MPI_SUCCESS ? index : -1;
}

/* A handle of a performance variable of one element, bound to nothing; started if it can be. */
MAYBE_UNUSED static MPI_T_pvar_handle mpit_open(MPI_T_pvar_session session, const char *name, int class)
{
    MPI_T_pvar_handle handle;
    int count = 0, continuous = 0, index = mpit_pvar(name, class);
    if (index < 0)
        FAIL("there is no performance variable %s of class %d", name, class);
    OK(MPI_T_pvar_get_info(index, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, &continuous, NULL));
    OK(MPI_T_pvar_handle_alloc(session, index, NULL, &handle, &count));
    CHECK_EQ(count, 1);
    if (!continuous)
        OK(MPI_T_pvar_start(session, handle));
    return handle;
}

/* The value of a handle of one integer. */
MAYBE_UNUSED static unsigned long long mpit_read(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
    unsigned long long value = ~0ull;
    OK(MPI_T_pvar_read(session, handle, &value));
    return value;
}

#endif
