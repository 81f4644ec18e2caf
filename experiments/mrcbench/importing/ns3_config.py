# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The configuration of HPCC's simulator, config.txt, and of those that derive from it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from .links import Network
from .scenario import LONGEST_NS
from .text import ImportProblem, Word

Row = Sequence[Word]

_KEY = re.compile(r"[A-Z][A-Z0-9_]*")

#: Time at which flows customarily start, and from which LINK_DOWN counts (HPCC, scratch/third.cc).
_BASE_S = 2.0


def _to_bytes(kilobytes: float) -> str | int:
    """A size for scenarios."""
    size = round(kilobytes * 1000)
    return size if size % 1000 else f"{size // 1000}KB"


#: Thresholds of ECN: key of scenarios, bounds of numbers of the file, and the value of a number.
_ECN: dict[str, tuple[str, float, float, Callable[[float], Any]]] = {
    "KMIN_MAP": ("kmin", 0.001, 1e9, _to_bytes),
    "KMAX_MAP": ("kmax", 0.001, 1e9, _to_bytes),
    "PMAX_MAP": ("pmax", 0, 1, lambda probability: probability),
}

#: Keys with the same meaning for RoCE: section and key of scenarios, and their values.
_ROCE: dict[str, tuple[str, str, Callable[[int], Any]]] = {
    "BUFFER_SIZE": ("switch", "buffer", lambda megabytes: f"{megabytes}MiB" if megabytes else None),
    "USE_DYNAMIC_PFC_THRESHOLD": ("switch", "bufferThreshold", lambda on: "dynamic" if on else "static"),
    "PACKET_PAYLOAD_SIZE": ("transport", "mtu", lambda size: size if 256 <= size <= 4096 else None),
    "CC_MODE": ("transport", "congestionControl", lambda mode: "dcqcn" if mode == 1 else None),
    "ENABLE_PFC": ("switch", "pfc", bool),
    "ENABLE_IRN": ("transport", "reliability", lambda on: "selective-repeat" if on else "go-back-n"),
}

_ONLY_WITH_PFC = ("BUFFER_SIZE", "USE_DYNAMIC_PFC_THRESHOLD")


