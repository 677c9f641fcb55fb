/* Intercommunicators for the tests: the world cut in two, in several orders. */
#ifndef INTER_H
#define INTER_H

#include "check.h"

typedef struct {
    MPI_Comm local, inter;
    int cut;               /* ranks of the world below are group 0 */
    int turned;            /* both groups count their ranks downwards */
    int group, rank, size; /* this process: its group, its rank there, the group's size */
    int remote;            /* size of the other group */
} Inter;

static inline int inter_size(const Inter *in, int group)
{
    return group == 0 ? in->cut : check_size - in->cut;
}

/* The rank in the world of a rank of a group. */
static inline int inter_world(const Inter *in, int group, int rank)
{
    int place = in->turned ? inter_size(in, group) - 1 - rank : rank;
    return group == 0 ? place : in->cut + place;
}

/* The groups of `cut` and of all other ranks; leaders are the ranks `leaders` modulo the size of each group. */
MAYBE_UNUSED static Inter inter_make(int cut, int turned, int leaders)
{
    Inter in = {.cut = cut, .turned = turned, .group = check_rank >= cut};
    OK(MPI_Comm_split(MPI_COMM_WORLD, in.group, turned ? -check_rank : check_rank, &in.local));
    OK(MPI_Comm_rank(in.local, &in.rank));
    OK(MPI_Comm_size(in.local, &in.size));
    in.remote = check_size - in.size;
    int own = leaders % in.size, other = leaders % in.remote;
    OK(MPI_Intercomm_create(in.local, own, MPI_COMM_WORLD, inter_world(&in, !in.group, other), 7, &in.inter));
    return in;
}

MAYBE_UNUSED static void inter_free(Inter *in)
{
    OK(MPI_Comm_free(&in->inter));
    OK(MPI_Comm_free(&in->local));
    CHECK(in->inter == MPI_COMM_NULL);
}

/* The test on all cuts of the world, in both orders. */
MAYBE_UNUSED static void inter_everywhere(void (*test)(const Inter *in))
{
    for (int cut = 1; cut < check_size; cut++)
        for (int turned = 0; turned < 2; turned++) {
            Inter in = inter_make(cut, turned, cut);
            NOTE("cut %d, turned %d", cut, turned);
            test(&in);
            *check_note = 0;
            inter_free(&in);
        }
}

#endif
