# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""When an MRC requester acts without an input: mrc reference, 5.6 to 5.8, and docs/decisions.md for rule D."""

from __future__ import annotations

from mrc_packet import Packet
from mrc_requester import MrcRequester
from transcript import Line


class Wakeups:
    """The next time-out of a requester, as far as the rules determine it."""

    def __init__(self, requester: MrcRequester) -> None:
        self.requester = requester
        self.config = requester.config
        self.target_delay = 0  # the first one
        self.last_progress = -1
        self.more_follow: bool | None = True  # a packet may be sent then
        self.paused: set[int] = set()  # all ends of pauses, also those that are not needed any more
        self.due = False  # a tail probe is due, and waits for an offer
        self.certain = True  # no probe has been sent since, and no SACK has come without progress

    def on_sack(self, progress: bool) -> None:
        self.certain = progress
        if progress:
            self.due = False
            self.last_progress = self.requester.now
            self.more_follow = None

    def on_other(self) -> None:
        """After a probe or a loss the packets that asked may not be in flight."""
        self.certain = self.due = False

    def limit(self, state: Line) -> int | None:
        """The time-out is not later than this."""
        times = self._timer() + self._grace_ends() + self._pauses()
        if state["probe_at"] is not None and state["probe_at"] > self.requester.now:
            times.append(state["probe_at"])
        return min(times, default=None)

    def is_certain(self, state: Line) -> bool:
        """The rules give the exact time. Target delays that vary are not modeled, nor due probes of EVs."""
        if state["probe_at"] is not None and state["probe_at"] <= self.requester.now:
            return False
        self.target_delay = self.target_delay or state["target_delay"]
        if self.more_follow is None:
            self.more_follow = not self._in_flight() or state["can_send"] and self.requester.may_send()
        in_flight = self.requester.outstanding() > 0 and not self._timer_varies()
        rules = self.requester.losses
        if rules.spared(rules.possible) != rules.spared(rules.certain) or self.paused and not self._requests():
            return False
        alone = self.config["service_time"] == 0 and self.target_delay == state["target_delay"]
        return self.certain and self.config["rule_d"] and in_flight and alone and not self._request_is_old()

    def tail(self) -> int | None:
        """Rule D; a tail probe that is due waits for an offer."""
        requests = self._requests()
        start = max(self.last_progress, min(requests, default=self._first_sent()))
        silence = self.config["ack_silence_rtts"] * self.requester.base_rtt
        wait = silence if not requests and self.more_follow else 0
        end = start + self.requester.tail_delay() + wait
        self.due |= end <= self.requester.now
        return None if self.due else end

    def _timer(self) -> list[int]:
        """5.8, rule E: that of the packet that was sent first; after a trim it may be longer."""
        if not self.config["rule_e"] or not self._in_flight() or self._timer_varies():
            return []
        return [self._first_sent() + self.requester.timer()]

    def _timer_varies(self) -> bool:
        """A trim may lengthen it, and some NACKs count as attempts (docs/decisions.md)."""
        return self.requester.losses.grace.trimmed or self.requester.rejected

    def _grace_ends(self) -> list[int]:
        """5.7, rule A: of packets that only the grace period spares."""
        rules = self.requester.losses
        return [packet.sent + rules.grace.span for packet in rules.spared(rules.certain)]

    def _pauses(self) -> list[int]:
        """5.6: a packet leaves again later."""
        waiting = [packet.not_before for packet in self.requester.packets.values() if packet.waits]
        self.paused.update(waiting)
        return [time for time in waiting if time > self.requester.now]

    def _in_flight(self) -> list[Packet]:
        return [packet for packet in self.requester.packets.values() if not packet.waits]

    def _first_sent(self) -> int:
        return min(packet.sent for packet in self._in_flight())

    def _requests(self) -> list[int]:
        return [packet.sent for packet in self._in_flight() if packet.asks]

    def _request_is_old(self) -> bool:
        """Not in the reference: whether a request before the last SACK still counts when others follow."""
        requests = self._requests() or [self.last_progress + 1]
        follow = self.requester.may_send() or max(requests) > self.last_progress
        return self.last_progress in requests or min(requests) < self.last_progress and follow
