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

from mrcbench.collective import COLLECTIVE, MRC, PAPER_SIZES, ROCE, lost
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
        "runs": [MRC, *ROCE],
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
        yield curve(m, "busbw", sweep=name, log="x", title=title, text=text, xlabel="message (MB)",
                    ylabel="bus bandwidth (Gb/s)")


def claims(m):
    large = SIZES[m.full][-1]
    best = "MRC best at all sizes"

    def busbw(run, name, size=large):
        return m[f"{run}@{name}{size}/busbw"]

    def ratio(run, other, name, size=large):
        return busbw(run, name, size) / busbw(other, name, size)

    def kept(run, name, size=large):
        return busbw(run, name, size) / busbw(run, NONE, size)

    yield claim(f"No loss, {large} MB: MRC is ahead of RoCE with 1 QP", ratio("mrc", "roce", NONE), ">=",
                1.05, "%", best)
    yield claim(f"No loss, {large} MB: MRC is within 5 % of RoCE with 16 QPs, whose headers are shorter",
                ratio("mrc", "roce16", NONE), ">=", 0.95, "%", best)
    yield claim("No loss, 4 MB: MRC is within 20 % of the best of RoCE", ratio("mrc", "roce16", NONE, 4),
                ">=", 0.8, "%", best)
    for other, words, bound in (("roce16", "16 QPs by 15 %", 1.15), ("roce", "1 QP by half", 1.5)):
        yield claim(f"In step, {large} MB: MRC is ahead of RoCE with {words} or more",
                    ratio("mrc", other, IN_STEP), ">=", bound, "%", best)
    yield claim(f"No loss, {large} MB: RoCE with 16 QPs is at least as fast as with 1 QP: more QPs spread "
                "better over the uplinks, and the simulated NICs have no cost per QP",
                ratio("roce16", "roce", NONE), ">=", 1.0, "%", "16 QPs slightly worse than 1 QP")
    others = (("roce", "1 QP", 1.05), ("roce16", "16 QPs", 1.0 if m.full else 1.05))
    for name, words in ((TENTH, "0.1 % lost"), (ONE, "1 % lost")):
        for size in (4, large):
            for other, qps, bound in others:
                yield claim(f"{words}, {size} MB: MRC is ahead of RoCE with {qps}",
                            ratio("mrc", other, name, size), ">=", bound, "%", best)
    for run, qps, part in (("roce", "1 QP", 85 if m.full else 70),
                           ("roce16", "16 QPs", 85 if m.full else 65)):
        yield claim(f"0.1 % lost, {large} MB: RoCE with {qps} keeps {part} % or more", kept(run, TENTH), ">=",
                    part / 100, "%", "hardly degrades")
    for run, qps in (("roce", "1 QP"), ("roce16", "16 QPs")):
        yield claim(f"0.1 % lost, 4 MB: RoCE with {qps} keeps at most a fifth", kept(run, TENTH, 4), "<=",
                    0.2, "%", "very poor at small messages")
    yield claim("0.1 % lost, 4 MB: MRC keeps half or more", kept("mrc", TENTH, 4), ">=", 0.5, "%")
    yield claim(f"1 % lost, {large} MB: MRC keeps 85 % or more", kept("mrc", ONE), ">=", 0.85, "%")
    yield claim("No drop in the lossless class", m["roce16/violations/max"], "==", 0, full_size=False)
