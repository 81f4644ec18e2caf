# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Claims about measured values: pass, fail, not judged, not measured."""

from __future__ import annotations

import json
import math
import random
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from mrcbench.expectations import Claim
from mrcbench.numbers import Number
from mrcbench.suite.done import verdicts_json
from mrcbench.suite.evaluation import Measured, tabulate
from mrcbench.suite.loading import load_experiment
from mrcbench.suite.page import outcome_of


def verdict(value: float, compare: str, bound: float, unit: str = "") -> tuple[bool | None, str]:
    """The verdict and the measured text for one claim."""
    found = Claim("x", value, compare, bound, unit).judge()
    return found.passed, found.measured_text


@pytest.mark.parametrize(
    ("compare", "below", "equal", "above"),
    [
        (">=", False, True, True),
        ("<=", True, True, False),
        (">", False, False, True),
        ("<", True, False, False),
        ("==", False, True, False),
    ],
)
def test_comparisons(compare: str, below: bool, equal: bool, above: bool) -> None:
    assert verdict(4, compare, 5) == (below, "4")
    assert verdict(5, compare, 5) == (equal, "5")
    assert verdict(6.25, compare, 5) == (above, "6.25")
    assert verdict(16.25, compare, 5)[1] == "16.2"


def test_numbers_of_numpy_are_judged_by_a_bool_of_python() -> None:
    assert Claim("x", np.float64(6), "<", 5).judge().passed is False


def test_a_result_is_reproduced_even_if_a_difference_was_expected() -> None:
    claims = [Claim("x", value, "<", 5, published="4", because="a reason") for value in (4, 6)]
    assert outcome_of([claim.judge() for claim in claims]) == "1 of 2 published results reproduced, 1 differs."


def test_what_is_not_judged_is_no_result() -> None:
    claims = [Claim("x", value, "<", 5, published=published) for value in (4, 6) for published in ("4", "")]
    verdicts = [claim.judge() for claim in claims]
    known = outcome_of(verdicts)
    assert known == "1 of 2 published results reproduced, 1 differs; 1 of 2 claims of our own hold."
    assert outcome_of([*verdicts, *(replace(each, passed=None) for each in verdicts)]) == known


def test_unknown_comparison_is_refused() -> None:
    with pytest.raises(ValueError, match="'=>'"):
        Claim("x", 5, "=>", 5)


def test_ratio_of_two_numbers() -> None:
    assert verdict(Number(95) / Number(100), ">=", 0.9, "%") == (True, "95.0 %")
    assert verdict(Number(89.9) / Number(100), ">=", 0.9, "%") == (False, "89.9 %")


ABSENT = math.nan


@pytest.mark.parametrize(("one", "other"), [(ABSENT, ABSENT), (1, ABSENT), (ABSENT, 1), (1, 0)])
def test_not_measured_fails(one: float, other: float) -> None:
    ratio = Number(one) / Number(other)
    for compare in ("<=", ">=", "=="):
        assert verdict(ratio, compare, 5) == (False, "not measured")


def test_a_ratio_to_a_number_that_is_0_is_not_measured_whatever_is_above_it() -> None:
    zero = Number(0)
    for ratio in (1.0 / zero, 1 / zero, (Number(1) + Number(2)) / zero, zero / zero):
        assert math.isnan(ratio)
    assert 3.0 / Number(2) == 1.5


def of_seeds(*values: float, first: int = 1) -> Number:
    """A number that is the mean of seeds."""
    return Number(np.mean(values), pd.Series(values, index=range(first, first + len(values))))


def test_the_range_of_the_seeds_is_shown_with_the_decimals_of_the_value() -> None:
    assert Claim("x", of_seeds(2, 3.5), "<", 9, "us").judge().measured_text == "2.75 us [2.00 .. 3.50]"
    assert Claim("x", of_seeds(9, 15), "<", 9, "us").judge().measured_text == "12.0 us [9.0 .. 15.0]"
    assert Claim("x", of_seeds(0.5, 1), "~", 0.75, "+%").judge().measured_text == "-25.0 % [-50.0 .. +0.0]"
    assert Claim("x", of_seeds(0.0004, 0.0006), "<=", 0.002, "%").judge().measured_text == "0.05 % [0.04 .. 0.06]"
    assert verdict(0, "<=", 0.0005, "%")[1] == "0.0 %" and verdict(0.001, "<=", 1, "%")[1] == "0.1 %"
    for same in (of_seeds(4), of_seeds(4, 4), of_seeds(4, 4.0001)):
        assert "[" not in Claim("x", same, "<", 9).judge().measured_text


def texts(value: float, compare: str, bound: float, unit: str = "") -> tuple[str, str]:
    found = Claim("x", value, compare, bound, unit).judge()
    return found.bound_text, found.measured_text


