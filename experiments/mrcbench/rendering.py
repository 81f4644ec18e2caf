# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Pages and documents from the templates in the folder templates. HTML is escaped, Markdown is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from .table import markdown, split_range
from .units import format_duration

_ENVIRONMENT = Environment(
    loader=FileSystemLoader(Path(__file__).with_name("templates")),
    autoescape=select_autoescape(["html"]),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)
_ENVIRONMENT.globals["split_range"] = split_range
_ENVIRONMENT.filters |= {"markdown": markdown, "duration": format_duration}


def render(template: str, **values: Any) -> Markup:
    """A page, or a part of one.

    @param template name of the file
    @param values values of its variables
    """
    return Markup(_ENVIRONMENT.get_template(template).render(values).rstrip() + "\n")
