# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The places of a C++ source that can be mutated, from clang's syntax tree."""

import re
from pathlib import Path

from clang.cindex import CursorKind as Kind
from clang.cindex import Diagnostic, Index, TypeKind

from mutation import places
from mutation.places import Place

OPTIONS = ["-x", "c++", "-std=c++17", '-DMRC_VERSION=""', '-DMRC_NS3_VERSION=""', "-isystem", "/usr/include/eigen3"]
FUNCTIONS = {
    Kind.FUNCTION_DECL, Kind.CXX_METHOD, Kind.CONSTRUCTOR, Kind.DESTRUCTOR, Kind.FUNCTION_TEMPLATE, Kind.CONVERSION_FUNCTION
}  # fmt: skip
CALLS = {Kind.CALL_EXPR, Kind.UNEXPOSED_EXPR}  # the latter: calls with temporary objects
VALUES = {Kind.FIELD_DECL, Kind.VAR_DECL, Kind.PARM_DECL, Kind.CONSTRUCTOR}
OUTSIDE = "", None, False  # of functions: no name, no part
LITERALS = {
    Kind.INTEGER_LITERAL, Kind.FLOATING_LITERAL, Kind.CXX_BOOL_LITERAL_EXPR, Kind.CXX_NULL_PTR_LITERAL_EXPR,
    Kind.STRING_LITERAL,
}  # fmt: skip
STATEMENTS = CALLS | {Kind.BINARY_OPERATOR, Kind.COMPOUND_ASSIGNMENT_OPERATOR, Kind.UNARY_OPERATOR}
ENDS = {Kind.RETURN_STMT, Kind.CONTINUE_STMT, Kind.BREAK_STMT}
INTEGERS = {
    TypeKind.CHAR_U, TypeKind.UCHAR, TypeKind.USHORT, TypeKind.UINT, TypeKind.ULONG, TypeKind.ULONGLONG, TypeKind.CHAR_S,
    TypeKind.SCHAR, TypeKind.SHORT, TypeKind.INT, TypeKind.LONG, TypeKind.LONGLONG, TypeKind.FLOAT, TypeKind.DOUBLE,
}  # fmt: skip
#: Functions of the same form for neighboring units of time
UNITS = [
    ["PicoSeconds", "NanoSeconds", "MicroSeconds", "MilliSeconds", "Seconds"],
    ["GetPicoSeconds", "GetNanoSeconds", "GetMicroSeconds", "GetMilliSeconds"],
    ["Ps", "Ns", "Us", "Ms"],
    ["GetPs", "GetNs", "GetUs", "GetMs"],
]
#: Calls that change only the speed
SPEED = {"reserve", "__builtin_expect"}
#: Macros with arguments, static_assert, and directives: none of them is mutated
UNTOUCHED = re.compile(rb"\b(?:[A-Z][A-Z0-9_]{3,}|static_assert)\s*(?=\()|^[ \t]*#(?:.*\\\n)*.*", re.M)


def find(path, text, include_folders=(), attributes=()):
    """All places of a source, given as bytes, in their order.

    include_folders -- folders of headers
    attributes -- (class, member) of ns-3 attributes: ns-3 assigns their defaults, so no initial value matters
    """
    finder = Finder(text, attributes)
    for cursor in parse(path, text, include_folders).cursor.get_children():
        if cursor.location.file and cursor.location.file.name == str(path):
            finder.visit(cursor, None)
    found = {place for place in finder.places if not finder.is_untouched(place)}
    return sorted(found, key=lambda place: (place.start, place.end, place.operator, place.new))


def parse(path, text, include_folders):
    options = OPTIONS + [f"-I{folder}" for folder in [*include_folders, Path(path).parent]]
    return Index.create().parse(str(path), args=options, unsaved_files=[(str(path), text.decode())])


def is_sound(path, text, include_folders=()):
    """Whether a source compiles, given as for find()."""
    return all(problem.severity < Diagnostic.Error for problem in parse(path, text, include_folders).diagnostics)


