# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Many mutants of C++ in one build, so that trying one compiles nothing.

A function with mutants gets one body for each of them besides its own, and an environment variable chooses; so does a
member's initial value, or the default of a parameter. Mutants of constants, and those that fail to compile beside others, have
no number here: they are compiled alone.
"""

import concurrent.futures
import os
import re

VARIABLE = "MRC_MUTANT"
HEAD = f"""#ifndef MRC_MUTANT_NUMBER
#define MRC_MUTANT_NUMBER
#include <cstdlib>
namespace mrcmutant
{{
inline int g_number = 0;
[[gnu::constructor(101)]] static void Choose()
{{
    const char* number = std::getenv("{VARIABLE}");
    g_number = number ? std::atoi(number) : 0;
}}
template <int NUMBER>
[[gnu::noinline]] bool Is()
{{
    return g_number == NUMBER;
}}
}}
#endif
"""
#: An error in the body of a mutant; a template that fails names the body only as the place where it is used
ERROR = re.compile(r"^mutant-(\d+):\d+:\d+: (?:\w+ )*error", re.M)
USE = re.compile(r"^mutant-(\d+):\d+:\d+:   required from", re.M)
#: The name of Is<number> in a program that can be the mutant of this number
SYMBOL = re.compile(rb"_ZN9mrcmutant2IsILi(\d+)EEEbv")


def weave(name, text, places, change=None):
    """The text of a source, of this name, with these places by the numbers of their mutants; and one place changed for good."""
    parts = {}
    for number, place in sorted(places.items()):
        parts.setdefault((place.part, place.is_body), []).append((number, place))
    edits = [(part, switched(name, text, part, is_body, mutants, change)) for (part, is_body), mutants in parts.items()]
    if change and (change.part, change.is_body) not in parts:
        edits.append(((change.start, change.end), change.changed(text)))
    at, pieces = 0, [HEAD.encode() + f'#line 1 "{name}"\n'.encode()]
    for (start, end), new in sorted(edits):
        pieces += [text[at:start], new]
        at = end
    return b"".join([*pieces, text[at:]])


def switched(name, text, part, is_body, mutants, change):
    """A part of a source that chooses between those of mutants and its own, with as many lines."""
    line = text.count(b"\n", 0, part[0]) + 1
    condition, otherwise, brackets = ("if (mrcmutant::Is<{}>()) ", "else", "{}") if is_body else ("mrcmutant::Is<{}>() ? (", ") :", "()")
    own = change.within(text, part) if change and change.part == part else text[part[0] : part[1]]
    pieces = [brackets[0].encode()]
    for number, place in mutants:
        pieces += [f'\n#line {line} "mutant-{number}"\n{condition.format(number)}'.encode(), place.within(text, part)]
        pieces.append(f"\n{otherwise} ".encode())
    return b"".join([*pieces, f'\n#line {line} "{name}"\n'.encode(), own, brackets[1].encode()])


class Switches:
    """The mutants of a draw that the programs of all copies contain."""

    def __init__(self, sources, seed, count, numbers, is_equivalent):
        """Of the mutants of these numbers, but those that are not tried because they are equivalent."""
        self.sources = sources
        self.places = {}  # by file and number
        self.numbers = {}  # by file and place
        self.present = set()  # the numbers that programs contain
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for mutant in pool.map(lambda number: self.first_sound(sources.mutants(seed, number, count)), numbers):
                if mutant and mutant.place.part and not is_equivalent(mutant):
                    self.add(mutant)

    def first_sound(self, mutants):
        """The first one that compiles, according to clang; None if it is of Python."""
        return next((one for one in mutants if one.file.endswith(".py") or self.sources.is_sound(one)), None)

    def add(self, mutant):
        number = self.numbers.setdefault((mutant.file, mutant.place), len(self.numbers) + 1)
        self.places.setdefault(mutant.file, {})[number] = mutant.place

    def number(self, mutant):
        """The number that chooses a mutant; None if it must be compiled alone."""
        return self.numbers.get((mutant.file, mutant.place))

    def look_into(self, programs):
        """Takes note of the mutants that these programs can be."""
        for program in programs:
            self.present.update(map(int, SYMBOL.findall(program.read_bytes())))

    def text(self, mutant):
        """The source of a mutant that is compiled alone."""
        places = self.places.get(mutant.file)
        return weave(mutant.file, self.sources.text(mutant.file), places, mutant.place) if places else mutant.new_text

    def texts(self):
        """The sources with mutants, by name."""
        return {name: weave(name, self.sources.text(name), places) for name, places in self.places.items() if places}

    def drop(self, output):
        """Takes out the mutants that fail to compile according to the compiler's output; False if there are none."""
        wrong = {int(number) for number in ERROR.findall(output) or USE.findall(output)}
        wrong &= set(self.numbers.values())
        self.numbers = {key: number for key, number in self.numbers.items() if number not in wrong}
        for places in self.places.values():
            for number in wrong:
                places.pop(number, None)
        return bool(wrong)
