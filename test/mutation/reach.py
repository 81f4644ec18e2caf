# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The Python sources that each Python test reaches, also through the programs that it starts, by function."""

import ast
import hashlib
import json
import os
import subprocess
from collections import defaultdict

import run_tests
from mutation import copies

#: Makes every Python program note what it reaches
SITE = "import coverage\n\ncoverage.process_startup()\n"
SETTINGS = """[run]
source = {folder}/experiments
data_file = {reach}/coverage
parallel = True
context = ${{MRC_JOB-none}}
"""


def measure(copy):
    """The names of the jobs that reach each function, by (file, name of the function); the result is kept in the build."""
    kept = copy.build_folder / "reach.json"
    sources = sorted(path for name in ("experiments", "test") for path in (copy.folder / name).rglob("*.py"))
    state = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
    if kept.exists():
        content = json.loads(kept.read_text(encoding="utf-8"))
        if content["state"] == state:
            return {tuple(key): set(jobs) for key, jobs in content["reached"]}
    reached = by_function(copy, run(copy))
    content = {"state": state, "reached": [[list(key), sorted(jobs)] for key, jobs in sorted(reached.items())]}
    kept.write_text(json.dumps(content), encoding="utf-8")
    return reached


def run(copy):
    """Runs all Python jobs; by file and line, those that execute it."""
    reach = copy.build_folder / "reach"
    reach.mkdir(exist_ok=True)
    (reach / "sitecustomize.py").write_text(SITE, encoding="utf-8")
    settings = reach / "settings"
    settings.write_text(SETTINGS.format(folder=copy.folder, reach=reach), encoding="utf-8")
    environment = [f"COVERAGE_PROCESS_START={settings}", f"PYTHONPATH={reach}"]
    jobs = [job for job, _ in copies.only_python(copy.jobs("all"))]
    for job in jobs:
        job.command[:0] = ["env", f"MRC_JOB={job.name}", *environment]
    copies.check(copy, jobs, may_fail=True)
    for words in (["combine"], ["json", "--show-contexts", "--ignore-errors", "-q", "-o", "lines.json"]):
        command = [*run_tests.COVERAGE, *words, f"--rcfile={settings}"]
        subprocess.run(command, cwd=reach, capture_output=True, check=True)
    files = json.loads((reach / "lines.json").read_text(encoding="utf-8"))["files"]
    return {file: {int(line): set(names) for line, names in told["contexts"].items()} for file, told in files.items()}


def by_function(copy, executed):
    """The jobs that reach each function, of those that execute each line. A function is also what it contains."""
    reached = defaultdict(set)
    for file, lines in executed.items():
        name = os.path.relpath(os.path.join(copy.folder, file), copy.folder)
        reached[name, ""] = set().union(*lines.values())
        for function, body in functions_of(copy.folder / file):
            reached[name, function] = set().union(*(lines.get(line, ()) for line in body))
    return reached


def functions_of(file):
    """(name, lines of the body) of all functions and classes of a file; names as in mutation/python_places.py."""

    def visit(node, outer):
        for child in ast.iter_child_nodes(node):
            inner = outer
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                inner = f"{outer}.{child.name}".lstrip(".")
                yield inner, range(child.body[0].lineno, child.end_lineno + 1)
            yield from visit(child, inner)

    with open(file, "rb") as text:
        yield from visit(ast.parse(text.read()), "")
