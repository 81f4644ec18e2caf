# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""JSON objects whose keys are taken one by one: what is left over is a mistake."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any


class ExperimentError(Exception):
    """An experiment that makes no sense, with the place and what is allowed."""


#: Names that go into those of folders and metrics.
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._+=,-]{0,79}")
_NAME_SAID = "up to 80 letters, digits, blanks and . _ + = , - behind a letter or digit"

#: A path in a scenario: keys, with indexes of lists behind them.
_KEY = r"[^.\[\]=\s]+(\[(0|[1-9][0-9]*)\])*"
_PATH = re.compile(rf"{_KEY}(\.{_KEY})*")

#: Nobody means more.
_MOST = 1e300

#: What people call the types of JSON.
_NAMES = {
    dict: "an object",
    list: "a list",
    str: "a string",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
}


def shown(value: Any) -> str:
    """A value as it was written, cut if it is long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."


def read_json(path: Path) -> Any:
    """What a JSON file holds.

    @raise ExperimentError if it cannot be read, or has a key twice
    """
    try:
        text = path.read_text(encoding="utf-8")
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise ExperimentError(f"{path}: not UTF-8: {error.reason}") from error
    except OSError as error:
        raise ExperimentError(f"{path}: {error.strerror}") from error
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise ExperimentError(f"{path}: not JSON: {error.msg} at {where}") from error
    except RecursionError as error:
        raise ExperimentError(f"{path}: not an experiment: nested too deeply") from error
    except ExperimentError as error:
        raise ExperimentError(f"{path}: {error}") from error


def _no_number(text: str) -> float:
    """Python would read NaN and Infinity; no simulator does."""
    raise ExperimentError(f"not JSON: {text} is no number")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; of two equal keys the first would be lost without a word."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ExperimentError(f"the key {key!r} is there twice")
        found[key] = value
    return found


class Reader:
    """An object whose keys are taken one by one; what is left over is a mistake."""

    def __init__(self, place: str, data: Any) -> None:
        """@param place where it stands, for messages; empty: it is the file
        @param data the object
        """
        if not isinstance(data, dict):
            where = f"{place}: " if place else ""
            raise ExperimentError(f"{where}found {shown(data)}, an object is expected")
        self._place = place
        self._left = dict(data)
        self._known: list[str] = []

    def where(self, key: str) -> str:
        """The place of a key."""
        return f"{self._place}.{key}".lstrip(".")

    def has(self, key: str) -> bool:
        """Whether a key is there, and not taken yet."""
        self._known.append(key)
        return key in self._left

    def take(self, key: str, kind: type | tuple[type, ...], default: Any = None) -> Any:
        """The value of a key; without a default it must be there."""
        self._known.append(key)
        if key not in self._left:
            if default is None:
                raise ExperimentError(f"{self.where(key)} is missing")
            return default
        value = self._left.pop(key)
        kinds = kind if isinstance(kind, tuple) else (kind,)
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            wanted = " or ".join(_NAMES[each] for each in kinds)
            raise ExperimentError(f"{self.where(key)}: found {shown(value)}, {wanted} is expected")
        if isinstance(value, (int, float)) and abs(value) > _MOST:
            raise ExperimentError(f"{self.where(key)}: found {shown(value)}, a smaller number is expected")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of strings; empty if it is not there."""
        values = self.take(key, list, [])
        wrong = [value for value in values if not isinstance(value, str)]
        if wrong:
            raise ExperimentError(
                f"{self.where(key)}: found {shown(wrong[0])}, a list of strings is expected"
            )
        return tuple(values)

    def name(self, key: str) -> str:
        """A string with which the name of a folder and that of a metric may begin."""
        found = str(self.take(key, str))
        if not _NAME.fullmatch(found):
            raise ExperimentError(f"{self.where(key)}: found {shown(found)}; allowed: {_NAME_SAID}")
        return found

    def readers(self, key: str, default: list[Any] | None = None) -> list["Reader"]:
        """A list of objects."""
        values = self.take(key, list, default)
        return [Reader(self.where(f"{key}[{i}]"), value) for i, value in enumerate(values)]

    def settings(self, key: str) -> tuple[str, ...]:
        """Changes to a scenario: a list of KEY=VALUE, or an object {KEY: value}."""
        if isinstance(self._left.get(key), dict):
            return assignments(self.take(key, dict), self.where(key))
        found = self.texts(key)
        for index, setting in enumerate(found):
            if not setting.partition("=")[1] or setting.startswith("="):
                raise ExperimentError(
                    f"{self.where(key)}[{index}]: found {shown(setting)}; allowed: KEY=VALUE"
                )
            _check_no_seed(setting.partition("=")[0], f"{self.where(key)}[{index}]")
        return found

    def done(self) -> None:
        """Refuse keys that nobody has asked for."""
        if not self._left:
            return
        key = next(iter(self._left))
        near = difflib.get_close_matches(key, self._known, 1)
        hint = f", did you mean {near[0]}?" if near else ""
        allowed = "" if near else f"; allowed: {', '.join(dict.fromkeys(self._known))}"
        raise ExperimentError(f"{self.where(key)}: unknown key{hint}{allowed}")


def assignments(values: Mapping[str, Any], place: str) -> tuple[str, ...]:
    """KEY=VALUE for each entry of an object, the value as JSON.

    @raise ExperimentError if a key is no path in a scenario, or the seed
    """
    for path in values:
        check_path(path, place)
        _check_no_seed(path, place)
    return tuple(f"{path}={json.dumps(value)}" for path, value in values.items())


def check_path(path: str, place: str) -> None:
    """@raise ExperimentError if something is no path in a scenario"""
    if not _PATH.fullmatch(path):
        raise ExperimentError(
            f"{place}: found the path {shown(path)}; allowed: as in workload[0].bytes"
        )


def _check_no_seed(path: str, place: str) -> None:
    """Every run has its seed from elsewhere, and it would win without a word."""
    if path == "seed":
        raise ExperimentError(f"{place}: seed belongs to vary, or to seeds")
