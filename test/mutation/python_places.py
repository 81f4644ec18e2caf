# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The places of a Python source that can be mutated."""

import ast

from mutation import places
from mutation.places import Place

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
ENDS = (ast.Return, ast.Continue, ast.Break)
LITERALS = (ast.Constant, ast.JoinedStr)


def find(text):
    """All places of a source, given as bytes, in their order."""
    finder = Finder(text)
    finder.visit(ast.parse(text), "")
    return sorted(set(finder.places), key=lambda place: (place.start, place.end, place.operator, place.new))


class Finder:
    """Walks a syntax tree and collects places."""

    def __init__(self, text):
        self.text = text
        self.places = []
        self.function = ""
        self.lines = [0]
        for line in text.split(b"\n"):
            self.lines.append(self.lines[-1] + len(line) + 1)

    def extent(self, node):
        """Where a node starts and ends, in bytes."""
        return self.lines[node.lineno - 1] + node.col_offset, self.lines[node.end_lineno - 1] + node.end_col_offset

    def add(self, changes):
        self.places.extend(Place(*change, self.function) for change in changes)

    def visit(self, node, function):
        """Collects the places of a node and of those below it, in the function of this name."""
        self.function = function
        handler = getattr(self, f"at_{type(node).__name__}", None)
        if handler:
            handler(node)
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            function = f"{function}.{node.name}".lstrip(".")
        for child in below(node):
            self.visit(child, function)

    def between(self, left, right):
        """The operator between two operands."""
        start, end = self.extent(left)[1], self.extent(right)[0]
        while self.text[start:end].strip()[:1] == b")":  # parentheses are not in the tree
            start = self.text.index(b")", start) + 1
        while self.text[start:end].strip()[-1:] == b"(":
            end = self.text.rindex(b"(", start, end)
        self.add(places.of_operator(self.text, start, end))

    def at_Compare(self, node):
        operands = [node.left, *node.comparators]
        for left, right in zip(operands, operands[1:]):
            self.between(left, right)

    def at_BoolOp(self, node):
        for left, right in zip(node.values, node.values[1:]):
            self.between(left, right)

    def at_BinOp(self, node):
        if not is_text(node.left):  # a text with a format
            self.between(node.left, node.right)

    def at_Constant(self, node):
        start, end = self.extent(node)
        if isinstance(node.value, bool):
            self.add([("constant", start, end, str(not node.value))])
        elif isinstance(node.value, (int, float)):
            self.add(places.of_number(self.text, start, end))

    def at_AugAssign(self, node):
        self.between(node.target, node.value)
        self.removed(node)

    def at_Assign(self, node):
        if not isinstance(node.targets[0], (ast.Name, ast.Tuple)):  # names must be known
            self.removed(node)

    def at_Expr(self, node):
        if isinstance(node.value, ast.Call):
            self.removed(node)

    def removed(self, node):
        self.add([("removed statement", *self.extent(node), "pass")])

    def at_If(self, node):
        self.condition(node.test, ("True", "False"))
        if isinstance(node.body[-1], ENDS) and not node.orelse:
            self.removed(node.body[-1])

    def at_IfExp(self, node):
        self.condition(node.test, ("True", "False"))

    def at_While(self, node):
        self.condition(node.test, ("False",))

    def at_comprehension(self, node):
        for test in node.ifs:
            self.condition(test, ("True",))

    def condition(self, test, words):
        self.add(places.of_condition(self.text, *self.extent(test), "not ", words))

    def at_Call(self, node):
        if isinstance(node.func, ast.Name) and node.func.id in places.EXTREMES:
            self.add([("arithmetic", *self.extent(node.func), places.EXTREMES[node.func.id])])
            return
        for one, other in zip(node.args, node.args[1:]):
            if alike(one, other):
                self.add(places.of_arguments(self.text, (self.extent(one), self.extent(other))))

    def at_Return(self, node):
        if node.value is None or isinstance(node.value, LITERALS):
            return
        start, end = self.extent(node.value)
        new = f"not ({self.text[start:end].decode()})" if is_condition(node.value) else "None"
        self.add([("return value", start, end, new)])


def below(node):
    """The nodes below one, without annotations and parts of texts."""
    skipped = {"annotation", "returns", "decorator_list"} | ({"format_spec"} if isinstance(node, ast.FormattedValue) else set())
    for name, value in ast.iter_fields(node):
        if name in skipped or isinstance(node, ast.JoinedStr):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield child


def alike(one, other):
    """True if two arguments can have the same type."""
    return isinstance(one, type(other)) and not isinstance(one, (ast.Starred, ast.Lambda)) and not is_text(one)


def is_text(node):
    return isinstance(node, ast.JoinedStr) or isinstance(node, ast.Constant) and isinstance(node.value, str)


def is_condition(node):
    return isinstance(node, (ast.Compare, ast.BoolOp)) or isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
