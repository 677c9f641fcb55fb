/* Runs a program under limits that machines, containers and sandboxes impose: constrain RULE... -- PROGRAM [ARGUMENT...]
 *
 *     deny=CALL:ERROR    a system call fails with EPERM, ENOSYS, EMFILE or ENFILE (a seccomp filter)
 *     nofile=N           at most N open descriptors
 *     user=ID            this user and no privileges
 *     namespace=KIND     a user, network or pid namespace of its own
 *     only=RANK          the rules that follow are for this rank of the job
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static void refuse(const char *rule)
{
    fprintf(stderr, "constrain: %s: %s\n", rule, strerror(errno));
    _exit(125);
}

static const struct {
    const char *name;
    unsigned number;
} calls[] = {{"process_vm_readv", SYS_process_vm_readv}, {"process_vm_writev", SYS_process_vm_writev}, {"pipe2", SYS_pipe2},
             {"vmsplice", SYS_vmsplice},                 {"writev", SYS_writev},                       {"readv", SYS_readv},
             {"fcntl-grow", SYS_fcntl}},
  errors[] = {{"EPERM", EPERM}, {"ENOSYS", ENOSYS}, {"EMFILE", EMFILE}, {"ENFILE", ENFILE}};

#define NUMBER(table, name, rule) number((const void *)table, sizeof table / sizeof *table, name, rule)

static unsigned number(const void *table, size_t count, const char *name, const char *rule)
{
    const struct {
        const char *name;
        unsigned number;
    } *entries = table;
    for (size_t i = 0; i < count; i++)
        if (strcmp(entries[i].name, name) == 0)
            return entries[i].number;
    errno = EINVAL;
    refuse(rule);
    return 0;
}

static void install(struct sock_filter *code, unsigned short length, const char *rule)
{
    struct sock_fprog program = {length, code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        refuse(rule);
}

static void deny(const char *rule)
{
    char name[32] = "", error[16] = "";
    sscanf(rule, "deny=%31[^:]:%15s", name, error);
    unsigned call = NUMBER(calls, name, rule), answer = SECCOMP_RET_ERRNO | NUMBER(errors, error, rule);
    if (strcmp(name, "fcntl-grow") == 0) {
        struct sock_filter code[] = {
            BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
            BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 3),
            BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[1])),
            BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 1031 /* F_SETPIPE_SZ */, 0, 1),
            BPF_STMT(BPF_RET | BPF_K, answer),
            BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        };
        install(code, sizeof code / sizeof *code, rule);
        return;
    }
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, answer),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    install(code, sizeof code / sizeof *code, rule);
}

static void apply(const char *rule)
{
    const char *value = strchr(rule, '=');
    if (!value) {
        errno = EINVAL;
        refuse(rule);
    }
    value++;
    if (strncmp(rule, "deny=", 5) == 0) {
        deny(rule);
    } else if (strncmp(rule, "nofile=", 7) == 0) {
        struct rlimit limit = {(rlim_t)atoi(value), (rlim_t)atoi(value)};
        if (setrlimit(RLIMIT_NOFILE, &limit) != 0)
            refuse(rule);
    } else if (strncmp(rule, "user=", 5) == 0) {
        uid_t id = (uid_t)atoi(value);
        if (setresuid(id, id, id) != 0)
            refuse(rule);
    } else if (strncmp(rule, "namespace=", 10) == 0) {
        int kind = strcmp(value, "user") == 0 ? CLONE_NEWUSER : strcmp(value, "network") == 0 ? CLONE_NEWNET : CLONE_NEWPID;
        if (unshare(kind) != 0)
            refuse(rule);
    } else {
        errno = EINVAL;
        refuse(rule);
    }
}

int main(int argc, char **argv)
{
    const char *rank = getenv("PMI_RANK");
    int at = 1, applies = 1;
    for (; at < argc && strcmp(argv[at], "--") != 0; at++) {
        if (strncmp(argv[at], "only=", 5) == 0)
            applies = rank && strcmp(rank, argv[at] + 5) == 0;
        else if (applies)
            apply(argv[at]);
    }
    if (at + 1 >= argc)
        return 125;
    execvp(argv[at + 1], argv + at + 1);
    refuse(argv[at + 1]);
}
