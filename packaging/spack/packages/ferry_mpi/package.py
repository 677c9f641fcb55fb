# SPDX-License-Identifier: (Apache-2.0 OR MIT)

import os

from spack.package import *


class FerryMpi(MakefilePackage):
    """Ferry is an MPI library written in Rust, behind the standard ABI of MPI 5.0."""

    homepage = "https://example.org/ferry"
    git = "https://example.org/ferry.git"

    license("Apache-2.0 OR MIT")

    version("main", branch="main")

    provides("mpi@:5.0")

    depends_on("c", type="build")
    depends_on("rust@1.95:", type="build")
    depends_on("gmake", type="build")
    # The linker merges two version scripts, which GNU ld refuses.
    depends_on("llvm+lld", type="build")

    def build(self, spec, prefix):
        make("build")

    def install(self, spec, prefix):
        make("install", f"PREFIX={prefix}")

    def setup_dependent_package(self, module, dependent_spec):
        bin = self.prefix.bin
        self.spec.mpicc = os.path.join(bin, "mpicc")
        self.spec.mpicxx = os.path.join(bin, "mpicxx")
        self.spec.mpifc = os.path.join(bin, "mpifort")
        self.spec.mpif77 = os.path.join(bin, "mpif77")

    def setup_dependent_build_environment(self, env, dependent_spec):
        env.set("FERRY_CC", dependent_spec.package.module.spack_cc)
        env.set("FERRY_CXX", dependent_spec.package.module.spack_cxx)
        env.set("FERRY_FC", dependent_spec.package.module.spack_fc)
        env.set("FERRY_FORTRAN_MODULES", os.path.join(self.stage.path, "modules"))
