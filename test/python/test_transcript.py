# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Transcripts of the transports (mrc-transcript): they are reproducible, and cases do not depend on each other."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest
from running import BUILD, TOP

PROGRAM = BUILD / "mrc-transcript"
SEED = TOP / "test" / "fuzz" / "seeds" / "transport" / "random-0"

each_kind = pytest.mark.parametrize("kind", ["mrc", "roce", "ns3::MrcNscc", "ns3::RoceDcqcn"])


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [str(word) for word in (PROGRAM, *arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def transcribe(*arguments: object) -> list[dict[str, Any]]:
    done = run(*arguments)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def without_number(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: value for key, value in line.items() if key != "case"} for line in lines]


@each_kind
def test_the_same_arguments_give_the_same_transcript(kind: str) -> None:
    assert run(kind, "--random", 5, "--seed", 3).stdout == run(kind, "--random", 5, "--seed", 3).stdout


@each_kind
def test_a_case_of_a_seed_is_the_first_case_of_a_later_one(kind: str) -> None:
    lines = transcribe(kind, "--random", 3, "--seed", 8)
    first = next(i for i, line in enumerate(lines) if line.get("case") == 2)
    assert without_number(lines[first:]) == without_number(transcribe(kind, "--random", 1, "--seed", 10))


def test_a_fuzz_input_is_a_case_named_after_its_file() -> None:
    lines = transcribe("mrc", SEED)
    assert lines[0] == {"case": 0, "source": "random-0", "corrupting": lines[0]["corrupting"]}
    assert {line["end"] for line in lines[1:]} == {0, 1}
    assert [line["in"] for line in lines if "in" in line][0] == "connect"
    assert ["counters" in line for line in lines[-3:]] == [False, True, True]


def test_a_case_with_an_even_seed_has_the_defaults() -> None:
    for line in transcribe("mrc", "--random", 1, "--seed", 2):
        if line.get("in") == "connect":
            assert line["qp"]["LossRuleA"] is True
            assert line["ev"]["EvProbeJitter"] == 0.25
            assert line["config"]["ack_timeout"] >= 131072000


@pytest.mark.parametrize("kind", ["mrc", "roce"])
def test_time_never_decreases_and_offers_are_answered(kind: str) -> None:
    lines = [line for line in transcribe(kind, "--random", 4) if "case" not in line or "end" in line]
    for line, after in zip(lines, lines[1:]):
        assert after["t"] >= line["t"] or after.get("in") == "connect"
        if line.get("in") == "offer":
            assert after["out"] in ("data", "idle")
            assert after["end"] == line["end"]


@pytest.mark.parametrize("arguments", [[], ["tcp"], ["mrc"], ["mrc", "--random"], ["mrc", SEED, "--random", "1"]])
def test_wrong_arguments_are_refused(arguments: list[object]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("usage: ")


def test_a_missing_file_is_named() -> None:
    done = run("mrc", "no-such-file")
    assert (done.returncode, done.stderr) == (1, "no-such-file cannot be read\n")
