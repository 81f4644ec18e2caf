# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""tshark dissects captures to the frames that the simulator sent.

Small runs with measure.pcap write captures and, from the simulator's structs, tables of the same frames. tshark reads the
captures, with and without experiments/wireshark/mrc.lua, and must find the same values in every frame. Headers that do
not occur in these runs are given to tshark as literal bytes.
"""

from __future__ import annotations

import csv
import ipaddress
import json
import struct
import subprocess
from pathlib import Path
from typing import Any

import pytest
from running import SIMULATOR, TOP

pytestmark = pytest.mark.slow

DISSECTOR = TOP / "experiments" / "wireshark" / "mrc.lua"

WRITES, SACK, NACK = range(0xC6, 0xCC), 0xDC, 0xDD

# An EV can give any source port, also those of other protocols, whose dissectors Wireshark tries first
PORTS_ARE_ROCE = ["-d", "udp.port==1-32767,infiniband"]
WITH_LUA = ["-o", "udp.try_heuristic_first:TRUE", "-X", f"lua_script:{DISSECTOR}"]

# 4 senders to one host, random loss, a queue that overflows: writes, retransmissions, trims, SACKs and NACKs
SCENARIO: dict[str, Any] = {
    "schema": 1,
    "name": "captured",
    "topology": {"type": "clos", "planes": 2, "hosts": 8, "hostsPerT0": 2, "t1PerPlane": 2},
    "transport": {"type": "mrc"},
    "workload": [{"type": "incast", "receiver": 1, "senders": [0, 2, 4, 6, 7], "bytes": "600KB"}],
    "loss": [{"where": "nic-rx", "rate": 0.02}],
    "measure": {
        "pcap": [
            {"host": 1, "plane": 1, "log": True},
            {"link": {"plane": 0, "t0": 1, "t1": 1}, "log": True, "snaplen": 256},
        ]
    },
    "verifyWire": True,
}
NIC, UPLINK = "h1--p1-t0-0", "p0-t0-1--p0-t1-1"


def simulate(folder: Path, changes: dict[str, Any]) -> Path:
    """Runs SCENARIO with some keys changed; returns the folder of the captures."""
    scenario = folder / "scenario.json"
    scenario.write_text(json.dumps(SCENARIO), encoding="utf-8")
    words = [f"--set={key}={json.dumps(value)}" for key, value in changes.items()]
    command = [SIMULATOR, "run", scenario, "--quiet", "--out", folder / "out", *words]
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL)
    return folder / "out" / "pcap"


# Kinds of routing, and one with timestamps in the packets
RUNS: dict[str, dict[str, Any]] = {
    "srv6": {},
    "structured": {},
    "ecmp": {},
    "srv6 with timestamps": {"transport.attributes": {"ns3::MrcQpParameters::Timestamps": True}},
}


@pytest.fixture(scope="module", name="captures", params=RUNS)
def fixture_captures(tmp_path_factory, request):
    """Folder of the captures of a run with MRC, and its kind of routing."""
    folder = tmp_path_factory.mktemp(request.param)
    routing = request.param.split()[0]
    changes = {"transport.routing": routing, **RUNS[request.param]}
    return simulate(folder, changes), routing


def tshark(capture: Path, fields: list[str], lua: bool = False) -> list[dict[str, list[str]]]:
    """All frames of a capture: the values of each field, from the outermost header on."""
    command = [
        "tshark",
        "-r",
        capture,
        "-n",
        "-T",
        "fields",
        "-E",
        "separator=;",
        "-E",
        "aggregator=|",
    ]
    command += WITH_LUA if lua else PORTS_ARE_ROCE
    for field in fields:
        command += ["-e", field]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert "Lua" not in done.stderr, done.stderr
    rows = []
    for line in done.stdout.splitlines():
        cells = line.split(";")
        rows.append({f: c.split("|") if c else [] for f, c in zip(fields, cells, strict=True)})
    return rows


def read_log(folder: Path, name: str) -> list[dict[str, str]]:
    with open(folder / f"{name}.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def number(text: str) -> int:
    """A number in the formats of tshark: decimal, hexadecimal, True or False."""
    return {"True": 1, "False": 0}.get(text, int(text, 0) if text[:1] in "-0123456789" else 0)


def nic_address(host: int, plane: int) -> ipaddress.IPv6Address:
    return ipaddress.IPv6Address(f"fd00:0:{plane:x}:{host // 2:x}::{host % 2:x}")


BASIC = [
    "frame.time_epoch",
    "frame.len",
    "frame.cap_len",
    "eth.type",
    "ipv6.src",
    "ipv6.dst",
    "ipv6.flow",
    "ipv6.tclass.dscp",
    "ipv6.tclass.ecn",
    "ipv6.hlim",
    "ipv6.nxt",
    "udp.srcport",
    "udp.dstport",
    "infiniband.bth.opcode",
    "infiniband.bth.destqp",
    "infiniband.bth.psn",
]


@pytest.mark.parametrize("name", [NIC, UPLINK])
def test_ethernet_ipv6_udp_and_bth_as_the_simulator_sent_them(captures, name):
    folder, routing = captures
    frames, log = tshark(folder / f"{name}.pcap", BASIC), read_log(folder, name)
    assert len(frames) == len(log) > 20
    for frame, row in zip(frames, log, strict=True):
        plane, ev = int(row["plane"]), int(row["ev"])
        seconds, fraction = frame["frame.time_epoch"][0].split(".")
        assert int(seconds) * 10**9 + int(fraction) == int(float(row["time_ns"]))
        assert frame["frame.len"] == [row["bytes"]]
        assert int(frame["frame.cap_len"][0]) == min(
            int(row["bytes"]), 256 if name == UPLINK else 9999
        )
        assert frame["eth.type"] == ["0x86dd"]
        headers = 2 if routing == "srv6" else 1
        assert row["encap"] == ("srv6" if headers == 2 else "plain")
        source, destination = nic_address(int(row["src_host"]), plane), nic_address(
            int(row["dst_host"]), plane
        )
        assert [ipaddress.IPv6Address(a) for a in frame["ipv6.src"]] == [source] * headers
        outer = [ipaddress.IPv6Address(row["outer_dst"])] if headers == 2 else []
        assert [ipaddress.IPv6Address(a) for a in frame["ipv6.dst"]] == [*outer, destination]
        assert frame["ipv6.nxt"] == ["41", "17"][2 - headers :]
        assert [number(f) for f in frame["ipv6.flow"]] == [ev >> 16] * headers
        assert frame["ipv6.tclass.dscp"][0] == row["dscp"]
        assert frame["ipv6.tclass.ecn"][0] == row["ecn"]
        assert frame["ipv6.hlim"][0] == row["hop_limit"]
        assert frame["udp.srcport"] == [str(ev & 0xFFFF)]
        assert frame["udp.dstport"] == ["4791"]
        assert frame["infiniband.bth.opcode"] == [row["opcode"]]
        assert number(frame["infiniband.bth.destqp"][0]) == int(row["dest_qpn"])
        assert frame["infiniband.bth.psn"] == [row["psn"]]


# Field of the dissector, column of the table
WRITE_FIELDS = {
    "mrc.meth.msn": "msn",
    "mrc.meth.rqmsn": "rqmsn",
    "mrc.reth.va": "va",
    "mrc.reth.rkey": "rkey",
    "mrc.reth.dmalen": "dma_length",
    "mrc.tseth.tx_timestamp": "tx_timestamp",
    "mrc.immdt": "immediate",
}
SACK_FIELDS = {
    "mrc.seth.m": "m",
    "mrc.seth.pr": "pr",
    "mrc.seth.ack_psn_offset": "ack_psn_offset",
    "mrc.seth.entropy": "entropy",
    "mrc.seth.cack_psn": "cack_psn",
    "mrc.seth.mpr": "mpr",
    "mrc.seth.sack_offset": "sack_offset",
    "mrc.seth.sack_bitmap": "sack_bitmap",
    "mrc.cc_state.tx_timestamp": "tx_timestamp",
    "mrc.cc_state.ooo_count": "ooo_count",
    "mrc.cc_state.restore_cwnd": "restore_cwnd",
    "mrc.cc_state.rcv_cwnd_pen": "rcv_cwnd_pen",
    "mrc.cc_state.rcvd_bytes": "rcvd_bytes",
}
NACK_FIELDS = {
    "mrc.neth.reason": "nack_reason",
    "mrc.neth.nack_psn": "nack_psn",
    "mrc.neth.entropy": "entropy",
    "mrc.neth.tx_timestamp": "tx_timestamp",
}
OTHER_FIELDS = {
    0xD1: {"mrc.aeth.syndrome": "syndrome", "mrc.aeth.msn": "msn"},
    0xD8: {
        "mrc.erth.op": "op",
        "mrc.erth.port_status_mask": "port_status_mask",
        "mrc.erth.tx_timestamp": "tx_timestamp",
    },
    0xD9: {"mrc.eeth.op": "op", "mrc.eeth.tx_timestamp": "tx_timestamp"},
    0xDE: {"mrc.peth.probe_id": "probe_id", "mrc.peth.tx_timestamp": "tx_timestamp"},
}
ALL_FIELDS = {
    "mrc.opcode": "opcode",
    "mrc.ack_request": "ack_request",
    "mrc.rtx": "rtx",
    "mrc.ts": "ts",
    "mrc.ev": "ev",
}
HEXADECIMAL = ("va", "sack_bitmap")


def fields_of(opcode: int) -> dict[str, str]:
    if opcode in WRITES:
        return WRITE_FIELDS
    return {SACK: SACK_FIELDS, NACK: NACK_FIELDS, **OTHER_FIELDS}[opcode]


@pytest.mark.parametrize("name", [NIC, UPLINK])
def test_the_dissector_reads_every_field_as_the_simulator_wrote_it(captures, name):
    folder, routing = captures
    known = ALL_FIELDS | WRITE_FIELDS | SACK_FIELDS | NACK_FIELDS
    for fields in OTHER_FIELDS.values():
        known = known | fields
    extra = ["mrc.usid", "mrc.ev.plane", "mrc.trim", "mrc.seth.trigger_psn"]
    frames, log = tshark(folder / f"{name}.pcap", [*known, *extra], lua=True), read_log(
        folder, name
    )
    seen = set()
    for frame, row in zip(frames, log, strict=True):
        opcode = int(row["opcode"])
        seen.add(opcode)
        present = ALL_FIELDS | fields_of(opcode)
        for field, column in known.items():
            known_value = row[column] if field in present else ""
            base = 16 if column in HEXADECIMAL else 10
            expected = [int(known_value, base)] if known_value else []
            assert [number(v) for v in frame[field]] == expected, (field, row)
        assert frame["mrc.ev.plane"] == [row["plane"]]
        groups = row["outer_dst"].split(":")[2:] if routing == "srv6" else []
        assert [number(u) for u in frame["mrc.usid"]] == [int(g, 16) for g in groups if g != "0000"]
        assert frame["mrc.trim"] == ([row["dscp"]] if row["dscp"] in ("12", "16") else [])
        assert (opcode in WRITES and row["tx_timestamp"] != "") == (row["ts"] == "1")
        if opcode == SACK and row["pr"] == "0":
            trigger = (int(row["cack_psn"]) + int(row["ack_psn_offset"])) % 2**24
            assert frame["mrc.seth.trigger_psn"] == [str(trigger)]
    assert SACK in seen and seen.intersection(WRITES)
    if name == NIC:
        assert (
            NACK in seen
            and any(f["mrc.trim"] for f in frames)
            and any(number(f["mrc.rtx"][0]) for f in frames)
        )


def test_the_dissector_takes_nothing_away(captures):
    folder, _ = captures
    capture = folder / f"{NIC}.pcap"
    assert tshark(capture, BASIC, lua=True) == tshark(capture, BASIC)


def test_roce_is_none_of_its_business(tmp_path):
    roce = {
        "transport": {"type": "roce"},
        "topology.planes": 1,
        "measure.pcap": [{"host": 1, "plane": 0}],
    }
    capture = simulate(tmp_path, roce) / "h1--p0-t0-0.pcap"
    frames = tshark(capture, ["infiniband.bth.opcode", "mrc.opcode", "_ws.col.Protocol"], lua=True)
    assert len(frames) > 50
    assert {frame["infiniband.bth.opcode"][0] for frame in frames} >= {"6", "7", "8", "17"}
    assert not any(frame["mrc.opcode"] for frame in frames)
    assert {frame["_ws.col.Protocol"][0] for frame in frames} == {"RRoCE"}


def test_selective_repeat_of_roce_is_shown(tmp_path):
    roce = {
        "transport": {"type": "roce", "reliability": "selective-repeat"},
        "topology.planes": 1,
        "measure.pcap": [{"host": 1, "plane": 0, "log": True}],
    }
    folder = simulate(tmp_path, roce)
    fields = ["infiniband.bth.opcode", "mrc.reth.va", "mrc.aeth.syndrome", "mrc.roce.trigger_psn"]
    frames = tshark(folder / "h1--p0-t0-0.pcap", fields, lua=True)
    log = read_log(folder, "h1--p0-t0-0")
    assert len(frames) == len(log)
    naks = 0
    for frame, row in zip(frames, log, strict=True):
        opcode = int(row["opcode"])
        assert number(frame["infiniband.bth.opcode"][0]) == opcode
        if opcode in (7, 8):
            assert number(frame["mrc.reth.va"][0]) == int(row["va"], 16)
        if row["trigger_psn"]:
            naks += 1
            assert number(frame["mrc.aeth.syndrome"][0]) == int(row["syndrome"]) == 0x60
            assert number(frame["mrc.roce.trigger_psn"][0]) == int(row["trigger_psn"])
    assert naks > 5


# Literal packets: plain IPv6, UDP, and the headers under test

SOURCE, DESTINATION = "fd000000000500070000000000000010", "fd0000000005012c0000000000000081"


def packet(bth_and_more: str, sport: int = 0x503C, flow: int = 0, dscp: int = 46) -> bytes:
    """A plain frame around a BTH and its extension headers, in hexadecimal; the iCRC is added."""
    body = bytes.fromhex(bth_and_more) + bytes(4)
    udp = struct.pack(">HHHH", sport, 4791, 8 + len(body), 0)
    ip = struct.pack(">IHBB", 6 << 28 | dscp << 22 | flow, 8 + len(body), 17, 64)
    ethernet = bytes.fromhex("020500000001 020500000002 86dd")
    return ethernet + ip + bytes.fromhex(SOURCE + DESTINATION) + udp + body


def capture_of(folder: Path, *packets: bytes) -> Path:
    file = folder / "written.pcap"
    data = struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, 1)
    for time, content in enumerate(packets):
        data += struct.pack("<IIII", 0, time, len(content), len(content)) + content
    file.write_bytes(data)
    return file


BTH = "{:02x}00ffff000000b7{:02x}{:06x}"
WRITTEN = {
    # mrc reference, 4.6, V6: a write with a timestamp
    "write-only": (
        BTH.format(0xCA, 0x90, 0xFFFE) + "0000000712340001" + "00007f00000100001a2b3c4d00000000",
        {
            "mrc.ack_request": 1,
            "mrc.ts": 1,
            "mrc.tseth.tx_timestamp": 0x1234,
            "mrc.tseth.ftype": 1,
            "mrc.meth.msn": 7,
            "mrc.reth.va": 0x7F0000010000,
            "mrc.reth.rkey": 0x1A2B3C4D,
        },
    ),
    "write-only-immediate": (
        BTH.format(0xCB, 0x20, 1) + "00050007" + "00000000000010000000000100000000" + "cafe1234",
        {"mrc.rtx": 1, "mrc.meth.rqmsn": 5, "mrc.meth.msn": 7, "mrc.immdt": 0xCAFE1234},
    ),
    # V7: a SACK
    "sack": (
        BTH.format(0xDC, 0, 4)
        + "002000070000503c00000000000000040000000100000000000000761234000500 0000a4",
        {
            "mrc.seth.m": 1,
            "mrc.seth.pr": 0,
            "mrc.seth.ack_psn_offset": 7,
            "mrc.seth.trigger_psn": 11,
            "mrc.seth.entropy": 0x503C,
            "mrc.seth.cack_psn": 4,
            "mrc.seth.sack_offset": 1,
            "mrc.seth.sack_bitmap": 0x76,
            "mrc.cc_state.tx_timestamp": 0x1234,
            "mrc.cc_state.ooo_count": 5,
            "mrc.cc_state.rcvd_bytes": 0xA4,
        },
    ),
    "sack-of-a-probe": (
        BTH.format(0xDC, 0, 4)
        + "0002ff420000503c00000000000000040008fffe 0000000000000076 1234 8005 ff0000a4",
        {
            "mrc.seth.pr": 1,
            "mrc.seth.probe_id": 0xFF42,
            "mrc.seth.mpr": 8,
            "mrc.seth.sack_offset": -2,
            "mrc.seth.bitmap_psn": 2,
            "mrc.cc_state.ooo_count": 5,
            "mrc.cc_state.restore_cwnd": 1,
            "mrc.cc_state.rcv_cwnd_pen": 127,
        },
    ),
    # V8
    "nack": (
        BTH.format(0xDD, 0, 8) + "000001000000503c00000000000000082000 1234",
        {
            "mrc.neth.reason": 1,
            "mrc.neth.nack_psn": 8,
            "mrc.neth.cc_type": 2,
            "mrc.neth.tx_timestamp": 0x1234,
            "mrc.neth.hold": 0,
        },
    ),
    "nack-with-hold": (
        BTH.format(0xDD, 0, 8) + "000001000000503cabcd0000000000082000 1234",
        {
            "mrc.neth.entropy": 0x503C,
            "mrc.neth.hold": 0xABCD,
            "mrc.neth.dpdcid": 0,
            "mrc.neth.nack_psn": 8,
        },
    ),
    "ev-probe": (
        BTH.format(0xD8, 0, 0x1234) + "0001000000000000 00000000beef0001",
        {"mrc.erth.op": 1, "mrc.erth.tx_timestamp": 0xBEEF, "mrc.endpoint.probe_id": 0x1234},
    ),
    "port-status": (
        BTH.format(0xD8, 0, 1) + "00000000000001de00000000beef0001",
        {"mrc.erth.op": 0, "mrc.erth.port_status_mask": 0x1DE, "mrc.erth.ftype": 1},
    ),
    "endpoint-response": (
        BTH.format(0xD9, 0, 0x1234) + "0001" + "00" * 26 + "beef" + "00" * 6,
        {"mrc.eeth.op": 1, "mrc.eeth.tx_timestamp": 0xBEEF, "mrc.endpoint.probe_id": 0x1234},
    ),
    "reliability-probe": (
        BTH.format(0xDE, 0, 0) + "0000000000420000 00000000beef0001",
        {"mrc.peth.probe_id": 0x42, "mrc.peth.tx_timestamp": 0xBEEF, "mrc.peth.ftype": 1},
    ),
    "transport-ack": (
        BTH.format(0xD1, 0, 9) + "1f000007",
        {"mrc.aeth.syndrome": 0x1F, "mrc.aeth.msn": 7},
    ),
}


@pytest.mark.parametrize("case", WRITTEN)
def test_written_out_headers_are_read(tmp_path, case):
    text, expected = WRITTEN[case]
    capture = capture_of(tmp_path, packet(text))
    (frame,) = tshark(capture, list(expected), lua=True)
    assert {field: [number(v) for v in frame[field]] for field in expected} == {
        field: [value] for field, value in expected.items()
    }


def test_names_of_opcodes_reasons_verdicts_and_operations_are_shown(tmp_path):
    texts = [text for text, _ in WRITTEN.values()]
    capture = capture_of(tmp_path, *(packet(text) for text in texts))
    command = ["tshark", *WITH_LUA, "-r", capture, "-V"]
    shown = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    for name in (
        "RDMA WRITE Only",
        "RDMA WRITE Only with Immediate",
        "Reliability SACK",
        "Reliability NACK",
        "Reliability Probe Request",
        "Endpoint Request",
        "Endpoint Response",
        "Transport Acknowledge",
        "SKIP_ONCE",
        "TRIMMED",
        "EV_PROBE",
        "PORT_STATUS_UPDATE",
    ):
        assert name in shown, name


def test_the_line_of_a_packet_says_what_is_special_about_it(tmp_path):
    cut = packet(WRITTEN["write-only"][0], dscp=12)
    packets = {name: packet(text) for name, (text, _) in WRITTEN.items()} | {"cut": cut}
    frames = tshark(capture_of(tmp_path, *packets.values()), ["_ws.col.Info"], lua=True)
    lines = {name: frame["_ws.col.Info"][0] for name, frame in zip(packets, frames, strict=True)}
    assert lines["write-only"] == "RDMA WRITE Only, QP 0x0000b7, PSN 65534"
    assert lines["cut"] == lines["write-only"] + ", cut: TRIMMED"
    assert lines["write-only-immediate"].endswith("PSN 1, rtx")
    assert lines["sack"].endswith("PSN 4, SKIP_ONCE")
    assert lines["sack-of-a-probe"].endswith("PSN 4, answers a probe")
    assert lines["nack"].endswith("PSN 8, TRIMMED")
    assert lines["ev-probe"].endswith(", EV_PROBE")
    assert lines["port-status"].endswith(", PORT_STATUS_UPDATE")


def test_the_halves_of_an_ev_by_preference(tmp_path):
    text, _ = WRITTEN["nack"]
    capture = capture_of(tmp_path, packet(text, sport=0x503C, flow=0xABCD))
    for order, ev in (("FALSE", 0xABCD503C), ("TRUE", 0x503CABCD)):
        option = ["-o", f"mrc.ev_high_in_port:{order}"]
        command = ["tshark", *WITH_LUA, *option, "-r", capture, "-T", "fields", "-e", "mrc.ev"]
        shown = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        assert int(shown, 0) == ev


def test_a_packet_that_ends_early_is_read_as_far_as_it_goes(tmp_path):
    text, _ = WRITTEN["sack"]
    whole = packet(text)
    for size in range(len(whole) - 1, 60, -7):
        capture = capture_of(tmp_path, whole[:size])
        (frame,) = tshark(capture, ["mrc.opcode", "mrc.seth.cack_psn", "mrc.short"], lua=True)
        if frame["mrc.opcode"]:
            complete = size >= 14 + 40 + 8 + 12 + 36
            assert bool(frame["mrc.short"]) != complete


def test_a_capture_is_made_only_by_a_run_that_starts(tmp_path):
    scenario = tmp_path / "scenario.json"
    wrong = SCENARIO | {"measure": {"pcap": [{"host": 99, "plane": 0}]}}
    scenario.write_text(json.dumps(wrong), encoding="utf-8")
    done = subprocess.run(
        [SIMULATOR, "run", scenario, "--out", tmp_path / "out"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "measure.pcap[0].host: found 99; allowed: the hosts 0 to 7" in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["scenario.json"]


def test_results_are_the_same_with_and_without_captures(tmp_path):
    (tmp_path / "with").mkdir()
    (tmp_path / "without").mkdir()
    with_captures = simulate(tmp_path / "with", {}).parent
    without = simulate(tmp_path / "without", {"measure.pcap": []}).parent
    assert not (without / "pcap").exists()
    for file in without.glob("*.csv"):
        assert file.read_bytes() == (with_captures / file.name).read_bytes(), file.name
