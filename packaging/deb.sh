#!/bin/sh
# Makes a Debian package of an installation under a root of its own.
#
#   packaging/deb.sh ROOT PREFIX VERSION FOLDER
#
# ROOT/PREFIX holds what `make install` put there. The commands become alternatives of those of other MPI libraries.
set -eu
root=$1 prefix=$2 version=$3 folder=$4
architecture=$(dpkg --print-architecture)
mkdir -p "$root/DEBIAN" "$folder"
binaries=$(find "$root$prefix/bin" "$root$prefix/lib" -type f | while read -r file; do
    ! readelf -h "$file" > /dev/null 2>&1 || echo "$file"
done)
# shellcheck disable=SC2086  # a list of files without blanks
strip --strip-unneeded $binaries
# shellcheck disable=SC2086
libc=$(objdump -T $binaries | sed -n 's/.*GLIBC_\([0-9.]*\).*/\1/p' | sort -V | tail -n 1)

cat > "$root/DEBIAN/control" <<CONTROL
Package: ferry-mpi
Version: $version
Architecture: $architecture
Maintainer: Ferry developers <ferry@localhost>
Section: science
Priority: optional
Depends: libc6 (>= $libc), libgcc-s1
Recommends: gcc
Suggests: gfortran, libibverbs1
Provides: mpi-default-bin
Installed-Size: $(du -sk "$root$prefix" | cut -f 1)
Description: MPI library with the standard ABI of MPI 5.0
 Libraries, headers, wrappers of compilers and mpiexec. Programs compiled against
 the standard ABI run on it unchanged.
CONTROL

cat > "$root/DEBIAN/postinst" <<SCRIPT
#!/bin/sh
set -e
if [ "\$1" = configure ]; then
    update-alternatives --install /usr/bin/mpirun mpirun $prefix/bin/mpirun 30 --slave /usr/bin/mpiexec mpiexec $prefix/bin/mpiexec
    update-alternatives --install /usr/bin/mpicc mpi $prefix/bin/mpicc 30 \\
        --slave /usr/bin/mpicxx mpicxx $prefix/bin/mpicxx --slave /usr/bin/mpic++ mpic++ $prefix/bin/mpic++ \\
        --slave /usr/bin/mpif77 mpif77 $prefix/bin/mpif77 --slave /usr/bin/mpif90 mpif90 $prefix/bin/mpif90 \\
        --slave /usr/bin/mpifort mpifort $prefix/bin/mpifort
fi
SCRIPT
cat > "$root/DEBIAN/prerm" <<SCRIPT
#!/bin/sh
set -e
if [ "\$1" = remove ] || [ "\$1" = deconfigure ]; then
    update-alternatives --remove mpirun $prefix/bin/mpirun
    update-alternatives --remove mpi $prefix/bin/mpicc
    rm -rf $prefix/lib/ferry/modules
fi
SCRIPT
chmod 755 "$root/DEBIAN/postinst" "$root/DEBIAN/prerm"
mkdir -p "$root/usr/bin"
ln -sf "$prefix/bin/ferry" "$root/usr/bin/ferry"
dpkg-deb --root-owner-group --build "$root" "$folder/ferry-mpi_${version}_$architecture.deb"
