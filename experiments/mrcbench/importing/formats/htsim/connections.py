# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The lines of a connection matrix: connections, triggers, failures."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ...scenario import HOSTS
from ...text import ImportProblem, Word

Line = Sequence[Word]

#: Kinds of triggers.
KINDS = ("oneshot", "multishot", "barrier")

_SWITCHES = ("TOR", "AGG", "CORE")


@dataclass
class Connection:
    """A line SRC->DST."""

    pair: Word
    src: int
    dst: int
    size: int | None = None  #: bytes; 0: without end
    id: Word | None = None
    start: Word | None = None  #: in the unit of the file
    trigger: Word | None = None  #: that starts it
    send_done: Word | None = None  #: trigger that it fires when all is acknowledged
    recv_done: Word | None = None  #: trigger that it fires when all has arrived
    message: bool = False
    priority: bool = False
    addon: bool = False


@dataclass
class Trigger:
    """A line trigger."""

    word: Word
    id: int = 0
    kind: Word | None = None
    count: int = 0


@dataclass
class Failure:
    """A line failure."""

    word: Word
    switch_type: Word | None = None
    switch: Word | None = None
    link: Word | None = None


@dataclass
class Connections:
    """A connection matrix."""

    path: Path
    end: str  #: place of the last line
    nodes: Word | None = None
    all: list[Connection] = field(default_factory=list)
    triggers: dict[int, Trigger] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)

    @property
    def has_messages(self) -> bool:
        """Whether connections carry several messages, whose start times htsim reads in microseconds."""
        return any(each.message for each in self.all)

    def left(self) -> list[str]:
        """Sentences on words without an equivalent."""
        counts = {
            "priorities of connections (prio)": sum(each.priority for each in self.all),
            "connections shared by messages (msg)": sum(each.message for each in self.all),
            "marks of connections (addon)": sum(each.addon for each in self.all),
        }
        return [f"{count} {name}" for name, count in counts.items() if count]


def read_connections(path: Path, lines: Sequence[Line]) -> Connections:
    """The matrix of these lines, which have no comments and are not empty."""
    result = Connections(path, lines[-1][0].place if lines else str(path))
    headers: dict[str, Word] = {}
    for line in lines:
        if "->" in line[0]:
            result.all.append(_read_connection(line))
        elif line[0] == "trigger":
            trigger = _read_trigger(line)
            if trigger.id in result.triggers:
                earlier = result.triggers[trigger.id].word.place
                raise line[0].problem(f"another id than {trigger.id}, which {earlier} has, before the next")
            result.triggers[trigger.id] = trigger
        elif line[0] == "failure":
            result.failures.append(_read_failure(line))
        else:
            _read_header(line, headers)
    result.nodes = headers.get("Nodes")
    _check_counts(headers, result)
    _check_ids(result)
    return result


def _read_header(line: Line, headers: dict[str, Word]) -> None:
    if line[0] not in ("Nodes", "Connections", "Triggers", "Failures"):
        raise line[0].problem("Nodes, Connections, Triggers, Failures, SRC->DST, trigger or failure")
    if line[0] in headers:
        raise line[0].problem(f"one line {line[0]!s}, after that of {headers[line[0]].place}")
    values = _Values(line)
    headers[line[0]] = values.next(f"the number of {line[0]!s}")
    limits = {"Nodes": HOSTS, "Connections": (1, 2**31)}.get(line[0], (0, 2**31))
    headers[line[0]].whole(f"number of {line[0]!s}", *limits)
    values.end()


def _check_counts(headers: dict[str, Word], found: Connections) -> None:
    counts = {"Connections": len(found.all), "Triggers": len(found.triggers), "Failures": len(found.failures)}
    for name, count in counts.items():
        announced = headers.get(name)
        if announced is not None and int(announced) != count:
            raise ImportProblem(f"{announced.place}: {name}: expected {int(announced)}, found {count}")
        if announced is None and (count or name == "Connections"):
            raise ImportProblem(f"{found.end}: expected a line '{name} {count}', found none")


def _check_ids(found: Connections) -> None:
    """Ids are unique, but messages of one connection share its id."""
    if found.has_messages:
        return
    seen: dict[int, Word] = {}
    for each in found.all:
        if each.id is not None:
            if int(each.id) in seen:
                raise each.id.problem(f"another id than that of {seen[int(each.id)].place}")
            seen[int(each.id)] = each.id


