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
of the previous step. By default sizes end at 256 MB; --full runs those of the paper, with one seed.
"""

from math import nan

from mrcbench.collective import COLLECTIVE, MRC, ONE_PLANE, PAPER_SIZES, ROCE, lost
from mrcbench.figure import Panel, claim, curve

NONE, TENTH, ONE, IN_STEP = "no loss", "loss 0.1 %", "loss 1 %", "in step"
SWEEPS = {NONE: {}, TENTH: lost(0.001), ONE: lost(0.01), IN_STEP: {"workload[0].algorithm": "shift"}}
SIZES = {False: [4, 16, 256], True: PAPER_SIZES}  # MB


# Runs without the cause of a difference: SACKs and planes, collisions, long time-outs.
RARE = {**ONE_PLANE, "key": "rare", "label": "the same, rare SACKs", "settings": {
    **ONE_PLANE["settings"], "transport.attributes": {"ns3::MrcQpParameters::SackThresholdBytes": 32768}}}
SHORT = {"transport.attributes": {"ns3::RoceQpParameters::RetransmissionTimeout": "100us"}}
OTHERS = [
    *({**run, "key": f"{run['key']}-wide", "label": f"{run['label']}, 64 T1s", "seeds": [1],
       "settings": {**run.get("settings", {}), "topology.t1PerPlane": 64}} for run in ROCE),
    {**ROCE[1], "key": "roce16-short", "label": "RoCE, 16 QPs, time-out of 100 us", "seeds": [1],
     "settings": {**ROCE[1]["settings"], **SHORT}},
]  # fmt: skip


def sweep(full):
    return {
        "seeds": [1] if full else [1, 2, 3],
        "points": [
            {"sweep": name, "at": size, "settings": {"workload[0].bytes": size * 10**6 // 64, **settings}}
            for name, settings in SWEEPS.items()
            for size in SIZES[full]
            if full or (name, size) != (IN_STEP, 16)
        ],
        "runs": [MRC, ONE_PLANE, RARE, *ROCE, *OTHERS],
    }


MEASURES = COLLECTIVE
GRIDS = ["busbw", "resent", "timeouts", "trims", "pauses"]

TITLES = {NONE: "No loss", TENTH: "0.1 % lost", ONE: "1 % lost", IN_STEP: "No loss, one peer after the other"}


def draw(m):
    panels = [Panel(title, ["mrc", "roce", "roce16"], name) for name, title in TITLES.items()]
    yield curve(m, "busbw", panels=panels, log="x", title="Bandwidth of the all-to-all", text="""
        63 flows per host average out the collisions of a ring. Without loss MRC is slower because of headers
        and SACKs, 3 %, and of trimmed packets where four planes load a port unevenly; at 4 MB also because of
        the higher latency of a packet at 100 Gb/s. With loss many QPs keep the line busy while one waits for
        its time-out, so large messages hide the time-outs; a collective of 0.1 ms does not. RoCE with 16 QPs
        has 16 times as many last packets, whose loss only a timer detects. One peer after the other, the
        operation is 63 permutations, each with the collisions of a ring.""",
                xlabel="message (MB)", ylabel="bus bandwidth (Gb/s)")  # fmt: skip


def claims(m):
    large = SIZES[m.full][-1]
    best = "MRC best at all sizes"

    def busbw(run, name, size=large):
        return m[f"{run}@{name}{size}/busbw"]

    def ratio(run, other, name, size=large):
        return busbw(run, name, size) / busbw(other, name, size)

    def kept(run, name, size=large):
        return busbw(run, name, size) / busbw(run, NONE, size)

    def of_payload(run):
        return busbw(run, NONE) / m[f"{run}@{NONE}{large}/payload"]

    for name, words, size, other, qps, because, without in (
        (NONE, "No loss", large, "roce", "1 QP", "", nan),
        (NONE, "No loss", large, "roce16", "16 QPs",
         "longer headers, SACKs, and four ports of 100 Gb/s that fill unevenly",
         of_payload("rare") / of_payload("roce16")),
        (NONE, "No loss", 4, "roce16", "16 QPs",
         "a packet takes four times as long at 100 Gb/s, on each of four links",
         ratio("one", "roce16", NONE, 4)),
        (IN_STEP, "In step", large, "roce16", "16 QPs", "", nan),
        (IN_STEP, "In step", large, "roce", "1 QP", "", nan),
        *((name, words, size, other, qps, "", nan)
          for name, words in ((TENTH, "0.1 % lost"), (ONE, "1 % lost"))
          for size in (4, large)
          for other, qps in (("roce", "1 QP"), ("roce16", "16 QPs"))),
    ):  # fmt: skip
        yield claim(f"{words}, {size} MB: MRC, against RoCE with {qps}", ratio("mrc", other, name, size), ">",
                    1, "%", best, because=because, without=without)
    yield claim(f"No loss, {large} MB: RoCE with 16 QPs, against 1 QP", ratio("roce16", "roce", NONE), "<",
                1, "%", "16 QPs slightly worse than 1 QP",
                because="flows of one QP collide on the uplinks",
                without=ratio("roce16-wide", "roce-wide", NONE))
    for run, qps in (("roce", "1 QP"), ("roce16", "16 QPs")):
        known = run == "roce16" and not m.full
        yield claim(f"0.1 % lost, {large} MB: RoCE with {qps}, against no loss", kept(run, TENTH), "~", 1,
                    "%", "hardly degrades",
                    because="time-outs, which weigh more than in 16 GB" if known else "",
                    without=busbw("roce16-short", TENTH) / busbw(run, NONE) if known else nan)
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
