# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Runs a scenario and checks its results."""

import json
import re
import time

from simulator import Wrong, execute, read_csv

VOLATILE = ("wall_s", "cpu_s", "packet_hops_per_cpu_s", "peak_rss_bytes", "setup_cpu_s")


def judge(chaos, folder):
    """Raises Wrong, or returns (outcome, CPU time of the run in s)."""
    program = chaos.simulator.program
    scenario = folder / "scenario.json"
    scenario.write_text(json.dumps(chaos.json, indent=1))
    checked, _, said = execute(program, "check", scenario)
    one = folder / "one"
    started = time.monotonic()
    status, _, text = execute(program, "run", scenario, "--quiet", "--out", one)
    seconds = time.monotonic() - started
    if (checked == 2) != (status == 2):
        raise Wrong(f"check: its status is {checked}, that of run is {status}: {(said or text).strip()[:300]}")
    if status == 2:
        return "refused: " + said.strip().split("mrc-sim: ")[-1][:200], seconds
    if "conservation" in text:
        raise Wrong("conservation: " + re.search(r"conservation.*", text)[0][:300])
    judge_results(chaos, one, status, text)
    two = folder / "two"
    again, _, _ = execute(program, "run", scenario, "--quiet", "--set", "verifyWire=true", "--out", two)
    if again != status:
        raise Wrong(f"bytes: with verifyWire the status is {again} instead of {status}")
    compare(one, two)
    return json.loads((one / "summary.json").read_text())["outcome"], seconds


def compare(one, two):
    """Check that the files have the same bytes, except for times and the switch itself."""
    names = sorted(file.name for file in one.iterdir())
    if names != sorted(file.name for file in two.iterdir()):
        raise Wrong("bytes: different files with verifyWire")
    for name in names:
        if name.endswith(".csv") and (one / name).read_bytes() != (two / name).read_bytes():
            raise Wrong(f"bytes: a different {name} with verifyWire")
    summaries = []
    for folder in (one, two):
        summary = json.loads((folder / "summary.json").read_text())
        summaries.append({key: value for key, value in summary.items() if key not in VOLATILE})
    for key, value in summaries[0].items():
        if summaries[1].get(key) != value:
            raise Wrong(f"bytes: a different {key} with verifyWire, {summaries[1].get(key)} instead of {value}")


def judge_results(chaos, folder, status, text):
    summary = json.loads((folder / "summary.json").read_text())
    flows = read_csv(folder / "flows.csv")
    outcome = summary["outcome"]
    if outcome not in ("complete", "failed"):
        raise Wrong(f"outcome: {outcome} at {summary['sim_time_ns']} ns; {text.strip()[:400]}")
    if (status == 0) != (outcome == "complete"):
        raise Wrong(f"status: {status} with outcome {outcome}; {text.strip()[:300]}")
    judge_flows(chaos, summary, flows)
    if outcome == "failed" or summary["qp_errors"]:
        judge_errors(chaos, read_csv(folder / "events.csv"), flows, text)


def judge_flows(chaos, summary, flows):
    done = [flow for flow in flows if flow["completed"] == "true"]
    if summary["flows_completed"] != len(done):
        raise Wrong(f"counts: {len(done)} completed flows, summary.json has {summary['flows_completed']}")
    placed, of_done = summary["bytes_delivered"], sum(int(flow["bytes"]) for flow in done)
    most = of_done if len(done) == len(flows) else summary["bytes_posted"]
    if not of_done <= placed <= most:
        raise Wrong(f"counts: {placed} B delivered, of {of_done} B in completed flows, and at most {most} B")
    if summary["outcome"] == "complete" and summary["flows_total"] != len(done):
        raise Wrong(f"counts: complete with {len(done)} of {summary['flows_total']} flows")
    for flow in done:
        if float(flow["slowdown"]) < 1:
            raise Wrong(f"slowdown: {flow['slowdown']} of flow {flow['flow']}")
    judge_order(chaos, done)


def judge_order(chaos, done):
    """Messages of one QP arrive in the order of posting; flows are numbered in that order."""
    transports = {}
    for number, job in enumerate(chaos.json["workload"]):
        transports[job.get("name", f"job{number}")] = job.get("transport")
    latest = {}
    for flow in sorted(done, key=lambda flow: int(flow["flow"])):
        qp = transports[flow["job"]], flow["src"], flow["dst"], flow["qp"]
        end = float(flow["end_ns"])
        if end < latest.get(qp, (0, ""))[0]:
            raise Wrong(f"order: flow {flow['flow']} before {latest[qp][1]}, both of {qp}")
        latest[qp] = end, flow["flow"]


def judge_errors(chaos, events, flows, text):
    """A QP with EVs may fail only without a sound plane."""
    traits = chaos.simulator.traits["transports"]
    used = {job.get("transport", chaos.json["transport"]["type"]) for job in chaos.json["workload"]}
    if not all(traits[name]["evs"] for name in used):
        return  # QPs of other transports have one path
    errors = [event for event in events if event["kind"] == "qp-error"]
    if not errors:
        raise Wrong(f"failed: without a QP error; {text.strip()[:300]}")
    if chaos.mood != "lasting":
        raise Wrong(f"failed: {errors[0]['object']} at {errors[0]['time_ns']} ns, {errors[0]['detail']}; {text.strip()[:300]}")
    for error in errors:
        if "no sound plane" not in error["detail"] and not changed(chaos, events, float(error["time_ns"])):
            raise Wrong(f"failed: {error['object']} at {error['time_ns']} ns {error['detail']}")


WAIT_NS = 20_000_000  # longer than the retries of a QP


def changed(chaos, events, time):
    """True if a fault ended shortly before: a plane that is sound now may have been faulty while the QP tried."""
    return any(
        time - WAIT_NS < float(event["time_ns"]) <= time and event["kind"] in chaos.simulator.events for event in events
    )
