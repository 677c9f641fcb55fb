#!/usr/bin/env python3
"""Programs of Debian's packages, compiled for MPICH or Open MPI, run their own tests or a real case on Ferry as they are.

    tests/compat/debian.py PREFIX [--all] [--cache DIR] [CHECK ...]

apt-get fetches the packages with what they need, once; they are unpacked into the cache and not installed. Where that cannot be done the checks are skipped, with
the reason. Without --all those run that take seconds; CHECK is a name of the table at the end.
"""

import argparse
import gzip
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LIBRARIES = "usr/lib/x86_64-linux-gnu"
PACKAGES = ["scalapack-mpi-test", "netpipe-mpich2", "netpipe-openmpi", "mumps-test", "ptscotch", "hpcc"]
LARGE = ["nwchem-openmpi", "nwchem-mpich", "nwchem-data", "mocassin"]
CODES = ["lammps", "quantum-espresso", "quantum-espresso-data", "libhdf5-mpich-dev", "libhdf5-openmpi-dev", "libmpich-dev", "libopenmpi-dev"]
ROOTS = {"small": PACKAGES, "large": LARGE, "codes": CODES}
# What these depend on and Ferry takes the place of.
REPLACED = re.compile(r"^(mpich|openmpi|libmpich|libopenmpi|mpi-default|libucx|libfabric|libpmix|libslurm|libpsm|libmunge|hwloc|libhwloc|ibverbs|librdmacm|gcc|gfortran|lib.*-dev$)")


class Cannot(Exception):
    """Why packages cannot be had."""


def packages_in(cache, name, wanted):
    """The root that holds the unpacked packages and what they need."""
    root = cache / name
    if (root / "complete").exists():
        return root
    for tool in ("apt-get", "dpkg-deb"):
        if shutil.which(tool) is None:
            raise Cannot(f"no {tool}")
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    listed = subprocess.run(["apt-get", "-qq", "--print-uris", "--no-install-recommends", "install", *wanted], capture_output=True, text=True)
    if listed.returncode:
        raise Cannot(f"{(listed.stderr.strip().splitlines() or ['apt-get says nothing'])[-1]} (apt-get update?)")
    names = [name for name in re.findall(r"^'[^']*' ([^_]+)_", listed.stdout, re.M) if name in wanted or not REPLACED.match(name)]
    with tempfile.TemporaryDirectory(dir=cache) as folder:
        fetched = subprocess.run(["apt-get", "-qq", "-o", "APT::Sandbox::User=root", "download", *names], cwd=folder, capture_output=True, text=True)
        if fetched.returncode:
            raise Cannot((fetched.stderr.strip().splitlines() or ["apt-get download says nothing"])[-1])
        for package in pathlib.Path(folder).glob("*.deb"):
            subprocess.run(["dpkg-deb", "-x", package, root], check=True)
    (root / "complete").touch()
    return root


class Job:
    """Runs programs of one root on Ferry, in a folder of their own."""

    def __init__(self, prefix, root, folder):
        self.prefix, self.root, self.folder = prefix, root, folder
        self.output = ""

    def run(self, ranks, program, *words, stdin="", variables=None, limit=300, status=0):
        places = [self.root / LIBRARIES, *(self.root / LIBRARIES / name for name in ("lapack", "blas"))]
        environment = {**os.environ, "LD_LIBRARY_PATH": ":".join(map(str, places)), "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", **(variables or {})}
        command = [self.prefix / "bin/mpiexec", "-n", ranks, "--timeout", limit, self.root / program, *words]
        done = subprocess.run(
            [str(word) for word in command], cwd=self.folder, env=environment, input=stdin, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
        )
        self.output += done.stdout
        assert done.returncode == status, f"exit status {done.returncode}"
        return done.stdout

    def mpi_of(self, abi, fortran=False):
        """Libraries of an older ABI to link with."""
        names = {"mpich": ["libmpifort.so.12", "libmpi.so.12"], "openmpi": ["libmpi_mpifh.so.40", "libmpi.so.40"]}[abi]
        return [self.prefix / "lib/compat" / name for name in names[0 if fortran else 1 :]]

    def compile(self, command):
        """Runs a compiler, in the folder."""
        done = subprocess.run([str(word) for word in [*command, "-Wl,--allow-shlib-undefined"]], cwd=self.folder, capture_output=True, text=True)
        self.output += done.stdout + done.stderr
        assert done.returncode == 0, f"compiling {command[-1]}"

    def runs_on_ferry(self, program):
        """`ferry info` finds every symbol of the program."""
        done = subprocess.run([self.prefix / "bin/ferry", "info", self.root / program], capture_output=True, text=True)
        self.output += done.stdout + done.stderr
        assert done.returncode == 0 and "all there" in done.stdout, "ferry info"


