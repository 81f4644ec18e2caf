# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Replays of transcripts of controllers of MRC: a model is given the calls of a case, and its state is compared."""

from __future__ import annotations

from typing import Any

from dctcp import Dctcp
from nscc import Mnscc, Nscc
from swift import Mswift, Swift
from transcript import Case, Differences, Line, close
from window import FixedWindow

ROUNDING = 0.05  # of a window that follows from a delay in whole picoseconds, B

MODELS: dict[str, Any] = {
    "ns3::MrcNscc": Nscc,
    "ns3::MrcMnscc": Mnscc,
    "ns3::MrcSwift": Swift,
    "ns3::MrcMswift": Mswift,
    "ns3::MrcDctcp": Dctcp,
    "ns3::MrcFixedWindow": FixedWindow,
}


def replay(case: Case, differences: Differences) -> None:
    """Up to the first difference."""
    model = MODELS[case.head["class"]](case.head["attributes"], case.head["path"])
    if "parameters" in case.head:
        compare_parameters(model.p.as_fields(), case.head["parameters"], differences)
    compare(model, case.head["state"], differences)
    for number, line in case.lines:
        differences.line = number
        model.now = line["t"]
        arguments = {key: value for key, value in line.items() if key not in ("t", "in", "state")}
        getattr(model, f"on_{line['in']}")(**arguments)
        compare(model, line["state"], differences)
        if differences.found:
            return


def compare_parameters(expected: Line, found: Line, differences: Differences) -> None:
    for key, value in expected.items():
        if not close(value, found[key]):
            differences.check(f"8.7, {key}", value, found[key])


def compare(model: Any, found: Line, differences: Differences) -> None:
    compare_bytes("8.4, cwnd", model.cwnd, found["cwnd"], differences)
    differences.check("8.3, inflight", model.inflight, found["inflight"])
    differences.check("8.4, base_rtt", model.base_rtt, found["base_rtt"])
    differences.check("8.7, target_delay", True, abs(model.target_delay - found["target_delay"]) < 1.001)
    differences.check("8.5, can_send", model.can_send(), found["can_send"])
    if "max_cwnd" in found:
        compare_bytes("8.1, max_wnd", model.max_window, found["max_cwnd"], differences)
        differences.check("8.1, cwnd is at most max_wnd", True, found["cwnd"] <= found["max_cwnd"])
        if not close(model.avg_delay, found["avg_delay"]):
            differences.check("8.4, avg_delay", model.avg_delay, found["avg_delay"])


def compare_bytes(rule: str, expected: float, found: int, differences: Differences) -> None:
    """The transcript has whole bytes, rounded down."""
    if not found - ROUNDING <= expected < found + 1 + ROUNDING:
        differences.check(rule, expected, found)
