// A process of another job that ends: what it has sent before arrives, and whoever waits for more, or sends to it, has MPI_ERR_PROC_ABORTED. The other
// job is a program that was started alone.
// ranks: 1
// needs: ferry
// case: killed
// case: killed_in_large
// case: leaves
#include "dyn.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LARGE = 8 << 20, WORDS = 1000 };
static char large[LARGE];
static int words[WORDS];

/* Starts this program again, with nothing of this job in its environment. */
static pid_t start(char *program, char *word, char *port)
{
    extern char **environ;
    pid_t pid = fork();
    CHECK(pid >= 0);
    if (pid > 0)
        return pid;
    int kept = 0;
    for (char **at = environ; *at; at++)
        if (strncmp(*at, "PMI", 3) && strncmp(*at, "FERRY_", 6) && strncmp(*at, "MPI_LOCAL", 9))
            environ[kept++] = *at;
    environ[kept] = NULL;
    execl(program, program, word, port, (char *)NULL);
    _exit(97);
}

static int be_other(const char *word, const char *port)
{
    MPI_Comm inter;
    OK(MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter));
    for (int at = 0; at < WORDS; at++)
        words[at] = at;
    OK(MPI_Send(words, WORDS, MPI_INT, 0, 1, inter));
    if (!strcmp(word, "killed"))
        raise(SIGKILL);
    if (!strcmp(word, "killed_in_large")) {
        MPI_Request request;
        OK(MPI_Issend(large, LARGE, MPI_CHAR, 0, 2, inter, &request));
        /* The other side has seen its beginning. */
        OK(MPI_Recv(NULL, 0, MPI_INT, 0, 3, inter, MPI_STATUS_IGNORE));
        raise(SIGKILL);
    }
    MPI_Finalize();
    return 0;
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    if (argc > 2)
        return be_other(argv[1], argv[2]);
    char port[MPI_MAX_PORT_NAME];
    MPI_Comm inter;
    MPI_Status status;
    OK(MPI_Open_port(MPI_INFO_NULL, port));
    pid_t pid = start(argv[0], argv[1], port);
    OK(MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter));
    OK(MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN));
    int code;
    if (!strcmp(argv[1], "killed_in_large")) {
        OK(MPI_Probe(0, 2, inter, &status));
        OK(MPI_Send(NULL, 0, MPI_INT, 0, 3, inter));
        CHECK(waitpid(pid, &code, 0) == pid && WIFSIGNALED(code));
        /* Nothing of it but its announcement need have come. */
        ERR(MPI_ERR_PROC_ABORTED, MPI_Recv(large, LARGE, MPI_CHAR, 0, 2, inter, MPI_STATUS_IGNORE));
    } else {
        CHECK(waitpid(pid, &code, 0) == pid);
        CHECK(!strcmp(argv[1], "killed") ? WIFSIGNALED(code) : WIFEXITED(code) && WEXITSTATUS(code) == 0);
    }
    OK(MPI_Recv(words, WORDS, MPI_INT, 0, 1, inter, MPI_STATUS_IGNORE));
    for (int at = 0; at < WORDS; at++)
        CHECK_EQ(words[at], at);
    if (strcmp(argv[1], "leaves"))
        ERR(MPI_ERR_PROC_ABORTED, MPI_Recv(words, 1, MPI_INT, 0, 4, inter, MPI_STATUS_IGNORE));
    ERR(MPI_ERR_PROC_ABORTED, MPI_Ssend(words, 1, MPI_INT, 0, 5, inter));
    OK(MPI_Comm_free(&inter));
    OK(MPI_Close_port(port));
    return check_end();
}
