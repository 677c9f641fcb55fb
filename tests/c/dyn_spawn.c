// Processes are spawned: messages and collective operations between jobs, several programs in one call, what they are told, several generations.
// ranks: 1 2 3
// needs: ferry
#include "dyn.h"

#include <unistd.h>

enum { LONG_WORD = 100000 };

static void be_child(int argc, char **argv)
{
    MPI_Comm parent;
    OK(MPI_Comm_get_parent(&parent));
    CHECK(parent != MPI_COMM_NULL);
    int *appnum, flag, remote;
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &appnum, &flag));
    CHECK(flag);
    OK(MPI_Comm_remote_size(parent, &remote));
    if (!strcmp(argv[2], "group")) {
        CHECK_EQ(argc, 5);
        CHECK(!strcmp(argv[3], " a 'word' with: \"blanks\" "));
        CHECK_EQ(strspn(argv[4], "l"), LONG_WORD - 1);
        CHECK_EQ(strlen(argv[4]), LONG_WORD - 1);
        dyn_talk(parent);
        dyn_collect(parent, 1);
        /* A program that it starts is nobody's child. */
        char command[1000];
        snprintf(command, sizeof command, "env -u PMI_FD -u PMI_RANK -u PMI_SIZE '%s' alone", argv[0]);
        CHECK_EQ(system(command), 0);
    } else if (!strcmp(argv[2], "several")) {
        /* The first program has one process, the second two. */
        CHECK_EQ(*appnum, check_rank > 0);
        CHECK_EQ(check_size, 3);
        CHECK_EQ(atoi(argv[3]), *appnum);
        const char *value = getenv("DYN_VALUE");
        CHECK(*appnum == 0 ? value == NULL : value && !strcmp(value, "a=b c"));
        char folder[1000];
        CHECK(getcwd(folder, sizeof folder) != NULL);
        CHECK(*appnum == 0 || !strcmp(folder, "/"));
        dyn_talk(parent);
    } else if (!strcmp(argv[2], "grandchild")) {
        dyn_talk(parent);
    } else {
        CHECK(!strcmp(argv[2], "generations"));
        MPI_Comm child;
        char *words[] = {"child", "grandchild", NULL};
        OK(MPI_Comm_spawn(argv[0], words, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &child, MPI_ERRCODES_IGNORE));
        dyn_talk(child);
        dyn_talk(parent);
        OK(MPI_Comm_disconnect(&child));
    }
    OK(MPI_Comm_disconnect(&parent));
    OK(MPI_Comm_get_parent(&parent));
    CHECK(parent == MPI_COMM_NULL);
}

/* An info that counts, or what an uninitialized variable may hold. */
static MPI_Info info_if(int counts, MPI_Info info)
{
    if (!counts)
        memset(&info, 0x40, sizeof info);
    return info;
}

static void spawn_group(const char *program)
{
    static char long_word[LONG_WORD];
    memset(long_word, 'l', LONG_WORD - 1);
    char *words[] = {"child", "group", " a 'word' with: \"blanks\" ", long_word, NULL};
    int codes[2] = {-1, -1}, remote;
    MPI_Comm child;
    OK(MPI_Comm_spawn(program, words, 2, info_if(check_rank == check_size - 1, MPI_INFO_NULL), check_size - 1, MPI_COMM_WORLD, &child, codes));
    CHECK_EQ(codes[0], MPI_SUCCESS);
    CHECK_EQ(codes[1], MPI_SUCCESS);
    OK(MPI_Comm_remote_size(child, &remote));
    CHECK_EQ(remote, 2);
    dyn_talk(child);
    dyn_collect(child, 0);
    OK(MPI_Comm_disconnect(&child));
    CHECK(child == MPI_COMM_NULL);
}

static void spawn_several(const char *given)
{
    /* It runs in another folder. */
    char *program = realpath(given, NULL);
    char *programs[] = {program, program};
    char *first[] = {"child", "several", "0", NULL}, *second[] = {"child", "several", "1", NULL};
    char **words[] = {first, second};
    int most[] = {1, 2}, codes[3], remote;
    MPI_Info infos[2] = {MPI_INFO_NULL, MPI_INFO_NULL};
    OK(MPI_Info_create(&infos[1]));
    OK(MPI_Info_set(infos[1], "wdir", "/"));
    OK(MPI_Info_set(infos[1], "env", "DYN_VALUE=a=b c\nDYN_OTHER=1"));
    MPI_Comm child;
    if (check_rank == 0)
        OK(MPI_Comm_spawn_multiple(2, programs, words, most, infos, 0, MPI_COMM_WORLD, &child, codes));
    else { /* only the root's arguments count */
        MPI_Info *nowhere;
        memset(&nowhere, 0x40, sizeof nowhere);
        OK(MPI_Comm_spawn_multiple(1000, NULL, NULL, NULL, nowhere, 0, MPI_COMM_WORLD, &child, codes));
    }
    OK(MPI_Comm_remote_size(child, &remote));
    CHECK_EQ(remote, 3);
    for (int at = 0; at < 3; at++)
        CHECK_EQ(codes[at], MPI_SUCCESS);
    dyn_talk(child);
    OK(MPI_Comm_disconnect(&child));
    OK(MPI_Info_free(&infos[1]));
    free(program);
}

static void spawn_generations(const char *program)
{
    char *words[] = {"child", "generations", NULL};
    int codes[3];
    MPI_Info info;
    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, "soft", "1,2:9:7"));
    MPI_Comm child;
    /* Of the numbers 1, 2, 9 the highest up to 3. */
    OK(MPI_Comm_spawn(program, words, 3, info, 0, MPI_COMM_WORLD, &child, codes));
    int remote;
    OK(MPI_Comm_remote_size(child, &remote));
    CHECK_EQ(remote, 2);
    CHECK_EQ(codes[1], MPI_SUCCESS);
    CHECK_EQ(codes[2], MPI_ERR_SPAWN);
    dyn_talk(child);
    OK(MPI_Comm_disconnect(&child));
    OK(MPI_Info_free(&info));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    if (argc > 1 && !strcmp(argv[1], "child")) {
        be_child(argc, argv);
        MPI_Finalize();
        return 0;
    }
    MPI_Comm parent;
    OK(MPI_Comm_get_parent(&parent));
    CHECK(parent == MPI_COMM_NULL);
    if (argc > 1 && !strcmp(argv[1], "alone")) {
        CHECK_EQ(check_size, 1);
        MPI_Finalize();
        return 0;
    }
    spawn_group(argv[0]);
    spawn_several(argv[0]);
    spawn_generations(argv[0]);
    return check_end();
}
