# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Every mutation of test/mutations.json fits the sources, so that ./mrc mutate can apply it."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
PYTHON = "".join(file.read_text(encoding="utf-8") for file in TOP.glob("test/python/test_*.py"))
CPP = "".join(file.read_text(encoding="utf-8") for file in TOP.glob("test/**/*.cc"))
MUTATIONS = json.loads((TOP / "test" / "mutations.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation["name"])
def test_a_mutation_changes_one_place(mutation):
    source = (TOP / mutation["file"]).read_text(encoding="utf-8")
    assert source.count(mutation["old"]) == 1
    assert mutation["new"] != mutation["old"]


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation["name"])
def test_the_test_of_a_mutation_is_there(mutation):
    test = mutation.get("test", "")
    if "::" in test:
        assert re.split(r"::|\[", test)[1] in PYTHON
    else:
        assert test.partition(".")[2].partition("/")[0] in CPP


def test_no_two_mutations_share_a_name():
    names = Counter(mutation["name"] for mutation in MUTATIONS)
    assert [name for name, count in names.items() if count > 1] == []
