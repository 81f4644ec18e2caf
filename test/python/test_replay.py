# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The repetition of a run with more time series: done, not needed, or refused with one sentence."""

from __future__ import annotations

import json
import shutil
import sys
import threading
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import motion_runs
import pytest
from mrcbench import replay
from mrcbench.motion.data import QP_SERIES
from mrcbench.results import Results, ResultsError, find_results, open_results

#: A stand-in for the simulator: copies the results of a folder, with the given configuration.
STAND_IN = '''#!{python}
import json, pathlib, shutil, sys
if sys.argv[1] == "version":
    print("{version}")
    sys.exit(0)
with open("{log}", "a") as log:
    log.write("run\\n")
if {status}:
    print("mrc-sim: no\\n  because", file=sys.stderr)
    sys.exit({status})
scenario, out = sys.argv[2], sys.argv[sys.argv.index("--out") + 1]
shutil.rmtree(out, ignore_errors=True)
shutil.copytree("{given}", out)
shutil.copy(scenario, pathlib.Path(out, "config.json"))
'''


class World:
    """A run with few samples, and a simulator that repeats it with all of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.given = motion_runs.write_run(folder / "given")
        self.run = motion_runs.write_run(folder / "run")
        for run in (self.given, self.run):
            self.edit(run / "summary.json", packet_hops=1234)
        (self.run / "evs.csv").unlink()
        self.log = folder / "log"
        self.simulator = folder / "mrc-sim"
        self.build()

    def build(self, version: str = "mrc-sim 0.1.0 (0123456789ab), ns-3 3.37", status: int = 0) -> None:
        """Make the simulator."""
        text = STAND_IN.format(python=sys.executable, version=version, log=self.log, status=status, given=self.given)
        self.simulator.write_text(text)
        self.simulator.chmod(0o755)

    def edit(self, file: Path, **keys: Any) -> None:
        """Set keys of a JSON file."""
        content = json.loads(file.read_text())
        content.update(keys)
        file.write_text(json.dumps(content))

    def detailed(self, **limits: float) -> AbstractContextManager[Results]:
        return replay.detailed(open_results(self.run), self.simulator, **limits)

    @property
    def runs(self) -> int:
        """The number of simulations."""
        return len(self.log.read_text().splitlines()) if self.log.exists() else 0

    def refuse(self, words: str, **limits: float) -> None:
        """Check that the run is refused for this reason, and leaves no files of results."""
        with pytest.raises(replay.ReplayError) as caught, self.detailed(**limits):
            pass
        reason = str(caught.value)
        assert words in reason and "\n" not in reason
        assert reason.startswith(str(self.run)) or "mrc-sim" in reason
        assert not (self.run / replay.FOLDER).exists()


@pytest.fixture(name="world")
def fixture_world(tmp_path: Path) -> World:
    return World(tmp_path)


def test_a_run_is_done_again_with_all_series(world: World) -> None:
    before = json.loads((world.run / "config.json").read_text())
    with world.detailed() as results:
        assert results.path == world.run / ".detail" / "run"
        measure = results.config["measure"]
        assert measure["samples"] == [*replay.KINDS, *QP_SERIES] and measure["evs"] is True and "pcap" not in measure
        assert {**results.config, "measure": before["measure"]} == before
        assert find_results(world.folder / "run") == [world.run]
        assert find_results(world.folder) == [world.given, world.run]
    assert world.runs == 1 and not (world.run / ".detail").exists()


def test_a_folder_that_was_left_behind_is_replaced(world: World) -> None:
    (world.run / ".detail" / "run").mkdir(parents=True)
    (world.run / ".detail" / "run" / "summary.json").write_text("{")
    with world.detailed() as results:
        assert results.summary["name"] == "ring"
    assert not (world.run / ".detail").exists()


def test_two_repetitions_of_a_run_do_not_disturb_each_other(world: World) -> None:
    names = []

    def repeat() -> None:
        with world.detailed() as results:
            names.append(results.summary["name"])

    other = threading.Thread(target=repeat)
    with world.detailed() as results:
        other.start()
        other.join(0.5)
        assert names == [] and open_results(results.path).flows.equals(results.flows)
    other.join()
    assert names == ["ring"] and world.runs == 2 and not (world.run / ".detail").exists()


def test_a_folder_that_is_gone_is_told(world: World) -> None:
    results = open_results(world.run)
    assert results.config
    shutil.rmtree(world.run)
    with pytest.raises(replay.ReplayError, match="No such file"), replay.repeated(results, {}, world.simulator):
        pass


def test_a_run_that_has_all_is_not_done_again(world: World) -> None:
    config = json.loads((world.run / "config.json").read_text())
    config["measure"]["samples"] = list(replay.KINDS)
    world.edit(world.run / "config.json", **config)
    with world.detailed():
        assert world.runs == 1  # its EVs are not there
    world.run.joinpath("evs.csv").write_text("qp,peer,plane,ev,state,path\n")
    with world.detailed() as results:
        assert results.path == world.run and world.runs == 1
    assert world.run.is_dir()


def test_a_run_that_took_long(world: World) -> None:
    world.edit(world.run / "summary.json", cpu_s=121.0)
    world.refuse("the run took 121 s of CPU time; allowed for another: 120 s")
    with world.detailed(limit_s=200) as results:
        assert results.path != world.run


def test_an_interrupted_run(world: World) -> None:
    world.edit(world.run / "summary.json", outcome="interrupted")
    world.refuse("the run was interrupted")


def test_a_run_of_another_version(world: World) -> None:
    world.build(version="mrc-sim 0.2.0 (0123456789ab), ns-3 3.37")
    world.refuse("made by mrc-sim 0.1.0 with ns-3 3.37; a second run needs the same, found 0.2.0 with ns-3 3.37")
    assert world.runs == 0


@pytest.mark.parametrize("what", ["flows", "hops"])
def test_a_run_that_comes_out_differently(world: World, what: str) -> None:
    if what == "hops":
        world.edit(world.given / "summary.json", packet_hops=1235)
    else:
        flows = world.given / "flows.csv"
        flows.write_text(flows.read_text().replace("ring,0", "ring,1", 1))
    world.refuse("the run does not come out the same a second time")


def test_a_simulator_that_fails(world: World) -> None:
    world.build(status=2)
    world.refuse("the second run failed: mrc-sim: no because")


def test_no_simulator(world: World) -> None:
    world.simulator.unlink()
    world.refuse("No such file or directory")


def test_no_configuration(world: World) -> None:
    (world.run / "config.json").unlink()
    world.refuse("lacks config.json")


@pytest.mark.parametrize(
    "time, directions, interval",
    [(3.45e6, 1024, 9900), (200e3, 1024, 2000), (20e3, 16, 1000), (112e3, 24_576, 2000), (10e6, 24_576, 62_000)],
)
def test_how_often_a_run_is_sampled(time: float, directions: int, interval: float) -> None:
    assert replay.interval_ns(time, directions) == interval


@pytest.mark.parametrize("series", range(1, len(QP_SERIES) + 1))
def test_series_and_evs_of_a_repetition_have_limits(world: World, monkeypatch: pytest.MonkeyPatch, series: int) -> None:
    results = open_results(world.run)
    results.config["transport"]["evs"] = 16
    end = results.summary["sim_time_ns"]
    values = 8 * int(end // replay.interval_ns(end, len(results.links)))  # of the 8 QPs of the ring
    for less in (0, 1):
        monkeypatch.setattr(replay, "MAX_QP_VALUES", series * values - less)
        monkeypatch.setattr(replay, "MAX_EV_ROWS", 8 * 16 - less)
        measure = replay._scenario(results)["measure"]
        assert measure["samples"] == [*replay.KINDS, *QP_SERIES[: series - less]]
        assert measure["evs"] == (not less)


def test_without_a_simulator_a_run_shows_what_it_has(world: World) -> None:
    made: list[Results] = []
    results = open_results(world.run)
    done, why = replay.try_motion(results, made.append, None, 120)
    assert done and made == [results] and why.endswith("without a simulator the run cannot be repeated")


@pytest.mark.parametrize("simulator", [True, False])
def test_without_its_page_a_run_has_a_reason(world: World, simulator: bool) -> None:
    def make(results: Results) -> None:
        raise ResultsError("damaged")

    done, why = replay.try_motion(open_results(world.run), make, world.simulator if simulator else None, 120)
    assert not done
    assert why == "damaged" if simulator else why.endswith("without a simulator the run cannot be repeated")
