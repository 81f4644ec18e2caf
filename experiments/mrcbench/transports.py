# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The transports of a run, which may be several: a job can have one of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .reference import transport_of
from .results import Results
from .style import BESIDE, Look, family_of, looks_of
from .table import counted


def enabled_jobs(results: Results) -> dict[str, Mapping[str, Any]]:
    """The jobs of the configuration that are enabled, by name."""
    jobs = enumerate(results.config.get("workload", []))
    return {str(job.get("name", f"job{at}")): job for at, job in jobs if job.get("enabled", True)}


def transport_of_jobs(results: Results) -> dict[str, str]:
    """The kind of transport of each job that is enabled, by its name."""
    common = str(results.summary["transport"])
    return {name: str(job.get("transport", common)) for name, job in enabled_jobs(results).items()}


def label_of(results: Results, with_qps: bool = True) -> str:
    """The name of a variant from the configuration, e.g. ``"RoCE, 8 QPs"`` or ``"MRC + RoCE, 2 QPs"``.

    @param with_qps whether the most QPs of a pair of hosts are in the name
    """
    kinds, jobs = transport_of_jobs(results), enabled_jobs(results)
    labels = []
    for kind in dict.fromkeys(kinds.values() or [str(results.summary["transport"])]):
        transport = transport_of(kind)
        most = max((job.get("qps", 1) for name, job in jobs.items() if kinds[name] == kind), default=1)
        several = with_qps and (transport.one_path_qps or most > 1)
        labels.append(f"{transport.label}, {counted(most, 'QP')}" if several else transport.label)
    return BESIDE.join(labels)


def looks_of_jobs(results: Results, jobs: list[str]) -> dict[str, Look]:
    """The look of each job, with the colors of its transport."""
    kinds = transport_of_jobs(results)
    common = label_of(results)
    families = {job: family_of(transport_of(kinds[job]).label if job in kinds else common) for job in jobs}
    return looks_of(families)
