# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Results of a run as plain rows, and the first difference between two of them."""

import json
from decimal import Decimal
from pathlib import Path

import judge
from simulator import Wrong, execute, read_csv

#: Facts of a run that depend on the machine, or count work of the simulator
VOLATILE = (*judge.VOLATILE, "events", "jobs", "recovery", "steps")
INSTANTS = ("start_ns", "end_ns", "time_ns", "at_ns", "until_ns", "first_loss_ns", "last_loss_ns")


class Refused(Wrong):
    """A scenario that is not valid."""


class Results:
    """Results of a run.

    tables -- rows of each CSV file, by its name without the suffix
    whole, config -- summary.json, config.json
    summary -- the same without facts that depend on the machine
    status -- exit status of the run
    """

    def __init__(self, folder, status):
        self.status = status
        self.tables = {file.stem: read_csv(file) for file in sorted(Path(folder).glob("*.csv"))}
        self.whole = json.loads((Path(folder) / "summary.json").read_text(), parse_float=Decimal)
        self.config = json.loads((Path(folder) / "config.json").read_text())
        self.summary = {key: value for key, value in self.whole.items() if key not in VOLATILE}

    def rows(self, *tables):
        """All rows of some tables, or of all tables."""
        for name in tables or self.tables:
            yield from self.tables.get(name, ())

    def keep(self, table, wanted):
        """Remove all rows of a table but the wanted ones."""
        if table in self.tables:
            self.tables[table] = [row for row in self.tables[table] if wanted(row)]

    def clear(self):
        """Remove everything but the exit status."""
        self.tables, self.summary = {}, {}

    def without(self, table, column):
        """Remove a column, wherever the rows of a table are."""
        for row in self.rows(table):
            row.pop(column, None)


def run(simulator, scenario, folder):
    """Runs a scenario. Raises Refused if it is not valid."""
    file = folder.with_suffix(".json")
    file.write_text(json.dumps(scenario, indent=1))
    status, _, said = execute(simulator.program, "run", file, "--quiet", "--out", folder)
    if status == 2:
        raise Refused(f"refused: {said.strip()[:300]}")
    return Results(folder, status)


def difference(expected, found):
    """The first difference of two results as a sentence, or None."""
    if expected.status != found.status:
        return f"exit status {found.status} instead of {expected.status}"
    if expected.tables.keys() != found.tables.keys():
        return f"files {sorted(found.tables)} instead of {sorted(expected.tables)}"
    for name, rows in expected.tables.items():
        others = found.tables[name]
        for number, (row, other) in enumerate(zip(rows, others)):
            if row != other:
                columns = [column for column in row.keys() | other.keys() if row.get(column) != other.get(column)]
                return f"{name}.csv, row {number}: " + "; ".join(
                    f"{column} {other.get(column)} instead of {row.get(column)}" for column in sorted(columns)
                ) + f" ({ {key: row[key] for key in list(row)[:6]} })"
        if len(rows) != len(others):
            longer = (rows if len(rows) > len(others) else others)[min(len(rows), len(others))]
            return f"{name}.csv: {len(others)} rows instead of {len(rows)}, such as {longer}"
    for key in expected.summary.keys() | found.summary.keys():
        if expected.summary.get(key) != found.summary.get(key):
            return f"summary.json, {key}: {found.summary.get(key)} instead of {expected.summary.get(key)}"
    return None
