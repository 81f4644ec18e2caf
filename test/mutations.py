#!/usr/bin/python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Breaks the product on purpose, one line at a time, and checks that a test notices.

Works on a copy of the sources, so that nothing here is touched. A mutation is caught when it does not compile, or when a
C++ test fails, crashes or hangs. Exits with 1 if one survives or no longer fits the sources. Takes a few minutes; the
list below is meant to grow with every rule that somebody might get wrong.

    test/mutations.py [--build FOLDER] [NAME...]
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
LIST = TOP / "test" / "mutations.json"
PROGRAMS = ("mrc-core-tests", "mrc-unit-tests", "mrc-test-runner")
HANG_SECONDS = 300


def copy_sources(folder):
    """The files that git knows, and new ones, as they are now."""
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=TOP,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    for name in filter(None, names.split("\0")):
        source, target = TOP / name, folder / name
        if source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)


def build(folder):
    """True if everything compiles and links."""
    done = subprocess.run(["ninja", "-C", folder / "build" / "release", *PROGRAMS], capture_output=True, text=True)
    return done.returncode == 0


def gtest_failure(program, report):
    """Name of the first test that fails, or None. A crash is blamed on the last test that began."""
    report.unlink(missing_ok=True)
    command = [program, "--gtest_fail_fast", f"--gtest_output=json:{report}"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=HANG_SECONDS)
    except subprocess.TimeoutExpired:
        return f"{program.name} hangs"
    if done.returncode == 0:
        return None
    failed = re.findall(r"^\[  FAILED  \] (\S+?),? ", done.stdout + "\n", re.M)
    begun = re.findall(r"^\[ RUN      \] (\S+)", done.stdout, re.M)
    return failed[0] if failed else f"{begun[-1] if begun else program.name} (crash)"


def runner_failure(program):
    """Name of the first ns-3 test case that fails, or None."""
    for suite in subprocess.run([program, "--list"], capture_output=True, text=True, check=True).stdout.split():
        try:
            done = subprocess.run([program, f"--suite={suite}", "--verbose"], capture_output=True, text=True, timeout=HANG_SECONDS)
        except subprocess.TimeoutExpired:
            return f"{suite} hangs"
        if done.returncode != 0:
            cases = re.findall(r"^\s+FAIL (.*?) [\d.]+ s", done.stdout, re.M)
            return f"{suite}: {cases[0] if cases else 'crash'}"
    return None


def first_failure(folder):
    """What notices that something is wrong, or None."""
    binaries = folder / "build" / "release"
    for program in PROGRAMS[:2]:
        failure = gtest_failure(binaries / program, folder / "report.json")
        if failure:
            return failure
    return runner_failure(binaries / PROGRAMS[2])


def try_mutation(folder, mutation):
    """What catches a mutation, or None; raises ValueError if it does not fit the sources."""
    path = folder / mutation["file"]
    text = path.read_text() if path.exists() else ""
    if text.count(mutation["old"]) != 1:
        raise ValueError(f"{mutation['file']} has {text.count(mutation['old'])} times {mutation['old']!r}, not once")
    path.write_text(text.replace(mutation["old"], mutation["new"]))
    try:
        return first_failure(folder) if build(folder) else "the compiler"
    finally:
        path.write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", help="mutations to try; all by default")
    parser.add_argument("--build", type=Path, help="folder for the copy, kept for the next time")
    arguments = parser.parse_args()
    mutations = json.loads(LIST.read_text())
    unknown = set(arguments.names) - {mutation["name"] for mutation in mutations}
    if unknown:
        sys.exit(f"mutations: unknown: {', '.join(sorted(unknown))}")
    with tempfile.TemporaryDirectory() as temporary:
        folder = (arguments.build or Path(temporary)).resolve()
        copy_sources(folder)
        subprocess.run(["cmake", "--preset", "release"], cwd=folder, capture_output=True, check=True)
        if not build(folder):
            sys.exit("mutations: the sources do not build")
        failure = first_failure(folder)
        if failure:
            sys.exit(f"mutations: the sources fail {failure} as they are")
        survivors = 0
        for mutation in mutations:
            if arguments.names and mutation["name"] not in arguments.names:
                continue
            try:
                catcher = try_mutation(folder, mutation)
            except ValueError as error:
                catcher = None
                print(f"{mutation['name']}: does not fit: {error}")
            survivors += catcher is None
            print(f"{mutation['name']}: {'caught by ' + catcher if catcher else 'SURVIVES'}", flush=True)
    print(f"{survivors} of {len(arguments.names or mutations)} survive")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
