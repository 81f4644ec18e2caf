# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Tries mutants that a seed draws, and computes the share that tests with names catch."""

import json
import random
import resource
import statistics
import sys
import time
from collections import Counter

import run_tests
from mutation import copies, reach
from mutation.drawing import Sources
from mutation.nearest import Order
from mutation.switches import Switches

MEMORY = 4 << 30  # bytes that a process may allocate: several times the most that a test needs
CAUGHT = "caught"
SURVIVES = "survives"
GOLDEN = "noticed by golden results alone"
EQUIVALENT = "equivalent"
#: What identifies a mutation, also after other lines of its file have changed
IDENTITY = ("file", "operator", "before", "after", "function")
SAME_PROGRAMS = "the compiler makes the same programs"


def read_equivalents(file):
    """The reasons of the mutations that change no behavior, by identity; raises BadList."""
    reasons = {}
    for entry in json.loads(file.read_text(encoding="utf-8")) if file.exists() else []:
        if set(entry) != {*IDENTITY, "reason"}:
            raise copies.BadList(f"{file}: an entry has the keys {', '.join(IDENTITY)} and reason; found {sorted(entry)}")
        reasons[identity(entry)] = entry["reason"]
    return reasons


def identity(facts):
    return tuple(facts[key] for key in IDENTITY)


class Trial:
    """Draws and tries mutants."""

    def __init__(self, sources, switches, seed, count, equivalents, orders):
        self.sources = sources
        self.switches = switches
        self.seed = seed
        self.count = count
        self.equivalents = equivalents
        self.orders = orders  # by copy
        self.unfit = set()  # names of jobs that fail on the unchanged sources

    def attempt(self, copy, number):
        """The facts of the mutant of this number, with its verdict."""
        started = time.monotonic()
        for mutant in self.sources.mutants(self.seed, number, self.count):
            facts = mutant.as_dict()
            reason = self.equivalents.get(identity(facts))
            verdict, test = (EQUIVALENT, reason) if reason else self.judge(copy, mutant)
            if test != copies.COMPILER:
                return {"number": number, **facts, "verdict": verdict, "test": test, "seconds": time.monotonic() - started}
        return None

    def is_fit(self, copy, job, targets):
        """False if a Python job, which fails for the first time, also fails on the unchanged sources."""
        if job.name not in copy.seconds:
            copy.build(*targets)
            try:
                copy.seconds.update(copies.check(copy, [job]))
            except copies.BadList as problem:
                print(f"mutate: {problem}; it is not asked again", file=sys.stderr)
                self.unfit.add(job.name)
        return job.name not in self.unfit

    def judge(self, copy, mutant):
        """(verdict, the test or the reason) of a mutant, which is put into a copy."""
        number = self.switches.number(mutant)
        if number and number not in self.switches.present:  # nothing calls the function, or the value is always another one
            return EQUIVALENT, SAME_PROGRAMS
        needless = {}  # by program

        def is_needless(job):
            program = str(job.command[:1])
            if program not in needless:
                needless[program] = not number and not mutant.file.endswith(".py") and copy.is_unchanged(job)
            return needless[program]

        with copy.choosing(number) if number else copy.mutated(mutant.file, self.switches.text(mutant)):
            jobs = [one for one in self.orders[copy].jobs(mutant.file, mutant.place.function) if one[0].name not in self.unfit]
            test, job, targets = copy.first_failure(jobs, is_needless)
        if job and not self.is_fit(copy, job, targets):
            return self.judge(copy, mutant)
        if test in (None, copies.HASH):
            if needless and all(needless.values()):
                return EQUIVALENT, SAME_PROGRAMS
            return (GOLDEN if test else SURVIVES), test
        return CAUGHT, test


def line_of(facts):
    """One line about a mutant."""
    by = f" by {facts['test']}" if facts["verdict"] == CAUGHT else f": {facts['test']}" if facts["verdict"] == EQUIVALENT else ""
    return (
        f"{facts['directory']} {facts['file']}:{facts['line']} {facts['operator']}: {facts['before']} -> "
        f"{facts['after'] or 'nothing'}: {facts['verdict']}{by} ({facts['seconds']:.0f} s)"
    )


