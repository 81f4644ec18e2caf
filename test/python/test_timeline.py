# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""experiments/timeline.py: what a run does around its faults."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from mrcbench.timeline import load_recovery, timeline


def test_a_run_without_faults_has_no_timeline(tmp_path: Path) -> None:
    (tmp_path / "summary.json").write_text("{}", encoding="utf-8")
    with pytest.raises(ValueError, match="no fault"):
        load_recovery(tmp_path)


@pytest.fixture
def broken(folder: Path) -> Path:
    """The results of a run in which a port goes dark."""
    fault = {
        "what": "nic-port-down",
        "object": "h3--p0-t0-0",
        "at_ns": 20000,
        "until_ns": None,
        "first_loss_ns": 21000,
        "last_loss_ns": 32000,
        "loss_free_after_ns": 12000,
        "lost_packets": 7,
    }
    summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    (folder / "summary.json").write_text(json.dumps({**summary, "recovery": [fault]}), "utf-8")
    (folder / "samples.csv").write_text(
        "time_ns,kind,object,value\n"
        "20000,host.rx_gbps,h3,400\n20000,host.rx_gbps,h4,400\n"
        "40000,host.rx_gbps,h3,300\n40000,host.rx_gbps,h4,400\n",
        encoding="utf-8",
    )
    (folder / "events.csv").write_text(
        "time_ns,kind,object,detail\n"
        "30000,ev-bad,h4/qp3,plane 0 ev 0x1\n35000,ev-good,h4/qp3,plane 0 ev 0x1\n",
        encoding="utf-8",
    )
    return folder


def test_faults_losses_and_evs_stand_on_one_axis_of_time(broken: Path) -> None:
    goodput, losses, evs = timeline(broken).axes
    assert [line.get_label() for line in goodput.lines] == ["h3", "mean of all hosts"]
    texts = [text.get_text() for text in losses.texts]
    assert texts == ["nic-port-down h3--p0-t0-0: 7 packets lost, the last after 12 us"]
    assert max(evs.lines[0].get_ydata()) == 1
