// The ring of ring.c, from C++.
#include <mpi.h>
#include <iostream>
#include <numeric>
#include <vector>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::vector<int> token(1, 0);
    const int next = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
    const int previous = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    MPI_Recv(token.data(), 1, MPI_INT, previous, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    token[0] += rank;
    MPI_Send(token.data(), 1, MPI_INT, next, 7, MPI_COMM_WORLD);
    MPI_Finalize();
    std::vector<int> ranks(size);
    std::iota(ranks.begin(), ranks.end(), 0);
    const int expected = std::accumulate(ranks.begin(), ranks.begin() + rank + 1, 0);
    if (token[0] != expected)
        std::cerr << "rank " << rank << " has " << token[0] << ", not " << expected << "\n";
    return token[0] == expected ? 0 : 1;
}