def is_list(cursor):
    """Whether a cursor is a list of initial values, which may call a constructor."""
    called = cursor.referenced if cursor.kind == Kind.CALL_EXPR else None
    return cursor.kind == Kind.INIT_LIST_EXPR or (called is not None and called.kind == Kind.CONSTRUCTOR)


def extent(cursor):
    """Where the text of a cursor starts and ends, in bytes."""
    return cursor.extent.start.offset, cursor.extent.end.offset


def closing(text, start):
    """The end of the parenthesis that opens at start."""
    depth = 0
    for match in re.compile(rb'"(?:\\.|[^"\\])*"|[()]').finditer(text, start):
        depth += {b"(": 1, b")": -1}.get(match[0], 0)
        if depth == 0:
            return match.end()
    return len(text)


class Finder:
    """Walks a syntax tree and collects places."""

    def __init__(self, text, attributes):
        self.text = text
        self.attributes = attributes
        self.places = []
        self.function = OUTSIDE
        self.untouched = [
            (match.start(), closing(text, match.end()) if text[match.end() : match.end() + 1] == b"(" else match.end())
            for match in UNTOUCHED.finditer(text)
        ]

    def is_untouched(self, place):
        return any(start < place.end and place.start < end for start, end in self.untouched)

    def add(self, changes):
        name, part, is_body = self.function
        self.places.extend(Place(*change, name, part, is_body) for change in changes)

    def visit(self, cursor, parent, function=OUTSIDE):
        """Collects the places of a cursor and of those below it, in a function of this name, in a part of the text."""
        kind = cursor.kind
        if kind in (Kind.STATIC_ASSERT, Kind.TEMPLATE_NON_TYPE_PARAMETER) or cursor.spelling in SPEED:
            children = [child for child in cursor.get_arguments()][:1] if cursor.spelling == "__builtin_expect" else []
            for child in children:
                self.visit(child, None, function)
            return
        if kind == Kind.FIELD_DECL and (cursor.semantic_parent.spelling, cursor.spelling) in self.attributes:
            return
        if kind in FUNCTIONS:
            function = f"{cursor.semantic_parent.spelling}::{cursor.spelling}", *function[1:]
        if not function[1]:
            function = function[0], *self.part_of(cursor, parent)
        self.function = function
        children = list(cursor.get_children())
        handler = HANDLERS.get(kind)
        if handler:
            handler(self, cursor, children)
        if parent is not None and kind in STATEMENTS and parent.kind == Kind.COMPOUND_STMT:
            self.removed(cursor)
        for child in children:
            self.visit(child, parent if is_list(cursor) else cursor, function)

    def part_of(self, cursor, parent):
        """(extent, is a body) of the body of a function, or of an initial value or default; not of constexpr ones."""
        if parent is None or is_list(cursor):
            return OUTSIDE[1:]
        is_body = cursor.kind == Kind.COMPOUND_STMT and parent.kind in FUNCTIONS
        is_value = cursor.kind.is_expression() and parent.kind in VALUES and not parent.is_bitfield()
        head = self.text[extent(parent)[0] : extent(cursor)[0]]
        if (is_body or is_value) and not re.search(rb"\bconstexpr\b", head):
            return extent(cursor), is_body
        return OUTSIDE[1:]

    def operator(self, cursor, children):
        """A binary operator of built-in types."""
        del cursor
        if len(children) == 2:
            self.between(*children)

    def between(self, left, right):
        start, end = extent(left)[1], extent(right)[0]
        if start < end:
            self.add(places.of_operator(self.text, start, end))

    def call(self, cursor, children):
        """A call, or an operator of a class."""
        arguments = list(cursor.get_arguments())
        if cursor.spelling.startswith("operator"):
            if len(arguments) == 2:
                self.between(*arguments)
            return
        name = children and extent(children[0])[1]
        if cursor.spelling in places.EXTREMES:
            self.rename(name, cursor.spelling, "arithmetic", places.EXTREMES[cursor.spelling])
            return
        for units in UNITS:
            for one, other in list(zip(units, units[1:])) + list(zip(units[1:], units)):
                if cursor.spelling == one:
                    self.rename(name, one, "unit", other)
        for pair in zip(arguments, arguments[1:]):
            if kind_of(pair[0].type) == kind_of(pair[1].type) and self.text[pair[0].extent.start.offset] != ord('"'):
                self.add(places.of_arguments(self.text, [extent(argument) for argument in pair]))

    def rename(self, end, name, operator, new):
        """Changes the name that ends there; templates may have arguments after it."""
        start = self.text.rfind(name.encode(), 0, end)
        if re.fullmatch(rb"(?:<[^()]*>)?", self.text[start + len(name) : end]):
            self.add([(operator, start, start + len(name), new)])

    def number(self, cursor, children):
        del children
        self.add(places.of_number(self.text, *extent(cursor)))

    def truth(self, cursor, children):
        del children
        start, end = extent(cursor)
        word = self.text[start:end].decode()
        if word in ("true", "false"):
            self.add([("constant", start, end, "false" if word == "true" else "true")])

    def removed(self, statement):
        """A statement that is removed with its semicolon."""
        start, end = extent(statement)
        semicolon = re.compile(rb"\s*;").match(self.text, end)
        if start < end and semicolon:
            self.add([("removed statement", start, semicolon.end(), "")])

    def branch(self, cursor, children):
        """The condition of an if, and the early end in it. A condition that declares a variable is left alone."""
        if len(children) < 2 or not children[0].kind.is_expression():
            return
        self.condition(children[0], ("true", "false"))
        if len(children) == 2:
            last = list(children[1].get_children())[-1:] if children[1].kind == Kind.COMPOUND_STMT else []
            for statement in last:
                if statement.kind in ENDS:
                    self.removed(statement)

    def loop(self, cursor, children):
        if children and children[0].kind.is_expression():
            self.condition(children[0], ("false",))

    def choice(self, cursor, children):
        self.condition(children[0], ("true", "false"))

    def condition(self, cursor, words):
        start, end = extent(cursor)
        if start < end:
            self.add(places.of_condition(self.text, start, end, "!", words))

    def result(self, cursor, children):
        """The value of a return statement."""
        if not children or bare(children[0]).kind in LITERALS:
            return
        start, end = extent(children[0])
        value, kind = self.text[start:end].decode(), children[0].type.get_canonical().kind
        if value in ("std::nullopt", "nullptr"):
            return
        if kind == TypeKind.BOOL:
            changes = [f"!({value})"]
        elif kind in INTEGERS:
            changes = ["0", f"({value}) + 1"]
        else:
            changes = ["nullptr" if kind == TypeKind.POINTER else "{}"]
        self.add(("return value", start, end, new) for new in changes if start < end and new != value)


HANDLERS = {
    Kind.BINARY_OPERATOR: Finder.operator,
    Kind.COMPOUND_ASSIGNMENT_OPERATOR: Finder.operator,
    Kind.CALL_EXPR: Finder.call,
    Kind.INTEGER_LITERAL: Finder.number,
    Kind.FLOATING_LITERAL: Finder.number,
    Kind.CXX_BOOL_LITERAL_EXPR: Finder.truth,
    Kind.IF_STMT: Finder.branch,
    Kind.WHILE_STMT: Finder.loop,
    Kind.CONDITIONAL_OPERATOR: Finder.choice,
    Kind.RETURN_STMT: Finder.result,
}


def bare(cursor):
    """An expression without implicit conversions around it."""
    inner = list(cursor.get_children())
    while cursor.kind == Kind.UNEXPOSED_EXPR and len(inner) == 1 and extent(inner[0]) == extent(cursor):
        cursor, inner = inner[0], list(inner[0].get_children())
    return cursor


def kind_of(kind):
    """The name of a type without const and references."""
    if kind.kind in (TypeKind.LVALUEREFERENCE, TypeKind.RVALUEREFERENCE):
        kind = kind.get_pointee()
    return kind.get_canonical().spelling.replace("const ", "")