def netpipe(job, name):
    """Messages of growing size, with their contents checked (-i)."""
    program = f"usr/bin/NP{name}"
    job.runs_on_ferry(program)
    job.run(2, program, "-i", "-u", "4096")
    text = job.run(2, program, "-u", "1024", "-n", "20")
    assert re.search(r"^ *\d+: +\d+ bytes", text, re.M), "no sizes"


def blacs(job, abi):
    """The BLACS' own tester, from C: sends, broadcasts, reductions of two types on three grids."""
    program = f"{LIBRARIES}/scalapack/{abi}-tests/xCbtest"
    for path in (job.root / "usr/share/scalapack/BLACS").iterdir():
        shutil.copy(path, job.folder)
    settings = job.folder / "bt.dat"
    text = settings.read_text()
    settings.write_text(re.sub(r"^5(\s+Number of precisions)\n.*", r"1\1\n'D'", text, flags=re.M))
    job.runs_on_ferry(program)
    # The last part has one rank end the job with -1.
    text = job.run(4, program, status=255) + "".join(path.read_text() for path in job.folder.glob("blacstest.out"))
    assert "If processes survive the call" in text, "the last part"
    failures = re.findall(r"^.*FAILED.*$", text.replace(" 0 FAILED", ""), re.M)
    parts = re.findall(r"^.*TESTS.*PASSED.*$", text, re.M)
    assert parts and not failures, f"{len(parts)} parts passed; {failures}"


def factorize(job, abi):
    """ScaLAPACK's testers of LU, Cholesky and QR, which are Fortran: one grid, few sizes."""
    for kind, data in (("dlu", "LU"), ("dllt", "LLT"), ("dqr", "QR")):
        text = (job.root / f"usr/share/scalapack/{data}.dat").read_text()
        text = re.sub(r"^\d+(\s+(?:Number|number) of)", r"1\1", text, flags=re.M)
        text = re.sub(r"^1( .*|\t.*)?(\s+values of [PQ]\b)", r"2\2", text, flags=re.M)
        if kind == "dllt":
            # Refinement (PDPORFS of ScaLAPACK 2.2.1) decides by a variable that nothing has set, as valgrind shows, and ranks may decide differently.
            text = re.sub(r"^T(\s+\(T or F\) Test Cond)", r"F\1", text, flags=re.M)
        (job.folder / f"{data}.dat").write_text(text)
        passed, skipped = verdict(job.run(4, f"{LIBRARIES}/scalapack/{abi}-tests/x{kind}"), "tests completed and passed")
        assert passed > 0 and skipped == 0, f"{kind}: {passed} passed, {skipped} skipped"


def verdict(text, words):
    """ScaLAPACK's counts; nothing may have failed."""
    assert not re.search(r"\bFAILED\b|tests completed and failed *: *[1-9]", text, re.I) or re.search(r" 0 tests completed and failed", text), "failures"
    passed = re.search(rf"(\d+) {words}", text)
    skipped = re.search(r"(\d+) tests skipped", text)
    return int(passed[1]) if passed else 0, int(skipped[1]) if skipped else 0


def mumps(job):
    """MUMPS solves its example; the solution is 1, 2, 3, 4, 5."""
    for kind in "ds":
        program = f"usr/lib/mumps/{kind}simpletest"
        job.runs_on_ferry(program)
        text = job.run(3, program, stdin=(job.root / "usr/lib/mumps/input_simpletest_real").read_text())
        solution = [float(number) for number in re.search(r"Solution is((?: +[\d.E+-]+){5})", text)[1].split()]
        assert all(abs(value - wanted) < 1e-4 for value, wanted in zip(solution, range(1, 6))), solution


