/* mpi-ext.h: what programs for Open MPI include for functions beyond the standard. mpi.h declares those that Ferry has. */
#ifndef MPI_EXT_H_FERRY
#define MPI_EXT_H_FERRY

#include "mpi.h"

#define OMPI_HAVE_MPI_EXT_FTMPI 1
#define OMPI_HAVE_MPIX_COMM_GET_FAILED 1
#define OMPI_HAVE_MPIX_COMM_ACK_FAILED 1
#define OMPI_HAVE_MPIX_COMM_ISHRINK 1

#endif
