# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The files of one run against each other: what can be computed from one of them must be in the other.

Written from docs/results.md alone. Expects all links in links.csv, and SAMPLES in samples.csv.
"""

from collections import Counter, defaultdict
from fractions import Fraction

from simulator import Wrong

SAMPLES = ("host.rx_gbps", "plane.rx_gbps", "job.throughput_gbps", "port.tx_gbps", "port.queue_bytes", "qp.rate_gbps")
MOST_PAYLOAD = 9000  # B of a packet
DIGITS = Fraction(1, 10**8)  # numbers have nine digits
CENTILE = Fraction(99, 100)


def expect(where, found, expected, within=0):
    """Raises Wrong if two numbers differ by more than the given share."""
    found, expected = (None if value in ("", None) else Fraction(value) for value in (found, expected))
    if found is None or expected is None:
        if found is not expected:
            raise Wrong(f"accounts: {where} is {found}, expected {expected}")
    elif abs(found - expected) > within * abs(expected):
        raise Wrong(f"accounts: {where} is {float(found)}, expected {float(expected)}")


def number(text):
    return None if text == "" else Fraction(text)


def total(rows, column):
    return sum((Fraction(row[column]) for row in rows), Fraction(0))


def difference(end, start):
    return None if end is None or start is None else end - start


def centile(values, share):
    """The least value that the given share of all does not exceed."""
    values = sorted(values)
    return values[max(0, -(-share.numerator * len(values) // share.denominator) - 1)]


def check(results, interval, streams):
    """Raises Wrong at the first number that disagrees with the others.

    interval -- sampling interval, ns
    streams -- names of jobs with TCP
    """
    check_flows(results, streams)
    check_jobs(results)
    check_counts(results)
    check_events(results, streams)
    check_recovery(results)
    check_steps(results)
    check_samples(results, interval)
    check_lists(results)


def check_flows(results, streams):
    times, started = [], Fraction(0)
    for index, row in enumerate(results.rows("flows")):
        where = f"flows.csv, {index}, "
        expect(where + "flow", row["flow"], index)
        if (row["completed"] == "true") != (row["end_ns"] != ""):
            raise Wrong(f"accounts: {where}completed is {row['completed']}, its end {row['end_ns']}")
        took = difference(number(row["end_ns"]), number(row["start_ns"]))
        expect(where + "fct_ns", row["fct_ns"], took)
        expect(where + "slowdown", row["slowdown"], took and took / Fraction(row["ideal_ns"]), DIGITS)
        if took is not None and took < Fraction(row["ideal_ns"]):
            raise Wrong(f"accounts: {where}fct_ns {took} is below ideal_ns")
        if Fraction(row["start_ns"]) < started:
            raise Wrong(f"accounts: {where}starts before the message that was posted before it")
        started = Fraction(row["start_ns"])
        times += [] if took is None else [took]
        once, size = int(row["packets"]) - int(row["retransmits"]), int(row["bytes"])
        if row["job"] in streams or row["packets"] == "0":
            continue  # a segment may have parts of two messages; no packets within a server
        if not 0 <= once <= size or (took and once * MOST_PAYLOAD < size):
            raise Wrong(f"accounts: {where}{once} packets of {row['bytes']} B")
    summary = results.summary["fct_ns"]
    if not times:
        if any(value is not None for value in summary.values()):
            raise Wrong("accounts: summary.json has times of no messages")
        return
    expect("fct_ns.mean", summary["mean"], sum(times) / len(times), DIGITS)
    expect("fct_ns.p50", summary["p50"], centile(times, Fraction(1, 2)))
    expect("fct_ns.p99", summary["p99"], centile(times, CENTILE))
    expect("fct_ns.max", summary["max"], max(times))


DELAYED = ("flows", "poisson", "training-step")  # messages may begin after the job


def check_jobs(results):
    flows, jobs = defaultdict(list), defaultdict(list)
    for row in results.rows("flows"):
        flows[row["job"]].append(row)
    for row in results.rows("jobs"):
        jobs[row["job"]].append(row)
    if not flows.keys() <= jobs.keys():
        raise Wrong(f"accounts: flows.csv has jobs that jobs.csv has not: {flows.keys() - jobs.keys()}")
    for job, rows in jobs.items():
        where = f"jobs.csv, {job}, "
        for index, row in enumerate(rows):
            expect(where + "repetition", row["repetition"], index)
            took = difference(number(row["end_ns"]), number(row["start_ns"]))
            expect(where + "duration_ns", row["duration_ns"], took)
            expect(where + "efficiency", row["efficiency"], took and Fraction(row["ideal_ns"]) / took, DIGITS)
            if took and not 0 < Fraction(row["efficiency"]) <= 1:
                raise Wrong(f"accounts: {where}efficiency {row['efficiency']}")
            if row["type"] == "write":
                speed = took and Fraction(row["bytes"]) * 8 / took
                expect(where + "algbw_gbps", row["algbw_gbps"], speed, DIGITS)
                expect(where + "busbw_gbps", row["busbw_gbps"], speed, DIGITS)
        if not flows[job]:
            continue
        first = min(Fraction(row["start_ns"]) for row in flows[job])
        if rows[0]["type"] in DELAYED and Fraction(rows[0]["start_ns"]) > first:
            raise Wrong(f"accounts: {where}start_ns {rows[0]['start_ns']} is above that of a message")
        if rows[0]["type"] not in DELAYED:
            expect(where + "start_ns", rows[0]["start_ns"], first)
        ends = [number(row["end_ns"]) for row in flows[job]]
        if rows[-1]["end_ns"] != "" and None not in ends:
            expect(where + "end_ns", rows[-1]["end_ns"], max(ends))


def check_counts(results):
    summary, flows = results.summary, results.tables["flows"]
    done = [row for row in flows if row["completed"] == "true"]
    expect("flows_started", summary["flows_started"], len(flows))
    expect("flows_completed", summary["flows_completed"], len(done))
    expect("bytes_posted", summary["bytes_posted"], total(flows, "bytes"))
    if not total(done, "bytes") <= summary["bytes_delivered"] <= summary["bytes_posted"]:
        raise Wrong(f"accounts: bytes_delivered is {summary['bytes_delivered']}")
    if summary["flows_total"] < len(flows) or (summary["outcome"] == "complete") > (summary["flows_total"] == len(done)):
        raise Wrong(f"accounts: {summary['outcome']} with {len(done)} of {summary['flows_total']} messages")
    expect("retransmitted_packets", summary["retransmitted_packets"], total(flows, "retransmits"))
    if max((Fraction(row["end_ns"]) for row in done), default=0) > summary["sim_time_ns"]:
        raise Wrong("accounts: a message ends after sim_time_ns")
    check_links(results)


def check_links(results):
    summary, links = results.summary, results.tables["links"]
    for name, column in (("trimmed_packets", "trims"), ("ecn_marked_packets", "ecn_marks"), ("pfc_pause_ns", "pauses_ns")):
        expect(name, summary[name], total(links, column))
    if summary["dropped_packets"] < total(links, "drops"):
        raise Wrong("accounts: dropped_packets is below the sum of links.csv")
    if summary["packet_hops"] > total(links, "packets"):
        raise Wrong(f"accounts: packet_hops is {summary['packet_hops']}, frames of links {total(links, 'packets')}")
    ends = {(row["a"], row["b"], row["index"]) for row in links}
    if {(b, a, index) for a, b, index in ends} != ends or len(ends) < len(links):
        raise Wrong("accounts: links.csv has not each direction of each link once")
    planes = {row["plane"] for row in links}
    if planes != set(map(str, range(summary["planes"]))):
        raise Wrong(f"accounts: planes {planes} of links.csv, {summary['planes']} of summary.json")
    for row in links:
        if row["bytes"] == row["packets"] == "0" and row["utilisation"] != "0":
            raise Wrong(f"accounts: utilisation {row['utilisation']} of {row['a']}--{row['b']} without frames")
        if not 46 * int(row["packets"]) <= int(row["bytes"]) <= 65_600 * int(row["packets"]):
            raise Wrong(f"accounts: {row['bytes']} B in {row['packets']} frames of {row['a']}--{row['b']}")
        if not 0 <= Fraction(row["utilisation"]) <= 1:
            raise Wrong(f"accounts: utilisation {row['utilisation']} of {row['a']}--{row['b']}")


COUNTED = {
    "timeouts": "timeout", "qp_errors": "qp-error", "evs_retired": "ev-bad", "false_losses": "false-loss",
    "pfc_storms": "pfc-storm", "pfc_deadlocks": "pfc-deadlock",
}  # fmt: skip


def check_events(results, streams):
    rows = results.tables.get("events", [])
    kinds = Counter(row["kind"] for row in rows)
    most = max((int(row["timeouts"]) for row in results.rows("flows")), default=0)
    trims = max((int(row["trims"]) for row in results.rows("flows")), default=0)
    if most > results.summary["timeouts"] or trims > results.summary["trimmed_packets"]:
        raise Wrong(f"accounts: a message has {most} time-outs and {trims} trims")
    for row in results.rows("flows"):
        if not 0 <= int(row["src"]) < results.summary["hosts"] > int(row["dst"]) >= 0 or row["src"] == row["dst"]:
            raise Wrong(f"accounts: flow {row['flow']} is from {row['src']} to {row['dst']}")
    for name, kind in COUNTED.items():
        if not streams or kinds[kind] > results.summary[name]:  # those of TCP are no events
            expect(name, results.summary[name], kinds[kind])
    wrongly = sum(row["kind"] == "ev-bad" and row["detail"].endswith("wrongly") for row in rows)
    expect("evs_retired_wrongly", results.summary["evs_retired_wrongly"], wrongly)
    times = [Fraction(row["time_ns"]) for row in rows]
    if times != sorted(times) or (times and times[-1] > Fraction(results.summary["sim_time_ns"])):
        raise Wrong("accounts: events.csv is not in order of time, or goes on after the end")


def check_recovery(results):
    for row in results.rows("recovery"):
        where = f"recovery.csv, {row['fault']}, "
        first, last, at = (number(row[column]) for column in ("first_loss_ns", "last_loss_ns", "at_ns"))
        expect(where + "loss_free_after_ns", row["loss_free_after_ns"], difference(last, at))
        if (first is None) != (int(row["lost_packets"]) == 0) or (first or at) < at:
            raise Wrong(f"accounts: {where}first loss at {first} with {row['lost_packets']} lost packets")
        if first is not None and not Fraction(row["longest_qp_loss_ns"]) <= last - first:
            raise Wrong(f"accounts: {where}longest_qp_loss_ns is above the time from the first loss to the last")
        if int(row["qps_touched"]) > int(row["lost_packets"]):
            raise Wrong(f"accounts: {where}more QPs than losses")


def check_steps(results):
    done, begun = defaultdict(list), Counter()
    flows = results.tables["flows"]
    for row in results.rows("steps"):
        repetition = row["job"], row["repetition"]
        expect(f"steps.csv, {repetition}, step", row["step"], begun[repetition])
        begun[repetition] += 1
        where = f"steps.csv, {row['job']} {row['repetition']} {row['step']}, "
        took = difference(number(row["end_ns"]), number(row["start_ns"]))
        expect(where + "duration_ns", row["duration_ns"], took)
        if took is not None:
            done[row["job"]].append(row)
            if took < Fraction(row["compute_ns"]):
                raise Wrong(f"accounts: {where}computes longer than it lasts")
        if row["slowest_flow"]:
            flow = flows[int(row["slowest_flow"])]
            found = (row["job"], row["slowest_src"], row["slowest_dst"], row["slowest_slowdown"])
            if found != (flow["job"], flow["src"], flow["dst"], flow["slowdown"]):
                raise Wrong(f"accounts: {where}slowest flow {found}")
    for entry in results.whole.get("steps", ()):
        rows = done[entry["job"]]
        where = f"summary.json, steps of {entry['job']}, "
        expect(where + "completed", entry["completed"], len(rows))
        if rows:
            times = [Fraction(row["duration_ns"]) for row in rows]
            whole = max(Fraction(row["end_ns"]) for row in rows) - min(Fraction(row["start_ns"]) for row in rows)
            expect(where + "steps_per_s", entry["steps_per_s"], whole and len(rows) * 10**9 / whole, DIGITS)
            for name, value in (("p50", centile(times, Fraction(1, 2))), ("p99", centile(times, CENTILE)), ("max", max(times))):
                expect(where + name, entry["time_ns"][name], value)


def check_samples(results, interval):
    """Rates times intervals are bytes: of hosts and planes the same, and what links and messages say."""
    bits, at = defaultdict(Fraction), defaultdict(Fraction)  # by kind and object; Gb/s by kind and time
    for row in results.rows("samples"):
        bits[row["kind"], row["object"]] += Fraction(row["value"]) * interval
        at[row["kind"], row["time_ns"]] += Fraction(row["value"])
        if Fraction(row["time_ns"]) % interval:
            raise Wrong(f"accounts: samples.csv has time {row['time_ns']}, interval {interval}")
    for (kind, time), value in at.items():
        if kind == "host.rx_gbps":
            expect(f"plane.rx_gbps at {time}", at.get(("plane.rx_gbps", time)), value, 10 * DIGITS)
        if kind == "qp.rate_gbps" and value > at.get(("job.throughput_gbps", time), 0) * (1 + 10 * DIGITS):
            raise Wrong(f"accounts: QPs receive {float(value)} Gb/s at {time}, more than jobs")
    most = bits_of_links(results)
    delivered = ("job.throughput_gbps", "all")
    most[delivered] = results.summary["bytes_delivered"] * 8
    bits[delivered] = sum((value for (kind, _), value in bits.items() if kind == delivered[0]), Fraction(0))
    for key, value in bits.items():
        if key in most and value > most[key] * (1 + DIGITS):
            raise Wrong(f"accounts: {key} has {float(value)} bits of {float(most[key])}")
        if key[0] == "port.tx_gbps" and results.summary["sim_time_ns"] % interval == 0:
            expect(f"bits of {key}", value, most[key], DIGITS)


def bits_of_links(results):
    """Bits sent by each port, and bits sent to each host, by kind and object of samples."""
    links = results.tables["links"]
    parallel = {(row["a"], row["b"]) for row in links if row["index"] != "0"}
    most = defaultdict(Fraction)
    for row in links:
        ends = row["a"], row["b"]
        port = "--".join(ends) + (f".{row['index']}" if ends in parallel else "")
        for key in (("port.tx_gbps", port), ("host.rx_gbps", row["b"])):
            most[key] += Fraction(row["bytes"]) * 8
    return most


def check_lists(results):
    """Lists of summary.json are the rows of tables."""
    for name in ("jobs", "recovery"):
        rows = results.tables.get(name, [])
        entries = results.whole.get(name, [])
        expect(f"number of {name}", len(entries), len(rows))
        for row, entry in zip(rows, entries):
            if row.keys() != entry.keys():
                raise Wrong(f"accounts: {name} of summary.json has keys {list(entry)}")
            for key, value in entry.items():
                if isinstance(value, str):
                    if row[key] != value:
                        raise Wrong(f"accounts: {name} of summary.json, {key} is {value}, {row[key]} in the table")
                else:
                    expect(f"{name} of summary.json, {key}", row[key], value, DIGITS)
