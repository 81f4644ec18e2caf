# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Ring all-reduce among 64, by message size and loss.

Question: How much bandwidth do collisions and lost packets cost a ring of 64 GPUs?

Paper: Figure 16: 64-way ring all-reduce on cluster C, 4 MB to 16 GB, 0, 0.1 and 1 % of all received packets
lost. Without loss RoCE with 1 QP has about half of line rate, with little gain past 8 QPs; MRC with 1 QP is
ahead of RoCE with 16. With 0.1 % MRC is hardly slower at large messages, with 1 % it has about one third, and
RoCE is unusable. At small messages all are equal.

Setup: 64 NICs under four T0s, 16 T1s per plane: MRC on 4 planes of 100 Gb/s, source-routed, no PFC; RoCEv2 on
one plane of 400 Gb/s, ECMP, PFC, DCQCN, go-back-N with a time-out of 1 ms. Every frame that a NIC receives,
ACKs included, is lost with the given probability. RoCEv2: three seeds, which set the hashes and the losses;
MRC: one. Ranks are distributed over the T0s, so that every hop of the ring crosses T1s. By default sizes end
at 256 MB; --full runs those of the paper, with one seed.
"""

from mrcbench.collective import COLLECTIVE, MRC, ONE_PLANE, PAPER_SIZES, ROCE, lost
from mrcbench.figure import Panel, claim, curve

LOSSES = {"no loss": 0, "loss 0.1 %": 0.001, "loss 1 %": 0.01}
RETIRE = "MRC, 256 paths, a loss retires its EV, probes every 10 ms"
SIZES = {False: [4, 32, 256], True: PAPER_SIZES}  # MB


def sweep(full):
    def point(loss, size):
        settings = {"workload[0].bytes": size * 10**6, **lost(LOSSES[loss])}
        return {"sweep": loss, "at": size, "settings": settings}

    retire = {"transport.attributes": {"ns3::MrcEvParameters::LossTrial": 0},
              "transport.evProbeInterval": "10ms", "topology.t1PerPlane": 64}  # fmt: skip
    large = SIZES[full][-1]
    paper = "the MRC paper, arXiv 2605.04333"
    return {
        "seeds": [1] if full else [1, 2, 3],
        "points": [point(loss, size) for loss in LOSSES for size in SIZES[full]],
        "runs": [
            MRC,
            {"key": "retire", "label": RETIRE, "seeds": [1], "settings": retire},
            ONE_PLANE,
            *ROCE,
            {**ROCE[0], "key": "channels", "label": "RoCE, 1 QP on each of four channels",
             "settings": {"workload[0].driver": "nccl"}},
        ],
        "references": [
            {"key": "paper-roce", "label": "the paper, RoCE, 1 QP: about half",
             "note": f'{paper}: "about half of line rate", 400 Gb/s, at large messages',
             "values": {"busbw": {f"no loss{large}": 200}}},
            {"key": "paper-mrc", "label": "the paper, MRC: about a third",
             "note": f'{paper}: "about one third" with 1 % lost, of 400 Gb/s, at large messages',
             "values": {"busbw": {f"loss 1 %{large}": 133}}},
        ],
    }  # fmt: skip


MEASURES = COLLECTIVE
GRIDS = ["busbw", "resent", "timeouts", "trims", "retired"]

PANELS = [
    Panel("No loss", ["mrc", "roce", "channels", "roce16", "paper-roce"], "no loss"),
    Panel("0.1 % lost", ["mrc", "retire", "roce", "roce16"], "loss 0.1 %"),
    Panel("1 % lost", ["mrc", "retire", "roce", "roce16", "paper-mrc"], "loss 1 %"),
]


def draw(m):
    yield curve(m, "busbw", panels=PANELS, log="x", title="Bandwidth of the ring", text="""
        The slowest hop of the ring sets the rate. Without loss three or four flows of one QP share some
        uplink, so each has a third or a quarter of it; sixteen QPs spread the load better. At 4 MB a step
        is 16 packets and latency dominates; it is 1 us per step higher for MRC, because serialization takes
        four times as long at 100 Gb/s. A lost packet delays a step by the time of its detection. MRC: a
        probe, or 4 base RTTs. RoCE sends all packets of a round trip again, and has a time-out of 1 ms
        where the last packet, a retransmission or a NAK is lost. MRC probes a path with a loss and returns
        it to service when a probe is answered. If a loss retires its path at
        once (mrc reference, 9.2), and three answers to probes 10 ms apart return it to service, 256 paths
        have what is published: hardly any loss of bandwidth with 0.1 % lost, a third with 1 %, where healthy
        paths retire faster than they return. The interval is not published.""",
                xlabel="message (MB)", ylabel="bus bandwidth (Gb/s)")  # fmt: skip


def claims(m):
    large = SIZES[m.full][-1]
    none, tenth, one = LOSSES

    def busbw(run, loss, size=large):
        return m[f"{run}@{loss}{size}/busbw"]

    for panel in PANELS:
        for run, other, words in (("mrc", "roce16", "MRC is ahead of RoCE with 16 QPs"),
                                  ("roce16", "roce", "RoCE with 16 QPs is ahead of 1 QP")):
            yield claim(f"{panel.title}, {large} MB: {words}",
                        busbw(run, panel.sweep) / busbw(other, panel.sweep), ">", 1, "%",
                        "order at large messages: MRC, RoCE with 16 QPs, RoCE with 1 QP")
    yield claim(f"No loss, {large} MB: RoCE with 1 QP", busbw("roce", none), "about", 200, "Gb/s",
                "about half of line rate",
                because="a collective library sends on four channels, with a QP each",
                without=busbw("channels", none))
    same = "the same at small messages, which latency bounds"
    yield claim("No loss, 4 MB: RoCE with 1 QP, against 16 QPs",
                busbw("roce", none, 4) / busbw("roce16", none, 4), "~", 1, "%", same)
    yield claim("No loss, 4 MB: MRC, against RoCE with 16 QPs",
                busbw("mrc", none, 4) / busbw("roce16", none, 4), "~", 1, "%", same,
                because="a packet takes four times as long at 100 Gb/s, on each of four links",
                without=busbw("one", none, 4) / busbw("roce16", none, 4))
    for loss, words in ((tenth, "0.1 % lost, 4 MB: MRC is ahead of RoCE with 16 QPs by half; RoCE waits for "
                                "time-outs"),
                        (one, "1 % lost, 4 MB: MRC is ahead of RoCE with 16 QPs by half")):
        yield claim(words, busbw("mrc", loss, 4) / busbw("roce16", loss, 4), ">=", 1.5, "%")
    tenth_kept, one_kept = (
        {run: busbw(run, loss) / busbw(run, none) for run in ("mrc", "retire")} for loss in (tenth, one)
    )
    yield claim(f"0.1 % lost, {large} MB: MRC, against no loss", tenth_kept["mrc"], "~", 1, "%",
                "nearly unharmed at large messages")
    yield claim(f"0.1 % lost, {large} MB: {RETIRE}, against no loss", tenth_kept["retire"], "~", 1, "%")
    yield claim(f"1 % lost, {large} MB: MRC, against no loss", one_kept["mrc"], "about", 1 / 3, "%",
                "about one third", without=one_kept["retire"],
                because="MRC tests a path before it retires it, and probes 64 retired ones every 1 ms, not "
                        "256 every 10 ms (256 is published, 10 ms a guess)")
    yield claim(f"1 % lost, {large} MB: MRC keeps two thirds or more", one_kept["mrc"], ">=", 0.67, "%")
    part, bound = ("quarter", 97) if m.full else ("tenth", 39)
    yield claim(f"1 % lost, {large} MB: RoCE with 1 QP is unusable, below a {part} of line rate",
                busbw("roce", one), "<=", bound, "Gb/s", "unusable")
    yield claim("1 % lost, 4 MB: RoCE with 16 QPs is below a tenth of line rate", busbw("roce16", one, 4),
                "<=", 39, "Gb/s", "unusable")
    yield claim("No drop in the lossless class", m["roce16/violations/max"], "==", 0, full_size=False)


def answer(m):
    large = SIZES[m.full][-1]
    none, _, one = (
        {run: m[f"{run}@{loss}{large}/busbw"] for run in ("mrc", "roce", "roce16")} for loss in LOSSES
    )
    return (
        f"At {large} MB a ring without loss has {none['mrc']:.0f} Gb/s of bus bandwidth with MRC, "
        f"{none['roce16']:.0f} with 16 QPs of RoCE and {none['roce']:.0f} with one; with 1 % of "
        f"all frames lost they are {one['mrc']:.0f}, {one['roce16']:.0f} and {one['roce']:.0f} "
        f"Gb/s."
    )
