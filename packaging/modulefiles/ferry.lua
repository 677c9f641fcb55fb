-- Ferry for Lmod. Edit `prefix`, and name this file after the version: modulefiles/ferry/0.1.0.lua
local prefix = "/opt/ferry"

help([[Ferry, an MPI library with the standard ABI of MPI 5.0: mpiexec, mpicc, mpicxx, mpifort.]])
whatis("Name: Ferry")
whatis("Description: MPI library with the standard ABI of MPI 5.0")

family("mpi")
prepend_path("PATH", pathJoin(prefix, "bin"))
prepend_path("LD_LIBRARY_PATH", pathJoin(prefix, "lib"))
prepend_path("PKG_CONFIG_PATH", pathJoin(prefix, "lib/pkgconfig"))
prepend_path("MANPATH", pathJoin(prefix, "share/man"))
prepend_path("CMAKE_PREFIX_PATH", prefix)
setenv("MPI_HOME", prefix)
