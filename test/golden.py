#!/usr/bin/python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Checks whether a build computes the same results as before, column by column.

Together, the small scenarios in test/golden use everything that results depend on. test/golden.json has a hash of every
column of every CSV file that they write, of every key of summary.json except those that depend on the machine or the
implementation, and of every capture. A change that makes the simulator faster changes none of them; a change of behavior
writes new hashes with --update, and its commit gives the reason. New columns and keys are reported, and compared from the
next --update on.

    test/golden.py --build build/release                       compares
    test/golden.py --build build/release --keep FOLDER         and keeps the results there
    test/golden.py --build build/release --reference FOLDER    and shows the differences from results kept before
    test/golden.py --build build/release --update              writes the hashes of the new results
"""

import argparse
import concurrent.futures
import csv
import hashlib
import itertools
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SCENARIOS = HERE / "golden"
HASHES = HERE / "golden.json"

#: Keys of summary.json that depend on the machine or the implementation
NOT_RESULTS = {
    "version",
    "commit",
    "ns3_version",
    "wall_s",
    "cpu_s",
    "setup_cpu_s",
    "peak_rss_bytes",
    "packet_hops_per_cpu_s",
    "events",
}
STATUS = "exit status"
SHOWN_LINES = 5

#: Hexadecimal digits of a SHA-256: enough for accidental changes
DIGITS = 12


def main():
    """Returns 0 if all results are as before, 1 if not; invalid arguments exit with 2."""
    options = parse_arguments()
    known = json.loads(options.hashes.read_text(encoding="utf-8")) if options.hashes.exists() else {}
    with tempfile.TemporaryDirectory(prefix="mrc-golden-") as scratch:
        results = options.keep or Path(scratch)
        found = run_all(options.build / "mrc-sim", options.scenarios, results)
        differences = list(compare(known, found))
        for scenario, file in differences:
            print(f"{scenario}: {file} {describe(known, found, scenario, file)}")
            if options.reference:
                show_difference(options.reference / scenario / file, results / scenario / file)
    new = sorted({f"{file} {column}" for _, file, column in new_columns(known, found)})
    if new and not options.update:
        print(f"new, and not compared before --update: {', '.join(new)}")
    broken = [scenario for scenario, entry in found.items() if len(entry) == 1]
    if options.update and not broken:
        options.hashes.write_text(to_json(found), encoding="utf-8")
        print(f"{len(found)} scenarios, {len(differences)} changes written to {options.hashes.name}")
        return 0
    if not differences:
        print(f"{len(found)} scenarios: the same results")
        return 0
    changed = len({scenario for scenario, _ in differences})
    print(f"{changed} of {len(found)} scenarios differ")
    return 1


def to_json(found):
    """The hashes, a line per file."""
    scenarios = []
    for scenario, entry in found.items():
        lines = ",\n".join(f"  {json.dumps(file)}: {json.dumps(hashes)}" for file, hashes in entry.items())
        scenarios.append(f" {json.dumps(scenario)}: {{\n{lines}\n }}")
    return "{\n" + ",\n".join(scenarios) + "\n}\n"


def parse_arguments():
    """The command line; exits if it is invalid."""
    parser = argparse.ArgumentParser(
        prog="golden.py", description="Compares results with those of earlier builds."
    )
    parser.add_argument("--build", type=Path, required=True, help="folder with mrc-sim")
    parser.add_argument("--update", action="store_true", help="write the hashes of the new results")
    parser.add_argument(
        "--keep", type=Path, metavar="DIR", help="keep the results there, a folder per scenario"
    )
    parser.add_argument(
        "--reference", type=Path, metavar="DIR", help="results kept before: show the differences"
    )
    parser.add_argument("--scenarios", type=Path, default=SCENARIOS, help="(%(default)s)")
    parser.add_argument("--hashes", type=Path, default=HASHES, help="(%(default)s)")
    options = parser.parse_args()
    if not (options.build / "mrc-sim").exists():
        parser.error(f"--build: there is no mrc-sim in '{options.build}'")
    if options.reference and not options.reference.is_dir():
        parser.error(f"--reference: there is no folder '{options.reference}'")
    if not any(options.scenarios.glob("*.json")):
        parser.error(f"--scenarios: there is no *.json in '{options.scenarios}'")
    return options


def run_all(simulator, scenarios, results):
    """Hashes of each file of each scenario; the scenarios are simulated in parallel."""
    files = sorted(scenarios.glob("*.json"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        hashes = pool.map(lambda file: run(simulator, file, results / file.stem), files)
        return {file.stem: entry for file, entry in zip(files, hashes)}


def run(simulator, scenario, out):
    """Exit status and hashes of the files of one scenario."""
    command = [simulator, "run", scenario, "--quiet", "--out", out]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode not in (0, 1) or not out.is_dir():
        print(f"{scenario.stem}: {done.stderr}", file=sys.stderr)
        return {STATUS: done.returncode}
    return {STATUS: done.returncode, **hashes_of(out)}


def hashes_of(out):
    """Hashes of each file of a results folder: of tables and the summary by column, of captures one."""
    files = sorted([*out.rglob("*.csv"), *out.rglob("*.pcap"), out / "summary.json"])
    return {str(file.relative_to(out)): hashes(file) for file in files}


def hashes(file):
    """One hash, or one per column."""
    if file.suffix == ".pcap":
        return digest([file.read_bytes()])
    columns = summary_columns(file) if file.name == "summary.json" else table_columns(file)
    return {name: digest(value.encode() for value in values) for name, values in columns.items()}


def digest(values):
    """A hash of a sequence of byte strings, each preceded by its length."""
    sha = hashlib.sha256()
    for value in values:
        sha.update(b"%d:" % len(value))
        sha.update(value)
    return sha.hexdigest()[:DIGITS]


def table_columns(file):
    """The cells of a CSV by column."""
    with file.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.reader(lines))
    return {name: [row[place] for row in rows[1:]] for place, name in enumerate(rows[0])}


def summary_columns(file):
    """The values in summary.json by key; of lists of objects by the keys of these, named as in docs/results.md."""
    columns = {}

    def take(name, value):
        if isinstance(value, dict) and value:
            for key, inner in value.items():
                take(f"{name}.{key}", inner)
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            for inner in value:
                take(f"{name}[]", inner)
        else:
            columns.setdefault(name, []).append(json.dumps(value))

    for key, value in json.loads(file.read_text(encoding="utf-8")).items():
        if key not in NOT_RESULTS:
            take(key, value)
    return columns


def contents(file):
    """The bytes of a result file that a faster simulator must not change."""
    if file.name != "summary.json":
        return file.read_bytes()
    summary = json.loads(file.read_text(encoding="utf-8"))
    kept = {key: value for key, value in summary.items() if key not in NOT_RESULTS}
    return (json.dumps(kept, indent=2, sort_keys=True) + "\n").encode()


def compare(known, found):
    """(scenario, file) of all files that differ, are new or are gone; a new column of a known file is no difference."""
    for scenario in sorted(known.keys() | found.keys()):
        before, now = known.get(scenario, {}), found.get(scenario, {})
        for file in sorted(before.keys() | now.keys()):
            if before.get(file) != now.get(file) and different_columns(before.get(file), now.get(file)) != []:
                yield scenario, file


def different_columns(before, now):
    """Columns of a file that differ or are gone; None if it has no columns, or is itself new or gone."""
    if not isinstance(before, dict) or not isinstance(now, dict):
        return None
    return [name for name, value in before.items() if now.get(name) != value]


def new_columns(known, found):
    """(scenario, file, column) of new columns of known files."""
    for scenario, entry in found.items():
        for file, now in entry.items():
            before = known.get(scenario, {}).get(file)
            if isinstance(before, dict) and isinstance(now, dict):
                yield from ((scenario, file, column) for column in now.keys() - before.keys())


def describe(known, found, scenario, file):
    """The difference as text."""
    before = known.get(scenario, {}).get(file)
    now = found.get(scenario, {}).get(file)
    if file == STATUS:
        return f"was {before}, is {now}"
    if before is None or now is None:
        return "is new" if before is None else "is gone"
    columns = different_columns(before, now)
    return "differs" if columns is None else f"differs in {', '.join(columns)}"


def show_difference(old, new):
    """Prints the first lines in which two versions of a file differ."""
    if not old.exists() or not new.exists():
        return
    before, now = (contents(file).splitlines() for file in (old, new))
    pairs = enumerate(itertools.zip_longest(before, now, fillvalue=b"(no such line)"), start=1)
    different = [(line, a, b) for line, (a, b) in pairs if a != b]
    if before:
        print(f"    header   {text(before[0])}")
    for line, a, b in different[:SHOWN_LINES]:
        print(f"    line {line}\n      was    {text(a)}\n      is     {text(b)}")
    print(f"    {len(different)} of {max(len(before), len(now))} lines differ")


def text(line):
    """A line of a CSV file or of a capture as printable text."""
    return line.decode("utf-8", "backslashreplace")[:200]


if __name__ == "__main__":
    sys.exit(main())
