# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""./mrc mutate on a small product: reported catches are real, and no surviving mutation is missed."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

TOP = Path(__file__).resolve().parents[2]

#: The build of the product copies its sources
NINJA = """
rule copy
  command = grep -q syntax-error $in && exit 1; cp $in $out
build rule.out: copy ../../rule.txt
build golden.out: copy ../../golden.txt
build program: copy ../../loop.txt
build mrc-core-tests: phony rule.out program
build all: phony rule.out golden.out program
default all
"""

CORE_TESTS = """#!/bin/bash
here=$(dirname "$0")
for word; do
  case $word in
    --gtest_list_tests) printf 'Rule.\\n  First\\n  Second  # GetParam() = 2\\n'; exit ;;
    --gtest_output=json:*) report=${word#*:} ;;
    --gtest_filter=*) filter=${word#*=} ;;
  esac
done
echo "${filter:-all}" >>"$here/asked"
grep -q forever "$here/program" && sleep 60
wrong=
result() { # NAME TRUE-IF-RIGHT
  if [ -z "$filter" ] || [ "$filter" = "Rule.$1" ]; then
    echo "[ RUN      ] Rule.$1"
    "${@:2}" && failures= || { failures=', "failures": [{}]'; wrong=yes; }
    tests="${tests:+$tests, }{\\"name\\": \\"$1\\", \\"result\\": \\"COMPLETED\\"$failures}"
  fi
}
result First grep -q 'first=1' "$here/rule.out"
result Second grep -q 'second=2' "$here/rule.out"
[ ! -x "$here/seven" ] || result Seven "$here/seven"
echo "{\\"testsuites\\": [{\\"name\\": \\"Rule\\", \\"testsuite\\": [$tests]}]}" >"$report"
[ -z "$wrong" ]
"""

GOLDEN = """
import os
from pathlib import Path

def test_hash():
    assert "golden=3" in (Path(os.environ["MRC_BUILD"]) / "golden.out").read_text()
"""

PRESETS = """{"version": 3, "configurePresets": [
  {"name": "release", "generator": "Ninja", "binaryDir": "${sourceDir}/build/cmake"}]}"""


def mutation(name, file, old, new, test=None):
    return {"name": name, "file": file, "old": old, "new": new, **({"test": test} if test else {})}


