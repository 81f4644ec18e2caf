# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A message and a packet of an MRC requester."""

from __future__ import annotations

from dataclasses import dataclass

from message import Message
from transcript import Line


@dataclass
class MrcMessage(Message):
    rqmsn: int


@dataclass
class Packet:
    """A packet that has been sent and is not acknowledged."""

    psn: int
    pdu: Line
    message: MrcMessage
    sent: int = 0
    order: int = 0
    transmissions: int = 0
    entropy: int = 0
    port: int = 0
    waits: bool = False  # to be sent again
    asks: bool = False  # for a SACK
    not_before: int = 0
    nacked: int = 0  # retransmissions that ended in a NACK
    nominal: int = 0
