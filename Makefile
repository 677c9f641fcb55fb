# make                        builds Ferry and installs it into ./prefix
# make install PREFIX=/opt/x  installs it elsewhere
# make uninstall PREFIX=...   removes what `make install` put there
# make check                  runs all tests (scripts/check.sh); make check-all also validates the tests
# make wheel                  writes a wheel for pip into dist; make deb a Debian package, installed under /usr/lib/ferry-mpi
# make demo                   installs what is missing, builds, and runs examples/cg on a rank for each processor
# make bench-lmt              measures large messages inside a machine and writes docs/benchmarks/lmt.md; QUICK=1: a quick look
# make bench-tcp              measures TCP between two network namespaces beside other libraries and writes docs/benchmarks/tcp.md; needs root
# make bench-rdma             measures RDMA between two nodes of the lab beside MPICH and writes docs/benchmarks/rdma.md
# make bootstrap              installs what is missing (with apt-get or rustup)
# make clean                  removes what was built

PREFIX  ?= $(CURDIR)/prefix
DESTDIR ?=
CARGO   ?= cargo

target  := $(or $(CARGO_TARGET_DIR),$(CURDIR)/target)
built   := $(target)/release
dest    := $(DESTDIR)$(PREFIX)
# Other names of the one library for Fortran programs that were compiled with Open MPI.
openmpi_fortran := libmpi_usempi_ignore_tkr libmpi_usempif08 libmpi_usempi
version := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)

dist    ?= $(CURDIR)/dist
man     := $(dest)/share/man/man1
shells  := $(dest)/share/ferry/completions
bash    := $(dest)/share/bash-completion/completions

.PHONY: all build wheel deb install uninstall clean bootstrap demo check check-all bench-lmt bench-rdma bench-tcp

all: install

build:
	$(CARGO) build --release --locked -p ferry-abi -p ferry-compat-mpich -p ferry-compat-openmpi -p ferry-preload -p ferry-launch -p ferry-cli -p ferry-fortran -p ferry-fortran-mpich -p ferry-fortran-openmpi

install: build
	install -d $(dest)/bin $(dest)/lib/pkgconfig $(dest)/lib/ferry $(dest)/lib/compat $(dest)/include $(dest)/share/ferry/fortran
	install -m 755 $(built)/mpiexec $(built)/mpicc $(built)/ferry $(dest)/bin
	ln -sf mpiexec $(dest)/bin/mpirun
	ln -sf mpicc $(dest)/bin/mpicxx
	ln -sf mpicc $(dest)/bin/mpic++
	ln -sf mpicc $(dest)/bin/mpiCC
	for name in mpifort mpif77 mpif90 mpifc; do ln -sf mpicc $(dest)/bin/$$name; done
	install -m 755 $(built)/libmpi_abi.so $(dest)/lib/libmpi_abi.so.1
	ln -sf libmpi_abi.so.1 $(dest)/lib/libmpi_abi.so
	ln -sf ../libmpi_abi.so.1 $(dest)/lib/ferry/libmpi_abi.so.1
	install -m 755 $(built)/libmpifort_abi.so $(dest)/lib/libmpifort_abi.so.1
	ln -sf libmpifort_abi.so.1 $(dest)/lib/libmpifort_abi.so
	install -m 755 $(built)/libferry_heap_preload.so $(dest)/lib/libferry_heap.so
	install -m 755 $(built)/libferry_compat_mpich.so $(dest)/lib/compat/libmpi.so.12
	ln -sf libmpi.so.12 $(dest)/lib/compat/libmpich.so.12
	install -m 755 $(built)/libferry_compat_openmpi.so $(dest)/lib/compat/libmpi.so.40
	install -m 755 $(built)/libferry_fortran_mpich.so $(dest)/lib/compat/libmpifort.so.12
	ln -sf libmpifort.so.12 $(dest)/lib/compat/libmpichfort.so.12
	install -m 755 $(built)/libferry_fortran_openmpi.so $(dest)/lib/compat/libmpi_mpifh.so.40
	for name in $(openmpi_fortran); do ln -sf libmpi_mpifh.so.40 $(dest)/lib/compat/$$name.so.40; done
	install -m 644 include/mpi.h include/mpi-ext.h include/mpif.h $(dest)/include
	install -m 644 crates/fortran/modules/*.f90 $(dest)/share/ferry/fortran
	sed 's/@VERSION@/$(version)/' crates/launch/ferry.pc.in > $(dest)/lib/pkgconfig/ferry.pc
	ln -sf ferry.pc $(dest)/lib/pkgconfig/mpi.pc
	install -d $(man) $(shells) $(bash)
	$(built)/ferry manual $(man) $(shells)
	$(built)/mpiexec --manual-page > $(man)/mpiexec.1
	ln -sf mpiexec.1 $(man)/mpirun.1
	install -m 644 $(shells)/ferry.bash $(bash)/ferry
	$(built)/mpiexec --completion-bash > $(bash)/mpiexec
	ln -sf mpiexec $(bash)/mpirun
	@echo "Ferry $(version) is installed in $(dest); add $(dest)/bin to PATH"

uninstall:
	rm -f $(addprefix $(dest)/bin/,mpiexec mpirun mpicc mpicxx mpic++ mpiCC mpifort mpif77 mpif90 mpifc ferry)
	rm -f $(addprefix $(dest)/lib/,libmpi_abi.so libmpi_abi.so.1 libmpifort_abi.so libmpifort_abi.so.1 libferry_heap.so ferry/libmpi_abi.so.1 pkgconfig/ferry.pc pkgconfig/mpi.pc)
	rm -rf $(dest)/lib/ferry/modules $(dest)/share/ferry/fortran $(shells)
	rm -f $(man)/ferry*.1 $(man)/mpiexec.1 $(man)/mpirun.1 $(bash)/ferry $(bash)/mpiexec $(bash)/mpirun
	rm -f $(addprefix $(dest)/lib/compat/,libmpi.so.12 libmpich.so.12 libmpi.so.40 libmpifort.so.12 libmpichfort.so.12 libmpi_mpifh.so.40 $(addsuffix .so.40,$(openmpi_fortran)))
	-rmdir $(dest)/lib/ferry $(dest)/lib/compat $(dest)/share/ferry
	rm -f $(dest)/include/mpi.h $(dest)/include/mpi-ext.h $(dest)/include/mpif.h

wheel:
	rm -rf $(target)/package/wheel
	$(MAKE) install PREFIX=$(target)/package/wheel DESTDIR=
	packaging/wheel.py $(target)/package/wheel $(version) $(dist)

deb:
	rm -rf $(target)/package/deb
	$(MAKE) install PREFIX=/usr/lib/ferry-mpi DESTDIR=$(target)/package/deb
	packaging/deb.sh $(target)/package/deb /usr/lib/ferry-mpi $(version) $(dist)

clean:
	$(CARGO) clean
	rm -rf prefix

bootstrap:
	scripts/bootstrap.sh

demo:
	@MAKE="$(MAKE)" scripts/demo.sh

bench-lmt: install
	bench/lmt.py $(dest) $(if $(QUICK),--quick)

bench-tcp: install
	bench/tcp.py $(dest) $(if $(QUICK),--quick)

bench-rdma: install
	bench/rdma.py $(dest) $(if $(QUICK),--quick)

check:
	@scripts/bootstrap.sh --check
	@scripts/check.sh

check-all:
	@scripts/bootstrap.sh --check
	@scripts/check.sh --all
