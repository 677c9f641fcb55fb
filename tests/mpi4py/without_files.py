"""Runs a script as if mpi4py had been built for an MPI without files, which its tests then skip: without_files.py SCRIPT [ARGUMENT ...]"""

import runpy
import sys

from mpi4py import MPI


class File(MPI.File):
    """Cannot be opened."""

    @classmethod
    def Open(cls, *_):
        raise NotImplementedError


MPI.File = File
del sys.argv[0]
runpy.run_path(sys.argv[0], run_name="__main__")
