# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The JSON Schema of sweep files and of what figures return: its keys, and their allowed values in words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..table import NOTHING

_SCHEMA = json.loads(Path(__file__).with_name("sweep.schema.json").read_text(encoding="utf-8"))

#: Names of the types of JSON Schema in messages.
_NAMES = {
    "object": "an object", "array": "a list", "string": "a string", "boolean": "true or false",
    "integer": "a whole number", "number": "a number",
}  # fmt: skip


def schema_of(of: str) -> dict[str, Any]:
    """The schema without keys that are not for this kind of experiment."""
    properties = _SCHEMA["properties"].items()
    return _SCHEMA | {"properties": {key: own for key, own in properties if own.get("only", of) == of}}


def allowed(schema: Mapping[str, Any]) -> str:
    """The allowed values of a schema: its title, if it has one."""
    if "title" in schema:
        return str(schema["title"])
    if "enum" in schema:
        return ", ".join(str(value) for value in schema["enum"] if value != "")
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return " or ".join(_NAMES[kind] for kind in kinds)


def list_keys(schema: Mapping[str, Any], place: str = "") -> list[tuple[str, str, str, str]]:
    """Path, allowed values, value without the key, and meaning of every key of an object, for the manual.

    @param place path of the object, with a period
    """
    found = []
    for key, own in schema.get("properties", {}).items():
        if "not" in own or "description" not in own:
            continue
        whole = dict(own)
        if own.get("$ref", "#") != "#":
            whole = _SCHEMA["definitions"][own["$ref"].rpartition("/")[2]] | own
        default = "required" if key in schema.get("required", ()) else NOTHING
        if "default" in own:
            default = f"default {json.dumps(own['default'])}"
        values = allowed(whole) if whole.keys() & {"title", "enum", "type"} else "an object"
        found.append((f"`{place}{key}`", values, default, own["description"]))
        found += list_keys(whole, f"{place}{key}.")
        found += list_keys(whole.get("items", {}), f"{place}{key}[].")
    return found
