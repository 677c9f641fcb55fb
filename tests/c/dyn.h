/* Processes that are spawned run the same program, with the word "child" as first argument. */
#ifndef DYN_H
#define DYN_H

#include "check.h"

/* Sends every process of the other group a message and gets one of each, short and long. */
MAYBE_UNUSED static void dyn_talk(MPI_Comm inter)
{
    enum { LONG = 200000 };
    static int out[LONG], in[LONG];
    int rank, remote;
    OK(MPI_Comm_rank(inter, &rank));
    OK(MPI_Comm_remote_size(inter, &remote));
    for (int length = 1; length <= LONG; length = length == 1 ? 1000 : length * 200) {
        for (int peer = 0; peer < remote; peer++) {
            MPI_Request request;
            for (int at = 0; at < length; at++)
                out[at] = rank * 7 + at;
            OK(MPI_Isend(out, length, MPI_INT, peer, length, inter, &request));
            OK(MPI_Recv(in, length, MPI_INT, peer, length, inter, MPI_STATUS_IGNORE));
            for (int at = 0; at < length; at++)
                CHECK_EQ(in[at], peer * 7 + at);
            OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        }
    }
    int found = 0;
    for (int peer = 0; peer < remote; peer++) {
        MPI_Status status;
        OK(MPI_Send(&rank, 1, MPI_INT, peer, 5, inter));
        OK(MPI_Recv(&found, 1, MPI_INT, MPI_ANY_SOURCE, 5, inter, &status));
        CHECK_EQ(found, status.MPI_SOURCE);
    }
}

/* Collective operations between both groups, and on one communicator of all. */
MAYBE_UNUSED static void dyn_collect(MPI_Comm inter, int is_high)
{
    int rank, size, remote;
    OK(MPI_Comm_rank(inter, &rank));
    OK(MPI_Comm_size(inter, &size));
    OK(MPI_Comm_remote_size(inter, &remote));
    int one = rank + 1, sum = 0;
    OK(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, inter));
    CHECK_EQ(sum, remote * (remote + 1) / 2);
    OK(MPI_Barrier(inter));

    MPI_Comm all, copy, half;
    int place, count;
    OK(MPI_Intercomm_merge(inter, is_high, &all));
    OK(MPI_Comm_rank(all, &place));
    OK(MPI_Comm_size(all, &count));
    CHECK_EQ(count, size + remote);
    CHECK_EQ(place, is_high ? remote + rank : rank);
    OK(MPI_Comm_dup(all, &copy));
    int compared;
    OK(MPI_Comm_compare(all, copy, &compared));
    CHECK_EQ(compared, MPI_CONGRUENT);
    for (int root = 0; root < count; root++) {
        int word = place == root ? 100 + root : -1;
        OK(MPI_Bcast(&word, 1, MPI_INT, root, copy));
        CHECK_EQ(word, 100 + root);
    }
    OK(MPI_Allreduce(&place, &sum, 1, MPI_INT, MPI_SUM, copy));
    CHECK_EQ(sum, count * (count - 1) / 2);
    /* Every second process, of either job. */
    OK(MPI_Comm_split(all, place % 2, -place, &half));
    int own, own_size;
    OK(MPI_Comm_rank(half, &own));
    OK(MPI_Comm_size(half, &own_size));
    OK(MPI_Allreduce(&place, &sum, 1, MPI_INT, MPI_MAX, half));
    CHECK_EQ(sum, place + 2 * own);
    MPI_Group everybody, part, world, common;
    OK(MPI_Comm_group(all, &everybody));
    OK(MPI_Comm_group(half, &part));
    OK(MPI_Comm_group(MPI_COMM_WORLD, &world));
    OK(MPI_Group_intersection(everybody, world, &common));
    int common_size;
    OK(MPI_Group_size(common, &common_size));
    CHECK_EQ(common_size, check_size);
    OK(MPI_Group_compare(everybody, part, &compared));
    CHECK_EQ(compared, count == own_size ? MPI_SIMILAR : MPI_UNEQUAL);
    OK(MPI_Group_free(&everybody));
    OK(MPI_Group_free(&part));
    OK(MPI_Group_free(&world));
    OK(MPI_Group_free(&common));
    OK(MPI_Comm_free(&half));
    OK(MPI_Comm_free(&copy));
    OK(MPI_Comm_disconnect(&all));
}

#endif