def score_of(mutants):
    """Lines of the score by folder, and the share of all mutants that are caught, in %."""
    tried, caught = Counter(), Counter()
    for facts in mutants:
        if facts["verdict"] != EQUIVALENT:
            for name in (facts["directory"], "all"):
                tried[name] += 1
                caught[name] += facts["verdict"] == CAUGHT
    lines = [
        f"{name:16} {caught[name]:4} of {tried[name]:4} caught, {100 * caught[name] / tried[name]:5.1f} %"
        for name in sorted(tried, key=lambda name: (name == "all", name))
    ]
    counts = Counter(facts["verdict"] for facts in mutants)
    seconds = [facts["seconds"] for facts in mutants if facts["verdict"] == CAUGHT] or [0]
    lines.append(
        f"{len(mutants)} mutants: {', '.join(f'{counts[word]} {word}' for word in (CAUGHT, SURVIVES, GOLDEN, EQUIVALENT))}; "
        f"the median time of a caught one is {statistics.median(seconds):.1f} s"
    )
    return lines, 100 * caught["all"] / tried["all"] if tried["all"] else 100.0


def read_done(options, digest, equivalents):
    """The mutants of an interrupted draw from the same sources, according to the file of --json, that are not tried again.

    Survivors of the same tests are of them, unless they have an argument by now.
    """
    if not options.json or not options.json.exists():
        return []
    content = json.loads(options.json.read_text(encoding="utf-8"))
    if (content["draw"], content["seed"], content["sources"]) != (options.draw, options.seed, digest):
        raise copies.BadList(f"{options.json} is of another draw or other sources")
    survives = () if content.get("slow") != options.slow else (SURVIVES, GOLDEN)
    return [
        facts for facts in content["mutants"]
        if facts["verdict"] == CAUGHT or (facts["verdict"] in survives and identity(facts) not in equivalents)
    ]  # fmt: skip


def write_json(options, digest, mutants):
    content = {
        "draw": options.draw, "seed": options.seed, "sources": digest, "slow": options.slow,
        "mutants": sorted(mutants, key=lambda facts: facts["number"]),
    }  # fmt: skip
    options.json.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def try_drawn(options):
    """Draws and tries mutants; the exit status. Raises BadList."""
    equivalents = read_equivalents(options.equivalents)
    sources = Sources(options.sources, copies.tracked(options.sources), options.build.resolve() / "include")
    mutants = read_done(options, sources.digest, equivalents)
    numbers = sorted(set(range(options.draw)) - {facts["number"] for facts in mutants})
    random.Random(options.seed).shuffle(numbers)  # those that are done when a draw is interrupted stand for all
    switches = Switches(
        sources, options.seed, options.draw, numbers, lambda mutant: identity(mutant.as_dict()) in equivalents
    )  # fmt: skip
    made = copies.make(options.sources, options.build, max(1, min(options.copies, options.draw)), options.hang, switches)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, resource.getrlimit(resource.RLIMIT_DATA)[1]))
    print("mutate: C++ tests on the sources as they are", file=sys.stderr)
    cpp_jobs = [job for job, _ in made[0].jobs() if job.count is not run_tests.count_pytest]
    seconds = copies.check(made[0], cpp_jobs)
    for copy in made:
        copy.seconds = dict(seconds)
    print("mutate: Python tests on the sources as they are, to see what they reach", file=sys.stderr)
    part = "all" if options.slow else "quick"
    reached = reach.measure(made[0], part)
    orders = {copy: Order(copy, reached, part) for copy in made}
    trial = Trial(sources, switches, options.seed, options.draw, equivalents, orders)
    for _, facts in copies.try_all(made, numbers, trial.attempt):
        mutants.append(facts)
        print(line_of(facts), flush=True)
        if options.json:
            write_json(options, sources.digest, mutants)
    lines, share = score_of(mutants)
    print("\n".join(lines))
    return 0 if share >= options.goal else 1