class _Values:
    """The words of a line after the first one, in turn."""

    def __init__(self, line: Line) -> None:
        self._place = line[0].place
        self._words = deque(line[1:])

    def __iter__(self) -> Iterator[Word]:
        while self._words:
            yield self._words.popleft()

    def next(self, what: str) -> Word:
        """The next word."""
        if not self._words:
            raise ImportProblem(f"{self._place}: expected {what}, found the end of the line")
        return self._words.popleft()

    def id(self, what: str) -> Word:
        """A number that is not zero."""
        word = self.next(what)
        word.whole(what, 1)
        return word

    def skip_number(self) -> None:
        """Pass over the next word if it is a number."""
        if self._words and self._words[0].isdigit():
            self._words.popleft()

    def end(self) -> None:
        """Check that there are no more words."""
        for word in self._words:
            raise word.problem("the end of the line")


def _read_connection(line: Line) -> Connection:
    src, _, dst = line[0].partition("->")
    ends = [Word.at(end, line[0].place).whole("SRC->DST with host numbers") for end in (src, dst)]
    result = Connection(line[0], ends[0], ends[1])
    values = _Values(line)
    readers = _connection_readers(result)
    seen = set()
    for word in values:
        if word not in readers:
            raise word.problem(f"one of {', '.join(readers)}")
        if word in seen:
            raise word.problem(f"{word!s} once in a connection")
        seen.add(str(word))
        readers[word](values)
    if result.size is None:
        raise line[0].problem("a size of this connection")
    if (result.start is None) == (result.trigger is None):
        raise line[0].problem("either start or trigger for this connection")
    if result.trigger is not None and result.id is None:
        raise line[0].problem("an id of this connection, because a trigger starts it")
    return result


def _connection_readers(result: Connection) -> dict[str, Callable[[_Values], None]]:
    """Functions that read the value of a word into the connection."""

    def number(name: str, what: str) -> Callable[[_Values], None]:
        return lambda values: setattr(result, name, values.id(what))

    def size(values: _Values) -> None:
        result.size = values.next("a size in bytes").whole("size in bytes")

    def start(values: _Values) -> None:
        result.start = values.next("a start time")
        result.start.read("start time", float)

    def priority(values: _Values) -> None:
        values.next("a priority").whole("priority")
        result.priority = True

    def message(values: _Values) -> None:
        values.skip_number()
        result.message = True

    def addon(_: _Values) -> None:
        result.addon = True

    return {
        "id": number("id", "id of a connection"), "start": start, "size": size,
        "trigger": number("trigger", "id of a trigger"),
        "send_done_trigger": number("send_done", "id of a trigger"),
        "recv_done_trigger": number("recv_done", "id of a trigger"),
        "prio": priority, "msg": message, "addon": addon,
    }  # fmt: skip


def _read_trigger(line: Line) -> Trigger:
    result = Trigger(line[0])
    values = _Values(line)
    for word in values:
        if word == "id":
            result.id = int(values.id("id of a trigger"))
        elif word == "count":
            result.count = int(values.id("count of a barrier"))
        elif word in KINDS and result.kind is None:
            result.kind = word
        else:
            raise word.problem(f"id, count or one of {', '.join(KINDS)}")
    if not result.id:
        raise line[0].problem("an id of this trigger")
    if result.kind is None:
        raise line[0].problem(f"one of {', '.join(KINDS)} for this trigger")
    if result.kind == "barrier" and not result.count:
        raise line[0].problem("a count of this barrier")
    return result


def _read_failure(line: Line) -> Failure:
    result = Failure(line[0])
    values = _Values(line)
    for word in values:
        if word == "switch_type":
            result.switch_type = values.next("a type of switch")
            if result.switch_type not in _SWITCHES:
                raise result.switch_type.problem(f"one of {', '.join(_SWITCHES)}")
        elif word == "switch_id":
            result.switch = values.next("a number of a switch")
            result.switch.whole("number of a switch")
        elif word == "link_id":
            result.link = values.next("a number of a link")
            result.link.whole("number of a link")
        else:
            raise word.problem("switch_type, switch_id or link_id")
    if result.switch_type is None or result.switch is None or result.link is None:
        raise line[0].problem("switch_type, switch_id and link_id of this failure")
    return result
