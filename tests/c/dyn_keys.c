// What the keys of an info object say of processes that are spawned: one run for each.
// ranks: 2
// needs: ferry
// case: wdir
// case: path
// case: host
// case: soft
// case: env
// case: arch
// case: file
#include "dyn.h"

#include <limits.h>
#include <sys/utsname.h>
#include <unistd.h>

/* The child tells its folder, its variable, its host, and how many there are. */
struct report {
    char folder[PATH_MAX], variable[100], host[MPI_MAX_PROCESSOR_NAME];
    int size;
};

static struct report report;

static int be_child(void)
{
    MPI_Comm parent;
    OK(MPI_Comm_get_parent(&parent));
    const char *value = getenv("DYN_KEY");
    int length;
    CHECK(getcwd(report.folder, sizeof report.folder) != NULL);
    snprintf(report.variable, sizeof report.variable, "%s", value ? value : "");
    OK(MPI_Get_processor_name(report.host, &length));
    report.size = check_size;
    if (check_rank == 0)
        OK(MPI_Send(&report, sizeof report, MPI_BYTE, 0, 0, parent));
    OK(MPI_Comm_disconnect(&parent));
    MPI_Finalize();
    return 0;
}

/* Spawns up to `most` processes with one key. */
static void spawn(const char *program, const char *key, const char *value, int most)
{
    char *words[] = {"child", NULL};
    MPI_Comm child;
    MPI_Info info;
    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, key, value));
    OK(MPI_Comm_spawn(program, words, most, info, 0, MPI_COMM_WORLD, &child, MPI_ERRCODES_IGNORE));
    OK(MPI_Info_free(&info));
    if (check_rank == 0)
        OK(MPI_Recv(&report, sizeof report, MPI_BYTE, 0, 0, child, MPI_STATUS_IGNORE));
    OK(MPI_Bcast(&report, sizeof report, MPI_BYTE, 0, MPI_COMM_WORLD));
    OK(MPI_Comm_disconnect(&child));
}

static void fails(int class, const char *program, const char *key, const char *value)
{
    MPI_Comm child;
    MPI_Info info;
    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, key, value));
    /* The other ranks hear of it as an error of the root. */
    ERR(class, MPI_Comm_spawn(program, MPI_ARGV_NULL, 1, info, 0, MPI_COMM_WORLD, &child, MPI_ERRCODES_IGNORE));
    OK(MPI_Info_free(&info));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    if (!strcmp(argv[1], "child"))
        return be_child();
    const char *key = argv[1];
    char *program = realpath(argv[0], NULL), here[PATH_MAX];
    CHECK(program != NULL && getcwd(here, sizeof here) != NULL);
    char *name = strrchr(program, '/');
    if (!strcmp(key, "wdir")) {
        spawn(program, key, "/usr", 1);
        CHECK(!strcmp(report.folder, "/usr"));
        fails(MPI_ERR_SPAWN, program, key, "/no such folder");
    } else if (!strcmp(key, "path")) {
        /* By its name alone it is found in the second folder. */
        char path[PATH_MAX + 10];
        snprintf(path, sizeof path, "/proc:%.*s", (int)(name - program), program);
        spawn(name + 1, key, path, 1);
        CHECK_EQ(report.size, 1);
        fails(MPI_ERR_SPAWN, "no such program of all", key, path);
    } else if (!strcmp(key, "host")) {
        char own[MPI_MAX_PROCESSOR_NAME];
        int length;
        OK(MPI_Get_processor_name(own, &length));
        spawn(program, key, "localhost:2", 2);
        CHECK_EQ(report.size, 2);
        if (check_rank == 0)
            CHECK(!strcmp(report.host, own) || !strcmp(report.host, "localhost"));
        fails(MPI_ERR_SPAWN, program, key, "no-such-host.invalid");
    } else if (!strcmp(key, "soft")) {
        spawn(program, key, "1:9:2", 2);
        CHECK_EQ(report.size, 1);
        fails(MPI_ERR_SPAWN, program, key, "5");
        fails(MPI_ERR_INFO_VALUE, program, key, "many");
    } else if (!strcmp(key, "env")) {
        spawn(program, key, "DYN_KEY=a=b c\nDYN_OTHER=1", 1);
        CHECK(!strcmp(report.variable, "a=b c"));
        fails(MPI_ERR_INFO_VALUE, program, key, "DYN_KEY");
    } else if (!strcmp(key, "arch")) {
        struct utsname own;
        CHECK_EQ(uname(&own), 0);
        spawn(program, key, own.machine, 1);
        fails(MPI_ERR_SPAWN, program, key, "pdp11");
    } else {
        char file[] = "/tmp/dyn_keys.XXXXXX";
        int descriptor = -1;
        if (check_rank == 0) {
            descriptor = mkstemp(file);
            CHECK(descriptor >= 0 && dprintf(descriptor, "# keys\nwdir = /usr\nenv = DYN_KEY=1 2\nsoft = 1\n") > 0);
        }
        spawn(program, key, file, 2);
        CHECK(!strcmp(report.folder, "/usr") && !strcmp(report.variable, "1 2"));
        CHECK_EQ(report.size, 1);
        if (check_rank == 0)
            CHECK(ftruncate(descriptor, 0) == 0 && dprintf(descriptor, "folder = /\n") > 0);
        fails(MPI_ERR_INFO_VALUE, program, key, file);
        fails(MPI_ERR_INFO_VALUE, program, key, "/no such file");
        if (check_rank == 0)
            CHECK(unlink(file) == 0);
    }
    free(program);
    return check_end();
}