def scotch(job):
    """PT-Scotch orders and tests a ring of vertices."""
    vertices = 64
    lines = ["0", f"{vertices} {2 * vertices}", "0 000", *(f"2 {(v - 1) % vertices} {(v + 1) % vertices}" for v in range(vertices))]
    (job.folder / "ring.grf").write_text("\n".join(lines) + "\n")
    job.runs_on_ferry("usr/bin/dgord")
    job.run(3, "usr/bin/dgord", "ring.grf", "order")
    numbers = [line.split() for line in (job.folder / "order").read_text().splitlines()[1:]]
    assert sorted(int(new) for _, new in numbers) == list(range(vertices)), "no permutation"
    assert f"max=2\tsum={2 * vertices}" in job.run(2, "usr/bin/dgtst", "ring.grf")


def hpcc(job):
    """HPC Challenge: every part of it passes its own checks, on a small matrix."""
    sample = (job.root / "usr/share/doc/hpcc/examples/_hpccinf.txt").read_text()
    one = {"Ns": "200", "Ps": "2", "Qs": "2"}
    for name, value in one.items():
        sample = re.sub(rf"^\S+(?: +\d+)*( +{name}\b)", rf"{value}\1", sample, flags=re.M)
    sample = re.sub(r"^\d+( +# of problems sizes \(N\))", r"1\1", sample, flags=re.M)
    sample = re.sub(r"^\d+( +# of process grids \(P x Q\))", r"1\1", sample, flags=re.M)
    (job.folder / "hpccinf.txt").write_text(sample)
    job.runs_on_ferry("usr/bin/hpcc")
    job.run(4, "usr/bin/hpcc", limit=900)
    text = (job.folder / "hpccoutf.txt").read_text()
    job.output += text[-3000:]
    assert "Success=1" in text and "FAILED" not in text, "hpccoutf.txt"


WATER = """start water
memory total 200 mb
geometry units angstrom
 O 0.0 0.0 0.1173
 H 0.0 0.7572 -0.4692
 H 0.0 -0.7572 -0.4692
end
basis
 * library sto-3g
end
task scf gradient
"""


def nwchem(job, abi):
    """The energy of a molecule of water, whose value is in the literature (Hartree-Fock, STO-3G)."""
    (job.folder / "water.nw").write_text(WATER)
    program = f"usr/bin/nwchem.{abi}"
    job.runs_on_ferry(program)
    text = job.run(2, program, "water.nw", variables={"NWCHEM_BASIS_LIBRARY": f"{job.root}/usr/share/nwchem/libraries/"}, limit=600)
    energy = float(re.search(r"Total SCF energy = +(-[\d.]+)", text)[1])
    assert abs(energy + 74.96302) < 1e-5, energy


MELT = """units lj
lattice fcc 0.8442
region box block 0 10 0 10 0 10
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 3.0 87287
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0 2.5
neighbor 0.3 bin
neigh_modify every 20 delay 0 check no
fix 1 all nve
thermo 50
run 250
"""


def lammps(job):
    """A melt of Lennard-Jones particles: the energies that LAMMPS' own log of this example has, at any number of ranks."""
    (job.folder / "in.melt").write_text(MELT)
    job.runs_on_ferry("usr/bin/lmp")
    for ranks in (1, 4):
        text = job.run(ranks, "usr/bin/lmp", "-in", "in.melt")
        # Step, temperature, energy of pairs, of molecules, in all, pressure.
        table = re.findall(r"^ +(\d+) +([\d.]+) +(-[\d.]+) +0 +(-[\d.]+) +-?[\d.]+ *$", text, re.M)
        rows = {int(row[0]): [float(word) for word in row[1:]] for row in table}
        assert abs(rows[0][1] + 6.7733681) < 1e-6 and abs(rows[0][2] + 2.2744931) < 1e-6, rows[0]
        assert abs(rows[250][2] + 2.281821) < 1e-3, rows[250]


SILICON = """&control
 prefix = 'silicon', pseudo_dir = './', outdir = './'
/
&system
 ibrav = 2, celldm(1) = 10.20, nat = 2, ntyp = 1, ecutwfc = 18.0
/
&electrons
 conv_thr = 1.0d-8
/
ATOMIC_SPECIES
 Si 28.086 Si.pz-vbc.UPF
ATOMIC_POSITIONS alat
 Si 0.00 0.00 0.00
 Si 0.25 0.25 0.25
K_POINTS automatic
 4 4 4 1 1 1
"""


