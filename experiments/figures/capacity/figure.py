# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Flat networks of many planes against tall ones of one.

Question: What do 8 planes of 100 Gb/s in two tiers save against one plane of 800 Gb/s in three or four, and
what is left of each when things fail?

Paper: Section 2: 131,072 NICs in two tiers with 8 planes, where one plane takes three tiers for 65,536 and a
fourth beyond; 2/3 of the optics and 3/5 of the switches; 3 switches on the longest path against 5 or 7; a
T0-T1 link lost costs a node about 0.4 % against 3 %, a NIC-T0 link 12.5 % against everything.

Setup: Arithmetic and the fluid bound, no simulation; docs/capacity.md. NICs of 800 Gb/s, switches of 51.2
Tb/s, full bisection, as few tiers as link so many NICs. Power, prices and lengths are in parameters.json,
each with its source. Faults: 16,384 NICs, a part of all links between switches, of all links of NICs or of
all switches, drawn at random; a link is one link of the respective network, 100, 200 or 800 Gb/s wide. Each
NIC that is not cut off sends to 8 others, and receives from 8, as much as it can.
"""

from mrcbench import measure
from mrcbench.figure import Measure, claim, curve, groups

FAULTS = {"links": "fabricLinks", "NIC-links": "nicLinks", "switches": "switches"}


def sweep(full):
    points = [
        {"sweep": "NICs", "at": nics, "settings": [f"network.nics={nics}", "traffic.pattern=permutation"]}
        for nics in (1024, 4096, 16384, 65536, 131072)
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
            note="the same if every switch waits for whole frames"),
    Measure("linkLoss", key("fabric_link_loss"), note="part of a node's capacity that a T0-T1 link takes"),
    Measure("linkLossOfPlane", key("fabric_link_loss_of_plane"),
            note="the same, of its capacity in this plane"),
    Measure("nicLinkLoss", key("nic_link_loss")),
    Measure("mean", key("capacity_left_mean", 100), "%", "capacity left, mean"),
    Measure("p01", key("capacity_left_p01", 100), "%", "capacity left, 1st percentile",
            "a hundredth of the NICs has no more"),
    Measure("least", key("capacity_left_min", 100), "%", "capacity left, worst NIC"),
    Measure("cutOff", key("nics_cut_off"), label="NICs cut off"),
]  # fmt: skip
TABLE = ["tiers", "switches", "optics", "power", "cost", "path"]
GRIDS = ["switches", "links", "optics", "power", "cost", "path", "latency", "mean", "p01", "least", "cutOff"]


def draw(m):
    by_size = {"sweep": "NICs", "log": "x", "xlabel": "NICs"}
    yield curve(m, "power", **by_size, title="Power", ylabel="power (W per NIC)", text="""
        Switches and optical modules. Each curve goes up where it takes one more tier: with one plane above
        2,048 and 65,536 NICs, with 4 planes above 32,768, with 8 not up to 131,072.""")
    yield curve(m, "cost", **by_size, title="Cost", ylabel="cost (USD per NIC)", text="""
        Switches, modules and cables at the prices of parameters.json. NICs are the same for all.""")
    sizes = {"NICs1024": "1,024 NICs", "NICs65536": "65,536", "NICs131072": "131,072"}
    yield groups(m, "latency", sizes, title="Latency of the longest path", ylabel="latency (us)",
                 text="Switches that cut through, and cables.")
    yield groups(m, "storeForward", sizes, title="The same if switches wait for whole frames",
                 ylabel="latency (us)",
                 text="A frame takes eight times as long on a link of 100 Gb/s as on one of 800.")
    for what, name, title, text in (
        ("links", "mean", "Links between switches fail: all NICs", """
            Mean of all NICs. What is lost on average is about the part that has failed, however the network
            is built."""),
        ("links", "least", "Links between switches fail: the worst NIC", """
            What a synchronous job gets. Few wide links fail unevenly: with 3 % down, a T0 with 32 uplinks is
            found that has lost 4 or 5 of them; those with 8 x 256 have all lost about the same."""),
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
        """8 planes over one."""
        return m[f"eight@{place}/{name}"] / m[f"one@{place}/{name}"]

    yield claim("65,536 NICs: 8 planes take 3/5 of the switches of 1 plane", ratio("NICs65536", "switches"),
                "==", 0.6, published="3/5")
    yield claim("and 2/3 of the optics, at most", ratio("NICs65536", "optics"), "<=", 0.667, published="2/3")
    yield claim("but not less", ratio("NICs65536", "optics"), ">=", 0.666, published="2/3")
    yield claim("131,072 NICs take two tiers with 8 planes", m["eight@NICs131072/tiers"], "==", 2,
                published="2")
    yield claim("and four with one plane", m["one@NICs131072/tiers"], "==", 4, published="3 or 4")
    yield claim("The longest path has 3 switches with 8 planes, at every size", m["eight/path/max"], "==", 3,
                published="3", full_size=False)
    yield claim("5 with one plane and 65,536 NICs", m["one@NICs65536/path"], "==", 5, published="5")
    yield claim("7 with 131,072", m["one@NICs131072/path"], "==", 7, published="7")
    yield claim("One T0-T1 link lost: 3 % of a node's capacity with one plane", m["one@NICs65536/linkLoss"],
                "==", 0.03125, "%", "3 %")
    yield claim("0.4 % with 8 planes, of what the node has in this plane",
                m["eight@NICs65536/linkLossOfPlane"], "<=", 0.004, "%", "0.4 %")
    yield claim("of all it has, an eighth of that", m["eight@NICs65536/linkLoss"], "<=", 0.0005, "%")
    yield claim("One NIC-T0 link lost: everything with one plane", m["one@NICs65536/nicLinkLoss"], "==", 1,
                "%", "100 %")
    yield claim("12.5 % with 8", m["eight@NICs65536/nicLinkLoss"], "==", 0.125, "%", "12.5 %")
    yield claim("Power per NIC at 65,536 NICs: below 2/3", ratio("NICs65536", "power"), "<=", 0.667)
    yield claim("Cost, too", ratio("NICs65536", "cost"), "<=", 0.667)
    yield claim("At 131,072 NICs below a half", ratio("NICs131072", "cost"), "<=", 0.5)
    yield claim("At 1,024 NICs nothing is saved: one plane has two tiers, too", ratio("NICs1024", "switches"),
                "==", 1, full_size=False)
    yield claim("If every switch waits for whole frames, 8 planes are no more than 20 % ahead at 65,536 NICs",
                ratio("NICs65536", "storeForward"), ">=", 0.8)
    yield claim("3 % of all links between switches: on average networks differ by 2 % at most",
                ratio("links3", "mean"), "<=", 1.02)
    yield claim("the worst NIC keeps 95 % with 8 planes", m["eight@links3/least/min"], ">=", 95)
    yield claim("and less than 88 % with one", m["one@links3/least/max"], "<", 88)
    yield claim("1 % of NIC links: nobody is cut off with 8 planes", m["eight@NIC-links1/cutOff/max"],
                "==", 0)
    yield claim("nor with 4", m["four@NIC-links1/cutOff/max"], "==", 0)
    yield claim("one NIC in a hundred with one", m["one@NIC-links1/cutOff"], "==", 164)
    yield claim("1 % of switches: nobody is cut off with 8 planes", m["eight@switches1/cutOff/max"], "==", 0)
    yield claim("some are with one", m["one@switches1/cutOff/min"], ">=", 32)
    yield claim("Averages hide it: with 1 % of NIC links one plane keeps as much as 8, on average",
                m["one@NIC-links1/mean"] / m["eight@NIC-links1/mean"], ">=", 1)
