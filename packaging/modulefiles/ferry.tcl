#%Module1.0
# Ferry for Environment Modules. Edit `prefix`, and name this file after the version: modulefiles/ferry/0.1.0
set prefix /opt/ferry

proc ModulesHelp { } {
    puts stderr "Ferry, an MPI library with the standard ABI of MPI 5.0: mpiexec, mpicc, mpicxx, mpifort."
}
module-whatis "MPI library with the standard ABI of MPI 5.0"
conflict mpi

prepend-path PATH $prefix/bin
prepend-path LD_LIBRARY_PATH $prefix/lib
prepend-path PKG_CONFIG_PATH $prefix/lib/pkgconfig
prepend-path MANPATH $prefix/share/man
prepend-path CMAKE_PREFIX_PATH $prefix
setenv MPI_HOME $prefix
