# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The kinds of events.csv."""

from __future__ import annotations

from .entries import EventKind

_QP = "QP end, h3/qp4"
_EV = "plane 0 ev 0x5"
_LINK = "link, p0-t0-0--p0-t1-1"
_SWITCH = "switch, p0-t1-1"
_HOST = "host, h3"
_DIRECTIONS = "link, or the direction that is meant"
_PAIR = "h2 to h6 ev 0x2001"

EVENTS = {
    "ev-skip": EventKind(
        _QP, _EV, "EV passed over because of congestion; with ns3::MrcEvParameters::ReportSkip only"
    ),
    "ev-bad": EventKind(_QP, _EV + ", and wrongly if its path was sound", "EV retired"),
    "ev-good": EventKind(_QP, _EV, "EV back in use, proved by probes"),
    "ev-replaced": EventKind(_QP, _EV + " by 0x9", "a backup took the place of a retired EV"),
    "ev-denied": EventKind(_QP, _EV, "EV switched off, by a fault or by the monitor"),
    "ev-enabled": EventKind(_QP, _EV, "EV switched on again"),
    "ev-changed": EventKind(_QP, _EV + " by 0x9", "EV exchanged for another value by a controller"),
    "false-loss": EventKind(
        _QP, "PSN 12940160 plane 0 ev 0x1", "packet declared lost that the peer had received"
    ),
    "timeout": EventKind(_QP, "oldest PSN 15266924", "retransmission timer expired"),
    "qp-error": EventKind(
        _QP,
        "after 7 retries, and with MRC the planes whose paths were sound",
        "QP gave up; it is in the state ERROR",
    ),
    "port-down": EventKind(
        _HOST, "plane 1, or plane 1 by administration", "a NIC no longer uses a port of its own"
    ),
    "port-up": EventKind(_HOST, "plane 1, or plane 1 by administration", "a NIC uses a port of its own again"),
    "peer-port-down": EventKind(_HOST, "plane 1 of h9", "a NIC has learned that a port of a peer is down"),
    "peer-port-up": EventKind(_HOST, "plane 1 of h9", "a NIC has learned that a port of a peer is up again"),
    "pfc-storm": EventKind(
        "p0-t0-1 to p0-t1-0",
        "priority 3 paused without a break for 1000000 ns, or paused again and again",
        "a port is paused nearly all the time",
    ),
    "pfc-deadlock": EventKind("priority 3", "a > b > c > a", "ports wait for each other in a cycle; the run ends"),
    "link-down": EventKind(_LINK, "", "a fault begins: it carries nothing"),
    "link-up": EventKind(_LINK, "still down by another fault, or nothing", "such a fault ends"),
    "link-loss": EventKind(
        _DIRECTIONS, "0.05, 0.2 burst, 1e-06 ber; 0: ended", "a fault begins or ends: frames are lost"
    ),
    "answer-loss": EventKind(
        _DIRECTIONS, "0.3; 0: ended", "a fault begins or ends: SACKs, NACKs and ACKs are lost"
    ),
    "link-rate": EventKind(_DIRECTIONS, "25Gbps", "a fault begins or ends: the rate from now on"),
    "link-delay": EventKind(_DIRECTIONS, "3us more; 3us less", "a fault begins or ends: frames take longer"),
    "switch-down": EventKind(_SWITCH, "", "a fault begins: it forwards nothing, its links are dark"),
    "switch-silent": EventKind(_SWITCH, "", "a fault begins: it forwards nothing, its links are up"),
    "switch-reboot": EventKind(_SWITCH, "", "a fault begins: its links are dark until it works again"),
    "switch-up": EventKind(_SWITCH, "", "such a fault ends"),
    "port-admin": EventKind(
        "link of the NIC, h12--p3-t0-3", "down, up", "an administrator switches a port of a NIC off or on"
    ),
    "ev-loss": EventKind(_PAIR, "0.5; 0: ended", "a fault begins or ends: one EV loses frames"),
    "ev-deny": EventKind(_PAIR, "denied, enabled", "an administrator denies an EV, or enables it again"),
}

#: Kinds that a fault of the scenario makes when it begins or ends.
FAULTS = (
    "link-down", "link-up", "link-loss", "answer-loss", "link-rate", "link-delay", "switch-down",
    "switch-silent", "switch-reboot", "switch-up", "port-admin", "ev-loss", "ev-deny",
)  # fmt: skip
