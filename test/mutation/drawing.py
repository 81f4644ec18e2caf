# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Draws mutants by a seed: the same sources, number and seed give the same mutants on every machine.

The sources, one after the other, are a line as long as their lines of code. Mutant i of n is drawn from the part from i/n
to (i+1)/n of it, so every folder has its share. In the file that is hit, every operator that has a place is as likely as
the others, and so is every place of an operator. The compiler rejects some mutants; each is replaced by the next one of an
endless sequence.
"""

import ast
import bisect
import functools
import hashlib
import itertools
import random
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from mutation import cpp_places, python_places
from mutation.places import Place

MUTATED = re.compile(
    r"(model|helper|runner)/.*\.(cc|h)|experiments/[^/]*\.py|experiments/(mrcbench|figures)/.*\.py"
)
COMMENT = re.compile(r"\s*(//|/?\*|#(?!include|if|endif|define))")
ATTRIBUTE = re.compile(r"Accessor\(\s*&(\w+)::(\w+)")  # the member of an ns-3 attribute
TRIES = 20  # in a mutant's part of the line, before the whole line is as good


@dataclass(frozen=True)
class Mutant:
    """A mutation of a file, whose whole text becomes new_text."""

    file: str
    place: Place
    line: int
    before: str
    after: str
    new_text: bytes

    def as_dict(self):
        """The facts of the mutation, without the texts."""
        return {
            "directory": directory_of(self.file),
            "file": self.file,
            "line": self.line,
            "function": self.place.function,
            "operator": self.place.operator,
            "before": self.before,
            "after": self.after,
        }


def directory_of(file):
    """The part of the product that a file belongs to: model/core, runner, ..."""
    words = file.split("/")
    return "/".join(words[:2]) if words[0] == "model" else words[0]


def code_lines(text):
    """The number of lines that are neither blank nor comments."""
    return sum(1 for line in text.splitlines() if line.strip() and not COMMENT.match(line))


def attributes_of(text):
    """(class, member) of the ns-3 attributes that a source declares."""
    alias = re.search(r"using Self = (\w+);", text)
    for owner, member in ATTRIBUTE.findall(text):
        yield (alias[1] if alias and owner == "Self" else owner), member


class Sources:
    """The files of a folder that can be mutated, and their places."""

    def __init__(self, top, names, headers):
        """Of these files in the folder top; headers is a folder for links to the public ones."""
        self.top = top
        self.include_folders = [top / "runner", headers]
        link_headers(top, names, headers / "ns3")
        self.names = [name for name in sorted(names) if MUTATED.fullmatch(name)]
        texts = [(top / name).read_text(encoding="utf-8") for name in self.names]
        self.digest = hashlib.sha256("\0".join(texts).encode()).hexdigest()
        self.ends = list(itertools.accumulate(map(code_lines, texts)))
        self.attributes = {member for text in texts for member in attributes_of(text)}

    def at(self, fraction):
        """The file at this fraction of all lines of code."""
        position = bisect.bisect_right(self.ends, fraction * self.ends[-1])
        return self.names[min(position, len(self.names) - 1)]

    def text(self, name):
        return (self.top / name).read_bytes()

    def is_sound(self, mutant):
        """Whether clang compiles a mutant of C++."""
        return cpp_places.is_sound(self.top / mutant.file, mutant.new_text, self.include_folders)

    @functools.lru_cache(maxsize=None)
    def places(self, name):
        """The places of a file, by operator."""
        text = self.text(name)
        if name.endswith(".py"):
            places = python_places.find(text)
        else:
            places = cpp_places.find(self.top / name, text, self.include_folders, self.attributes)
        by_operator = {}
        for place in places:
            by_operator.setdefault(place.operator, []).append(place)
        return text, by_operator

    def mutants(self, seed, number, count):
        """The endless sequence of mutants that stand for the mutant of this number, of that many."""
        dice = random.Random(f"{seed}/{number}/{count}")
        for attempt in itertools.count():
            fraction = (number + dice.random()) / count if attempt < TRIES else dice.random()
            name = self.at(fraction)
            text, places = self.places(name)
            if not places:
                continue
            place = dice.choice(places[dice.choice(sorted(places))])
            new_text = place.apply(text)
            if not name.endswith(".py") or is_python(new_text):
                yield Mutant(name, place, place.line(text), *place.around(text, name.endswith(".py")), new_text)


def link_headers(top, names, folder):
    """Links of all public headers side by side, as in ns-3's own build."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in names:
        if re.fullmatch(r"(model|helper)/.*\.h", name):
            (folder / Path(name).name).symlink_to(top / name)


def is_python(text):
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True
