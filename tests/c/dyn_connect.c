// Groups that meet at ports: of one job, and of two that know nothing of each other but a published name; sockets of the program.
// ranks: 2 3
// needs: ferry
#include "dyn.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

/* The last rank connects to all others. */
static void within_a_job(void)
{
    MPI_Comm side, inter;
    char port[MPI_MAX_PORT_NAME] = "";
    int is_caller = check_rank == check_size - 1;
    OK(MPI_Comm_split(MPI_COMM_WORLD, is_caller, 0, &side));
    if (check_rank == 0)
        OK(MPI_Open_port(MPI_INFO_NULL, port));
    OK(MPI_Bcast(port, sizeof port, MPI_CHAR, 0, MPI_COMM_WORLD));
    for (int round = 0; round < 3; round++) {
        if (is_caller)
            OK(MPI_Comm_connect(port, MPI_INFO_NULL, 0, side, &inter));
        else
            OK(MPI_Comm_accept(check_rank == 0 ? port : NULL, MPI_INFO_NULL, 0, side, &inter));
        dyn_talk(inter);
        dyn_collect(inter, is_caller);
        OK(MPI_Comm_disconnect(&inter));
    }
    if (check_rank == 0)
        OK(MPI_Close_port(port));
    OK(MPI_Comm_free(&side));
}

static int socket_to(int number)
{
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = (in_port_t)number};
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int end = socket(AF_INET, SOCK_STREAM, 0);
    CHECK(connect(end, (struct sockaddr *)&place, sizeof place) == 0);
    return end;
}

/* A socket that listens, and its port. */
static int listener(int *number)
{
    struct sockaddr_in place = {.sin_family = AF_INET};
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof place;
    int end = socket(AF_INET, SOCK_STREAM, 0);
    CHECK(bind(end, (struct sockaddr *)&place, sizeof place) == 0 && listen(end, 1) == 0);
    CHECK(getsockname(end, (struct sockaddr *)&place, &length) == 0);
    *number = place.sin_port;
    return end;
}

static void join(int end)
{
    MPI_Comm inter;
    OK(MPI_Comm_join(end, &inter));
    dyn_talk(inter);
    OK(MPI_Comm_disconnect(&inter));
    /* The socket is the program's again. */
    char word = 'a';
    CHECK(write(end, &word, 1) == 1 && read(end, &word, 1) == 1);
    CHECK_EQ(word, 'a');
    close(end);
}

static void be_child(char **argv)
{
    MPI_Comm parent, inter;
    char port[MPI_MAX_PORT_NAME];
    OK(MPI_Comm_get_parent(&parent));
    /* As if there were no other way. */
    OK(MPI_Lookup_name(argv[2], MPI_INFO_NULL, port));
    OK(MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter));
    dyn_talk(inter);
    dyn_collect(inter, 1);
    int compared;
    OK(MPI_Comm_compare(inter, parent, &compared));
    CHECK_EQ(compared, MPI_CONGRUENT);
    if (check_rank == 0) {
        int number;
        OK(MPI_Recv(&number, 1, MPI_INT, 0, 1, parent, MPI_STATUS_IGNORE));
        join(socket_to(number));
    }
    OK(MPI_Comm_disconnect(&inter));
    OK(MPI_Comm_disconnect(&parent));
}

static void between_jobs(const char *program)
{
    char port[MPI_MAX_PORT_NAME] = "", name[100];
    snprintf(name, sizeof name, "dyn connect %d", (int)getpid());
    OK(MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD));
    if (check_rank == 0) {
        OK(MPI_Open_port(MPI_INFO_NULL, port));
        OK(MPI_Publish_name(name, MPI_INFO_NULL, port));
    }
    char *words[] = {"child", name, NULL};
    MPI_Comm child, inter;
    OK(MPI_Comm_spawn(program, words, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &child, MPI_ERRCODES_IGNORE));
    OK(MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter));
    dyn_talk(inter);
    dyn_collect(inter, 0);
    if (check_rank == 0) {
        int number, end = listener(&number);
        OK(MPI_Send(&number, 1, MPI_INT, 0, 1, child));
        int accepted = accept(end, NULL, NULL);
        CHECK(accepted >= 0);
        join(accepted);
        close(end);
        OK(MPI_Unpublish_name(name, MPI_INFO_NULL, port));
        OK(MPI_Close_port(port));
    }
    OK(MPI_Comm_disconnect(&inter));
    OK(MPI_Comm_disconnect(&child));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    if (argc > 1 && !strcmp(argv[1], "child")) {
        be_child(argv);
        MPI_Finalize();
        return 0;
    }
    within_a_job();
    between_jobs(argv[0]);
    return check_end();
}
