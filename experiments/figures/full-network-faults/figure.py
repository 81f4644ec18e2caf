# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A full network that breaks.

Question: Is MRC ever slower than oblivious spraying when a full network breaks?

Paper: No figure of the paper, which says that a failure is bypassed in a few tens of microseconds and costs
no more than the lost capacity.

Setup: 64 hosts with four ports of 100 Gb/s, 8 T0s and 8 T1s per plane; a random permutation of 32 MB, so
every link is needed. At 300 us, or at the start, a T1 of plane 1 falls silent or goes down, or a T0-T1 link
goes down; or eight T0-T1 links, one of every T0, have a quarter of their rate; or four links flap; or two
faults come together. Five seeds. The bound is that of a fluid: the slowest T0 loses 1 of its 32 uplinks, or
3/4 of one. reps has a SACK per packet, for which it was made.
"""

from mrcbench import measure
from mrcbench.figure import Measure, claim, groups, summaries

BREAK = 300  # us
SILENT = {"what": "switch-silent", "switch": {"plane": 1, "t1": 2}}
LINK = {"what": "link-down", "link": {"plane": 2, "t0": 5, "t1": 4}}
SLOW = [{"at": 0, "what": "link-rate", "rate": "25Gbps", "link": {"plane": t0 % 4, "t0": t0, "t1": t0}}
        for t0 in range(8)]  # fmt: skip
FLAPS = [{"at": "100us", "what": "link-flap", "link": {"plane": n, "t0": 2 * n, "t1": n},
          "down": "50us", "period": "150us", "count": 3} for n in range(4)]  # fmt: skip
#: name: (label, faults, the time at which they begin (us), uplinks that the slowest T0 keeps of 32)
POINTS = {
    "none": ("no fault", [], 0, 32),
    "silent": ("T1 silent", [{"at": "300us", **SILENT}], BREAK, 31),
    "begin": ("T1 silent from the start", [{"at": 0, **SILENT}], 0, 31),
    "t1": ("T1 down", [{"at": "300us", **SILENT, "what": "switch-down"}], BREAK, 31),
    "link": ("link down", [{"at": "300us", **LINK}], BREAK, 31),
    "two": ("T1 silent, link down", [{"at": "300us", **SILENT}, {"at": "300us", **LINK}], BREAK, 30),
    "slow": ("8 slow links", SLOW, 0, 31.25),
    "flaps": ("4 links flap", FLAPS, 0, 31),
}
OTHERS = ("oblivious", "bitmap", "mixed", "reps")
CONTROLLERS = ("mnscc", "swift", "mswift")
BROKEN = [point for point in POINTS if point not in ("none", "flaps")]


def sweep(full):
    per_packet = {"transport.attributes": {"ns3::MrcQpParameters::SackThresholdBytes": 4096}}
    no_rule = {"transport.attributes": {"ns3::MrcSpraySelector::WeakPlaneTurns": 0}}

    def selector(key, **settings):
        return {"key": key, "label": key, "settings": {"transport.pathSelector": key, **settings}}

    return {
        "quick": ["workload[0].bytes=500KB"],
        "seeds": [1, 2, 3, 4, 5],
        "runs": [
            {"key": "mrc", "label": "MRC"},
            {"key": "plain", "label": "MRC, weak planes are not skipped", "settings": no_rule},
            {"key": "enhanced", "label": "MRC, enhanced", "settings": {"transport.profile": "enhanced"}},
            {"key": "uec", "label": "MRC, uec", "settings": {"transport.profile": "uec"}, "mayStall": True},
            *(selector(key, **(per_packet if key == "reps" else {})) for key in OTHERS),
            *({"key": key, "label": f"MRC, {key}", "settings": {"transport.congestionControl": key}}
              for key in CONTROLLERS),
        ],
        "points": [{"key": key, "label": label, "settings": {"faults": faults}}
                   for key, (label, faults, *_) in POINTS.items()],
    }  # fmt: skip


MEASURES = [
    Measure("slowest", lambda run: measure.fct(run, "*", "max"), "us", "slowest flow"),
    Measure("mean", lambda run: measure.fct(run, "*"), "us", "flow time, mean"),
    Measure("ideal", lambda run: run.flows["ideal_ns"].max() / 1e3, "us", "ideal time"),
    *summaries(trims=("trimmed_packets", "packets trimmed"), false_losses=("false_losses", "false losses"),
               retired=("evs_retired_wrongly", "healthy EVs retired")),
]  # fmt: skip
GRIDS = ["slowest", "mean", "trims", "false_losses", "retired"]


def bound(m, point):
    """The slowest flow of a fluid, us."""
    _, _, begin, left = POINTS[point]
    ideal = m["oblivious@none/ideal"]
    return begin + (ideal - begin) * 32 / left


def ratio(m, point):
    """The slowest flow of MRC as a part of that of oblivious spraying."""
    return m[f"mrc@{point}/slowest/median"] / m[f"oblivious@{point}/slowest/median"]


def draw(m):
    def plot(title, runs, text=""):
        return groups(m, "slowest", runs=runs, title=title, ylabel="flow time (us)", text=text)

    yield plot("The slowest of 64 flows", ["mrc", "plain", "enhanced", "uec", "oblivious"], """
        A plane that has lost a path is offered packets whenever its port is idle, so it gets more than its
        paths carry: without the rule, its marks lower the windows of all flows. With it, the plane passes
        turns to the other planes. Oblivious spraying never leaves the dead path, and repeats what is
        lost there. If links flap that is faster: MRC returns when a probe is answered.""")  # fmt: skip
    yield plot("The same with other selectors and controllers", [*OTHERS[1:], *CONTROLLERS])


def claims(m):
    for point in BROKEN:
        label = POINTS[point][0]
        yield claim(f"{label}: the slowest flow of MRC takes at most 1 % longer than that of oblivious",
                    ratio(m, point), "<=", 1.01, "%")  # fmt: skip
        yield claim(f"{label}: MRC, mean at most 4 % above the bound",
                    m[f"mrc@{point}/mean/median"] / bound(m, point), "<=", 1.04, "%")  # fmt: skip
        if point == "slow":
            best = min(m[f"{other}@{point}/slowest/median"] for other in OTHERS)
            yield claim(f"{label}: the slowest flow of MRC is within 5 % of the best other selector",
                        m[f"mrc@{point}/slowest/median"] / best, "<=", 1.05, "%")  # fmt: skip
            continue
        most = 1.1 if point == "begin" else 1.08
        yield claim(f"{label}: enhanced, slowest flow at most {100 * most - 100:.0f} % above the bound",
                    m[f"enhanced@{point}/slowest/median"] / bound(m, point), "<=", most, "%")  # fmt: skip
    label = POINTS["flaps"][0]
    yield claim(f"{label}: the slowest flow of MRC takes at most 5 % longer than that of oblivious",
                ratio(m, "flaps"), "<=", 1.05, "%")  # fmt: skip
    slower = m["plain@silent/slowest/median"] / m["mrc@silent/slowest/median"]
    yield claim("T1 silent: if weak planes are not skipped, the slowest flow takes at least 5 % longer",
                slower, ">=", 1.05, "%")  # fmt: skip
    yield claim("No packet is declared lost that has arrived, with MRC, any case and seed",
                m["mrc/false_losses/max"], "==", 0, full_size=False)  # fmt: skip
    yield claim("No healthy EV is retired, with MRC, any case and seed", m["mrc/retired/max"], "==", 0,
                full_size=False)  # fmt: skip


def answer(m):
    ratios = [100 * ratio(m, point) for point in BROKEN]
    means = [m[f"mrc@{point}/mean/median"] / bound(m, point) for point in BROKEN]
    return (
        f"The slowest flow of MRC takes {100 * ratio(m, 'flaps'):.0f} % of the time with oblivious "
        f"spraying if links flap, and {min(ratios):.0f} to {max(ratios):.0f} % with the other faults, median "
        f"of the seeds; with these the mean flow is at most {100 * max(means) - 100:.0f} % above the bound."
    )
