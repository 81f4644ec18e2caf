# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The order in which tests are tried on a mutant: those closest to the mutated file first, golden results last."""

import re
from collections import Counter
from pathlib import Path

import run_tests
from mutation import copies

SUITE = re.compile(r"^(?:TEST|TEST_F|TEST_P|TYPED_TEST)\(\s*(\w+)", re.M)
PROGRAMS = re.compile(r"environ.*MRC_(BUILD|SIM)")  # a Python test that runs programs of the build
CLOSE = 3  # kinship from which on tests are run before all others


def stem(file):
    """The words of a file's base name: of the folder's name if the file has none of its own."""
    path = Path(file)
    own = path.parent.name if path.stem in ("__init__", "figure") else path.stem
    return re.sub(r"[-_]test$|^test_", "", own).replace("_", "-").split("-")


def kinship(file, test, text):
    """How close a test file with this text is to a source: by name, by what it includes or imports, by folder."""
    words = stem(file)
    mention = rf"\b{'_'.join(words)}\b" if file.endswith(".py") else rf'["/]{Path(file).stem}\.h"'
    named = stem(test)[: len(words)] == words
    same_folder = not set(Path(file).parts[:-1]).isdisjoint([*Path(test).parts, "-".join(stem(test))])
    return 4 * named + 3 * bool(re.search(mention, text)) + same_folder


def gtest_filter(suites):
    """The filter of these suites, with all their parameters."""
    return ":".join(f"{suite}.*:*/{suite}.*:{suite}/*" for suite in sorted(suites))


class Order:
    """The jobs of a copy, in the best order for each file."""

    def __init__(self, copy):
        self.copy = copy
        self.texts = {
            str(path.relative_to(copy.folder)): path.read_text(encoding="utf-8")
            for pattern in ("*/*.cc", "*/*/*.cc", "python/test_*.py")
            for path in sorted((copy.folder / "test").glob(pattern))
        }
        self.suites = {}  # those of a program
        for job, _ in copy.jobs():
            if job.count is run_tests.count_gtest:
                names = {part for name in copies.gtest_names(job.command[0]) for part in name.split(".")[0].split("/")}
                self.suites[job.name] = names

    def jobs(self, file):
        """All jobs with their targets, the closest first."""
        if file.endswith(".py"):
            return self.python_jobs(file)
        kin = Counter()
        for test, text in self.texts.items():
            for suite in SUITE.findall(text):
                kin[suite] = max(kin[suite], kinship(file, test, text))
        jobs = [one for one in self.copy.jobs() if self.runs_programs(one[0])]
        close = [part for job in jobs for part in self.part(job, kin)]
        programs = sorted(jobs, key=lambda job: self.rank(job[0], kin))
        return [(job, targets) for _, job, targets in sorted(close, key=lambda part: -part[0])] + programs

    def runs_programs(self, job):
        return job.count is not run_tests.count_pytest or PROGRAMS.search(self.texts.get(f"test/python/{job.name}", ""))

    def part(self, one, kin):
        """The close suites of a GoogleTest job as a job of the same name, with its kinship; none if there are none."""
        job, targets = one
        suites = [suite for suite in self.suites.get(job.name, ()) if kin[suite] >= CLOSE]
        if suites:
            command = [*job.command, f"--gtest_filter={gtest_filter(suites)}"]
            best = sum(kin[suite] for suite in suites)
            yield best, run_tests.Job(job.name, command, job.report, job.count), targets

    def rank(self, job, kin):
        """The order of whole jobs: golden results, then Python, then ns-3 are last."""
        kind = [run_tests.count_gtest, run_tests.count_ns3, run_tests.count_pytest].index(job.count)
        suites = self.suites.get(job.name, ())
        return job.name == copies.GOLDEN, kind, -sum(kin[suite] for suite in suites), self.copy.seconds.get(job.name, 0)

    def python_jobs(self, file):
        """The Python jobs, which alone test Python sources."""
        def key(one):
            test = f"test/python/{one[0].name}"
            closeness = kinship(file, test, self.texts.get(test, ""))
            return one[0].name == copies.GOLDEN, -closeness, self.copy.seconds.get(one[0].name, 0)

        return sorted(copies.only_python(self.copy.jobs()), key=key)
