# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The keys of summary.json: of a simulation, and of ``mrc-sim capacity``, which sends no flows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from .entries import Entry, count, ident, number, text
from .tables import JOBS, RECOVERY


def _object(about: str, below: Mapping[str, Entry]) -> Entry:
    return Entry("object", "", about, below)


def _list(about: str, below: Mapping[str, Entry] | None = None, optional: bool = True) -> Entry:
    return Entry("list", "", about, below or {}, optional)


def _ranks(unit: str, what: str) -> dict[str, Entry]:
    """Percentiles by nearest rank."""
    return {
        "p50": number(unit, f"half of the {what} are not above"),
        "p99": number(unit, f"99 % of the {what} are not above"),
        "max": number(unit, f"greatest of the {what}"),
    }


def _with_mean(unit: str, what: str) -> dict[str, Entry]:
    return {"mean": number(unit, f"mean of the {what}"), **_ranks(unit, what)}


_SLOWDOWN = {
    "job": text("name of the job"),
    "over_bytes": count("messages of the class are larger", "B"),
    "upto_bytes": count("and at most so large", "B"),
    "flows": count("messages of the class"),
    "completed": count("of these, delivered"),
    **_with_mean("1", "slowdowns of those delivered"),
}

_STEPS = {
    "job": text("name of the job"),
    "steps": count("steps of all repetitions, begun or not"),
    "completed": count("of these, done"),
    "steps_per_s": number("1/s", "steps done over the time from the first begin to the last end"),
    "time_ns": _object("durations of the steps", _ranks("ns", "durations")),
}

_MONITOR = {
    "probes": count("probes whose end is known"),
    "lost": count("of these, not answered"),
    "named": count("times that an element was named as faulty"),
    "right": count("of these, with a fault there"),
    "faults": count("faults that it should find"),
    "located": count("of these, found"),
    "precision": number("1", "right / named"),
    "recall": number("1", "located / faults"),
    "time_to_locate_mean_ns": number("ns", "mean time from a fault to its verdict"),
    "time_to_locate_max_ns": number("ns", "longest such time"),
}

SUMMARY: Mapping[str, Entry] = {
    "name": text("name of the scenario"),
    "seed": ident("of the run"),
    "transport": text("transport.type; mixed transports are told by config.json"),
    "hosts": count("hosts of the network"),
    "planes": count("its planes"),
    "outcome": text(
        "complete; stop: the time of the scenario was over; stalled: nothing moved any more; failed: a QP gave "
        "up; interrupted: by the user"
    ),
    "version": text("of the simulator"),
    "commit": text("that it was built from"),
    "ns3_version": text("of ns-3"),
    "sim_time_ns": number("ns", "simulated"),
    "wall_s": number("s", "that the simulation took"),
    "setup_cpu_s": number("s", "CPU time from the start of the program to that of the simulation"),
    "cpu_s": number("s", "CPU time of the simulation"),
    "events": count("events of ns-3"),
    "packet_hops": count("frames received at the far end of a link, control included", "frames"),
    "data_packet_hops": count("of these, of the data class", "frames"),
    "packet_hops_per_cpu_s": number("1/s", "packet_hops / cpu_s"),
    "peak_rss_bytes": count("most memory", "B"),
    "flows_total": count("messages of all jobs, posted or not"),
    "flows_started": count("of these, posted"),
    "flows_completed": count("of these, delivered"),
    "bytes_posted": count("payload of the messages posted", "B"),
    "bytes_delivered": count("payload placed exactly once, unfinished messages included", "B"),
    "duplicate_packets": count("data packets that had been received before", "packets"),
    "retransmitted_packets": count("data packets sent again", "packets"),
    "trimmed_packets": count("frames that switches trimmed, each time", "frames"),
    "dropped_packets": count("frames dropped for any reason", "frames"),
    "ctrl_queue_drops": count("of these, because a control queue was full", "frames"),
    "ecn_marked_packets": count("frames that switches marked", "frames"),
    "timeouts": count("retransmission timers that expired"),
    "qp_errors": count("QP ends in the state ERROR"),
    "evs_retired": count("times that an EV was retired"),
    "evs_retired_wrongly": count("of these, with a path that no fault had touched"),
    "declared_lost": count("packets thought lost without an answer that says so", "packets"),
    "false_losses": count("of these, packets that the peer had received", "packets"),
    "pfc_pause_ns": number("ns", "time that PFC held links, the sum over all of them"),
    "lossless_violations": count("data frames that a lossless switch had to drop", "frames"),
    "pfc_storms": count("ports found paused all the time"),
    "pfc_deadlocks": count("cycles of ports that wait for each other"),
    "fct_ns": _object("times of the messages delivered; null if there is none", _with_mean("ns", "times")),
    "jobs": _list("the rows of jobs.csv", JOBS.columns, optional=False),
    "slowdown": _list("slowdowns by size, with a job poisson: a class per power of ten", _SLOWDOWN),
    "recovery": _list("the rows of recovery.csv, with faults", RECOVERY.columns),
    "steps": _list("steps of each job of training steps", _STEPS),
    "monitor": replace(_object("how well the monitor did", _MONITOR), optional=True),
    "captures": _list("names of the files in pcap/"),
}