def test_a_bound_is_shown_as_it_was_written_and_a_value_apart_from_it() -> None:
    assert texts(0.0478, "<", 0.047, "ms") == ("< 0.047 ms", "0.048 ms")
    assert texts(0.0478, "<", 0.05, "ms") == ("< 0.05 ms", "0.048 ms")
    assert texts(1.31e-5, ">", 0.00001, "s") == ("> 0.00001 s", "0.000013 s")
    assert texts(1.004, "<", 1, "times") == ("< 1 times", "1.00 times")
    assert texts(0.996, "<", 1, "times") == ("< 1 times", "0.996 times")
    assert texts(1.3004, ">", 1.3) == ("> 1.30", "1.3004")
    assert texts(0.88004, ">", 0.88, "%") == ("> 88.0 %", "88.004 %")
    assert texts(0.87996, "<", 0.88, "+%") == ("< -12.0 %", "-12.004 %")
    assert texts(0.10004, "<", 0.1001, "%") == ("< 10.01 %", "10.00 %")
    assert texts(0.0446, "~", 0.047, "ms") == ("0.042 ms to 0.052 ms", "0.045 ms")
    assert texts(0.1 + 0.2, "==", 0.3)[1] != "0.30"
    text = Claim("x", of_seeds(0.0474, 0.0482), "<", 0.047, "ms").judge().measured_text
    assert text == "0.048 ms [0.047 .. 0.048]"


def test_verdicts_have_the_numbers_of_their_texts() -> None:
    figure = SimpleNamespace(id="x", title="X", question="")
    done: Any = SimpleNamespace(experiment=figure, part=SimpleNamespace(digest=lambda quick: "-"), runs={}, quick=False)
    claims = [Claim("x", value, "<", 0.047, "ms") for value in (0.0478123, math.nan, math.inf)]
    found = json.loads(verdicts_json(done, [claim.judge() for claim in claims]))["verdicts"]
    assert [each["value"] for each in found] == [0.0478123, None, None]
    assert {(each["compare"], each["bound"], each["unit"]) for each in found} == {("<", 0.047, "ms")}


def test_texts_that_are_enough_stay_short() -> None:
    assert texts(0.04, "<", 0.1, "ms") == ("< 0.10 ms", "0.04 ms")
    assert texts(1e-5, "<", 0.01) == ("< 0.01", "0.00")
    assert texts(14.26, ">=", 2 / 3) == (">= 0.67", "14.3")
    assert texts(95, "~", 100) == ("90 to 110", "95")
    assert texts(0.93, "~", 0.9, "%") == ("81.0 % to 99.0 %", "93.0 %")


@pytest.mark.parametrize("unit", ["", "us", "%", "+%"])
@pytest.mark.parametrize("compare", [">=", "<=", ">", "<", "==", "~", "about"])
def test_the_texts_of_a_claim_have_its_verdict(compare: str, unit: str) -> None:
    """A reader who compares the two texts comes to the verdict."""
    drawn = random.Random(f"{compare}{unit}")
    for _ in range(300):
        bound = float(f"{10 ** drawn.uniform(-6, 1):.{drawn.randint(1, 4)}g}")
        value = bound * drawn.choice([1, 1 + 10 ** drawn.uniform(-9, -1), 1 - 10 ** drawn.uniform(-9, -1)])
        claim = Claim("x", value, compare, bound, unit)
        band, measured = texts(value, compare, bound, unit)
        numbers = [float(each) for each in re.findall(r"[-+]?[0-9][0-9.e-]*", f"{band} {measured}")]
        *limits, shown = numbers
        if len(limits) == 2:
            assert (min(limits) <= shown <= max(limits)) == claim.agrees(value), (band, measured, value, bound)
        else:
            same = Claim("x", shown, compare, limits[0])
            assert same.agrees(shown) == claim.agrees(value), (band, measured, value, bound)


def test_arithmetic_is_that_of_each_seed_and_a_single_seed_goes_with_all() -> None:
    three, one = of_seeds(2, 4, 6), of_seeds(2)
    for number, low, high in (
        (three / one, 1, 3), (one / three, 1 / 3, 1), (three - 1, 1, 5), (1 - three, -5, -1), (2 * three, 4, 12),
        (three + one, 4, 8), (three / of_seeds(2, 2, 3), 1, 2), (12 / three, 2, 6),
    ):  # fmt: skip
        assert number.span == pytest.approx((low, high)), number
    assert three / one == 2 and one / three == 0.5  # the mean of the result is that of the means


