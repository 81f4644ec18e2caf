# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The source routes of a network as CONFIG_DB of SONiC, a file per switch.

A switch has a locator and a uN SID for each of its SIDs, and a static route to each SID that may follow.
There are no uA SIDs: a uA also consumes the SID that follows, which the next switch or NIC needs.
"""

from __future__ import annotations

import argparse
import ipaddress
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...arguments import whole
from .. import Export, ExportError, Format, Request
from ..simulator import SCENARIO_OPTIONS, load_scenario, load_switches


def config_db(switch: Mapping[str, Any], lanes: int) -> dict[str, Any]:
    """The tables of a switch.

    @param switch an entry of the simulator's list
    @param lanes lanes of a port
    @raise ExportError if the next hop depends on more than the next SID
    """
    names = [f"Ethernet{number * lanes}" for number in range(len(switch["ports"]))]
    locators, sids = {}, {}
    routes: dict[str, int] = {}
    for number, entry in enumerate(switch["sids"]):
        sid = ipaddress.ip_network(entry["sid"])
        locators[f"mrc{number}"] = {"prefix": str(sid.network_address)}
        sids[f"mrc{number}|{sid}"] = {"action": "uN", "decap_dscp_mode": "pipe"}
        for following, port in entry["next"].items():
            if routes.setdefault(following, port) != port:
                raise ExportError(
                    f"switch {switch['switch']}: frames for {following} leave by port {routes[following]} or "
                    f"{port}, which depends on the link by which they came; allowed: no parallel links, "
                    "because a static route has no such rule"
                )
    return {
        "DEVICE_METADATA": {"localhost": {"hostname": switch["switch"]}},
        "PORT": {name: {"description": port["name"]} for name, port in zip(names, switch["ports"])},
        "SRV6_MY_LOCATORS": locators,
        "SRV6_MY_SIDS": sids,
        "STATIC_ROUTE": {
            f"default|{ipaddress.ip_network(following)}": {"ifname": names[port]}
            for following, port in routes.items()
        },
    }


def export(request: Request) -> Export:
    """The files of a scenario.

    @raise ExportError if SONiC cannot be configured so, or the folder has files
    """
    scenario = load_scenario(request)
    transport = scenario["transport"]
    if transport.get("routing") != "srv6":
        found = transport.get("routing", f"none, with transport.type {transport['type']}")
        raise ExportError(
            f"{request.source}: transport.routing: found {found}; allowed: srv6, "
            "because with others frames have no SIDs"
        )
    folder = request.out or Path(f"{scenario['name']}-sonic")
    if folder.is_dir() and any(folder.iterdir()):
        raise ExportError(f"{folder}: has files, perhaps of another network; allowed: a new or empty folder")
    files = {}
    for switch in load_switches(request):
        try:
            tables = config_db(switch, request.options.lanes)
        except ExportError as error:
            raise ExportError(f"{request.source}: {error}") from error
        files[folder / f"{switch['switch']}.json"] = json.dumps(tables, indent=2) + "\n"
    return Export(files)


def _declare_lanes(parser: argparse.ArgumentParser) -> argparse.Action:
    return parser.add_argument(
        "--lanes", type=whole(1, 8), default=4, metavar="N",
        help="lanes of a port: port p of a switch is Ethernet<p x lanes> (4)",
    )  # fmt: skip


FORMAT = Format(
    "the SIDs and static routes of each switch as CONFIG_DB of SONiC", "SCENARIO", export,
    {**SCENARIO_OPTIONS, "lanes": _declare_lanes},
)  # fmt: skip
