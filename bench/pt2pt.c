/* Point-to-point benchmarks between rank r and rank r + ranks/2, all pairs at once. See README.md. */
#include "bench.h"

#include <sys/resource.h>
#include <unistd.h>

enum { WINDOW = 64, TAG = 1, ANSWER_TAG = 2, RATE_BYTES = 8 };

struct pair {
    int peer, sends_first;
    int bytes;
    char *out, *in;
};

static void ping_pong(void *context, long n)
{
    struct pair *p = context;
    if (p->peer == MPI_PROC_NULL)
        return;
    for (long i = 0; i < n; i++) {
        if (p->sends_first)
            MPI_Send(p->out, p->bytes, MPI_CHAR, p->peer, TAG, MPI_COMM_WORLD);
        MPI_Recv(p->in, p->bytes, MPI_CHAR, p->peer, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (!p->sends_first)
            MPI_Send(p->out, p->bytes, MPI_CHAR, p->peer, TAG, MPI_COMM_WORLD);
    }
}

static void answer(struct pair *p, int give)
{
    char byte = 0;
    if (give)
        MPI_Send(&byte, 1, MPI_CHAR, p->peer, ANSWER_TAG, MPI_COMM_WORLD);
    else
        MPI_Recv(&byte, 1, MPI_CHAR, p->peer, ANSWER_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void one_way(void *context, long n)
{
    struct pair *p = context;
    MPI_Request requests[WINDOW];
    if (p->peer == MPI_PROC_NULL)
        return;
    for (long i = 0; i < n; i++) {
        for (int w = 0; w < WINDOW; w++) {
            if (p->sends_first)
                MPI_Isend(p->out, p->bytes, MPI_CHAR, p->peer, TAG, MPI_COMM_WORLD, &requests[w]);
            else
                MPI_Irecv(p->in, p->bytes, MPI_CHAR, p->peer, TAG, MPI_COMM_WORLD, &requests[w]);
        }
        MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
        answer(p, !p->sends_first);
    }
}

static void both_ways(void *context, long n)
{
    struct pair *p = context;
    MPI_Request requests[2 * WINDOW];
    if (p->peer == MPI_PROC_NULL)
        return;
    for (long i = 0; i < n; i++) {
        for (int w = 0; w < WINDOW; w++)
            MPI_Irecv(p->in, p->bytes, MPI_CHAR, p->peer, TAG, MPI_COMM_WORLD, &requests[w]);
        for (int w = 0; w < WINDOW; w++)
            MPI_Isend(p->out, p->bytes, MPI_CHAR, p->peer, TAG, MPI_COMM_WORLD, &requests[WINDOW + w]);
        MPI_Waitall(2 * WINDOW, requests, MPI_STATUSES_IGNORE);
        answer(p, !p->sends_first);
    }
}

/* Processor time of this process in user and system mode. */
static double of_process_s(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + 1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/* Processor time of the whole node: a network that is software works in threads and interrupts of the system. */
static double of_node_s(void)
{
    unsigned long long user = 0, nice = 0, system = 0, idle, wait, irq = 0, softirq = 0;
    FILE *file = fopen("/proc/stat", "r");
    int found = file ? fscanf(file, "cpu %llu %llu %llu %llu %llu %llu %llu", &user, &nice, &system, &idle, &wait, &irq, &softirq) : 0;
    if (file)
        fclose(file);
    return found == 7 ? (double)(user + nice + system + irq + softirq) / (double)sysconf(_SC_CLK_TCK) : 0;
}

/* Nanoseconds of processor time of all ranks for a byte that goes one way. */
static double ns_per_byte(double (*used_s)(void), struct pair *p)
{
    double each = seconds_per_operation(one_way, p), mine, all;
    long n = each < budget_s ? (long)(budget_s / each) : 1;
    mine = -used_s();
    slowest_loop(one_way, p, n);
    mine += used_s();
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return 1e9 * all / ((double)n * WINDOW * p->bytes * (ranks / 2));
}

static double value_of(const char *benchmark, struct pair *p)
{
    double pairs = ranks / 2;
    if (!strcmp(benchmark, "latency"))
        return 1e6 * seconds_per_operation(ping_pong, p) / 2;
    if (!strcmp(benchmark, "bandwidth"))
        return 1e-6 * pairs * WINDOW * p->bytes / seconds_per_operation(one_way, p);
    if (!strcmp(benchmark, "bidirectional_bandwidth"))
        return 1e-6 * pairs * 2 * WINDOW * p->bytes / seconds_per_operation(both_ways, p);
    if (!strcmp(benchmark, "cpu_per_byte"))
        return ns_per_byte(of_process_s, p);
    if (!strcmp(benchmark, "node_cpu_per_byte"))
        return ns_per_byte(of_node_s, p);
    return pairs * WINDOW / seconds_per_operation(one_way, p);
}

static void run(const char *benchmark, long bytes)
{
    int half = ranks / 2;
    struct pair p = {.peer = MPI_PROC_NULL, .sends_first = rank < half, .bytes = (int)bytes};
    if (rank < 2 * half)
        p.peer = rank < half ? rank + half : rank - half;
    p.out = buffer((size_t)bytes);
    p.in = buffer((size_t)bytes);
    if (everywhere(p.out && p.in))
        point(benchmark, bytes, value_of(benchmark, &p));
    else
        skip(benchmark, bytes, "out of memory");
    free(p.out);
    free(p.in);
}

static int known(const char *benchmark)
{
    const char *names[] = {"latency", "bandwidth", "bidirectional_bandwidth", "message_rate", "cpu_per_byte", "node_cpu_per_byte"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(benchmark, names[i]))
            return 1;
    return 0;
}

int main(int argc, char **argv)
{
    bench_init(&argc, &argv);
    if (argc < 4 || ranks < 2)
        usage(argv[0]);
    budget_s = 1e-3 * atof(argv[1]);
    for (int i = 3; i < argc; i++) {
        if (!known(argv[i]))
            usage(argv[0]);
        begin(argv[i]);
        if (!strcmp(argv[i], "message_rate"))
            run(argv[i], RATE_BYTES);
        else
            each_size(argv[2], argv[i], run);
    }
    MPI_Finalize();
    return 0;
}
