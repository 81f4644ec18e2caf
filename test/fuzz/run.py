#!/usr/bin/python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Fuzzes: builds the targets of test/fuzz with libFuzzer and the sanitizers, and runs each of them.

A target NAME starts from its seeds, test/fuzz/seeds/NAME, and from useful inputs of earlier runs, in corpus/NAME of the
build folder. As many targets run at a time as there are processors. A finding stops its target; the input is stored in
findings/ of the build folder. After the correction, add it to the seeds, which `./mrc test` replays.

Exit status: 0 nothing found, 1 a finding, 2 the targets could not be built.
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import time
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent.parent
FUZZ = TOP / "test" / "fuzz"
PRESET_BUILD = TOP / "build" / "fuzz"
INPUT_SECONDS = 20  # an input that takes longer is a hang
MEMORY_MB = 2048
LONGEST = {"scenario": 4096, "transport": 4096}  # maximum length of inputs, B
LONGEST_OTHER = 512


def all_targets():
    return [file.name[: -len("-fuzz.cc")] for file in sorted(FUZZ.glob("*-fuzz.cc"))]


def build_targets(build, targets):
    """Configure if necessary, and compile."""
    if build == PRESET_BUILD and not (build / "build.ninja").exists():
        subprocess.run(["cmake", "--preset", "fuzz"], cwd=TOP, stdout=subprocess.DEVNULL, check=True)
    subprocess.run(["ninja", "--quiet", "-C", build, *(f"{name}-fuzz" for name in targets)], check=True)


def search(build, name, limit):
    """Run one target; returns True if it found nothing."""
    corpus = build / "corpus" / name
    findings = build / "findings"
    seeds = FUZZ / "seeds" / name
    corpus.mkdir(parents=True, exist_ok=True)
    findings.mkdir(exist_ok=True)
    known = set(findings.glob(f"{name}-*"))
    command = [
        build / f"{name}-fuzz",
        *limit,
        f"-timeout={INPUT_SECONDS}",
        f"-rss_limit_mb={MEMORY_MB}",
        f"-max_len={LONGEST.get(name, LONGEST_OTHER)}",
        "-print_final_stats=1",
        f"-artifact_prefix={findings}/{name}-",
        corpus,
        *([seeds] if seeds.is_dir() else []),
    ]
    dictionary = seeds.with_suffix(".dict")
    if dictionary.exists():
        command.insert(1, f"-dict={dictionary}")
    started = time.monotonic()
    done = subprocess.run(
        [str(word) for word in command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    output = done.stdout.decode(errors="replace")
    counts = re.findall(r"stat::number_of_executed_units: +(\d+)", output)
    steps = re.findall(r"^steps: (\d+)", output, re.M)
    new = sorted(set(findings.glob(f"{name}-*")) - known)
    print(
        f"{name:12} {counts[-1] if counts else '?':>12} inputs"
        + (f" {steps[-1]:>12} steps" if steps else "")
        + f" {time.monotonic() - started:8.0f} s  {len(new)} findings",
        flush=True,
    )
    if done.returncode == 0:
        return True
    print("\n".join(output.splitlines()[-80:]))
    for file in new:
        print(f"{name}: FOUND {file}\n  replay: {build / name}-fuzz {file}")
    if not new:
        print(f"{name}: ended with status {done.returncode} and stored no input")
    return False


def main():
    parser = argparse.ArgumentParser(prog="run.py", description="Fuzzes.")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="default: all")
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--seconds", type=int, default=60, help="processor time of all targets together (default 60)")
    group.add_argument("--runs", type=int, help="inputs per target, without a time limit")
    parser.add_argument(
        "--build", type=Path, default=PRESET_BUILD, help="another build folder, already configured"
    )
    options = parser.parse_args()

    targets = options.targets or all_targets()
    unknown = set(targets) - set(all_targets())
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}; allowed: {', '.join(all_targets())}")
    build = options.build.resolve()
    try:
        build_targets(build, targets)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"run.py: {error}", file=sys.stderr)
        return 2
    if options.runs is not None:
        limit = [f"-runs={options.runs}"]
    else:
        limit = [f"-max_total_time={max(1, options.seconds // len(targets))}"]
    os.environ.setdefault("ASAN_OPTIONS", "detect_leaks=1")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        clean = list(pool.map(lambda name: search(build, name, limit), targets))
    return 0 if all(clean) else 1


if __name__ == "__main__":
    sys.exit(main())
