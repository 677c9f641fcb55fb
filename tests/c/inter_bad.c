// Wrong arguments of what makes intercommunicators and works on them: classes and messages, and nothing hangs.
// needs: ferry
// ranks: 2 3 4
// timeout: 30
#include "inter.h"

static void making(void)
{
    MPI_Comm local, made = MPI_COMM_NULL;
    Inter in = inter_make(1, 0, 0);
    local = in.local;
    OK(MPI_Comm_set_errhandler(local, MPI_ERRORS_RETURN));
    int leader = inter_world(&in, !in.group, 0);
    ERR(MPI_ERR_RANK, MPI_Intercomm_create(local, in.size, MPI_COMM_WORLD, leader, 0, &made), "local_leader", "between 0 and");
    ERR(MPI_ERR_RANK, MPI_Intercomm_create(local, -1, MPI_COMM_WORLD, leader, 0, &made), "local_leader");
    /* Seen by the leader only, and told to all of the group. */
    ERR(MPI_ERR_RANK, MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, check_size, 0, &made), check_rank == in.cut * in.group ? "remote_leader" : "leader");
    ERR(MPI_ERR_TAG, MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, leader, -3, &made));
    ERR(MPI_ERR_COMM, MPI_Intercomm_create(local, 0, MPI_COMM_NULL, leader, 0, &made));
    ERR(MPI_ERR_COMM, MPI_Intercomm_create(MPI_COMM_NULL, 0, MPI_COMM_WORLD, leader, 0, &made));
    ERR(MPI_ERR_RANK, MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, inter_world(&in, in.group, 0), 0, &made));
    OK(MPI_Comm_set_errhandler(in.inter, MPI_ERRORS_RETURN));
    ERR(MPI_ERR_COMM, MPI_Intercomm_create(in.inter, 0, MPI_COMM_WORLD, leader, 0, &made), "inter-communicator");
    CHECK(made == MPI_COMM_NULL);
    inter_free(&in);
}

/* Both leaders bring a group that has a process of the other one. */
static void overlapping(void)
{
    MPI_Comm all, made = MPI_COMM_NULL;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &all));
    OK(MPI_Comm_set_errhandler(all, MPI_ERRORS_RETURN));
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
    if (check_rank < 2)
        ERR(MPI_ERR_COMM, check_rank == 0 ? MPI_Intercomm_create(all, 0, MPI_COMM_WORLD, 1, 4, &made)
                                          : MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 0, 4, &made),
            "both groups");
    if (check_rank != 0)
        ERR(MPI_ERR_COMM, MPI_Intercomm_create(all, 0, MPI_COMM_NULL, 0, 0, &made));
    OK(MPI_Comm_free(&all));
}

static void one_group(void)
{
    int word = 0, remote = 0;
    MPI_Group group;
    MPI_Comm made;
    ERR(MPI_ERR_COMM, MPI_Intercomm_merge(MPI_COMM_WORLD, 0, &made), "intra-communicator");
    ERR(MPI_ERR_COMM, MPI_Comm_remote_size(MPI_COMM_WORLD, &remote), "intra-communicator");
    ERR(MPI_ERR_COMM, MPI_Comm_remote_group(MPI_COMM_WORLD, &group), "intra-communicator");
    ERR(MPI_ERR_ROOT, MPI_Bcast(&word, 1, MPI_INT, MPI_ROOT, MPI_COMM_WORLD), "MPI_ROOT");
    ERR(MPI_ERR_ROOT, MPI_Bcast(&word, 1, MPI_INT, MPI_PROC_NULL, MPI_COMM_WORLD));
    ERR(MPI_ERR_ROOT, MPI_Reduce(&word, &remote, 1, MPI_INT, MPI_SUM, MPI_ROOT, MPI_COMM_WORLD), "MPI_ROOT");
}

static void collectives(const Inter *in)
{
    int one = 1, two = 2, many[64], counts[64] = {0};
    MPI_Comm inter = in->inter, made;
    MPI_Group group;
    MPI_Request request;
    OK(MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN));
    ERR(MPI_ERR_COMM, MPI_Scan(&one, &two, 1, MPI_INT, MPI_SUM, inter), "inter-communicator");
    ERR(MPI_ERR_COMM, MPI_Exscan(&one, &two, 1, MPI_INT, MPI_SUM, inter), "inter-communicator");
    ERR(MPI_ERR_COMM, MPI_Iscan(&one, &two, 1, MPI_INT, MPI_SUM, inter, &request), "inter-communicator");
    char last[40];
    snprintf(last, sizeof last, "between 0 and %d", in->remote - 1);
    ERR(MPI_ERR_ROOT, MPI_Bcast(&one, 1, MPI_INT, in->remote, inter), last, "MPI_ROOT", "MPI_PROC_NULL");
    ERR(MPI_ERR_ROOT, MPI_Gather(&one, 1, MPI_INT, many, 1, MPI_INT, -7, inter), last);
    ERR(MPI_ERR_BUFFER, MPI_Allreduce(MPI_IN_PLACE, &two, 1, MPI_INT, MPI_SUM, inter), "MPI_IN_PLACE");
    ERR(MPI_ERR_BUFFER, MPI_Allgather(MPI_IN_PLACE, 1, MPI_INT, many, 1, MPI_INT, inter), "MPI_IN_PLACE");
    ERR(MPI_ERR_BUFFER, MPI_Alltoall(MPI_IN_PLACE, 1, MPI_INT, many, 1, MPI_INT, inter), "MPI_IN_PLACE");
    counts[in->size - 1] = -1;
    ERR(MPI_ERR_COUNT, MPI_Reduce_scatter(many, &two, counts, MPI_INT, MPI_SUM, inter), "recvcounts");
    ERR(MPI_ERR_TYPE, MPI_Bcast(&one, 1, MPI_DATATYPE_NULL, 0, inter));
    ERR(MPI_ERR_OP, MPI_Allreduce(&one, &two, 1, MPI_INT, MPI_OP_NULL, inter));
    OK(MPI_Comm_group(inter, &group));
    ERR(MPI_ERR_COMM, MPI_Comm_create_group(inter, group, 0, &made), "inter-communicator");
    OK(MPI_Group_free(&group));
    /* A group that is the other side's. */
    OK(MPI_Comm_remote_group(inter, &group));
    ERR(MPI_ERR_GROUP, MPI_Comm_create(inter, group, &made));
    OK(MPI_Group_free(&group));
    /* Still in order on all sides. */
    OK(MPI_Allreduce(&one, &two, 1, MPI_INT, MPI_SUM, inter));
    CHECK_EQ(two, in->remote);
}

/* Processes of one group do not agree on high: an error for all, on both sides. */
static void mixed(void)
{
    MPI_Comm merged;
    Inter in = inter_make(1, 0, 0);
    OK(MPI_Comm_set_errhandler(in.inter, MPI_ERRORS_RETURN));
    if (check_size > 2)
        ERR(MPI_ERR_ARG, MPI_Intercomm_merge(in.inter, in.rank == 1, &merged), "high");
    inter_free(&in);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    making();
    overlapping();
    one_group();
    inter_everywhere(collectives);
    mixed();
    return check_end();
}
