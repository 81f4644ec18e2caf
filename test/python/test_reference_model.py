# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The transports do as the reference model in test/reference does, which was written from the references alone."""

from __future__ import annotations

from functools import lru_cache

import pytest
from reference_transcripts import PROGRAM, Replay, compare, differences
from running import TOP

import dcqcn
import mrc_counters
import mrc_evs
import mrc_replay
import roce_counters
import roce_replay
import window_replay
from transcript import Case, read_cases


@lru_cache(maxsize=1)
def few_cases(kind: str, count: int, seed: int) -> list[Case]:
    """Random transcripts, kept because several replays use them."""
    return list(read_cases(PROGRAM, kind, "--random", count, "--seed", seed))


# Controllers that are called directly: kind of the transcripts, and replay.
CONTROLLERS: dict[str, Replay] = dict.fromkeys(window_replay.MODELS, window_replay.replay)
CONTROLLERS["ns3::RoceDcqcn"] = dcqcn.replay


@pytest.mark.parametrize("kind", CONTROLLERS)
def test_controller(kind: str) -> None:
    assert not differences(CONTROLLERS[kind], kind, "--random", 10, "--seed", 1)


@pytest.mark.long
@pytest.mark.parametrize("kind", CONTROLLERS)
def test_controller_with_many_seeds(kind: str) -> None:
    assert not differences(CONTROLLERS[kind], kind, "--random", 2000, "--seed", 100)


MRC_PARTS = [
    mrc_replay.replay_responders,
    mrc_replay.replay_requesters,
    mrc_replay.replay_paths,
    mrc_counters.replay_counters,
    mrc_evs.replay_evs,
]
ROCE_PARTS = [roce_replay.replay_responders, roce_replay.replay_requesters, roce_counters.replay_counters]
FUZZ_SEEDS = sorted((TOP / "test" / "fuzz" / "seeds" / "transport").iterdir())


@pytest.mark.parametrize("part", MRC_PARTS)
def test_mrc(part: Replay) -> None:
    assert not compare(part, few_cases("mrc", 14, 1), "mrc")


@pytest.mark.long
@pytest.mark.parametrize("part", MRC_PARTS)
def test_mrc_with_many_seeds(part: Replay) -> None:
    assert not differences(part, "mrc", "--random", 1000, "--seed", 1000)


@pytest.mark.long
@pytest.mark.parametrize("part", MRC_PARTS)
def test_mrc_with_the_seeds_of_the_fuzz_target(part: Replay) -> None:
    assert not differences(part, "mrc", *FUZZ_SEEDS)


@pytest.mark.parametrize("part", ROCE_PARTS)
def test_roce(part: Replay) -> None:
    assert not compare(part, few_cases("roce", 20, 1), "roce")


@pytest.mark.long
@pytest.mark.parametrize("part", ROCE_PARTS)
def test_roce_with_many_seeds(part: Replay) -> None:
    assert not differences(part, "roce", "--random", 1500, "--seed", 1000)
