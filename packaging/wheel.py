#!/usr/bin/env python3
"""Makes a wheel of an installed Ferry: pip puts commands into bin, libraries into lib and headers into include of the environment.

    packaging/wheel.py PREFIX VERSION FOLDER

The tag says the oldest C library that the binaries run with, as auditwheel counts. Wheels hold no symbolic links: a link to a command or
a library that is loaded becomes a copy, one that only linkers read a line of text.
"""

import base64
import hashlib
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

NAME = "ferry_mpi"
# Folders of the installation, and what of them goes into the wheel.
FOLDERS = ("bin", "lib", "include", "share")
# Fixed, so that two builds of the same files give the same wheel.
TIME = (2020, 1, 1, 0, 0, 0)


def is_elf(path):
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


def oldest_glibc(files):
    """The newest version of glibc's symbols that any file needs, as (2, n)."""
    newest = (2, 17)
    for path in filter(is_elf, files):
        symbols = subprocess.run(["objdump", "-T", path], check=True, capture_output=True, text=True).stdout
        for version in re.findall(r"GLIBC_(\d+)\.(\d+)", symbols):
            newest = max(newest, tuple(map(int, version)))
    return newest


def stripped(path):
    """The bytes of a file; of a binary without what only debuggers read."""
    if not is_elf(path):
        return path.read_bytes()
    with tempfile.NamedTemporaryFile() as copy:
        subprocess.run(["strip", "--strip-unneeded", "-o", copy.name, path], check=True)
        return pathlib.Path(copy.name).read_bytes()


def contents(prefix):
    """Pairs of a path in the installation and the bytes that stand for it."""
    for folder in FOLDERS:
        for path in sorted((prefix / folder).rglob("*")):
            if path.is_dir() or "modules" in path.relative_to(prefix).parts:
                continue
            for_linkers = path.is_symlink() and path.suffix == ".so"
            data = f"INPUT({path.resolve().name})\n".encode() if for_linkers else stripped(path.resolve())
            yield path.relative_to(prefix), data
    # Python's MPI modules look for the library of an older ABI in lib.
    for library in sorted((prefix / "lib/compat").glob("libmpi.so.*")):
        yield pathlib.PurePath("lib") / library.name, stripped(library.resolve())


class Wheel:
    """A wheel that is being written."""

    def __init__(self, folder, version, tag):
        self.stem = f"{NAME}-{version}"
        self.path = folder / f"{self.stem}-py3-none-{tag}.whl"
        self.archive = zipfile.ZipFile(self.path, "w", zipfile.ZIP_DEFLATED)
        self.record = []

    def add(self, name, data, executable=False):
        entry = zipfile.ZipInfo(name, TIME)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = (0o100755 if executable else 0o100644) << 16
        self.archive.writestr(entry, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(data)}")

    def close(self):
        name = f"{self.stem}.dist-info/RECORD"
        self.add(name, "\n".join([*self.record, f"{name},,", ""]).encode())
        self.archive.close()


PACKAGE = '''"""Ferry, an MPI library: where pip has put it."""

import pathlib
import sys

__version__ = "{version}"


def prefix():
    """The folder that holds bin, lib and include."""
    for parent in pathlib.Path(__file__).resolve().parents:
        if (parent / "bin/mpiexec").exists():
            return parent
    return pathlib.Path(sys.prefix)
'''

METADATA = """Metadata-Version: 2.1
Name: ferry-mpi
Version: {version}
Summary: Ferry, an MPI library with the standard ABI of MPI 5.0: libraries, compilers' wrappers and mpiexec
License: MIT OR Apache-2.0
Requires-Python: >=3.8
Classifier: Operating System :: POSIX :: Linux
Classifier: Topic :: System :: Distributed Computing
"""

TAGS = """Wheel-Version: 1.0
Generator: ferry
Root-Is-Purelib: false
Tag: py3-none-{tag}
"""


def main():
    prefix, version, folder = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2], pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    files = [path.resolve() for part in ("bin", "lib") for path in (prefix / part).rglob("*") if path.is_file()]
    tag = "manylinux_{}_{}_x86_64".format(*oldest_glibc(files))
    wheel = Wheel(folder, version, tag)
    wheel.add(f"{NAME}/__init__.py", PACKAGE.format(version=version).encode())
    for path, data in contents(prefix):
        executable = path.parts[0] == "bin" or data[:4] == b"\x7fELF"
        wheel.add(f"{wheel.stem}.data/data/{path.as_posix()}", data, executable)
    wheel.add(f"{wheel.stem}.dist-info/METADATA", METADATA.format(version=version).encode())
    wheel.add(f"{wheel.stem}.dist-info/WHEEL", TAGS.format(tag=tag).encode())
    wheel.close()
    print(wheel.path)


if __name__ == "__main__":
    main()
