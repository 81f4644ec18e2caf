# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Reduces a scenario that violates a rule."""

import copy
import dataclasses

ALWAYS = ("type", "what", "at")  # keys that are always required


def shrink(chaos, wrong):
    """Removes faults, jobs and settings one at a time while the same kind of rule is violated.

    wrong -- function of a scenario: the violated rule, or None
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
    """Scenarios with one part less: half a list, an entry, or a key. `check` rejects those without a required part."""
    parts = [part for part in ("faults", "workload", "loss", "switch", "measure", "transport") if part in json]
    for path in (path for part in parts for path in paths(json[part], (part,))):
        *way, last = path
        thing = follow(json, path)
        if isinstance(thing, list) and len(thing) > 1:
            for half in (thing[: len(thing) // 2], thing[len(thing) // 2 :]):
                smaller = copy.deepcopy(json)
                follow(smaller, way)[last] = half
                yield smaller
        if last not in ALWAYS:
            smaller = copy.deepcopy(json)
            del follow(smaller, way)[last]
            yield smaller


def paths(thing, path):
    """Paths of a value and of all values within it, outer ones first."""
    yield path
    for key, inner in thing.items() if isinstance(thing, dict) else enumerate(thing) if isinstance(thing, list) else ():
        yield from paths(inner, (*path, key))


def follow(json, path):
    for key in path:
        json = json[key]
    return json
