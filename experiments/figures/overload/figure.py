# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""One port overloaded by 2 to 1,023 senders and by up to 896 QPs.

Question: Does an overload of one port end, and how close is its duration to the ideal?

Paper: No figure of the paper. Simulators and devices differ most under overload, and a transport without
pauses must show that the overload ends.

Setup: Hosts of one port of 100 Gb/s per plane, 500 ns cables. 2, 8, 32 and 127 senders of 2 MB among 128
hosts (16 per T0, 16 T1s per plane), 512 of 256 KB and 1,023 of 100 KB among 1,024 hosts (32 and 32), each
with one QP; 56 senders of 256 KB among 64 hosts (8 and 8) with 1 to 16 QPs. MRC's three profiles in one plane
and four; RoCEv2 with PFC and DCQCN, 32 MB of buffer per switch, in one plane of 100 and of 400 Gb/s. The
profile uec may stall; its runs stop at 40 ms, and its curves are shown without claims.
"""

from mrcbench import measure
from mrcbench.figure import Level, Measure, Panel, claim, curve, summaries

PROFILES = {"mrc": "MRC", "enhanced": "MRC, enhanced", "uec": "MRC, uec"}
PLANES = {1: "1 plane", 4: "4 planes"}
QPS = [1, 2, 4, 8, 16]
OTHER_RACKS = [first + place for place in range(16) for first in range(16, 128, 16)]
ROCE = {"look": "RoCE with PFC", "settings": [
    'transport={"type": "roce", "congestionControl": "dcqcn", '
    '"attributes": {"ns3::RoceQpParameters::RetransmissionTimeout": "67ms"}}',
    'switch={"pfc": true, "buffer": "32MB"}',
    "stallTimeout=200ms",
]}  # fmt: skip
REFERENCES = [
    {"key": "htsim-64", "label": "uet-htsim, 64 B",
     "note": "its own runs of the same cases in one plane, with 64 B of headers per packet; time of the "
             "payload at line rate over time taken (127 senders: 20.3 of 21.0 ms; 1,023: 8.2 of 10.6 ms).",
     "values": {"efficiency": {"127": 0.967, "1023": 0.772, "QPs1": 0.97, "QPs8": 0.86, "QPs16": 0.73},
                "trims": {"127": 1.2}}},
    {"key": "htsim-166", "label": "uet-htsim, 166 B",
     "note": "the same with 166 B of headers, which is about the size with MRC and SRv6.",
     "values": {"efficiency": {"QPs1": 0.94, "QPs8": 0.69, "QPs16": 0.16}}},
]  # fmt: skip


def sweep(full):
    def few(count):
        return f"workload[0].senders=[{','.join(map(str, OTHER_RACKS[:count]))}]"

    def many(first, last):
        return f'workload[0].senders={{"from": {first}, "to": {last}}}'

    def mrc(profile, planes):
        settings = [f"transport.profile={profile}"] if profile != "mrc" else []
        settings += [f"topology.planes={planes}"] if planes > 1 else []
        settings += ["stop=40ms", "stallTimeout=10ms"] if profile == "uec" else []
        return {"key": f"{profile}-{planes}", "label": f"{PROFILES[profile]}, {PLANES[planes]}",
                "look": PROFILES[profile], "mayStall": profile == "uec", "settings": settings}  # fmt: skip

    large = ["topology.hosts=1024", "topology.hostsPerT0=32", "topology.t1PerPlane=32"]
    small = ["topology.hosts=64", "topology.hostsPerT0=8", "topology.t1PerPlane=8"]
    of_56 = [*small, many(8, 63), "workload[0].bytes=256KB"]
    fast = [*ROCE["settings"], "topology.hostRate=400Gbps", "topology.fabricRate=400Gbps"]
    return {
        "quick": ["workload[0].bytes=64KB"],
        "seeds": [1, 2, 3],
        "points": [
            *({"at": count, "settings": [few(count)]} for count in (2, 8, 32)),
            {"at": 127, "settings": [many(1, 127)]},
            {"at": 512, "settings": [*large, many(512, 1023), "workload[0].bytes=256KB"]},
            {"at": 1023, "settings": [*large, many(1, 1023), "workload[0].bytes=100KB"]},
            *({"sweep": "QPs", "at": qps, "settings": [*of_56, f"workload[0].qps={qps}"]} for qps in QPS),
        ],
        "runs": [
            *(mrc(profile, planes) for profile in PROFILES for planes in PLANES),
            {"key": "roce-100", "label": "RoCE with PFC, 100 Gb/s", **ROCE},
            {"key": "roce-400", "label": "RoCE with PFC, 400 Gb/s", **ROCE, "settings": fast},
        ],
        "references": REFERENCES,
    }


MEASURES = [
    Measure("completed", measure.completed, label="flows that arrived, part of all"),
    Measure("efficiency", lambda run: measure.efficiency(run, "*"), label="ideal time / time taken", most=1),
    Measure("trims", measure.trims, label="trims per packet needed"),
    Measure("jain", lambda run: measure.senders(run, "*", "jain"), label="Jain's index of the senders",
            most=1),
    *summaries(
        retired=("evs_retired_wrongly", "healthy EVs retired"),
        false_losses=("false_losses", "packets wrongly declared lost"),
        control_drops=("ctrl_queue_drops", "control packets dropped"),
        violations=("lossless_violations", "losses in the lossless class"),
        timeouts=("timeouts", "time-outs"),
    ),
]
GRIDS = ["efficiency", "trims", "jain", "retired", "false_losses", "control_drops"]
LABELS = {each.name: each.label for each in MEASURES}


def draw(m):
    def plot(name, title, *references, sweep="", text=""):
        one, four = ([f"{profile}-{planes}" for profile in PROFILES] for planes in PLANES)
        titles = ["1 plane of 100 Gb/s", "4 planes of 100 Gb/s"]
        if name != "trims":  # RoCE has none
            one, four = [*one, "roce-100"], [*four, "roce-400"]
            titles[1] += "; RoCE: 1 of 400 Gb/s"
        panels = [Panel(titles[0], [*one, *references]), Panel(titles[1], four)]
        log = "xy" if name == "trims" else "x"
        return curve(m, name, title=title, text=text, sweep=sweep, log=log, panels=panels,
                     xlabel="QPs of each of 56 senders" if sweep else "senders",
                     ylabel=LABELS[name],
                     levels=[Level("ideal", 1)] if name == "efficiency" else [])  # fmt: skip

    yield plot("efficiency", "Efficiency against fan-in", "htsim-64", text="""
        1: the bottleneck carries new payload from the first to the last byte. With one plane the messages of
        127 senders last 21 ms, with four planes a quarter of that, so the first round trip has more
        weight.""")  # fmt: skip
    yield plot("trims", "Trims against fan-in", "htsim-64", text="""
        Packets that a full queue cut to their headers and that were sent again; a packet counts each time.
        With RoCE no packets are trimmed: PFC pauses.""")  # fmt: skip
    yield plot("jain", "Fairness against fan-in", text="""
        1: all senders have the same goodput. 1,023 senders send 25 packets each: where a few senders
        complete their messages within the first window, the index is low.""")  # fmt: skip
    yield plot("efficiency", "Efficiency against QPs", "htsim-64", "htsim-166", sweep="QPs", text="""
        256 KB per sender, divided among its QPs. Every QP has at least one packet in flight.""")  # fmt: skip
    yield plot("trims", "Trims against QPs", sweep="QPs")


def claims(m):
    for run, who, few, many, most, qps in (
        ("mrc-1", "MRC, 1 plane", 85, 75, 70, 85),
        ("mrc-4", "MRC, 4 planes", 85, 75, 70, 85),
        ("enhanced-1", "Enhanced, 1 plane", 96, 87, 80, 90),
        ("enhanced-4", "Enhanced, 4 planes", 96, 87, 80, 90),
    ):
        yield claim(f"{who}: all flows complete, at all points", m[f"{run}/completed/min"], "==", 1, "%")
        for point, words, percent in (
            ("127", f"127 senders of 2 MB: {few} % of the ideal", few),
            ("512", f"512 senders of 256 KB: {many} %", many),
            ("1023", f"1,023 senders of 100 KB: {most} %", most),
            ("QPs1", f"56 senders of 256 KB with 1 QP: {qps} %", qps),
            *((f"QPs{count}", f"56 senders of 256 KB with {count} QPs: {qps} %", qps) for count in (8, 16)),
        ):
            yield claim(f"{who}, {words}", m[f"{run}@{point}/efficiency"], ">=", percent / 100, "%")
        if who.startswith("Enhanced"):
            yield claim(f"{who}, 127 senders: at most two trims per packet", m[f"{run}@127/trims"], "<=", 2)
        for metric, words in (
            ("retired", "no healthy EV is retired"),
            ("false_losses", "no packet that arrived is declared lost"),
            ("control_drops", "no control queue overflows"),
        ):
            yield claim(f"{who}: {words}, at all points", m[f"{run}/{metric}/max"], "==", 0)
    for rate in (100, 400):
        yield claim(f"RoCE, {rate} Gb/s: no drop in the lossless class, at all points",
                    m[f"roce-{rate}/violations/max"], "==", 0)  # fmt: skip


def answer(m):
    def percent(case):
        return f"{100 * m[case + '/efficiency']:.0f} %"

    return (
        f"Yes: in one plane MRC reaches {percent('mrc-1@127')} of the ideal with 127 senders and "
        f"{percent('mrc-1@1023')} with 1,023, its profile enhanced {percent('enhanced-1@127')} and "
        f"{percent('enhanced-1@1023')}; RoCE with PFC has {percent('roce-100@127')} and "
        f"{percent('roce-100@1023')}, with pauses."
    )