def test_numbers_of_different_seeds_have_no_range_together() -> None:
    assert (of_seeds(2, 4) / of_seeds(2, 4, first=2)).span is None
    assert (of_seeds(2, 4) / of_seeds(2, 4, 6)).span is None
    assert (Number(3) * of_seeds(2, 4)).span is None
    assert of_seeds(2, math.nan).span is None
    assert Number(1, pd.Series([1, 2, 3], index=[1, 1, 2])).span is None  # several points


def test_never_fails_an_upper_bound() -> None:
    assert verdict(math.inf, "<=", 200, "us") == (False, "never")
    assert Claim("x", 150, "<=", 200, "us").judge().bound_text == "<= 200 us"


def test_quick_run_skips_what_needs_full_size() -> None:
    claims = [Claim("size matters", 4, ">=", 5), Claim("always", 4, ">=", 5, full_size=False)]
    assert [claim.judge(quick=True).word for claim in claims] == ["not judged", "our claim FAILS"]


def test_a_job_among_others_is_compared_with_the_job_alone(tmp_path: Path) -> None:
    jobs = [{"name": "reduce"}, {"name": "exchange"}]
    (tmp_path / "two.json").write_text(json.dumps({"workload": jobs}), encoding="utf-8")
    column = "jobs.reduce.duration_ns"
    claims = [{"claim": "costs 10 %", "column": column, "case": "MRC", "relativeTo": "MRC, reduce alone",
               "compare": "<=", "bound": 1.1},
              {"claim": "is fast", "column": column, "stat": "min", "compare": ">", "bound": 150}]  # fmt: skip
    sweep = {"base": "two.json", "cases": {"MRC": {}}, "isolation": True, "claims": claims}
    (tmp_path / "sweep.json").write_text(json.dumps(sweep), encoding="utf-8")
    experiment = load_experiment(tmp_path / "sweep.json")
    rows = pd.DataFrame({"case": ["MRC", "MRC, reduce alone", "MRC, exchange alone"], column: [210.0, 140.0, None]})
    first, second = Measured(experiment, {}, tabulate(experiment, {}), rows).judge()
    assert (first.claim.value, first.passed) == (1.5, False)
    assert (second.claim.value, second.passed) == (210, True)  # of the cases in the file


@pytest.mark.parametrize(
    "value, more, passed, word",
    [
        (110, {}, True, "as published"),
        (90, {}, True, "as published"),
        (111, {}, False, "DIFFERS"),
        (math.nan, {}, False, "DIFFERS"),
        (89, {"because": "headers", "without": 105}, True, "differs: headers (with this difference removed: 105 us)"),
        (89, {"because": "headers", "without": 111}, True, "differs: headers (with this difference removed: 111 us, which differs too)"),
        (89, {"because": "headers"}, True, "differs: headers (not shown by a run)"),
        (math.nan, {"because": "headers"}, False, "DIFFERS"),
        (100, {"because": "headers", "without": 105}, False, "as published, although a difference was expected"),
        (500, {"incomparable": "another topology"}, None, "not comparable: another topology"),
    ],
)
def test_verdicts_about_published_numbers(
    value: float, more: dict[str, Any], passed: bool | None, word: str
) -> None:
    found = Claim("x", value, "~", 100, "us", "100 us", **more).judge()
    assert (found.passed, found.word) == (passed, word)
    assert found.bound_text == ("" if "incomparable" in more else "90 us to 110 us")
    quick = Claim("x", value, "~", 100, "us", "100 us", **more).judge(quick=True)
    assert quick.passed is None and quick.word == (word if "incomparable" in more else "not judged")


def test_the_tolerance_of_a_published_number_is_that_of_its_kind() -> None:
    for compare, part in (("~", 0.1), ("about", 0.25), ("==", 0.0)):
        for sign in (-1, 1):
            assert Claim("x", 80 * (1 + sign * part), compare, 80, published="80").judge().passed
            assert not Claim("x", 80 * (1 + sign * (part + 0.001)), compare, 80, published="80").judge().passed
    assert Claim("x", 0.2, "about", 0.2, "%", "a fifth").judge().bound_text == "15.0 % to 25.0 %"
    assert Claim("x", 0.8, "~", 0.75, "+%", "-25 %").judge().bound_text == "-32.5 % to -17.5 %"


@pytest.mark.parametrize("more", [{"because": "headers"}, {"incomparable": "another topology"}])
def test_a_claim_of_our_own_differs_from_nothing(more: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="'x' differs from nothing"):
        Claim("x", 1, "<", 2, **more)


def test_published_bounds() -> None:
    assert Claim("x", 40, "<=", 100, "us", "100 us").judge().word == "as published"
    assert Claim("x", 101, "<=", 100, "us", "100 us").judge().word == "DIFFERS"
    assert Claim("x", 40, "<=", 100, "us", "100 us").judge().bound_text == "<= 100 us"
