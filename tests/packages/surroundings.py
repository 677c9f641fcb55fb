#!/usr/bin/env python3
"""What an installation offers beside programs: module files, as Environment Modules and Lmod read them, manual pages, as groff reads them, and bash's completions.

    tests/packages/surroundings.py PREFIX [--cache DIR]

The two module systems are Debian's, unpacked into the cache and not installed. What cannot be had is skipped, with the reason.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests/compat"))
import debian  # noqa: E402

# They exclude each other as packages.
ENVIRONMENT_MODULES = ["environment-modules", "tcl"]
LMOD = ["lmod", "lua5.3"]
# Finds Lua's own modules in the folder they are unpacked into: Lmod looks in the system's only.
SEARCH = """
local text, code = '{share}/5.3/?.lua;{share}/5.3/?/init.lua;{share}/5.2/?.lua', '{lib}/5.3/?.so'
table.insert(package.searchers, function(name)
    local file = package.searchpath(name, text)
    if file then return loadfile(file) end
    file = package.searchpath(name, code) or package.searchpath(name:match('^[^.]+'), code)
    if file then return package.loadlib(file, 'luaopen_' .. name:gsub('%.', '_')) end
    return ''
end)
"""


def environment_after(prefix, name, command, variables):
    """What a shell has after it has done what the module system prints."""
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder) / "ferry"
        place.mkdir()
        text = (ROOT / "packaging/modulefiles" / f"ferry{name}").read_text()
        (place / f"0.1.0{name if name == '.lua' else ''}").write_text(text.replace("/opt/ferry", str(prefix)))
        base = {"PATH": "/usr/bin:/bin", "HOME": folder, "MODULEPATH": folder, **variables}
        printed = subprocess.run([*map(str, command), "bash", "load", "ferry/0.1.0"], env=base, capture_output=True, text=True)
        after = subprocess.run(["bash", "-c", 'eval "$1" && env', "bash", printed.stdout], env=base, capture_output=True, text=True)
        assert printed.returncode == 0 and after.returncode == 0, printed.stderr + after.stderr
        return dict(line.partition("=")[::2] for line in after.stdout.splitlines())


def loads(prefix, name, command, variables):
    """The module file makes the installation's commands, libraries and manual pages the first ones."""
    after = environment_after(prefix, name, command, variables)
    for variable, folder in {"PATH": "bin", "LD_LIBRARY_PATH": "lib", "MANPATH": "share/man", "PKG_CONFIG_PATH": "lib/pkgconfig"}.items():
        assert after[variable].split(":")[0] == str(prefix / folder), f"{variable}={after[variable]}"
    assert after["MPI_HOME"] == str(prefix)
    mpiexec = shutil.which("mpiexec", path=after["PATH"])
    done = subprocess.run([mpiexec, "--version"], env=after, capture_output=True, text=True)
    assert done.returncode == 0 and "Ferry" in done.stdout, done.stdout + done.stderr


def environment_modules(prefix, cache):
    root = debian.packages_in(cache, "environment-modules", ENVIRONMENT_MODULES)
    loads(prefix, ".tcl", ["tclsh", root / debian.LIBRARIES / "modulecmd.tcl"], {})


def lmod(prefix, cache):
    root = debian.packages_in(cache, "lmod", LMOD)
    lua = next((path for path in (root / "usr/bin/lua5.3", pathlib.Path("/usr/bin/lua5.3")) if path.exists()))
    program = max((root / "usr/share/lmod").glob("*/libexec/lmod"))
    search = SEARCH.format(share=root / "usr/share/lua", lib=root / debian.LIBRARIES / "lua")
    loads(prefix, ".lua", [lua, program], {"LUA_INIT": search})


def manual(prefix, _):
    """groff has nothing to complain about."""
    if shutil.which("groff") is None:
        raise debian.Cannot("no groff")
    pages = sorted((prefix / "share/man/man1").glob("*.1"))
    assert {"mpiexec.1", "mpirun.1", "ferry.1"} <= {page.name for page in pages}, pages
    for page in pages:
        done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-Wbreak", str(page)], capture_output=True, text=True)
        assert done.returncode == 0 and done.stdout and not done.stderr, f"{page.name}: {done.stderr}"


COMPLETE = """
source "$1" || exit 1
COMP_WORDS=("$2" "$3") COMP_CWORD=1 COMP_LINE="$2 $3" COMP_POINT=${#COMP_LINE}
words=$(complete -p "$2")
function=${words#*-F }
"${function%% *}" "$2" "$3" "$2"
printf '%s\\n' "${COMPREPLY[@]}"
"""


def completions(prefix, _):
    """bash completes options of mpiexec and commands of ferry."""
    folder = prefix / "share/bash-completion/completions"
    for name, word, wanted in (("mpiexec", "--time", "--timeout"), ("mpirun", "--map", "--map-by"), ("ferry", "in", "info")):
        done = subprocess.run(["bash", "-c", COMPLETE, "bash", str(folder / name), name, word], capture_output=True, text=True)
        assert wanted in done.stdout.split(), f"{name} {word}: {done.stdout}{done.stderr}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("prefix", type=pathlib.Path)
    parser.add_argument("--cache", type=pathlib.Path, default=ROOT / ".cache/debian")
    options = parser.parse_args()
    options.cache.mkdir(parents=True, exist_ok=True)
    results = []
    for check in (environment_modules, lmod, manual, completions):
        try:
            check(options.prefix.resolve(), options.cache.resolve())
            results.append(True)
        except debian.Cannot as reason:
            print(f"skipped: {check.__name__}: {reason}")
        except (AssertionError, KeyError, TypeError, OSError) as problem:
            print(f"FAIL: {check.__name__}: {problem}")
            results.append(False)
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 1 if False in results else 0


if __name__ == "__main__":
    sys.exit(main())
