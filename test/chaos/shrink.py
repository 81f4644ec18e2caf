# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Makes a scenario smaller that is wrong."""

import copy
import dataclasses


def shrink(chaos, wrong):
    """Leaves out faults, jobs and settings one at a time while it stays wrong in the same way.

    wrong -- function of a scenario: what is wrong, or None
    """
    kind = wrong(chaos).split(":")[0]
    best = chaos
    progress = True
    while progress:
        progress = False
        for smaller in candidates(best.json):
            trial = dataclasses.replace(best, json=smaller)
            reason = wrong(trial)
            if reason and reason.split(":")[0] == kind:
                best, progress = trial, True
                break
    return best


def candidates(json):
    """Scenarios with one thing less."""
    for key in ("faults", "workload"):
        for i in range(len(json.get(key, []))):
            if key == "faults" or len(json[key]) > 1:
                smaller = copy.deepcopy(json)
                del smaller[key][i]
                yield smaller
    for path in (("loss",), ("switch",), ("measure",), ("transport", "attributes")):
        if path[0] in json and path[-1] in (json if len(path) == 1 else json[path[0]]):
            smaller = copy.deepcopy(json)
            del (smaller if len(path) == 1 else smaller[path[0]])[path[-1]]
            yield smaller
    for key in list(json.get("transport", {})):
        if key not in ("type", "attributes"):
            smaller = copy.deepcopy(json)
            del smaller["transport"][key]
            yield smaller
    for i, job in enumerate(json["workload"]):
        for key in ("qps", "repeat", "start", "after", "algorithm", "chunk", "window", "transport"):
            if key in job:
                smaller = copy.deepcopy(json)
                del smaller["workload"][i][key]
                yield smaller
        if job["type"] == "flows" and len(job["flows"]) > 1:
            for half in (job["flows"][: len(job["flows"]) // 2], job["flows"][len(job["flows"]) // 2 :]):
                smaller = copy.deepcopy(json)
                smaller["workload"][i]["flows"] = half
                yield smaller
        if isinstance(job.get("senders"), list) and len(job["senders"]) > 1:
            for half in (job["senders"][: len(job["senders"]) // 2], job["senders"][len(job["senders"]) // 2 :]):
                smaller = copy.deepcopy(json)
                smaller["workload"][i]["senders"] = half
                yield smaller
