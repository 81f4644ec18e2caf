# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The order in which tests are tried on a mutant: those closest to the mutated file first, golden results last.

Tests that cannot notice a mutant are omitted: for C++, the Python tests that run no program of the build; for Python, those
that do not reach the mutated function.
"""

import re
from collections import Counter
from pathlib import Path

import run_tests
from mutation import copies

SUITE = re.compile(r"^(?:TEST|TEST_F|TEST_P|TYPED_TEST)\(\s*(\w+)", re.M)
PROGRAMS = re.compile(r'environ.*"MRC_BUILD"')  # a Python test that runs programs of the build
IMPORTED = re.compile(r"^(?:from|import) (\w+)", re.M)
FAST = 1.0  # s: longest time of a Python test that is run before slower ones
CLOSE = 3  # kinship from which on tests are run before all others


def own_name(file):
    """The base name of a file; the name of the folder if the file has none of its own."""
    path = Path(file)
    return path.parent.name if path.stem == "__init__" or path.parts[1:2] == ("figures",) else path.stem


def stem(file):
    """The words of a file's name."""
    own = own_name(file)
    return re.sub(r"[-_]test$|^test_", "", own).replace("_", "-").split("-")


def kinship(file, test, text):
    """How close a test file with this text is to a source: by name, by what it includes or imports, by folder."""
    words = stem(file)
    mention = rf"\b{'_'.join(words)}\b" if file.endswith(".py") else rf'["/]{Path(file).stem}\.h"'
    named = stem(test)[: len(words)] == words
    folders = set(Path(file).parts[:-1])
    of_folder = "-".join(stem(test)) in folders
    return 4 * (named or of_folder) + 3 * bool(re.search(mention, text)) + (not folders.isdisjoint(Path(test).parts))


def gtest_filter(suites):
    """The filter of these suites, with all their parameters."""
    return ":".join(f"{suite}.*:*/{suite}.*:{suite}/*" for suite in sorted(suites))


def shared_words(file, job):
    """The number of words that the names of a source and of a Python job share."""
    return len(set(stem(file)) & set(stem(Path(job.name).stem)))


def batches(jobs):
    """Python jobs of several files each, because a process takes longer to start than many files to run."""
    for at in range(0, len(jobs), run_tests.BATCH):
        (job, targets), *more = jobs[at : at + run_tests.BATCH]
        files = [word for each, _ in more for word in each.command if Path(word).name == each.name]
        name = f"Python tests, part {at // run_tests.BATCH + 1}"
        yield run_tests.Job(name, [*job.command, *files], job.report, job.count), targets


class Order:
    """The jobs of a copy, in the best order for each file."""

    def __init__(self, copy, reached, part):
        """Of a copy, with this part of the Python tests, and of the functions that they reach."""
        self.copy = copy
        self.reached = reached
        self.part = part
        self.texts = {
            str(path.relative_to(copy.folder)): path.read_text(encoding="utf-8")
            for pattern in ("*/*.cc", "*/*/*.cc", "python/*.py")
            for path in sorted((copy.folder / "test").glob(pattern))
        }
        self.suites = {}  # those of a program
        for job, _ in copy.jobs():
            if job.count is run_tests.count_gtest:
                names = {part for name in copies.gtest_names(job.command[0]) for part in name.split(".")[0].split("/")}
                self.suites[job.name] = names

    def jobs(self, file, function):
        """The jobs that may notice a change of a function, with their targets, the closest first."""
        if file.endswith(".py"):
            return self.python_jobs(file, function)
        kin = Counter()
        for test, text in self.texts.items():
            for suite in SUITE.findall(text):
                kin[suite] = max(kin[suite], kinship(file, test, text))
        jobs = [one for one in self.copy.jobs() if self.runs_programs(one[0])]
        close = [part for job in jobs for part in self.close_part(job, kin)]
        python = [one for one in copies.only_python(jobs) if one[0].name != copies.GOLDEN]
        near = [one for one in python if shared_words(file, one[0])]
        others = [one for one in jobs if one not in python]
        return [
            *((job, targets) for _, job, targets in sorted(close, key=lambda part: -part[0])),
            *sorted([*others, *near, *batches(python)], key=lambda one: self.rank(one[0], file, kin)),
        ]

    def runs_programs(self, job):
        text = self.text_of(job)
        helpers = (self.texts.get(f"test/python/{name}.py", "") for name in IMPORTED.findall(text))
        return job.count is not run_tests.count_pytest or any(map(PROGRAMS.search, (text, *helpers)))

    def close_part(self, one, kin):
        """The close suites of a GoogleTest job as a job of the same name, with its kinship; none if there are none."""
        job, targets = one
        suites = [suite for suite in self.suites.get(job.name, ()) if kin[suite] >= CLOSE]
        if suites:
            command = [*job.command, f"--gtest_filter={gtest_filter(suites)}"]
            best = sum(kin[suite] for suite in suites)
            yield best, run_tests.Job(job.name, command, job.report, job.count), targets

    def rank(self, job, file, kin):
        """The order of whole jobs: GoogleTest, ns-3, Python, golden results; within a kind, the closest are first."""
        kind = [run_tests.count_gtest, run_tests.count_ns3, run_tests.count_pytest].index(job.count)
        suites = self.suites.get(job.name, ())
        return job.name == copies.GOLDEN, kind, -sum(kin[suite] for suite in suites), -shared_words(file, job)

    def python_jobs(self, file, function):
        """The Python jobs that reach a function: first only the tests that do so themselves, fast ones before slow ones."""
        reached = self.reached.jobs(file, function)
        whole = [one for one in copies.only_python(self.copy.jobs(self.part)) if one[0].name in reached]
        whole.sort(key=lambda one: -kinship(file, f"test/python/{one[0].name}", self.text_of(one[0])))
        return [
            *(part for job, _ in whole for part in self.tests_of(job, "fast", reached[job.name])),
            *(part for job, _ in whole for part in self.tests_of(job, "slow", reached[job.name])),
            *whole,
        ]

    def tests_of(self, job, kind, names):
        """The fast or slow ones of these tests of a Python job as a job of its own; none if there are none."""
        seconds = self.reached.seconds
        names = [name for name in names if (seconds[name] > FAST) == (kind == "slow")]
        if names:
            folder = self.copy.folder / "test" / "python"
            command = [word for word in job.command if word != folder / job.name]
            part = run_tests.Job(f"{job.name}, {kind} tests", [*command, *(f"{folder}/{name}" for name in names)], job.report, job.count)
            self.copy.seconds[part.name] = sum(seconds[name] for name in names)
            yield part, []

    def text_of(self, job):
        """The source of a Python job, without comments."""
        return re.sub(r"#.*", "", self.texts.get(f"test/python/{job.name}", ""))