class Product:
    """A repository with the tests above, and its list of mutations."""

    def __init__(self, folder):
        self.top = folder / "product"
        self.copies = folder / "copies"
        python = self.top / "test" / "python"
        python.mkdir(parents=True)
        for name in ("mutations.py", "run_tests.py"):
            shutil.copy(TOP / "test" / name, self.top / "test")
        shutil.copytree(TOP / "test" / "mutation", self.top / "test" / "mutation", ignore=shutil.ignore_patterns("__pycache__"))
        for name, text in {
            "rule.txt": "first=1\nsecond=2\nthird=3\n",
            "golden.txt": "golden=3\n",
            "loop.txt": "ends\n",
            "helper.py": "number = 1\n",
            "CMakeLists.txt": "cmake_minimum_required(VERSION 3.21)\nproject(product NONE)\n",
            "CMakePresets.json": PRESETS,
            ".gitignore": "build/\n__pycache__/\n",
            "test/python/pytest.ini": "[pytest]\nmarkers =\n    slow: slow\n",
            "test/python/test_golden.py": GOLDEN,
            "test/python/test_helper.py": "from pathlib import Path\n\ndef test_number():\n"
            "    assert 'number = 1' in (Path(__file__).parents[2] / 'helper.py').read_text()\n",
        }.items():
            (self.top / name).write_text(text)
        subprocess.run(["git", "init", "-q"], cwd=self.top, check=True)
        for sources in ("0", "1", "0/build/switched", "1/build/switched"):
            build = self.copies / sources / "build" / "release"
            build.mkdir(parents=True)
            (build / "build.ninja").write_text(NINJA)
            (build / "mrc-core-tests").write_text(CORE_TESTS)
            (build / "mrc-core-tests").chmod(0o755)

    def mutate(self, *mutations, names=(), copies=2, program="test/mutations.py"):
        """(exit status, lines of output, complaints)"""
        (self.top / "test" / "mutations.json").write_text(json.dumps(mutations))
        done = subprocess.run(
            ["/usr/bin/python3", program, "--build", self.copies, "--copies", str(copies), "--hang", "5", *names],
            cwd=self.top,
            env=dict(os.environ, PYTHONDONTWRITEBYTECODE="1"),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout.splitlines(), done.stderr

    def asked(self):
        """The tests that the GoogleTest program of the first copy ran."""
        return (self.copies / "0" / "build" / "release" / "asked").read_text().split()


@pytest.fixture(name="product")
def fixture_product(tmp_path):
    return Product(tmp_path)


FIRST = mutation("first-is-nine", "rule.txt", "first=1", "first=9", "Rule.First")
SECOND = mutation("second-is-nine", "rule.txt", "second=2", "second=9")
THIRD = mutation("third-is-nine", "rule.txt", "third=3", "third=9")
HASHED = mutation("golden-is-nine", "golden.txt", "golden=3", "golden=9")


def test_a_named_test_is_asked_alone(product):
    assert product.mutate(FIRST)[:2] == (
        0,
        [
            "first-is-nine: caught by Rule.First",
            "1 mutations: 1 caught by a test with a name, 0 by the compiler, 0 by golden results alone, 0 survive",
        ],
    )
    assert product.asked() == ["Rule.First", "Rule.First"]  # as the sources are, and mutated


def test_without_a_name_all_tests_are_asked(product):
    status, lines, _ = product.mutate(SECOND)
    assert (status, lines[0]) == (0, "second-is-nine: caught by mrc-core-tests: Rule.Second")


def test_another_test_than_the_named_one_is_told(product):
    status, lines, _ = product.mutate({**SECOND, "test": "Rule.First"})
    assert (status, lines[0]) == (0, "second-is-nine: caught by mrc-core-tests: Rule.Second, not by Rule.First")


def test_a_survivor_is_counted_and_fails(product):
    status, lines, _ = product.mutate(THIRD, FIRST)
    assert status == 1
    assert "third-is-nine: SURVIVES" in lines
    assert lines[-1].endswith("1 caught by a test with a name, 0 by the compiler, 0 by golden results alone, 1 survive")


def test_golden_results_alone_do_not_count(product):
    status, lines, _ = product.mutate(HASHED)
    assert (status, lines[0]) == (1, "golden-is-nine: NOTICED BY golden results alone")


def test_what_does_not_compile_is_caught_by_the_compiler(product):
    status, lines, _ = product.mutate(mutation("no-syntax", "rule.txt", "first=1", "syntax-error"))
    assert (status, lines[0]) == (0, "no-syntax: caught by the compiler")


def test_a_mutant_that_hangs_is_caught(product):
    status, lines, _ = product.mutate(mutation("no-end", "loop.txt", "ends", "forever"))
    assert (status, lines[0]) == (0, "no-end: caught by mrc-core-tests: the process itself (exit status no end)")


def test_python_sources_are_left_to_pytest(product):
    status, lines, _ = product.mutate(mutation("number", "helper.py", "number = 1", "number = 2"))
    assert (status, lines[0]) == (0, "number: caught by test_helper.py: test_helper.test_number")
    assert not (product.copies / "0" / "build" / "release" / "asked").exists()


def test_a_pytest_can_be_named(product):
    status, lines, _ = product.mutate(
        mutation("number", "helper.py", "number = 1", "number = 2", "test_helper.py::test_number")
    )
    assert (status, lines[0]) == (0, "number: caught by test_helper.py::test_number")


def test_one_mutation_does_not_remain_for_the_next(product):
    python = mutation("comment", "helper.py", "number = 1\n", "number = 1\n# no test reads this\n")
    status, lines, _ = product.mutate(HASHED, python, THIRD, SECOND, FIRST, copies=1)
    assert status == 1
    assert lines[1:3] == ["comment: SURVIVES", "third-is-nine: SURVIVES"]
    assert (product.top / "rule.txt").read_text() == "first=1\nsecond=2\nthird=3\n"


def test_sources_that_fail_by_themselves_catch_nothing(product):
    (product.top / "rule.txt").write_text("first=1\nsecond=7\nthird=3\n")
    status, _, complaint = product.mutate(THIRD)
    assert status == 2 and "the sources fail mrc-core-tests: Rule.Second as they are" in complaint
    (product.top / "rule.txt").write_text("first=7\nsecond=2\nthird=3\n")
    status, _, complaint = product.mutate({**THIRD, "test": "Rule.First"})
    assert status == 2 and "the sources fail Rule.First as they are" in complaint


@pytest.mark.parametrize(
    "change, complaint",
    [
        ({"old": "fourth=4"}, "rule.txt holds 0 times, not once: 'fourth=4'"),
        ({"old": "="}, "rule.txt holds 3 times, not once: '='"),
        ({"file": "gone.txt"}, "gone.txt holds 0 times"),
        ({"test": "Rule.Fourth"}, "no test is named Rule.Fourth"),
        ({"test": "test_gone.py::test_x"}, "no test is named test_gone.py::test_x"),
    ],
)
def test_a_list_that_does_not_fit_is_refused(product, change, complaint):
    status, lines, told = product.mutate({**FIRST, **change})
    assert (status, lines) == (2, [])
    assert complaint in told


def test_mutations_of_another_checkout(product):
    options = ["--sources", str(product.top)]
    status, lines, _ = product.mutate(FIRST, THIRD, names=options, program=TOP / "test" / "mutations.py")
    assert (status, sorted(lines[:2])) == (1, ["first-is-nine: caught by Rule.First", "third-is-nine: SURVIVES"])


@pytest.mark.parametrize("tested, status", [(True, 0), (False, 1)])
def test_mutations_are_drawn(product, tmp_path, tested, status):
    (product.top / "experiments").mkdir()
    (product.top / "experiments" / "size.py").write_text("SIZE = 1\n")
    check = "size.SIZE == 1" if tested else "size"
    text = f"import sys\n\nsys.path.insert(0, 'experiments')\nimport size\n\ndef test_size():\n    assert {check}\n"
    (product.top / "test" / "python" / "test_size.py").write_text(text)
    file = tmp_path / "drawn.json"
    exit_status, lines, _ = product.mutate(names=["--draw", "2", "--seed", "5", "--json", str(file)])
    verdict = "caught by test_size.py: test_size.test_size" if tested else "survives"
    assert exit_status == status
    assert all("experiments experiments/size.py:1 constant: SIZE = 1 -> SIZE = " in line for line in lines[:2])
    assert all(f": {verdict} (" in line for line in lines[:2])
    assert lines[2].split() == ["experiments", *f"{2 * tested} of 2 caught,".split(), "100.0" if tested else "0.0", "%"]
    mutants = json.loads(file.read_text())["mutants"]
    assert [(facts["number"], facts["line"], facts["verdict"]) for facts in mutants] == [
        (number, 1, "caught" if tested else "survives") for number in range(2)
    ]


RULE_CC = """int Seven()
{
    return 8 - 1;
}

int main()
{
    return Seven() == 7 ? 0 : 1;
}
"""


def test_mutants_of_cpp_are_drawn(product, tmp_path):
    """All mutants of functions are in one program, which is the unchanged one when it is asked first."""
    (product.top / "model" / "core").mkdir(parents=True)
    (product.top / "model" / "core" / "rule.cc").write_text(RULE_CC)
    for build in product.copies.glob("*/build/switched/build/release"):
        with open(build / "build.ninja", "a", encoding="utf-8") as ninja:
            print("rule cxx\n  command = g++ -o $out $in && date >>$out.built", file=ninja)
            print("build seven: cxx ../../model/core/rule.cc\nbuild most: phony all seven\ndefault most", file=ninja)
    file = tmp_path / "drawn.json"
    status, lines, complaint = product.mutate(names=["--draw", "12", "--json", str(file)])
    mutants = json.loads(file.read_text())["mutants"]
    assert complaint.splitlines()[-2:] == [f"mutate: {part} tests on the sources as they are{more}" for part, more in (
        ("C++", ""), ("Python", ", to see what they reach"))]  # fmt: skip
    same = {(8, "return Seven() == 7 ? 0 : 2;"), (8, "return 0;"), (8, "return true ? 0 : 1;"), (8, "return Seven() == 7 ? 0 : 0;")}
    harmless = [facts for facts in mutants if (facts["line"], facts["after"]) in same]
    assert {facts["number"] for facts in mutants} == set(range(12)) and len(harmless) < 8
    for facts in mutants:
        assert facts["verdict"] == ("survives" if facts in harmless else "caught"), facts
        assert facts in harmless or facts["test"] == "mrc-core-tests: Rule.Seven"
    assert status == (1 if len(harmless) > 0 else 0) and len(lines) == 12 + 3
    for times in product.copies.glob("*/build/switched/build/release/seven.built"):
        assert len(times.read_text().splitlines()) == 1
    usual = product.copies / "0" / "build" / "release"
    assert usual.samefile(product.copies / "0" / "build" / "switched" / "build" / "release")
    product.mutate(FIRST)
    assert not usual.is_symlink()


def test_names_choose(product):
    status, lines, _ = product.mutate(FIRST, SECOND, THIRD, names=["*-is-nine", "second*"])
    assert status == 1 and len(lines) == 4
    status, lines, _ = product.mutate(FIRST, SECOND, THIRD, names=["second*"])
    assert status == 0 and len(lines) == 2
    status, _, complaint = product.mutate(FIRST, names=["fourth"])
    assert status == 2 and "no mutation is named fourth" in complaint
