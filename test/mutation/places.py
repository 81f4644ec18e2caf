# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Places of a source that a mutation changes, and what the operators of C++ and Python have in common."""

import re
from dataclasses import dataclass

#: Near neighbors of comparisons
COMPARISONS = {
    "<": ("<=", ">="),
    "<=": ("<", ">"),
    ">": (">=", "<="),
    ">=": (">", "<"),
    "==": ("!=",),
    "!=": ("==",),
    "is": ("is not",),
    "is not": ("is",),
    "in": ("not in",),
    "not in": ("in",),
}
LOGIC = {"&&": ("||",), "||": ("&&",), "and": ("or",), "or": ("and",)}
ARITHMETIC = {
    "+": ("-",), "-": ("+",), "*": ("/",), "/": ("*",), "%": ("/",), "//": ("*",), "**": ("*",),
    "<<": (">>",), ">>": ("<<",), "&": ("|",), "|": ("&",),
    "+=": ("-=",), "-=": ("+=",), "*=": ("/=",), "/=": ("*=",), "|=": ("&=",), "&=": ("|=",),
}  # fmt: skip
EXTREMES = {"min": "max", "max": "min"}
#: A number of units of one kind in one of the next kind
THOUSANDS = {"1000": "1000000", "1000000": "1000", "1e3": "1e6", "1e6": "1e3", "1e9": "1e6", "1000.0": "1e6"}
#: A comment at the end of a line of C++
COMMENT = re.compile(r"[ \t]//[^\"\n]*$", re.M)
#: Operators of binary expressions, by the name of the mutation
OPERATORS = {"comparison": COMPARISONS, "logic": LOGIC, "arithmetic": ARITHMETIC}


@dataclass(frozen=True)
class Place:
    """The bytes from start to end of a source become new; operator is the kind of the change.

    part -- (start, end) of the body of the outermost function around it, or outside of functions of the value around it, if
        that is needed at run time only; of C++
    is_body -- which of the two
    """

    operator: str
    start: int
    end: int
    new: str
    function: str = ""
    part: tuple = None
    is_body: bool = False

    def apply(self, text):
        """The mutant of the text, with as many lines."""
        return self.within(text, (0, len(text)))

    def within(self, text, part):
        """The mutant of a part of the text, given as (start, end)."""
        return text[part[0] : self.start] + self.changed(text) + text[self.end : part[1]]

    def changed(self, text):
        """The changed bytes, with as many lines as before."""
        new = self.new.encode()
        return new + b"\n" * (text[self.start : self.end].count(b"\n") - new.count(b"\n"))

    def line(self, text):
        return text.count(b"\n", 0, self.start) + 1

    def around(self, text, is_python):
        """The changed lines before and after, each as one line, without comments of C++."""
        first = text.rfind(b"\n", 0, self.start) + 1
        last = text.find(b"\n", self.end)
        last = len(text) if last < 0 else last
        after = text[first : self.start] + self.new.encode() + text[self.end : last]
        parts = [part.decode() for part in (text[first:last], after)]
        return tuple(" ".join((part if is_python else COMMENT.sub("", part)).split()) for part in parts)


def of_operator(text, start, end):
    """(operator, start, end, new) of the changes of the binary operator that is all between two operands."""
    word = text[start:end].decode().strip()
    for operator, changes in OPERATORS.items():
        for new in changes.get(word, ()):
            at = text.index(word.encode(), start)
            yield operator, at, at + len(word), new


def of_number(text, start, end):
    """(operator, start, end, new) of the changes of an integer or decimal fraction."""
    word = text[start:end].decode()
    if word in THOUSANDS:
        yield "unit", start, end, THOUSANDS[word]
    match = re.fullmatch(r"(0[xX][0-9a-fA-F']+|[0-9][0-9']*)([uUlL]*)", word)
    if match:
        digits = match[1].replace("'", "")
        value = int(digits, 8 if re.fullmatch("0[0-7]+", digits) else 0)
        for new in {0: (1,), 1: (0, 2)}.get(value, (value - 1, value + 1)):
            yield "constant", start, end, (hex(new) if digits[:2] in ("0x", "0X") else str(new)) + match[2]
    elif re.fullmatch(r"[0-9.]+(?:[eE][-+]?[0-9]+)?", word):
        value = float(word)
        for new in (value * 2, value / 2) if value else (1.0,):
            yield "constant", start, end, repr(new)


def of_condition(text, start, end, negation, words):
    """(operator, start, end, new) of a condition that is negated or becomes one of these words."""
    condition = text[start:end].decode()
    yield "condition", start, end, f"{negation}({condition})"
    for word in words:
        if condition != word:
            yield "condition", start, end, word


def of_arguments(text, extents):
    """(operator, start, end, new) of two arguments, given as (start, end), that swap their places."""
    (start, first), (second, end) = extents
    one, other = text[start:first], text[second:end]
    if one != other and re.fullmatch(rb"\s*,\s*", text[first:second]):
        yield "swapped arguments", start, end, (other + text[first:second] + one).decode()