#: Keys of a summary that ``mrc-sim capacity`` writes (docs/capacity.md); it has no tables.
CAPACITY: Mapping[str, Entry] = {
    "name": text("name of the document"),
    "seed": ident("of the draws"),
    "program": text("capacity"),
    "version": text("of the simulator"),
    "commit": text("that it was built from"),
    "ns3_version": text("of ns-3"),
    "nics": count("NICs of the network"),
    "tiers": count("tiers of switches"),
    "planes": count("planes"),
    "port_bps": number("bit/s", "rate of a port of a NIC"),
    "hosts_per_t0": count("NICs below a T0"),
    "switches": count("switches"),
    "switches_tN": count("switches of tier N, from 0: switches_t0, switches_t1 and so on"),
    "nic_links": count("links between NICs and T0s"),
    "fabric_links": count("links between switches"),
    "links": count("all links"),
    "optics": count("optical modules"),
    "optics_per_nic": number("1", "optical modules per NIC"),
    "switches_per_1024_nics": number("1", "switches per 1,024 NICs"),
    "fiber_cables": count("cables of fiber"),
    "copper_cables": count("cables of copper"),
    "power_w": number("W", "of switches and modules"),
    "cost_usd": number("USD", "of switches, modules and cables"),
    "power_per_nic_w": number("W", "power per NIC"),
    "cost_per_nic_usd": number("USD", "cost per NIC"),
    "switches_on_path": count("switches on the longest path"),
    "hop_latency_ns": number("ns", "latency of these switches and the cables between"),
    "frame_time_ns": number("ns", "time that a frame takes on a link"),
    "store_and_forward_ns": number("ns", "what the longest path takes if switches do not cut through"),
    "fabric_link_loss_of_plane": number("1", "share of a T0's plane that one link between switches carries"),
    "fabric_link_loss": number("1", "the same, of all planes"),
    "nic_link_loss": number("1", "share of a NIC that one of its links carries"),
    "t0_loss": number("1", "share of a NIC that its T0 in one plane carries"),
    "t1_loss": number("1", "share of a NIC that one T1 carries"),
    "failed_fabric_links": count("links between switches that failed"),
    "failed_nic_links": count("links of NICs that failed"),
    "failed_switches": count("switches that failed"),
    "capacity_whole_bps": number("bit/s", "rate of all NICs"),
    "capacity_left_mean": number("1", "share of its rate that a NIC keeps, mean"),
    "capacity_left_p01": number("1", "the same, of the worst hundredth"),
    "capacity_left_min": number("1", "the same, of the worst NIC"),
    "capacity_left_min_connected": number("1", "the same, of the worst NIC that is not cut off"),
    "nics_cut_off": count("NICs that reach nobody"),
}
