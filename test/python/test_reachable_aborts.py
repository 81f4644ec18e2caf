# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Scenarios with which the model, or ns-3, would abort: `check` and `run` reject them before, name the key, and leave no
folder.

Of the lines of model and helper with NS_ABORT a scenario can reach only these. The others are reached by scripts that call in the wrong
order or with numbers that keys do not allow (sizes of 0, absent hosts), or by impossible states."""

import json
import subprocess

import pytest
from running import SIMULATOR, needs_simulator

pytestmark = needs_simulator

SCENARIO = {
    "schema": 1,
    "name": "refused",
    "topology": {"type": "clos", "hosts": 8, "hostsPerT0": 2, "t1PerPlane": 4},
    "transport": {"type": "mrc"},
    "workload": [{"type": "permutation", "bytes": "100KB"}],
}

MRC = {"transport": {"type": "mrc"}}
ROCE = {"transport": {"type": "roce"}}
LOSSLESS = {**ROCE, "switch": {"pfc": True}}
TCP = {"transport": {"type": "tcp"}}
MONITOR = {**MRC, "monitor": {"interval": "50us"}}
STATIC = {**ROCE, "switch": {"pfc": True, "bufferThreshold": "static"}}


def of(name: str) -> str:
    """The key of an attribute that has no separate key."""
    return f"transport.attributes.ns3::{name}"


#: Place of the abort, the base scenario, its changes, and the key in the message.
REACHABLE = [
    # model/fabric/fabric-shared-buffer.cc, SizeFabricBuffer
    ("a switch is too small", LOSSLESS, {"switch.buffer": "100KB"}, "switch.buffer"),
    ("a size beyond 63 bits", LOSSLESS, {"switch.buffer": 2**63}, "switch.buffer"),
    ("thresholds need more than the pool", STATIC, {"switch.staticXoff": "1MB", "switch.buffer": "2MB"}, "switch.staticXoff"),
    ("nothing is left besides what is reserved", LOSSLESS,
     {"switch.buffer": "1MB", of("FabricSwitchParameters::BufferReserved"): 2**30}, "switch.buffer"),
    ("a headroom below 0", LOSSLESS, {of("FabricSwitchParameters::HeadroomMargin"): -(2**40)},
     of("FabricSwitchParameters::HeadroomMargin")),
    # model/fabric/fabric-switch-parameters.cc, Check
    ("marks begin behind their end", ROCE, {"switch.ecn.kmin": "2MB", "switch.ecn.kmax": "1MB"}, "switch.ecn.kmin"),
    # model/policy/roce-dcqcn.cc, Check
    ("a least rate above that of the line", ROCE, {of("RoceDcqcn::MinRateMbps"): 1e6}, of("RoceDcqcn::MinRateMbps")),
    ("the same of one job", MRC, {"workload[0].transport": "roce", of("RoceDcqcn::MinRateMbps"): 1e6},
     of("RoceDcqcn::MinRateMbps")),
    # model/cluster/mrc-qp-factory.cc, CreateConnected
    ("an MPR that the device has not", MRC, {of("MrcQpParameters::MprResolution"): 7}, of("MrcQpParameters::MprResolution")),
    ("an MPR above the device's", MRC, {of("MrcQpParameters::DeviceMaxMpr"): 2}, of("MrcQpParameters::DeviceMaxMpr")),
    ("an offer above the device's", MRC,
     {of("MrcQpParameters::DeviceMaxMpr"): 8, of("MrcQpParameters::MprDest"): 9}, of("MrcQpParameters::DeviceMaxMpr")),
    ("more WriteImms than the device has", MRC, {of("MrcQpParameters::DeviceMaxWimm"): 100},
     of("MrcQpParameters::DeviceMaxWimm")),
    ("more WriteImms of the responder", MRC,
     {of("MrcQpParameters::DeviceMaxWimm"): 200, of("MrcQpParameters::MaxWimmDest"): 300}, of("MrcQpParameters::DeviceMaxWimm")),
    # model/core/mrc/mrc-ev-set.cc, CheckMrcEvs
    ("more active EVs than EVs", MRC, {"transport.evs": 8, "transport.evsActive": 16}, "transport.evsActive"),
    ("the same of one job", ROCE, {"workload[0].transport": "mrc", of("MrcEvParameters::EvCount"): 8},
     of("MrcEvParameters::EvCount")),
    ("more than 256 EVs of a plane", ROCE, {"workload[0].transport": "mrc", of("MrcEvParameters::EvCount"): 300},
     of("MrcEvParameters::EvCount")),
    # model/monitor/mrc-monitor.cc, Check
    ("probes are given up before they return", MONITOR, {of("MrcMonitor::Timeout"): "1us"}, of("MrcMonitor::Timeout")),
    ("probes of more than 32 rounds", MONITOR, {of("MrcMonitor::Timeout"): "1s"}, "monitor.interval"),
    # model/stack/fabric-tcp-messenger.cc
    ("a buffer beyond the largest window", TCP, {"topology.linkDelay": "1s", "stop": "20s"},
     of("FabricTcpMessenger::BufferBdps")),
    ("the same by its factor", TCP, {"topology.linkDelay": "10ms", of("FabricTcpMessenger::BufferBdps"): 1000},
     of("FabricTcpMessenger::BufferBdps")),
    ("more connections than ports", TCP, {"workload[0].qps": 60000}, "workload[0].qps"),
    # ns-3: tcp-bbr.cc, tcp-socket-base.cc, tcp-l4-protocol.cc
    ("a rate that becomes 0", TCP, {"transport.congestionControl": "bbr", of("TcpBbr::HighGain"): 0}, of("TcpBbr::HighGain")),
    ("a rate beyond 64 bits", TCP, {"transport.congestionControl": "bbr", of("TcpBbr::HighGain"): 1e18},
     of("TcpBbr::HighGain")),
    ("a pacing rate of 0", TCP, {of("TcpSocketState::MaxPacingRate"): "0bps"}, of("TcpSocketState::MaxPacingRate")),
    ("an estimator that is none", TCP, {of("TcpL4Protocol::RttEstimatorType"): "ns3::TcpCubic"},
     of("TcpL4Protocol::RttEstimatorType")),
    ("an estimator that cannot be made", TCP, {of("TcpL4Protocol::RttEstimatorType"): "ns3::RttEstimator"},
     of("TcpL4Protocol::RttEstimatorType")),
    ("a recovery that is none", TCP, {of("TcpL4Protocol::RecoveryType"): "ns3::Node"}, of("TcpL4Protocol::RecoveryType")),
]  # fmt: skip


@pytest.mark.parametrize("base, changes, key", [case[1:] for case in REACHABLE], ids=[case[0] for case in REACHABLE])
def test_a_reachable_abort_is_refused(base, changes, key, tmp_path):
    file = tmp_path / "refused.json"
    file.write_text(json.dumps({**SCENARIO, **base}), encoding="utf-8")
    own = {path: value for path, value in changes.items() if not path.startswith("transport.attributes.")}
    attributes = {path.split(".", 2)[2]: value for path, value in changes.items() if path not in own}
    own |= {"transport.attributes": attributes} if attributes else {}
    settings = [part for path, value in own.items() for part in ("--set", f"{path}={json.dumps(value)}")]
    for command in ("check", "run"):
        done = subprocess.run([SIMULATOR, command, file, *settings], capture_output=True, text=True, cwd=tmp_path, check=False)
        assert done.returncode == 2, done.stderr
        assert "cannot be simulated" not in done.stderr
        assert f"{key}: " in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["refused.json"]


def test_the_least_that_is_enough_is_not_refused(tmp_path):
    file = tmp_path / "allowed.json"
    file.write_text(json.dumps({**SCENARIO, **LOSSLESS}), encoding="utf-8")
    sizes = ["--set", "switch.buffer=1MB", "--set", "switch.staticXoff=1KB", "--set", "switch.bufferThreshold=static"]
    done = subprocess.run([SIMULATOR, "run", file, *sizes, "--quiet"], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.returncode, done.stderr) == (0, "")
