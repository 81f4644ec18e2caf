# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Queries of the simulator: the schema of scenarios, traits of kinds, problems of a scenario, and its links."""

import csv
import functools
import json
import re
import subprocess
import tempfile
from pathlib import Path

HANG_SECONDS = 60  # thirty times the limit of a scenario


class Wrong(Exception):
    """A violated rule. The first word is its kind: a smaller scenario must violate the same kind."""


def execute(program, *words, text=None):
    """Exit status, stdout and stderr.

    text -- for stdin
    """
    command = [str(word) for word in (program, *words)]
    try:
        done = subprocess.run(command, input=(text or "").encode(), capture_output=True, timeout=HANG_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise Wrong(f"hang: {words[0]} did not end within {HANG_SECONDS} s") from None
    said = done.stderr.decode(errors="replace")
    found = re.search(r"(Sanitizer|runtime error|assert failed|NS_ABORT|terminate called).*", said)
    if done.returncode not in (0, 1, 2) or found:
        raise Wrong(f"crash: status {done.returncode}, {(found[0] if found else said[-300:]).strip()}")
    return done.returncode, done.stdout.decode(), said


def read_csv(file):
    with file.open(newline="") as stream:
        return list(csv.DictReader(stream))


class Simulator:
    """The program and its schema.

    schema -- schema of scenarios
    traits -- properties of each kind, by noun and name
    events -- meaning of the events of faults, by name
    """

    def __init__(self, program):
        self.program = program
        self.schema = json.loads(execute(program, "schema")[1])
        results = json.loads(execute(program, "results", "--json")[1])
        self.traits = {noun: {kind["name"]: kind for kind in kinds} for noun, kinds in results["kinds"].items()}
        self.events = {event["name"]: event["fault"] for event in results["events"] if event["fault"]}

    def check(self, scenario):
        """(the parts with a problem, such as "workload[1]"; the estimate of a run, or None)"""
        status, out, said = execute(self.program, "check", "--estimate", "/dev/stdin", text=json.dumps(scenario))
        if status == 2:
            return re.findall(r"^(?:mrc-sim: /dev/stdin:|) +(\w+(?:\[\d+\])?)[^ \n]*: ", said, re.M), None
        return [], json.loads(out)

    @functools.cached_property
    def attributes(self):
        """Facts of every attribute, by its name with the class."""
        classes = json.loads(execute(self.program, "attributes", "--json")[1])["classes"]
        return {f"{one['name']}::{facts['name']}": facts for one in classes for facts in one["attributes"]}

    def all_values(self, scenario):
        """The scenario with all defaults, and all attributes of its run."""
        status, out, said = execute(self.program, "check", "--all", "/dev/stdin", text=json.dumps(scenario))
        if status:
            raise Wrong(f"refused: {said.strip()[:300]}")
        return json.loads(out)

    def links(self, topology):
        """Directions of links, as in links.csv, or None if the topology is invalid."""
        scenario = {"schema": 1, "name": "network", "topology": topology, "workload": [self.least_job()]}
        scenario.update(stop="1ns", measure={"links": "all", "sampleInterval": 0})
        with tempfile.TemporaryDirectory(prefix="chaos-") as folder:
            words = ("run", "/dev/stdin", "--quiet", "--out", folder + "/out")
            status, _, _ = execute(self.program, *words, text=json.dumps(scenario))
            return None if status == 2 else read_csv(Path(folder, "out", "links.csv"))

    def least_job(self):
        """A job that needs only a size."""
        for rule in self.schema["properties"]["workload"]["items"]["allOf"]:
            if set(rule["then"]["required"]) == {"type", "bytes"}:
                return {"type": rule["if"]["properties"]["type"]["const"], "bytes": 1}
        raise ValueError("every kind of job needs more than a size")
