# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""JSON documents of experiments: read, checked by a JSON Schema, filled with its defaults."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from jsonschema import Draft7Validator, ValidationError, validators

from .schema import allowed


class ExperimentError(Exception):
    """An invalid experiment, with the place and the allowed values."""


#: A whole number is written without a decimal point.
_Validator = validators.extend(
    Draft7Validator,
    type_checker=Draft7Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int),
)


def shown(value: Any) -> str:
    """A value as JSON, cut if it is long."""
    text = json.dumps(value, ensure_ascii=False, default=repr)
    return text if len(text) <= 60 else f"{text[:57]}..."


def unknown(kind: str, name: str, names: Iterable[str]) -> str:
    """A sentence on an unknown name, with the nearest known one."""
    near = difflib.get_close_matches(name, list(names), 1)
    return f"there is no {kind} {name!r}" + (f", did you mean {near[0]!r}?" if near else "")


def read_json(path: Path) -> Any:
    """The content of a JSON file.

    @raise ExperimentError if it cannot be read, or has a key twice
    """
    try:
        text = path.read_text(encoding="utf-8")
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise ExperimentError(f"{path}: not UTF-8: {error.reason}") from error
    except OSError as error:
        raise ExperimentError(f"{path}: {error.strerror}") from error
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise ExperimentError(f"{path}: not JSON: {error.msg} at {where}") from error
    except RecursionError as error:
        raise ExperimentError(f"{path}: not an experiment: nested too deeply") from error
    except (ExperimentError, ValueError) as error:  # ValueError: a number of thousands of digits
        raise ExperimentError(f"{path}: {error}") from error


def _no_number(text: str) -> float:
    """Reject NaN and Infinity, which Python accepts and the simulator does not."""
    raise ExperimentError(f"not JSON: {text} is no number")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; rejects duplicate keys, of which Python would silently drop the first."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ExperimentError(f"the key {key!r} is there twice")
        found[key] = value
    return found


def check(document: Any, schema: Mapping[str, Any]) -> None:
    """@raise ExperimentError if a document violates a schema: with place, found and allowed values"""
    for error in _Validator(schema).iter_errors(document):
        raise ExperimentError(_sentence(error))


def _sentence(error: ValidationError) -> str:
    schema, value = error.schema, error.instance
    place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in error.absolute_path)
    place = place.lstrip(".")
    if error.validator == "required":
        missing = next(key for key in error.validator_value if key not in value)
        return f"{place}.{missing} is missing".lstrip(".")
    if error.validator == "additionalProperties":
        known = [key for key, own in schema["properties"].items() if "not" not in own]
        key = next(key for key in value if key not in schema["properties"])
        near = difflib.get_close_matches(key, known, 1)
        hint = f", did you mean {near[0]}?" if near else f"; allowed: {', '.join(known)}"
        return f"{place}.{key}: unknown key{hint}".lstrip(".")
    if error.validator == "not":
        said = schema["title"]
    else:
        key = "the key " if "propertyNames" in error.absolute_schema_path else ""
        said = f"found {key}{shown(value)}; allowed: {allowed(schema)}"
    return f"{place}: {said}" if place else said


def filled(value: Any, schema: Mapping[str, Any]) -> Any:
    """A document with the defaults of its schema for missing keys."""
    if isinstance(value, list):
        return [filled(each, schema.get("items", {})) for each in value]
    if not isinstance(value, dict):
        return value
    properties = schema.get("properties", {})
    own = {key: each["default"] for key, each in properties.items() if "default" in each} | value
    return {key: filled(each, properties.get(key, {})) for key, each in own.items()}


def assignments(settings: Any) -> tuple[str, ...]:
    """KEY=VALUE for each entry of an object, with the value as JSON; the entries of a list unchanged."""
    if isinstance(settings, dict):
        return tuple(f"{path}={json.dumps(value)}" for path, value in settings.items())
    return tuple(settings)
