# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The sentences of a file: those of a page, or of the comments and strings of a source.

Code in Markdown and in backticks is left out.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path

#: Separates passages that share a line or a paragraph: cells, entries, strings.
BREAK = "\x1e"

#: A number of a line, and text that begins there.
Piece = tuple[int, str]

MARKDOWN_CODE = re.compile(r"^(?:```.*?^```|    [^\n]*)$|<!--.*?-->|\]\([^)]*\)", re.M | re.S)
MARKDOWN_MARK = re.compile(r"^#+ (.*)$|\||^ *(?:[-*]|\d+\.) ", re.M)
SENTENCE = re.compile(rf"[^\s{BREAK}](?:[^.:;?!{BREAK}\n]|[.:;?!](?!\s)|\n(?!\s*\n))*[.:;?!]*")
INLINE_CODE = re.compile(r"`[^`\n]*(?:\n[^`\n]+)?`")

PYTHON_MARK = re.compile(r"^#[:!]? ?|^[a-zA-Z]{0,2}(?:\"\"\"|'''|[\"'])|(?:\"\"\"|'''|[\"'])$")

C_PROSE = re.compile(
    r"""'(?:\\.|[^'\\\n])+'"""
    r'''|(?P<prose>//[^\n]*|/\*.*?\*/|R"\((?:.*?)\)"|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)''',
    re.S,
)
C_MARK = re.compile(r"^\s*(?:///?<? ?|/?\*+/? ?|R?\"\(?)|\*/$|\)?\"$|@\w+", re.M)


def sentences(file: Path) -> Iterator[Piece]:
    """Each sentence of a file with the number of its line."""
    text = PROSE[file.suffix](file.read_text(encoding="utf-8"))
    text = INLINE_CODE.sub(lambda code: "X" + "\n" * code[0].count("\n"), text)
    line, end = 1, 0
    for found in SENTENCE.finditer(text):
        line, end = line + text.count("\n", end, found.start()), found.start()
        yield line, found[0].rstrip()


def of_markdown(text: str) -> str:
    """The text with its lines, without code, and with breaks around headings, cells and entries."""
    text = MARKDOWN_CODE.sub(lambda code: "\n" * code[0].count("\n"), text)
    return MARKDOWN_MARK.sub(lambda mark: f"{BREAK}{mark[1] or ''}{BREAK}", text)


def of_python(text: str) -> str:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    prose = (token for token in tokens if token.type in (tokenize.COMMENT, tokenize.STRING))
    return on_their_lines((token.start[0], PYTHON_MARK.sub("", token.string)) for token in prose)


def of_c(text: str) -> str:
    """The comments and strings of C++ and JavaScript."""

    def pieces() -> Iterator[Piece]:
        line, end = 1, 0
        for found in C_PROSE.finditer(text):
            line, end = line + text.count("\n", end, found.start()), found.start()
            if found["prose"]:
                yield line, C_MARK.sub("", found["prose"])

    return on_their_lines(pieces())


def of_shell(text: str) -> str:
    """The whole text, because help texts look like code."""
    return re.sub(r"^\s*# ?", "", text, flags=re.M)


def of_cmake(text: str) -> str:
    """The comments."""
    lines = (line.partition("# ") for line in text.splitlines())
    return on_their_lines((number, comment) for number, (_, _, comment) in enumerate(lines, 1) if comment)


PROSE = {
    **dict.fromkeys((".cc", ".h", ".js"), of_c),
    **dict.fromkeys((".cmake", ".txt", ".cfg"), of_cmake),
    ".md": of_markdown,
    ".py": of_python,
    "": of_shell,
}


def on_their_lines(pieces: Iterable[Piece]) -> str:
    """A text with only these pieces, each on its line."""
    parts: list[str] = []
    line = 1
    for start, text in pieces:
        parts += ["\n" * (start - line) or BREAK, text]
        line = start + text.count("\n")
    return "".join(parts)
