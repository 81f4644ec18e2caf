# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Distributions of sizes of flows: relations between files first, then options and bad files."""

from __future__ import annotations

import pytest
from imports import command, every_spelling, meaning, problem, read, run

SIZES = "0 0\n4000 22.93\n4000 50\n16000 50\n2000000 100\n"


def sizes(tmp_path, text: str) -> list[tuple[int, float]]:
    (job,) = read(tmp_path, "cdf", text).settings["workload"]
    return [(point["bytes"], point["percent"]) for point in job["sizes"]]


@every_spelling
def test_the_spelling_of_the_file_does_not_matter(change, tmp_path):
    assert meaning(read(tmp_path, "cdf", change(SIZES))) == meaning(read(tmp_path, "cdf", SIZES))


def test_shares_are_the_same_as_percentages(tmp_path):
    shares = "0 0\n4000 0.2293\n4000 0.50\n16000 .5\n2000000 1\n"
    assert sizes(tmp_path, shares) == sizes(tmp_path, SIZES)


def test_a_file_of_the_imported_points_gives_them_again(tmp_path):
    first = sizes(tmp_path, SIZES)
    assert sizes(tmp_path, "".join(f"{size} {percent}\n" for size, percent in first)) == first


def test_the_points_are_those_of_the_file(tmp_path):
    assert sizes(tmp_path, SIZES) == [(0, 0), (4000, 22.93), (4000, 50), (16000, 50), (2000000, 100)]


def test_the_scenario_has_a_poisson_job_and_no_file_of_flows(tmp_path, capsys):
    outcome = run(tmp_path, capsys, "cdf", SIZES)
    assert outcome.written == ["x.json"]
    (job,) = outcome.scenario["workload"]
    assert {key: job[key] for key in job if key != "sizes"} == {
        "name": "flows", "type": "poisson", "load": 0.5, "duration": "1000000ns",
    }  # fmt: skip
    assert outcome.scenario["topology"]["hosts"] == 64
    assert "messages in" not in outcome.out


def test_a_repeated_point_is_one(tmp_path):
    assert sizes(tmp_path, SIZES.replace("4000 50\n", "4000 50\n" * 2)) == sizes(tmp_path, SIZES)


def test_options_set_load_hosts_and_duration(tmp_path):
    options = ["--load", "0.8", "--hosts", "8", "--duration", "2us"]
    imported = read(tmp_path, "cdf", SIZES, options=options)
    (job,) = imported.settings["workload"]
    assert (job["load"], imported.hosts, job["duration"]) == (0.8, 8, "2000ns")


@pytest.mark.parametrize(
    "option, value, words",
    [
        ("--load", "0", "allowed: a number from 1e-06 to 2"),
        ("--load", "2.1", "allowed: a number from 1e-06 to 2"),
        ("--load", "half", "invalid _load value: 'half'"),
        ("--load", "nan", "allowed: a number"),
        ("--hosts", "1", "found '1'; allowed: a whole number from 2 to 131072"),
        ("--duration", "0", "allowed: a time from 1 ns to less than 30 days"),
        ("--duration", "soon", "invalid _duration value: 'soon'"),
    ],
)
def test_bad_options_are_rejected(option, value, words, capsys):
    with pytest.raises(SystemExit):
        command.parse(["cdf", "x", "-o", "x.json", option, value])
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    "text, words",
    [
        ("0 0\n10 50\n", "0.txt:2: expected 100 (or 1, if all are shares) as the last percentage, found '50'"),
        ("0 0\n10 101\n", "0.txt:2: expected 100 (or 1, if all are shares) as the last percentage, found '101'"),
        ("0 0\n10 0.99\n", "0.txt:2: expected 100 (or 1"),
        ("0 0\n10 60\n9 100\n", "0.txt:3: expected size of at least 10, that of the line before, found '9'"),
        ("0 0\n10 60\n20 50\n30 100\n", "0.txt:3: expected percentage of at least 60, that of the line before, found '50'"),
        ("0 0\n10\n20 100\n", "0.txt:2: expected a size and a percentage, and 1 words are in this line, found '10'"),
        ("0 0 0\n10 1 1\n", "0.txt:1: expected a size and a percentage, and 3 words are in this line, found '0'"),
        ("0 0\nten 100\n", "0.txt:2: expected size in bytes, found 'ten'"),
        ("0 0\n10 all\n", "0.txt:2: expected percentage, found 'all'"),
        ("-5 0\n10 100\n", "0.txt:1: expected size in bytes of at least 0, found '-5'"),
        ("0 -1\n10 100\n", "0.txt:1: expected percentage of at least 0, found '-1'"),
        ("0 0\n10 nan\n", "0.txt:2: expected percentage of at least 0, found 'nan'"),
        ("0 0\ninf 100\n", "0.txt:2: expected size in bytes of at least 0, found 'inf'"),
        ("size percent\n0 0\n", "0.txt:1: expected size in bytes, found 'size'"),
        ("0 0\n1e30 100\n", "0.txt:2: expected size in bytes of at most 9.0072e+15, found '1e30'"),
        ("0 100\n", "0.txt:1: expected a size above 0 B that some messages have, found '0'"),
        ("0 100\n10 100\n", "0.txt:2: expected a size above 0 B that some messages have, found '10'"),
        ("\n\n", "0.txt: expected sizes and percentages, found an empty file"),
    ],
)  # fmt: skip
def test_bad_distributions_are_named_with_their_place(text, words, tmp_path):
    assert words in problem(tmp_path, "cdf", text)


def test_one_file_is_enough(tmp_path):
    assert "1.txt: expected one file, found 2" in problem(tmp_path, "cdf", SIZES, SIZES)
