#!/usr/bin/env python3
"""The recipes for conda and Spack: the one for conda as rattler-build reads and renders it, where that can be had from the package index; that for Spack as Python reads it.

    tests/packages/recipes.py [--cache DIR]
"""

import argparse
import ast
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RENDER = """
import sys, rattler_build
recipe = rattler_build.Stage0Recipe.from_file(sys.argv[1])
variants = rattler_build.VariantConfig({"c_compiler": ["gcc"], "rust_compiler": ["rust"], "c_stdlib": ["sysroot"]})
for rendered in recipe.render(variants):
    print(rendered.recipe.package.name, rendered.recipe.package.version)
"""


def version():
    lines = (ROOT / "Cargo.toml").read_text().splitlines()
    return next(line.split('"')[1] for line in lines if line.startswith("version = "))


def conda(cache):
    """True if the recipe renders to this version; None without the tool."""
    place = cache / "rattler"
    if not (place / "complete").exists():
        for command in ([sys.executable, "-m", "venv", "--clear", place], [place / "bin/pip", "install", "--quiet", "py-rattler-build"]):
            done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
            if done.returncode:
                print(f"skipped: py-rattler-build: {(done.stderr.strip().splitlines() or ['no reason given'])[-1]}")
                return None
        (place / "complete").touch()
    command = [str(place / "bin/python"), "-c", RENDER, str(ROOT / "packaging/conda/recipe.yaml")]
    done = subprocess.run(command, capture_output=True, text=True)
    if f"ferry-mpi {version()}" in done.stdout:
        return True
    print(f"packaging/conda/recipe.yaml does not render to version {version()}:\n{done.stdout}{done.stderr}")
    return False


def spack():
    """True if the recipe is a class of Python that says all that Spack needs of an MPI library."""
    path = ROOT / "packaging/spack/packages/ferry_mpi/package.py"
    tree = ast.parse(path.read_text(), path.name)
    recipe = next(node for node in tree.body if isinstance(node, ast.ClassDef))
    called = {node.func.id for node in ast.walk(recipe) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    methods = {node.name for node in recipe.body if isinstance(node, ast.FunctionDef)}
    lacking = ({"version", "provides", "depends_on", "license"} - called) | ({"install", "setup_dependent_package"} - methods)
    if lacking:
        print(f"{path} lacks {', '.join(sorted(lacking))}")
    return recipe.name == "FerryMpi" and not lacking


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--cache", type=pathlib.Path, default=ROOT / ".cache/recipes")
    options = parser.parse_args()
    options.cache.mkdir(parents=True, exist_ok=True)
    results = [conda(options.cache.resolve()), spack()]
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 1 if False in results else 0


if __name__ == "__main__":
    sys.exit(main())