class Config:
    """A configuration; without a file an empty one. The last line with a key counts, as in HPCC."""

    def __init__(self) -> None:
        self._path: Path | None = None
        self._rows: dict[str, Row] = {}
        self._repeated = 0
        self._used: set[str] = set()

    @staticmethod
    def is_one(rows: Sequence[Row]) -> bool:
        """Whether these lines are a configuration."""
        return _KEY.fullmatch(rows[0][0]) is not None

    def add(self, path: Path, rows: Sequence[Row]) -> None:
        """Read the only file."""
        if self._path:
            raise ImportProblem(f"{path}: expected one config file, found another one after {self._path}")
        self._path = path
        for row in rows:
            if not _KEY.fullmatch(row[0]):
                raise row[0].problem("a key in capital letters at the beginning of the line")
            self._repeated += row[0] in self._rows
            self._rows[str(row[0])] = row

    def _values(self, key: str, count: int) -> Sequence[Word] | None:
        """The first values of a key, which counts as carried over; None if the file does not have it."""
        row = self._rows.get(key)
        if row is None:
            return None
        if len(row) <= count:
            raise ImportProblem(f"{row[0].place}: expected {count} values of {key}, found {len(row) - 1}")
        self._used.add(key)
        return row[1 : count + 1]

    def _seconds(self, key: str, default: float) -> float:
        values = self._values(key, 1)
        return values[0].read(f"{key} in seconds", float) if values else default

    @property
    def base_s(self) -> float:
        """The time from which starts and LINK_DOWN count."""
        return self._seconds("FLOWGEN_START_TIME", _BASE_S)

    def stop_ns(self, base_s: float) -> int | None:
        """The end of the run after this time of the files; None if it has none, or none in 30 days."""
        stop_ns = round((self._seconds("SIMULATOR_STOP_TIME", 0) - base_s) * 1e9)
        if 0 < stop_ns <= LONGEST_NS:
            return stop_ns
        self._used.discard("SIMULATOR_STOP_TIME")
        return None

    def settings(self, network: Network | None, transport: str, base_s: float) -> tuple[dict, list[str]]:
        """Other keys of the scenario, and sentences on content that cannot be carried over.

        @param network the network of the topology file
        @param transport type of the transport
        @param base_s time of the files at which the run starts
        """
        result: dict[str, Any] = {}
        left: list[str] = []
        faults = self._faults(network, base_s)
        if faults:
            result["faults"] = faults
        if network:
            self._add_ecn(network, result, left)
        if transport == "roce":
            self._add_roce(result)
        others = [key for key in self._rows if key not in self._used]
        if others:
            left.append(f"{len(others)} keys of the config file: {', '.join(others)}")
        if self._repeated:
            left.append(f"{self._repeated} repeated keys of the config file: the last ones count")
        return result, left

    def _faults(self, network: Network | None, base_s: float) -> list[dict[str, Any]]:
        rate = self._values("ERROR_RATE_PER_LINK", 1)
        loss = rate[0].read("ERROR_RATE_PER_LINK", float) if rate else 0
        down = self._values("LINK_DOWN", 3)
        at = down[0].read("LINK_DOWN in microseconds", float) if down else 0
        if not network:
            for key, value in (("ERROR_RATE_PER_LINK", loss), ("LINK_DOWN", at)):
                if value:
                    self._used.discard(key)
            return []
        if rate and loss > 1:
            raise rate[0].problem("ERROR_RATE_PER_LINK up to 1")
        faults = network.lossy_links(loss)
        if down and at:
            start = (self.base_s - base_s) * 1e9 + at * 1e3
            faults += network.link_down(down[1], down[2], start)
        return faults

    def _add_ecn(self, network: Network, result: dict[str, Any], left: list[str]) -> None:
        """Thresholds for the rate of NICs, because scenarios have one of each for all links."""
        nic_rate = network.host_rate()
        others = {link.rate for link in network.links} - {nic_rate}
        unused = 0
        chosen = {}
        for key, (name, least, most, convert) in _ECN.items():
            values = self._read_map(key, least, most)
            if nic_rate in values:
                chosen[key] = values[nic_rate]
                result.setdefault("switch", {}).setdefault("ecn", {})[name] = convert(values[nic_rate])
                unused += len(others & set(values))
            elif values:
                self._used.discard(key)
        least = chosen.get("KMIN_MAP", 0)
        if least > chosen.get("KMAX_MAP", math.inf):
            raise self._rows["KMAX_MAP"][0].problem(f"for NICs at least the {least:g} of KMIN_MAP")
        if unused:
            left.append(f"{unused} values of {', '.join(_ECN)} for rates of other links than those of NICs")

    def _read_map(self, key: str, least: float, most: float) -> dict[float, float]:
        values = self._values(key, 1)
        if not values:
            return {}
        count = values[0].whole(f"number of pairs of {key}", 0, 1000)
        pairs = list(self._values(key, 1 + 2 * count) or ())[1:]
        rates = [word.read(f"number of {key}", float) for word in pairs[::2]]
        numbers = [word.read(f"number of {key}", float, least, most) for word in pairs[1::2]]
        return dict(zip(rates, numbers, strict=True))

    def _add_roce(self, result: dict[str, Any]) -> None:
        pfc = self._values("ENABLE_PFC", 1)
        for key, (section, name, convert) in _ROCE.items():
            values = self._values(key, 1)
            if values and key in _ONLY_WITH_PFC and pfc and pfc[0] == "0":
                self._used.discard(key)
            elif values:
                value = convert(values[0].whole(key, 0, 2**31))
                if value is None:
                    self._used.discard(key)
                else:
                    result.setdefault(section, {})[name] = value