def espresso(job):
    """Quantum ESPRESSO: the energy of silicon, as in the package's own reference output; plane waves, and then points, divided among ranks."""
    packed = job.root / "usr/share/doc/quantum-espresso/examples/EPW/sic/pp/Si.pz-vbc.UPF.gz"
    (job.folder / "Si.pz-vbc.UPF").write_bytes(gzip.decompress(packed.read_bytes()))
    reference = gzip.decompress((job.root / "usr/share/doc/quantum-espresso/examples/PHonon/example01/reference/si.scf.out.gz").read_bytes()).decode()
    (job.folder / "si.in").write_text(SILICON)
    job.runs_on_ferry("usr/bin/pw.x")
    for pools in ("1", "2"):
        text = job.run(4, "usr/bin/pw.x", "-nk", pools, "-in", "si.in")
        energy, wanted = (float(re.search(r"^! +total energy += +(-[\d.]+)", found, re.M)[1]) for found in (text, reference))
        assert abs(energy - wanted) < 1e-4, f"{energy}, not {wanted}"


def hdf5(job, abi):
    """A program that the package's compiler options compile writes and reads a data set by all ranks; Debian's parallel HDF5."""
    folder = job.root / LIBRARIES / "hdf5" / abi
    mpi = {"mpich": job.root / "usr/include/x86_64-linux-gnu/mpich", "openmpi": job.root / LIBRARIES / "openmpi/include"}[abi]
    program = job.folder / "h5"
    command = ["cc", f"-I{mpi}", f"-I{job.root}/usr/include/hdf5/{abi}", ROOT / "tests/compat/hdf5.c", f"-L{folder}", "-lhdf5", *job.mpi_of(abi), "-o", program]
    job.compile(command)
    job.runs_on_ferry(program)
    assert job.run(4, program, job.folder / "data.h5").strip() == "ok"


# Programs of tests/fortran that compile with the modules of these versions.
OLDER_FORTRAN = {"mpich": ["collective", "datatype", "file", "one_sided", "topology"], "openmpi": ["collective", "datatype", "file", "one_sided", "point_to_point", "topology"]}


def modules(job, abi):
    """Fortran programs compiled by gfortran with the other MPI's modules run with Ferry's libraries: procedures of modules are there by the compiler's names."""
    if shutil.which("gfortran") is None:
        raise Cannot("no gfortran")
    source = ROOT / "tests/fortran"
    folder = max((job.root / LIBRARIES / "fortran").glob(f"gfortran-mod-*/{abi}"))
    for form in ("USE_MPI", "USE_MPI_F08"):
        for name in OLDER_FORTRAN[abi]:
            if (abi, name, form) == ("mpich", "datatype", "USE_MPI"):
                continue  # MPI_Sizeof takes no matrix in its module mpi.
            program = job.folder / f"{name}-{form}"
            # Interfaces of older modules take one kind of buffer in a file, unless the compiler is told not to mind.
            job.compile(["gfortran", "-fallow-argument-mismatch", "-w", f"-I{folder}", f"-D{form}", f"-I{source}", source / f"{name}.F90", source / "support.F90", *job.mpi_of(abi, fortran=True), "-o", program])
            job.runs_on_ferry(program)
            assert job.run(2, program).strip().endswith("ok"), f"{name}, {form}"


REMOVED = """program removed
  implicit none
  include 'mpif.h'
  integer :: ierror, place(2), lengths(2), types(2), made, extent, lb, ub, handler, i
  integer, target :: values(4)
  double precision :: more
  common /numbers/ more, values
  call MPI_Init(ierror)
  call MPI_Errhandler_get(MPI_COMM_WORLD, handler, ierror)
  call MPI_Errhandler_set(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierror)
  call MPI_Type_hvector(2, 1, 8, MPI_INTEGER, made, ierror)
  call MPI_Type_extent(made, extent, ierror)
  if (extent /= 12) stop 1
  lengths = [1, 1]
  place = [4, 12]
  call MPI_Type_hindexed(2, lengths, place, MPI_INTEGER, made, ierror)
  call MPI_Type_lb(made, lb, ierror)
  call MPI_Type_ub(made, ub, ierror)
  if (lb /= 4 .or. ub /= 16) stop 2
  types = [MPI_DOUBLE_PRECISION, MPI_INTEGER]
  place = [0, 8]
  lengths = [1, 4]
  call MPI_Type_struct(2, lengths, place, types, made, ierror)
  call MPI_Type_commit(made, ierror)
  call MPI_Type_extent(made, extent, ierror)
  if (extent /= 24) stop 3
  more = 1.5d0
  values = [(i, i = 1, 4)]
  call MPI_Bcast(more, 1, made, 0, MPI_COMM_WORLD, ierror)
  if (ierror /= MPI_SUCCESS) stop 4
  call MPI_Finalize(ierror)
  print '(a)', 'ok'
end program
"""


