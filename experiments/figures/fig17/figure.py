# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""All-to-all among 64, by message size and loss.

Question: Does an all-to-all, whose many flows already spread the load, still need packet spraying?

Paper: Figure 17: 64-way all-to-all on cluster C, 4 MB to 16 GB, 0, 0.1 and 1 % of all received packets lost.
RoCE with 16 QPs is slightly worse than with 1; MRC is best at all sizes. With 0.1 % RoCE hardly degrades at
large messages, and does very poorly at small ones.

Setup: 64 NICs under four T0s, 16 T1s per plane: MRC on 4 planes of 100 Gb/s, source-routed, no PFC; RoCEv2 on
one plane of 400 Gb/s, ECMP, PFC, DCQCN, go-back-N with a time-out of 1 ms. Every frame that a NIC receives,
ACKs included, is lost with the given probability. RoCEv2: three seeds, which set the hashes and the losses;
MRC: one. The message size is the sum over all peers: each of the 63 others gets a 64th. All transfers start
at once, the one to the next host first; "in step": one after the other, each after the send and the receive
of the previous step. By default sizes end at 128 MB; --full runs those of the paper, with one seed.
"""

from math import nan

from mrcbench.collective import COLLECTIVE, MRC, ONE_PLANE, PAPER_SIZES, ROCE, lost
from mrcbench.figure import claim, curve

NONE, TENTH, ONE, IN_STEP = "no loss", "loss 0.1 %", "loss 1 %", "in step"
SWEEPS = {NONE: {}, TENTH: lost(0.001), ONE: lost(0.01), IN_STEP: {"workload[0].algorithm": "shift"}}
SIZES = {False: [4, 16, 128], True: PAPER_SIZES}  # MB


def sweep(full):
    return {
        "seeds": [1] if full else [1, 2, 3],
        "points": [
            {"sweep": name, "at": size, "settings": {"workload[0].bytes": size * 10**6 // 64, **settings}}
            for name, settings in SWEEPS.items()
            for size in SIZES[full]
            if full or (name, size) != (IN_STEP, 16)
        ],
        "runs": [MRC, ONE_PLANE, *ROCE],
    }


MEASURES = COLLECTIVE
GRIDS = ["busbw", "resent", "timeouts", "trims", "pauses"]

PLOTS = {
    "No loss": """
        63 flows per host average out the collisions of a ring. MRC is slower because of headers and SACKs,
        3 %, and of trimmed packets where four planes load a port unevenly; at 4 MB also because of the higher
        latency of a packet at 100 Gb/s.""",
    "0.1 % lost": """
        With many QPs the line stays busy while one waits for its time-out, so large messages hide the
        time-outs; a collective of 0.1 ms does not. RoCE with 16 QPs has 16 times as many last packets, whose
        loss only a timer detects.""",
    "1 % lost": "The same with ten times as many losses.",
    "No loss, one peer after the other": """
        63 permutations one after the other: each step has the collisions of a ring.""",
}


def draw(m):
    for name, (title, text) in zip(SWEEPS, PLOTS.items()):
        yield curve(m, "busbw", sweep=name, runs=["mrc", "roce", "roce16"], log="x", title=title, text=text,
                    xlabel="message (MB)", ylabel="bus bandwidth (Gb/s)")


def claims(m):
    large = SIZES[m.full][-1]
    best = "MRC best at all sizes"

    def busbw(run, name, size=large):
        return m[f"{run}@{name}{size}/busbw"]

    def ratio(run, other, name, size=large):
        return busbw(run, name, size) / busbw(other, name, size)

    def kept(run, name, size=large):
        return busbw(run, name, size) / busbw(run, NONE, size)

    for name, words, size, other, qps, because in (
        (NONE, "No loss", large, "roce", "1 QP", ""),
        (NONE, "No loss", large, "roce16", "16 QPs",
         "MRC's headers are longer, and four ports of 100 Gb/s fill unevenly"),
        (NONE, "No loss", 4, "roce16", "16 QPs",
         "a packet takes four times as long at 100 Gb/s, on each of four links"),
        (IN_STEP, "In step", large, "roce16", "16 QPs", ""),
        (IN_STEP, "In step", large, "roce", "1 QP", ""),
        *((name, words, size, other, qps, "")
          for name, words in ((TENTH, "0.1 % lost"), (ONE, "1 % lost"))
          for size in (4, large)
          for other, qps in (("roce", "1 QP"), ("roce16", "16 QPs"))),
    ):  # fmt: skip
        yield claim(f"{words}, {size} MB: MRC, against RoCE with {qps}", ratio("mrc", other, name, size), ">",
                    1, "%", best, because=because,
                    without=ratio("one", other, name, size) if because else nan)
    yield claim(f"No loss, {large} MB: RoCE with 16 QPs, against 1 QP", ratio("roce16", "roce", NONE), "<",
                1, "%", "16 QPs slightly worse than 1 QP",
                because="more QPs spread better over the uplinks, and the simulated NICs have no cost per QP")
    for run, qps in (("roce", "1 QP"), ("roce16", "16 QPs")):
        yield claim(f"0.1 % lost, {large} MB: RoCE with {qps}, against no loss", kept(run, TENTH), "~", 1,
                    "%", "hardly degrades",
                    because="" if m.full else "16 GB in the paper; a time-out weighs more in a shorter run")
    for run, qps in (("roce", "1 QP"), ("roce16", "16 QPs")):
        yield claim(f"0.1 % lost, 4 MB: RoCE with {qps} keeps at most a fifth", kept(run, TENTH, 4), "<=",
                    0.2, "%", "very poor at small messages")
    yield claim("0.1 % lost, 4 MB: MRC keeps half or more", kept("mrc", TENTH, 4), ">=", 0.5, "%")
    yield claim(f"1 % lost, {large} MB: MRC keeps 85 % or more", kept("mrc", ONE), ">=", 0.85, "%")
    yield claim("No drop in the lossless class", m["roce16/violations/max"], "==", 0, full_size=False)


def answer(m):
    large = SIZES[m.full][-1]
    none, one = (
        {run: m[f"{run}@{loss}{large}/busbw"] for run in ("mrc", "roce", "roce16")} for loss in (NONE, ONE)
    )
    return (
        f"At {large} MB an all-to-all without loss has {none['mrc']:.0f} Gb/s of bus bandwidth "
        f"with MRC, {none['roce16']:.0f} with 16 QPs of RoCE and {none['roce']:.0f} with one; with "
        f"1 % of all frames lost they are {one['mrc']:.0f}, {one['roce16']:.0f} and "
        f"{one['roce']:.0f} Gb/s."
    )
