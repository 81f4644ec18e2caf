# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Parts of tables that both pages have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..table import NOTHING


def code(text: str) -> str:
    """A name as Markdown shows names."""
    return f"`{text}`"


def codes(names: Iterable[str]) -> str:
    """Names, separated by commas."""
    return ", ".join(code(name) for name in names)


def sentence(text: str) -> str:
    """A help text with a full stop at its end."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


def value(facts: Mapping[str, Any], key: str) -> str:
    """A value as one writes it in a file but for the quotes of strings, or nothing."""
    if key not in facts:
        return NOTHING
    found = facts[key]
    return str(found).lower() if isinstance(found, bool) else str(found)