def removed(job, abi):
    """A Fortran program calls what MPI 3.0 removed and libraries of older interfaces still have."""
    if shutil.which("gfortran") is None:
        raise Cannot("no gfortran")
    include = {"mpich": job.root / "usr/include/x86_64-linux-gnu/mpich", "openmpi": job.root / LIBRARIES / "openmpi/include"}[abi]
    (job.folder / "removed.f90").write_text(REMOVED)
    program = job.folder / "removed"
    job.compile(["gfortran", "-fallow-argument-mismatch", "-w", f"-I{include}", "removed.f90", *job.mpi_of(abi, fortran=True), "-o", program])
    job.runs_on_ferry(program)
    assert job.run(2, program).split() == ["ok", "ok"]


# Name: whether it takes seconds, its packages, function and arguments.
CHECKS = {
    "netpipe-mpich": (True, "small", netpipe, "mpich2"),
    "netpipe-openmpi": (True, "small", netpipe, "openmpi"),
    "scalapack-mpich": (True, "small", factorize, "mpich"),
    "scalapack-openmpi": (True, "small", factorize, "openmpi"),
    "mumps-openmpi": (True, "small", mumps),
    "scotch-openmpi": (True, "small", scotch),
    "blacs-mpich": (False, "small", blacs, "mpich"),
    "blacs-openmpi": (False, "small", blacs, "openmpi"),
    "hpcc-openmpi": (False, "small", hpcc),
    "lammps-openmpi": (False, "codes", lammps),
    "espresso-openmpi": (False, "codes", espresso),
    "hdf5-mpich": (False, "codes", hdf5, "mpich"),
    "hdf5-openmpi": (False, "codes", hdf5, "openmpi"),
    "modules-mpich": (False, "codes", modules, "mpich"),
    "modules-openmpi": (False, "codes", modules, "openmpi"),
    "removed-mpich": (False, "codes", removed, "mpich"),
    "removed-openmpi": (False, "codes", removed, "openmpi"),
    "nwchem-mpich": (False, "large", nwchem, "mpich"),
    "nwchem-openmpi": (False, "large", nwchem, "openmpi"),
}


def check(prefix, cache, name):
    """True if it passes, False if it fails, None if it cannot run."""
    _, which, function, *arguments = CHECKS[name]
    with tempfile.TemporaryDirectory() as folder:
        job = None
        try:
            job = Job(prefix, packages_in(cache, which, ROOTS[which]), pathlib.Path(folder))
            function(job, *arguments)
        except Cannot as reason:
            print(f"skipped: {name}: {reason}")
            return None
        except (AssertionError, KeyError, TypeError, ValueError, OSError) as problem:
            lines = job.output.splitlines() if job else []
            print(f"{name:24} FAILED  {problem}\n      " + "\n      ".join(lines[-30:]), flush=True)
            return False
    print(f"{name:24} ok", flush=True)
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("prefix", type=pathlib.Path)
    parser.add_argument("checks", nargs="*")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--cache", type=pathlib.Path, default=ROOT / ".cache/debian")
    options = parser.parse_intermixed_args()
    options.cache.mkdir(parents=True, exist_ok=True)
    if unknown := [name for name in options.checks if name not in CHECKS]:
        sys.exit(f"no check is called {unknown[0]}; there are {', '.join(CHECKS)}")
    chosen = options.checks or [name for name, (is_quick, *_) in CHECKS.items() if is_quick or options.all]
    results = [check(options.prefix.resolve(), options.cache.resolve(), name) for name in chosen]
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 1 if False in results else 0


if __name__ == "__main__":
    sys.exit(main())
