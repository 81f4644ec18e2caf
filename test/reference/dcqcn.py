# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""DCQCN as in the roce reference, 4.2 and 4.3: the rate of a QP, by its CNPs, the bytes that leave and the time.

Times are picoseconds, rates bit/s.
"""

from __future__ import annotations

from transcript import Case, Differences, Line, close

SCALED_FOR = 400e9  # the line rate for which the increases are given (ScaleWithLineRate)
# Not in the reference: from this part of the line rate on the rate is the line rate.
FULL = 0.9999


class Dcqcn:
    """The reaction point: the algorithm of the paper, or that of NICs (NicVariant)."""

    def __init__(self, attributes: Line, line_rate: int) -> None:
        self.on = attributes
        self.line = self.rate = self.target = float(line_rate)
        self.mega = 1e6 * (line_rate / SCALED_FOR if attributes["ScaleWithLineRate"] else 1)
        self.least = 1e6 * attributes["MinRateMbps"]
        self.now = 0
        self.alpha = attributes["InitialAlpha"]
        self.alpha_since: int | None = None  # start of the current period of alpha; none before the first CNP
        self.check_since = 0  # start of a period between two checks of the rate (NIC variant)
        self.check: int | None = None  # time of the check that cuts the rate
        self.increase: int | None = None  # end of the increase timer, which rests at line rate
        self.marked = False  # a CNP since the last update of alpha (NIC variant)
        self.increased = False  # since the last cut
        self.stages = {"time": 0, "bytes": 0}
        self.bytes = 0  # since the last stage of bytes

    # Calls ----------------------------------------------------------------------------------------

    def on_cnp(self) -> None:
        first = self.alpha_since is None
        if not self.on["NicVariant"]:
            self._cut(clamps=True)
            self.alpha += self.on["Gain"] * (1 - self.alpha)
            self.alpha_since = self.now
            return
        if first:
            self.alpha_since = self.check_since = self.now
        if first and self.on["RateOnFirstCnpMbps"]:
            self.rate = self.target = max(self.least, self.on["RateOnFirstCnpMbps"] * 1e6)
            self._restart()
            self._rest_at_line_rate()
            return
        self.marked = True
        if self.check is None:
            self.check = self._next_check()

    def on_sent(self, size: int) -> None:
        """4.2: every B bytes are a stage. Not in the reference: a packet begins one stage at most."""
        if self.increase is None or not self.on["ByteCounter"]:
            return
        self.bytes += size
        if self.bytes >= self.on["ByteCounter"]:
            self.bytes -= self.on["ByteCounter"]
            self._stage("bytes")

    def pass_time(self, now: int) -> None:
        """Let the timers that end until now take effect, in their order."""
        while (wakeup := self.wakeup()) is not None and wakeup <= now:
            self.now = wakeup
            self._update_alpha()
            if wakeup == self.check:
                self.check = None
                self._cut(clamps=self.on["ClampTargetRate"] or self.increased)
            else:
                self.increase = wakeup + self.on["IncreaseTimer"]
                self._stage("time")
        self.now = now
        self._update_alpha()

    def wakeup(self) -> int | None:
        return min((time for time in (self.check, self.increase) if time is not None), default=None)

    # Rules ----------------------------------------------------------------------------------------

    def _next_check(self) -> int:
        period = self.on["RateDecreaseInterval"]
        return self.now + period - (self.now - self.check_since) % period

    def _update_alpha(self) -> None:
        """The timer of alpha runs forever from the first CNP on; in the paper's algorithm a CNP restarts it."""
        if self.alpha_since is None:
            return
        periods = (self.now - self.alpha_since) // self.on["AlphaTimer"]
        if periods > 0:
            self.alpha += self.on["Gain"] * (self.marked - self.alpha)
            self.alpha *= (1 - self.on["Gain"]) ** (periods - 1)
            self.marked = False
            self.alpha_since += periods * self.on["AlphaTimer"]

    def _cut(self, clamps: bool) -> None:
        if clamps:
            self.target = self.rate
        self.rate = max(self.least, self.rate * (1 - self.alpha / 2))
        self._restart()

    def _restart(self) -> None:
        self.increased = False
        self.stages = {"time": 0, "bytes": 0}
        self.bytes = 0
        self.increase = self.now + self.on["IncreaseTimer"]

    def _stage(self, kind: str) -> None:
        """Increase (4.2). In NICs the present stage does not count (4.3)."""
        before = dict(self.stages)
        self.stages[kind] += 1
        growth = self._growth(before if self.on["NicVariant"] else self.stages)
        self.increased = True
        self.target = min(self.target + self.mega * growth, self.line)
        self.rate = min((self.target + self.rate) / 2, self.line)
        self._rest_at_line_rate()

    def _rest_at_line_rate(self) -> None:
        if self.rate >= FULL * self.line:
            self.rate = self.target = self.line
            self.increase = None

    def _growth(self, stages: dict[str, int]) -> float:
        """Growth of the target, Mb/s. Stages of bytes count only with a byte counter."""
        counts = [stages["time"], stages["bytes"]] if self.on["ByteCounter"] else [stages["time"]]
        beyond = min(counts) - self.on["FastRecoveryStages"]
        if beyond > 0:
            return self.on["HyperIncreaseMbps"] * (1 if self.on["NicVariant"] else beyond)
        return self.on["AdditiveIncreaseMbps"] if max(counts) >= self.on["FastRecoveryStages"] else 0


def replay(case: Case, differences: Differences) -> None:
    """Give DCQCN the calls of a case, and compare its state after each, up to the first difference."""
    model = Dcqcn(case.head["attributes"], case.head["line_rate_bps"])
    compare(model, case.head["state"], differences)
    for number, line in case.lines:
        differences.line = number
        model.pass_time(line["t"])
        if line["in"] == "cnp":
            model.on_cnp()
        elif line["in"] == "sent":
            model.on_sent(line["bytes"])
        compare(model, line["state"], differences)
        if differences.found:
            return


def compare(model: Dcqcn, found: Line, differences: Differences) -> None:
    for key, value in (("rate_bps", model.rate), ("target_bps", model.target), ("alpha", model.alpha)):
        if not close(value, found[key]):
            differences.check(f"4.2, {key}", value, found[key])
    differences.check("4.2, wake-up", model.wakeup(), found["wakeup"])
