# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Networks of many planes and few tiers compared with one plane of many tiers.

Question: What do 8 planes of 100 Gb/s in two tiers save against one plane of 800 Gb/s in three or four, and
how much capacity does each keep after faults?

Paper: Section 2: 131,072 NICs in two tiers with 8 planes, where one plane needs three tiers for 65,536 and
four for more; 2/3 of the optics and 3/5 of the switches; 3 switches on the longest path instead of 5 or 7; a
failed T0-T1 link costs a node about 0.4 % instead of 3 %, a failed NIC-T0 link 12.5 % instead of 100 %.

Setup: Arithmetic and the fluid bound, no simulation; docs/capacity.md. NICs of 800 Gb/s, switches of 51.2
Tb/s, full bisection, the least number of tiers for the number of NICs. Power, prices and lengths are in
parameters.json, each with its source. Faults: with 16,384 NICs, a random part of all links between switches,
of all links of NICs or of all switches; a link is one link of the respective network, of 100, 200 or 800
Gb/s. Each NIC that is not cut off sends to 8 others and receives from 8, at the highest possible rate.
"""

from mrcbench import measure
from mrcbench.figure import Measure, claim, curve, groups

FAULTS = {"links": "fabricLinks", "NIC-links": "nicLinks", "switches": "switches"}


def sweep(full):
    points = [
        {"sweep": "NICs", "at": nics, "settings": [f"network.nics={nics}", "traffic.pattern=permutation"]}
        for nics in (2**power for power in range(10, 18))
    ]
    for what, key in FAULTS.items():
        for percent in (0.1, 1, 3, 10):
            settings = {"network.nics": 16384, f"faults.{key}": percent / 100}
            points.append({"sweep": what, "at": percent, "settings": settings})
    return {
        "program": "capacity",
        "base": "network.json",
        "seeds": [1, 2],
        "runs": [
            {"key": "eight", "label": "8 planes x 100 Gb/s", "settings": {"network.planes": 8}},
            {"key": "four", "label": "4 planes x 200 Gb/s", "settings": {"network.planes": 4}},
            {"key": "one", "label": "1 plane x 800 Gb/s", "settings": {"network.planes": 1}},
        ],
        "points": points,
    }


def key(name, factor=1):
    return lambda run: measure.summary(run, name) * factor


MEASURES = [
    Measure("tiers", key("tiers")),
    Measure("switches", key("switches")),
    Measure("links", key("links"), note="of NICs and between switches"),
    Measure("optics", key("optics"), label="modules of 800 Gb/s",
            note="modules of 800 Gb/s, in NICs and switches"),
    Measure("power", key("power_per_nic_w"), "W", "power per NIC"),
    Measure("cost", key("cost_per_nic_usd"), "USD", "cost per NIC"),
    Measure("path", key("switches_on_path"), label="switches on the longest path"),
    Measure("latency", key("hop_latency_ns", 1e-3), "us", "latency of the longest path"),
    Measure("storeForward", key("store_and_forward_ns", 1e-3), "us",
            note="the same with store-and-forward switches"),
    Measure("linkLoss", key("fabric_link_loss"), note="part of a node's capacity lost with a T0-T1 link"),
    Measure("linkLossOfPlane", key("fabric_link_loss_of_plane"),
            note="the same, relative to its capacity in this plane"),
    Measure("nicLinkLoss", key("nic_link_loss")),
    Measure("mean", key("capacity_left_mean", 100), "%", "capacity left, mean"),
    Measure("p01", key("capacity_left_p01", 100), "%", "capacity left, 1st percentile",
            "1 % of the NICs have at most this"),
    Measure("least", key("capacity_left_min", 100), "%", "capacity left, worst NIC"),
    Measure("cutOff", key("nics_cut_off"), label="NICs cut off"),
]  # fmt: skip
TABLE = ["tiers", "switches", "optics", "power", "cost", "path"]
GRIDS = ["switches", "links", "optics", "power", "cost", "path", "latency", "mean", "p01", "least", "cutOff"]


def draw(m):
    by_size = {"sweep": "NICs", "log": "x", "xlabel": "NICs", "steps": True}
    yield curve(m, "power", **by_size, title="Power", ylabel="power (W per NIC)", text="""
        Switches and optical modules. Each curve rises where the network needs one more tier: with one plane
        above 2,048 and 65,536 NICs, with 4 planes above 32,768, with 8 planes nowhere up to 131,072.""")
    yield curve(m, "cost", **by_size, title="Cost", ylabel="cost (USD per NIC)", text="""
        Switches, modules and cables at the prices of parameters.json. NICs are the same for all.""")
    sizes = {"NICs1024": "1,024 NICs", "NICs65536": "65,536", "NICs131072": "131,072"}
    yield groups(m, "latency", sizes, title="Latency of the longest path", ylabel="latency (us)",
                 text="Cut-through switches, and cables.")
    yield groups(m, "storeForward", sizes, title="Latency of the longest path, store-and-forward",
                 ylabel="latency (us)",
                 text="A frame takes eight times as long on a link of 100 Gb/s as on one of 800.")
    for what, name, title, text in (
        ("links", "mean", "Links between switches fail: all NICs", """
            Mean of all NICs. The mean loss is about the part of failed links, with any number of planes."""),
        ("links", "least", "Links between switches fail: the worst NIC", """
            The worst NIC limits a synchronous job. Few wide links fail unevenly: with 3 % down, some T0 with
            32 uplinks has lost 4 or 5 of them; nodes with 8 x 256 uplinks have all lost about the same."""),
        ("NIC-links", "cutOff", "Links of NICs fail: NICs cut off", ""),
        ("NIC-links", "mean", "Links of NICs fail: all NICs", ""),
        ("switches", "cutOff", "Switches fail: NICs cut off", ""),
        ("switches", "mean", "Switches fail: all NICs", ""),
    ):  # fmt: skip
        ylabel = "NICs cut off, of 16,384" if name == "cutOff" else "capacity left (%)"
        yield curve(m, name, sweep=what, log="x", title=title, text=text, ylabel=ylabel,
                    xlabel=f"{what.replace('-', ' ')} failed (%)")  # fmt: skip


def claims(m):
    def ratio(place, name):
        """Value with 8 planes divided by the value with one."""
        return m[f"eight@{place}/{name}"] / m[f"one@{place}/{name}"]

    yield claim("65,536 NICs: 8 planes need 3/5 of the switches of 1 plane", ratio("NICs65536", "switches"),
                "==", 0.6, published="3/5")
    yield claim("and at most 2/3 of the optics", ratio("NICs65536", "optics"), "<=", 0.667, published="2/3")
    yield claim("and at least 2/3 of the optics", ratio("NICs65536", "optics"), ">=", 0.666, published="2/3")
    yield claim("131,072 NICs: two tiers with 8 planes", m["eight@NICs131072/tiers"], "==", 2, published="2")
    yield claim("131,072 NICs: four tiers with one plane", m["one@NICs131072/tiers"], "==", 4,
                published="3 or 4")
    yield claim("The longest path has 3 switches with 8 planes, at every size", m["eight/path/max"], "==", 3,
                published="3", full_size=False)
    yield claim("It has 5 with one plane and 65,536 NICs", m["one@NICs65536/path"], "==", 5, published="5")
    yield claim("It has 7 with one plane and 131,072 NICs", m["one@NICs131072/path"], "==", 7, published="7")
    yield claim("One T0-T1 link lost, one plane: 3 % of a node's capacity", m["one@NICs65536/linkLoss"],
                "==", 0.03125, "%", "3 %")
    yield claim("One T0-T1 link lost, 8 planes: 0.4 % of the node's capacity in this plane",
                m["eight@NICs65536/linkLossOfPlane"], "<=", 0.004, "%", "0.4 %")
    yield claim("and 0.05 % of its whole capacity", m["eight@NICs65536/linkLoss"], "<=", 0.0005, "%")
    yield claim("One NIC-T0 link lost, one plane: all capacity", m["one@NICs65536/nicLinkLoss"], "==", 1,
                "%", "100 %")
    yield claim("8 planes: 12.5 %", m["eight@NICs65536/nicLinkLoss"], "==", 0.125, "%", "12.5 %")
    yield claim("65,536 NICs, 8 planes: power at most 2/3", ratio("NICs65536", "power"), "<=", 0.667)
    yield claim("65,536 NICs, 8 planes: cost at most 2/3", ratio("NICs65536", "cost"), "<=", 0.667)
    yield claim("131,072 NICs, 8 planes: cost at most 1/2", ratio("NICs131072", "cost"), "<=", 0.5)
    yield claim("1,024 NICs: 8 planes save no switches, one plane also has two tiers",
                ratio("NICs1024", "switches"), "==", 1, full_size=False)
    yield claim("Store-and-forward, 65,536 NICs: the latency of 8 planes is at least 80 % of that of one",
                ratio("NICs65536", "storeForward"), ">=", 0.8)
    yield claim("3 % of all links between switches: 8 planes keep at most 2 % more on average",
                ratio("links3", "mean"), "<=", 1.02)
    yield claim("8 planes: the worst NIC keeps at least 95 %", m["eight@links3/least/min"], ">=", 95)
    yield claim("One plane: the worst NIC keeps less than 88 %", m["one@links3/least/max"], "<", 88)
    yield claim("1 % of NIC links, 8 planes: no NIC is cut off", m["eight@NIC-links1/cutOff/max"], "==", 0)
    yield claim("4 planes: no NIC is cut off", m["four@NIC-links1/cutOff/max"], "==", 0)
    yield claim("One plane: 1 % of the NICs are cut off", m["one@NIC-links1/cutOff"], "==", 164)
    yield claim("1 % of switches, 8 planes: no NIC is cut off", m["eight@switches1/cutOff/max"], "==", 0)
    yield claim("One plane: at least 32 NICs are cut off", m["one@switches1/cutOff/min"], ">=", 32)
    yield claim("1 % of NIC links: on average one plane keeps at least as much as 8 planes",
                m["one@NIC-links1/mean"] / m["eight@NIC-links1/mean"], ">=", 1)


def answer(m):
    def saved(name):
        return 100 * (1 - m[f"eight@NICs65536/{name}"] / m[f"one@NICs65536/{name}"])

    return (
        f"With 65,536 NICs eight planes need {saved('switches'):.0f} % fewer switches, "
        f"{saved('optics'):.0f} % fewer modules and {saved('power'):.0f} % less power than one plane. With "
        f"3 % of the links between switches down the worst NIC keeps {m['eight@links3/least/min']:.0f} % of "
        f"its capacity, and {m['one@links3/least/min']:.0f} % with one plane; the mean NIC keeps the "
        f"same with both."
    )
