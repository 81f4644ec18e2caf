# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""CONFIG_DB of SONiC: switches that are configured so forward the frames of a run as the simulator does."""

from __future__ import annotations

import csv
import ipaddress
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from exports import TOPOLOGY, run_export, write_scenario
from running import needs_simulator, run_scenario

pytestmark = needs_simulator

#: Bits of a SID, of a uSID, and of what follows the active one.
SID, USID, REST = 48, 16, 80

NETWORKS = {
    "two tiers, two planes": TOPOLOGY | {"planes": 2},
    "three tiers": {
        "type": "clos", "tiers": 3, "hosts": 16, "hostsPerT0": 2, "t0PerPod": 2, "t1PerPod": 2, "t2PerPlane": 4,
    },
    "rails": TOPOLOGY | {"attachment": "rail", "hostsPerServer": 2},
    "a graph": {
        "type": "graph",
        "nodes": [{"name": f"h{number}", "type": "host"} for number in range(4)]
        + [{"name": name, "type": "switch"} for name in ("left", "right", "top", "low")],
        "links": [
            {"a": "h0", "b": "left"}, {"a": "h1", "b": "left"}, {"a": "h2", "b": "right"}, {"a": "h3", "b": "low"},
            {"a": "left", "b": "top"}, {"a": "left", "b": "low"}, {"a": "top", "b": "right"},
            {"a": "low", "b": "right"},
        ],
    },
}  # fmt: skip


class Switch:
    """A switch with the tables of a file: uN, then the route with the longest prefix."""

    def __init__(self, path: Path) -> None:
        tables = json.loads(path.read_text(encoding="utf-8"))
        locators = tables["SRV6_MY_LOCATORS"]
        self.own = set()
        for key, entry in tables["SRV6_MY_SIDS"].items():
            locator, sid = key.split("|")
            assert entry["action"] == "uN" and sid == f"{locators[locator]['prefix']}/{SID}"
            self.own.add(ipaddress.ip_network(sid))
        self.routes = {
            ipaddress.ip_network(key.removeprefix("default|")): route["ifname"]
            for key, route in tables["STATIC_ROUTE"].items()
        }
        self.peers = {name: port["description"] for name, port in tables["PORT"].items()}
        assert tables["DEVICE_METADATA"]["localhost"]["hostname"] == path.stem

    def forward(self, address: int) -> tuple[int, str]:
        """The new destination of a frame, and the name of the port by which it leaves."""
        assert active(address) in self.own
        block = address >> 96 << 96
        address = block | address << USID & (1 << 96) - 1
        return address, self.peers[self.routes[active(address)]]


def active(address: int) -> ipaddress.IPv6Network | ipaddress.IPv4Network:
    """The SID that is the destination of a frame now."""
    return ipaddress.ip_network((address >> REST << REST, SID))


def nic_frames(results: Path) -> Iterator[tuple[str, int]]:
    """The sending host and the outer destination of each frame that a captured NIC sends."""
    for file in (results / "pcap").glob("*.csv"):
        with file.open(encoding="utf-8") as rows:
            for row in csv.DictReader(rows):
                if row["direction"] == "tx":
                    yield file.stem, int(row["outer_dst"].replace(":", ""), 16)


def paths_of(results: Path) -> set[str]:
    """The paths of all EVs."""
    with (results / "evs.csv").open(encoding="utf-8") as rows:
        return {row["path"] for row in csv.DictReader(rows)}


def export_to(folder: Path, scenario: Path) -> dict[str, Switch]:
    """The switches of a scenario by name."""
    assert run_export("--sonic", scenario, "-o", folder) == 0
    return {path.stem: Switch(path) for path in folder.iterdir()}


@pytest.mark.parametrize("network", NETWORKS.values(), ids=NETWORKS)
def test_configured_switches_forward_captured_frames_along_the_paths_of_evs(
    network: dict[str, Any], tmp_path: Path
) -> None:
    hosts, planes = network.get("hosts", 4), network.get("planes", 1)
    captures = [
        {"host": host, "plane": plane, "log": True} for host in range(hosts) for plane in range(planes)
    ]
    job = {"type": "all-to-all", "bytes": "64KB"}
    scenario = write_scenario(
        tmp_path, [job], topology=network, transport={"type": "mrc", "routing": "srv6"},
        measure={"evs": True, "pcap": captures},
    )  # fmt: skip
    results = run_scenario(scenario, tmp_path / "results")
    switches = export_to(tmp_path / "sonic", scenario)
    walked = set()
    for link, address in set(nic_frames(results)):
        path = link.split("--")
        while path[-1] in switches:
            address, port = switches[path[-1]].forward(address)
            assert port.split("--")[0] == path[-1]
            path.append(port.split("--")[1])
        assert address << SID & (1 << 128) - 1 == 0  # the SID of the NIC is the last one
        walked.add(" ".join(path))
    assert walked == paths_of(results)
    used = {name for path in walked for name in path.split()[1:-1]}
    assert used <= switches.keys() and len(used) > 1


def test_lanes_of_a_port_rename_ports_only(tmp_path: Path) -> None:
    scenario = write_scenario(tmp_path, [{"type": "write", "hosts": [0, 7], "bytes": 1}])
    assert run_export("--sonic", scenario, "-o", tmp_path / "four") == 0
    assert run_export("--sonic", scenario, "-o", tmp_path / "one", "--lanes", 1) == 0
    for file in (tmp_path / "four").iterdir():
        text = file.read_text(encoding="utf-8")
        for port in range(16):
            text = text.replace(f'"Ethernet{4 * port}"', f'"Ethernet {port}"')
        assert text.replace("Ethernet ", "Ethernet") == (tmp_path / "one" / file.name).read_text(encoding="utf-8")


def test_sids_differ_between_switches(tmp_path: Path) -> None:
    scenario = write_scenario(tmp_path, [{"type": "write", "hosts": [0, 7], "bytes": 1}])
    switches = export_to(tmp_path / "sonic", scenario)
    sids = [sid for switch in switches.values() for sid in switch.own]
    assert len(sids) == len(set(sids)) == len(switches) == 4


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"topology": TOPOLOGY | {"parallelLinks": 2}}, "switch p0-t1-0: frames for 5f00:0001:0800::/48"),
        ({"transport": {"type": "mrc", "routing": "ecmp"}}, "transport.routing: found ecmp; allowed: srv6"),
        ({"transport": {"type": "roce"}}, "transport.routing: found none"),
        ({"seed": -1}, "seed"),
    ],
    ids=["parallel links", "ECMP", "RoCE", "a scenario with a mistake"],
)
def test_others_are_refused_and_nothing_is_written(
    keys: dict[str, Any], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scenario = write_scenario(tmp_path, [{"type": "write", "hosts": [0, 7], "bytes": 1}], **keys)
    assert run_export("--sonic", scenario, "-o", tmp_path / "sonic") == 2
    error = capsys.readouterr().err
    assert str(scenario) in error and said in error
    assert not (tmp_path / "sonic").exists()


def test_files_of_another_network_stay_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenario = write_scenario(tmp_path, [{"type": "write", "hosts": [0, 7], "bytes": 1}])
    assert run_export("--sonic", scenario, "-o", tmp_path) == 2
    assert f"{tmp_path}: has files" in capsys.readouterr().err
