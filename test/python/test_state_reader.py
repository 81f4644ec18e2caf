# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The tests of repaired faults read every member of the classes that they compare, or it is listed here with a reason."""

import re
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]

FIXED = "no fault changes it"
LAZY = "is made at its first use; its contents are read"
COUNT = "counts what happened"
TRAFFIC = "depends on the packets sent so far"
OUTER = "belongs to another part, which is read there"

# class -> member that test/runner/state-reader.cc does not read -> reason
NOT_READ: dict[str, dict[str, str]] = {
    "FabricElements": {
        "m_settings": FIXED,
        "m_arena": FIXED,
    },
    "FabricPlaneRoutes": {"m_paths": FIXED},
    "FabricSwitchRoutes": {"m_switch": FIXED, "m_plane": OUTER},
    "FabricSwitch": {
        "m_context": OUTER,
        "m_site": FIXED,
        "m_sid": FIXED,
        "m_stats": COUNT,
        "m_touched": "a history by design: has the switch ever been off",
        "m_plainRouting": FIXED,
        "m_evFields": FIXED,
        "m_forwarding": FIXED,
        "m_ports": OUTER,
        "m_balancer": TRAFFIC,
    },
    "FabricSharedBuffer": {
        "m_context": OUTER,
        "m_sender": OUTER,
        "m_spec": FIXED,
        "m_sizes": FIXED,
    },
    "FabricPort": {
        "m_receiver": FIXED,
        "m_rxFrames": COUNT,
        "peer": OUTER,
        "index": FIXED,
        "m_fractionQ16": TRAFFIC,
        "m_disposed": FIXED,
        "m_touched": "a history by design: has a fault ever affected the direction",
        "m_txFrames": COUNT,
        "m_txBytes": COUNT,
        "buffer": OUTER,
        "owner": FIXED,
        "id": FIXED,
        "m_farNode": FIXED,
        "m_lineFree": LAZY,
        "m_pauseDue": LAZY,
        "m_cut": TRAFFIC,
        "m_markState": TRAFFIC,
        "m_trims": COUNT,
        "m_ecnMarks": COUNT,
        "m_drops": COUNT,
        "m_lostFrames": COUNT,
        "m_taps": FIXED,
        "m_arena": FIXED,
    },
    "FabricPortClasses": {"lead": TRAFFIC, "pfcReceived": COUNT},
    "FabricPortPause": {
        "since": "of the current pause; active is read",
        "until": "of the current pause; active is read",
        "total": COUNT,
    },
    "FabricClassQueue": {"maxBytes": COUNT},
    "FabricQueueProfile": {},
    "FabricFaults": {"m_elements": OUTER, "m_next": COUNT},
    "RdmaNic": {
        "m_fabric": OUTER,
        "m_host": FIXED,
        "m_downlink": FIXED,
        "m_nPorts": FIXED,
        "m_ports": OUTER,
        "m_disposed": FIXED,
        "m_polled": TRAFFIC,
        "m_portQueueFrames": FIXED,
        "m_linkDownDetect": FIXED,
        "m_portRemapDelay": FIXED,
        "m_portStatusTimeout": FIXED,
        "m_serviceMaker": FIXED,
        "m_packetPorts": FIXED,
        "m_packetPortsIndex": FIXED,
        "m_tracedQps": LAZY,
        "m_newQpTrace": FIXED,
        "m_qpEventTrace": FIXED,
        "m_portTrace": FIXED,
    },
    "RdmaNicPortStatus": {"m_client": FIXED},
    "MrcNicEndpoint": {"m_qps": FIXED, "m_probeEncap": FIXED, "m_trimSchedule": TRAFFIC},
    "MrcDenials": {},
    "MrcEndpoint": {"m_statusTimeout": FIXED, "m_nextId": COUNT, "m_nextBatch": COUNT},
    "MrcTransport": {
        "m_transportAck": FIXED,
        "m_used": FIXED,
        "m_responder": TRAFFIC,
        "m_counters": COUNT,
        "m_requester": TRAFFIC,
        "m_flushed": "is empty except after a reset",
        "m_selector": TRAFFIC,
        "m_controller": TRAFFIC,
        "m_setup": FIXED,
        "m_config": FIXED,
        "m_attributes": FIXED,
    },
    "MrcEvTable": {
        "m_skipMaxAge": FIXED,
        "m_lossRetiresEv": FIXED,
        "m_lossBudget": TRAFFIC,
        "m_trimming": FIXED,
        "m_lastAttributed": TRAFFIC,
        "m_lastTrim": TRAFFIC,
        "m_rto": FIXED,
        "m_nextLastResort": TRAFFIC,
        "m_parameters": FIXED,
        "m_rng": TRAFFIC,
        "m_minActive": FIXED,
        "m_changes": COUNT,
    },
    "MrcEvProber": {
        "m_parameters": FIXED,
        "m_rng": TRAFFIC,
        "m_timeout": FIXED,
        "m_budget": OUTER,
        "m_retryAt": TRAFFIC,
        "m_restedUntil": TRAFFIC,
    },
}

READER = (TOP / "test" / "runner" / "state-reader.cc").read_text(encoding="utf-8")
# A member: a type, then its name, perhaps with a width and an initial value
MEMBER = re.compile(
    r"^    (?!class |struct |using |friend |static |typedef |return |[\w:<>]+ operator)(?:mutable |const )*[\w:]+(?:<[^;()]*>)?[\s*&]+"
    r"(\w+)(?: : \d+)?(?:\{[^;]*\})?;",
    re.M,
)


def members(name: str) -> set[str]:
    """The members of a class of the module, without those of its nested classes."""
    for header in (TOP / "model").rglob("*.h"):
        text = re.sub(r"//.*", "", header.read_text(encoding="utf-8"))
        found = re.search(rf"^(?:class|struct) (?:alignas\(\d+\) )?{name}\b[^;{{]*\{{\n(.*?)^\}};", text, re.M | re.S)
        if found:
            return set(MEMBER.findall(re.sub(r"^    [^\n]*\n    \{\n.*?^    \};?\n", "", found[1], flags=re.M | re.S)))
    raise AssertionError(f"no class {name}")


def read(name: str) -> set[str]:
    """The members that the reader names in its function for a class."""
    found = re.search(rf"^RdmaStateReader::Read\(const {name}& it\)\n(.*?)^\}}", READER, re.M | re.S)
    assert found, f"the reader has no function for {name}"
    return set(re.findall(r"\b(?:READ(?:_AS)?\(|it\.)(\w+)", found[1]))


@pytest.mark.parametrize("name", NOT_READ)
def test_every_member_is_read_or_has_a_reason(name: str) -> None:
    known = read(name) | NOT_READ[name].keys()
    assert members(name) - known == set(), "neither read nor listed in NOT_READ"
    assert NOT_READ[name].keys() - members(name) == set(), "listed, but no member"
    assert NOT_READ[name].keys() & read(name) == set(), "listed, but read"


def test_every_class_of_the_reader_is_checked() -> None:
    assert set(re.findall(r"^RdmaStateReader::Read\(const (\w+)& it\)", READER, re.M)) == NOT_READ.keys()
