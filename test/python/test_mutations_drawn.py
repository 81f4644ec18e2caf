# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""./mrc mutate --draw: operators of both languages, reproducible draws, equivalents, the order of tests, verdicts."""

import argparse
import contextlib
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "test"))

pytest.importorskip("clang.cindex")

import run_tests  # noqa: E402
from mutation import copies, cpp_places, drawing, drawn, nearest, python_places, reach, switches  # noqa: E402


def mutants(places, text, is_python):
    """The changed lines of a source by operator."""
    found = {}
    for place in places:
        assert place.apply(text).count(b"\n") == text.count(b"\n")
        found.setdefault(place.operator, []).append(place.around(text, is_python)[1])
    return found


def of_cpp(body, before=""):
    text = f"{before}\nlong F(long a, long b, bool c)\n{{\n{body}\nreturn 0;\n}}\n".encode()
    return mutants(cpp_places.find(Path("snippet.cc"), text), text, False)


def of_python(text):
    return mutants(python_places.find(text.encode()), text.encode(), True)


@pytest.mark.parametrize(
    "body, operator, expected",
    [
        ("c = a < b;", "comparison", {"c = a <= b;", "c = a >= b;"}),
        ("c = c && a == b;", "comparison", {"c = c && a != b;"}),
        ("c = c && a;", "logic", {"c = c || a;"}),
        ("a = b + 7;", "constant", {"a = b + 6;", "a = b + 8;"}),
        ("c = false;", "constant", {"c = true;"}),
        ("a = 0x10u;", "constant", {"a = 0xfu;", "a = 0x11u;"}),
        ("a = b * a;", "arithmetic", {"a = b / a;"}),
        ("a += b;", "arithmetic", {"a -= b;"}),
        ("a = b / 1000;", "unit", {"a = b / 1000000;"}),
        ("++a;", "removed statement", {""}),
        ("F(a, b, c);", "swapped arguments", {"F(b, a, c);"}),
        ("F(b, b, c);", "swapped arguments", None),
        ("if (c)\n{\n    return a;\n}", "removed statement", {""}),
        ("if (c) { a = 2; } else { return 1; }", "removed statement", {"if (c) { } else { return 1; }"}),
        ("while (c) {}", "condition", {"while (!(c)) {}", "while (false) {}"}),
        ("a = c ? a : b;", "condition", {"a = !(c) ? a : b;", "a = true ? a : b;", "a = false ? a : b;"}),
        ("if (bool d = c) {}", "condition", None),
        ("static_assert(1 + 1 == 2);", "comparison", None),
        ("CHECK(a < b);", "comparison", None),
        ('G("a");', "constant", None),
        ("if (c) { return a; }", "return value", {"if (c) { return 0; }", "if (c) { return (a) + 1; }"}),
        ("if (c) { return a < b; }", "return value", {"if (c) { return 0; }", "if (c) { return (a < b) + 1; }"}),
        ("Micros(a);", "unit", None),
        ("MicroSeconds(a);", "unit", {"NanoSeconds(a);", "MilliSeconds(a);"}),
    ],
)
def test_operators_of_cpp(body, operator, expected):
    before = "#define CHECK(x) (void)(x)\nvoid G(const char*); long MicroSeconds(long); long Micros(long);"
    changed = of_cpp(body, before).get(operator)
    assert set(changed or ()) - {"return 1;"} == (expected or set())


def test_operators_of_classes_are_those_of_numbers():
    times = "struct Time { long t; }; bool operator<(Time, Time); Time operator+(Time, Time); Time g_a, g_b;"
    assert set(of_cpp("c = g_a < g_b;", times)["comparison"]) == {"c = g_a <= g_b;", "c = g_a >= g_b;"}
    assert of_cpp("g_a = g_a + g_b;", times)["arithmetic"] == ["g_a = g_a - g_b;"]


def test_places_know_their_function_and_line():
    text = b"struct Timer\n{\n    int Get()\n    {\n        return m_ps / 3;\n    }\n    int m_ps;\n};\n"
    places = cpp_places.find(Path("snippet.h"), text)
    assert {(place.function, place.line(text)) for place in places} == {("Timer::Get", 5)}


def test_an_absent_result_is_not_replaced_by_itself():
    head = b"struct Maybe {};\nnamespace std { constexpr Maybe nullopt{}; }\n"
    head += b"struct Pointer { Pointer(decltype(nullptr)); };\nPointer G() { return nullptr; }\n"
    text = head + b"Maybe F(bool c)\n{\n    if (c) { return std::nullopt; }\n    return Maybe();\n}\n"
    places = cpp_places.find(Path("snippet.cc"), text)
    assert [place.line(text) for place in places if place.operator == "return value"] == [8]


def test_the_initial_value_of_an_attribute_is_no_place():
    text = b"class Timer\n{\n    int m_period{5};\n    int m_count{5};\n};\n"
    places = cpp_places.find(Path("snippet.h"), text, (), {("Timer", "m_period")})
    assert {place.line(text) for place in places} == {4}


@pytest.mark.parametrize(
    "text, operator, expected",
    [
        ("a = (b) < (c)", "comparison", {"a = (b) <= (c)", "a = (b) >= (c)"}),
        ("a = b not in c", "comparison", {"a = b in c"}),
        ("a = b is None", "comparison", {"a = b is not None"}),
        ("a = b and c", "logic", {"a = b or c"}),
        ("a = b // c", "arithmetic", {"a = b * c"}),
        ("a = max(b, c)", "arithmetic", {"a = min(b, c)"}),
        ("a = 2 * b", "constant", {"a = 1 * b", "a = 3 * b"}),
        ("a = b // (c - 2)", "constant", {"a = b // (c - 1)", "a = b // (c - 3)"}),
        ("a = True", "constant", {"a = False"}),
        ("a = b / 1e3", "unit", {"a = b / 1e6"}),
        ("f(a, b)", "swapped arguments", {"f(b, a)"}),
        ("f(a)", "removed statement", {"pass"}),
        ("a.b = c", "removed statement", {"pass"}),
        ("a = c", "removed statement", None),
        ("if a: pass", "condition", {"if not (a): pass", "if True: pass", "if False: pass"}),
        ("a = [b for b in c if b]", "condition", {"a = [b for b in c if not (b)]", "a = [b for b in c if True]"}),
        ("def f(): return a == b", "return value", {"def f(): return not (a == b)"}),
        ("def f(): return a", "return value", {"def f(): return None"}),
        ("def f(a: int = 1): return 'text'", "return value", None),
        ('a = f"{b:.3f}" "%d" % 2', "arithmetic", None),
        ('"""Text, 1 < 2"""', "comparison", None),
    ],
)
def test_operators_of_python(text, operator, expected):
    changed = of_python(text).get(operator)
    assert (set(changed) if changed else None) == expected


def test_a_removed_statement_of_several_lines_leaves_the_lines_after_it_where_they_are():
    text = b"f(a,\n  b)\ng()\n"
    place = next(place for place in python_places.find(text) if place.operator == "removed statement")
    assert place.apply(text) == b"pass\n\ng()\n"


def make_sources(top):
    """Two folders, one of which has three times the code of the other."""
    for name, lines in (("model/core/a.cc", 10), ("model/policy/b.cc", 10), ("helper/c.cc", 10), ("experiments/d.py", 10)):
        (top / name).parent.mkdir(parents=True)
        line = "a = b < 1\n" if name.endswith(".py") else "bool F{0}(int a) {{ return a < 1; }} // {0}\n"
        (top / name).write_text("".join(line.format(number) for number in range(lines)))
    names = [str(path.relative_to(top)) for path in top.rglob("*.*")]
    return drawing.Sources(top, names, top / "headers")


def test_a_draw_is_reproducible_and_every_folder_has_its_share(tmp_path):
    sources = make_sources(tmp_path)

    def draw(seed):
        return [next(sources.mutants(seed, number, 8)).as_dict() for number in range(8)]

    assert draw("1") == draw("1") != draw("2")
    folders = [facts["directory"] for facts in draw("3")]
    assert sorted(folders) == sorted(["model/core", "model/policy", "helper", "experiments"] * 2)
    command = f"import sys; sys.path.insert(0, {str(TOP / 'test')!r}); from pathlib import Path; from mutation import drawing\n"
    command += f"s = drawing.Sources(Path({str(tmp_path)!r}), {sources.names!r}, Path({str(tmp_path / 'links')!r}))\n"
    command += "print([next(s.mutants('1', n, 8)).as_dict() for n in range(8)])"
    for hash_seed in ("1", "2"):
        done = subprocess.run(
            ["/usr/bin/python3", "-c", command], capture_output=True, text=True, check=True,
            env={"PYTHONHASHSEED": hash_seed, "PYTHONDONTWRITEBYTECODE": "1", "PATH": "/usr/bin"},
        )  # fmt: skip
        assert done.stdout.strip() == str(draw("1"))


def test_rejected_mutants_are_followed_by_others(tmp_path):
    endless = make_sources(tmp_path).mutants("1", 0, 4)
    assert len({(mutant.line, mutant.after) for mutant, _ in zip(endless, range(40))}) > 10


@pytest.mark.parametrize(
    "file, tests, closest",
    [
        (
            "model/core/mrc/mrc-retry.cc",
            {"test/core/mrc-retry-test.cc": "", "test/core/mrc-rest-test.cc": "", "test/fabric/fabric-retry-test.cc": ""},
            "test/core/mrc-retry-test.cc",
        ),
        (
            "model/control/mrc-ev-entry.h",
            {"test/nic/mrc-qp-test.cc": "", "test/nic/mrc-ev-profile-test.cc": '#include "ns3/mrc-ev-entry.h"'},
            "test/nic/mrc-ev-profile-test.cc",
        ),
        (
            "experiments/mrcbench/suite/tidy.py",
            {"test/python/test_table.py": "", "test/python/test_suite.py": "from mrcbench.suite import tidy"},
            "test/python/test_suite.py",
        ),
    ],
)
def test_the_closest_test(file, tests, closest):
    assert max(tests, key=lambda test: nearest.kinship(file, test, tests[test])) == closest


class SmallCopy:
    """A copy with a module, a program and two tests, one of which reaches the module through the program."""

    hang_seconds = 60

    def __init__(self, folder):
        self.folder = folder
        self.build_folder = folder / "build"
        self.seconds = {}
        for name, text in {
            "build/x": "", "test/python/pytest.ini": "[pytest]\n",
            "experiments/lib.py": "class Number:\n    def half(x):\n        return x / 2\n\n\ndef twice(x):\n    return x * 2\n",
            "experiments/program.py": "import lib\n\nprint(lib.twice(3))\n"
            "exec(compile('1', 'experiments/page.html', 'exec'))\n",
            "test/python/test_program.py": "import subprocess, sys\n\ndef test_it():\n"
            "    assert subprocess.check_output([sys.executable, 'experiments/program.py']) == b'6\\n'\n",
            "test/python/test_half.py": "import pytest, sys\nsys.path.insert(0, 'experiments')\nimport lib\n\n"
            "def test_half():\n    assert lib.Number.half(4) == 3\n\n"
            "@pytest.mark.slow\ndef test_twice():\n    assert lib.twice(1) == 2\n",
        }.items():  # fmt: skip
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)

    def jobs(self, python="quick"):
        return [(job, []) for job in run_tests.python_jobs(self.build_folder, python, top=self.folder)]

    def run(self, job):
        return run_tests.run(job, self.build_folder, self.folder, self.hang_seconds)


def test_what_tests_reach_by_themselves_and_through_programs(tmp_path):
    copy = SmallCopy(tmp_path)
    reached = reach.measure(copy, "quick")
    program = {"test_program.py": {"test_program.py::test_it"}}
    assert reached.tests == {
        ("experiments/lib.py", ""): {"test_half.py": {"", "test_half.py::test_half"}, **program},
        ("experiments/lib.py", "Number"): {"test_half.py": {"", "test_half.py::test_half"}, **program},
        ("experiments/lib.py", "Number.half"): {"test_half.py": {"test_half.py::test_half"}},
        ("experiments/lib.py", "twice"): program,
        ("experiments/program.py", ""): program,
    }
    assert list(reached.seconds) == ["test_program.py::test_it"]  # the other one fails
    with_slow = reach.measure(copy, "all")
    assert with_slow.tests["experiments/lib.py", "twice"] == {"test_half.py": {"test_half.py::test_twice"}, **program}
    copy.run = None
    again = reach.measure(copy, "quick")  # from the build
    assert (again.tests, again.seconds) == (reached.tests, reached.seconds)
    (tmp_path / "experiments" / "lib.py").write_text("")
    with pytest.raises(TypeError):
        reach.measure(copy, "quick")


def test_tests_that_reach_a_function_are_run_before_whole_files(tmp_path):
    copy = SmallCopy(tmp_path)
    names = [f"test_program.py::test_{name}" for name in ("late", "soon", "first")]
    seconds = {names[0]: 30.0, names[1]: 0.5, names[2]: 0.1}
    key = ("experiments/lib.py", "twice")
    reached = reach.Reach({key: {"test_program.py": {"", "test_program.py::test_failing", *names}}}, seconds)
    fast, slow, whole = (job for job, _ in nearest.Order(copy, reached, "quick").jobs(*key))
    folder = f"{tmp_path}/test/python/"
    assert [word.removeprefix(folder) for word in map(str, fast.command) if word.startswith(folder)] == [
        "pytest.ini", "test_program.py::test_first", "test_program.py::test_soon"
    ]  # fmt: skip
    assert [str(slow.command[-1]), str(whole.command[-1])] == [f"{folder}{names[0]}", f"{folder}test_program.py"]
    assert copy.seconds == {fast.name: 0.6, slow.name: 30.0} and whole.name == "test_program.py"


def test_a_cpp_mutant_meets_near_python_files_alone_and_then_all_in_batches(tmp_path):
    text = 'import os\nos.environ.get("MRC_BUILD")\ndef test_it():\n    assert {}\n'
    copy = SmallCopy(tmp_path)
    names = [f"test_a{at:02}.py" for at in range(run_tests.BATCH + 2)]
    wrong = names[run_tests.BATCH]
    names += ["test_clos.py", "test_golden.py"]
    for name in names:
        (tmp_path / "test" / "python" / name).write_text(text.format(name != wrong))
    jobs = [job for job, _ in nearest.Order(copy, reach.Reach({}, {}), "quick").jobs("runner/kinds/clos.cc", "f")]
    assert [job.name for job in jobs] == ["test_clos.py", "Python tests, part 1", "Python tests, part 2", "test_golden.py"]
    files = [[Path(word).name for word in job.command if Path(word).name in names] for job in jobs]
    assert [len(part) for part in files] == [1, run_tests.BATCH, 3, 1] and sorted(files[1] + files[2] + files[3]) == sorted(names)
    assert [copy.run(job).failed for job in jobs] == [[], [], [f"{wrong[:-3]}.test_it"], []]


TWICE = b"""#include <cstdio>
constexpr int ONE = 1;
constexpr int Three() { return 3; }
template <class T>
struct Number
{
    explicit Number(T t = 7) : value(t + 1 + more) {}
    T Get() const
    {
        return value; // comment }
    }
    unsigned more{0}, less{0};
    T value;
};
int main()
{
    const auto twice = [](int x) { return 2 * x; };
    std::printf("%d %d %d\\n", twice(ONE), Three(), Number<int>().Get());
    return __LINE__ == 19 ? 0 : 1;
}
"""


class SmallSources:
    """A file with the text TWICE, whose drawn mutants have given texts in their changed lines."""

    def __init__(self, folder, places=()):
        self.path = folder / "a.cc"
        self.path.write_bytes(TWICE)
        self.places = [*cpp_places.find(self.path, TWICE), *places]

    def text(self, name):
        assert name == "a.cc"
        return TWICE

    def mutant(self, after):
        place = next(place for place in self.places if after in place.around(TWICE, False)[1])
        return drawing.Mutant("a.cc", place, place.line(TWICE), *place.around(TWICE, False), place.apply(TWICE))

    def mutants(self, seed, number, count):
        assert (seed, count) == ("1", 9)
        yield from map(self.mutant, number)

    def is_sound(self, mutant):
        return "t - 1" not in mutant.after


def compiled(folder, text):
    (folder / "b.cc").write_bytes(text)
    return subprocess.run(
        ["g++", "-std=c++17", "-O1", "-Wno-narrowing", "-o", folder / "b", folder / "b.cc"], capture_output=True, text=True, check=False
    ).stderr


def output(folder, text, number=None):
    """The output of a program that is one of its mutants."""
    assert compiled(folder, text) == ""
    command = ["env", f"{switches.VARIABLE}={number}", folder / "b"] if number else [folder / "b"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_a_program_is_one_of_its_mutants(tmp_path):
    sources = SmallSources(tmp_path)
    inside = {
        "2 / x": "2 3 8\n", "3 * x": "3 3 8\n", "return {};": "2 3 0\n",
        "t + 2": "2 3 9\n", "t = 8": "2 3 9\n", "more{1}": "2 3 9\n", "less{1}": "2 3 8\n",
    }  # fmt: skip
    outside = {"ONE = 2": "4 3 8\n", "Three() { return 4": "2 4 8\n"}
    sequences = [[text] for text in (*outside, "1 * x", *inside)] + [["t - 1", "return {};", "ONE = 0"]]
    chosen = switches.Switches(sources, "1", 9, sequences, lambda mutant: "1 * x" in mutant.after)
    numbers = {text: chosen.number(sources.mutant(text)) for text in [*inside, *outside, "1 * x", "t - 1", "ONE = 0"]}
    assert {text for text, number in numbers.items() if number} == set(inside)
    text = chosen.texts()["a.cc"]
    assert output(tmp_path, text) == "2 3 8\n"
    assert {after: output(tmp_path, text, numbers[after]) for after in inside} == inside
    alone = {after: chosen.text(sources.mutant(after)) for after in [*outside, *inside]}
    assert {after: output(tmp_path, text) for after, text in alone.items()} == {**outside, **inside}
    assert output(tmp_path, alone["ONE = 2"], numbers["3 * x"]) == "6 3 8\n"


@pytest.mark.parametrize("wrong", ["undeclared", "(value.wrong)", "Number<void>().Get()"])
def test_mutants_that_do_not_compile_beside_others_are_compiled_alone(tmp_path, wrong):
    body = next(place.part for place in cpp_places.find(Path("a.cc"), TWICE) if "2 / x" in place.around(TWICE, False)[1])
    at = TWICE.index(b"Number<int>().Get()")
    place = drawing.Place("constant", at, at + len("Number<int>().Get()"), wrong, "main", body, True)
    sources = SmallSources(tmp_path, [place])
    chosen = switches.Switches(sources, "1", 9, [["2 / x"], [wrong]], lambda mutant: False)
    complaint = compiled(tmp_path, chosen.texts()["a.cc"])
    assert chosen.drop(complaint) and not chosen.drop(complaint) and not chosen.drop("a.cc:7:3: error: unknown")
    assert output(tmp_path, chosen.texts()["a.cc"], chosen.number(sources.mutant("2 / x"))) == "2 3 8\n"
    assert chosen.number(sources.mutant(wrong)) is None
    assert "error" in compiled(tmp_path, chosen.text(sources.mutant(wrong)))


PAIR = b"""struct Pair
{
    int given{0};
    int other{0};
};
inline int never()
{
    return 3;
}
int main()
{
    Pair pair{1};
    return pair.other;
}
"""


def test_no_program_is_a_mutant_of_a_value_that_is_always_given(tmp_path):
    places = cpp_places.find(tmp_path / "a.cc", PAIR)
    sources = argparse.Namespace(text=lambda name: PAIR)
    chosen = switches.Switches(sources, "1", 9, [], None)
    for place in places:
        chosen.add(drawing.Mutant("a.cc", place, place.line(PAIR), *place.around(PAIR, False), place.apply(PAIR)))
    assert compiled(tmp_path, chosen.texts()["a.cc"]) == ""
    chosen.look_into([tmp_path / "b"])
    absent = {number for number in chosen.numbers.values() if number not in chosen.present}
    assert {place.line(PAIR) for (_, place), number in chosen.numbers.items() if number in absent} == {3, 8}
    assert {place.line(PAIR) for (_, place), number in chosen.numbers.items() if number in chosen.present} == {4, 12, 13}


class StubOrder:
    def jobs(self, file, function):
        assert function == "Class::F"
        return [(run_tests.Job(file, [], None, None), [])]


class StubCopy:
    """A copy whose tests give the result that the new text of the file contains."""

    text = b""

    def __init__(self, seconds):
        self.seconds = seconds

    def build(self, *targets):
        return targets == ()

    def run(self, job):
        return run_tests.Result(job.name, failed=["Suite.Test"])

    def mutated(self, name, text):
        self.text = text
        return contextlib.nullcontext()

    def choosing(self, number):
        return self.mutated("helper/a.cc", {1: b"noticed", 2: b"lives"}[number])

    def is_unchanged(self, job):
        return b"same" in self.text

    def first_failure(self, jobs, is_needless):
        if b"rejected" in self.text:
            return copies.COMPILER, None, []
        if not jobs or is_needless(jobs[0][0]):
            return None, None, []
        if b"golden" in self.text:
            return copies.HASH, *jobs[0]
        return ("Suite.Test", *jobs[0]) if b"noticed" in self.text else (None, None, [])


class StubSources:
    def __init__(self, *texts):
        self.texts = texts

    def mutants(self, seed, number, count):
        del seed, count
        for text in self.texts[number].split():
            place = drawing.Place("constant", 0, 1, "", "Class::F", None, text.startswith("body"))
            yield drawing.Mutant("helper/a.cc", place, 7, "before", text, text.encode())


class StubSwitches:
    """Mutants of two texts are in the programs."""

    present = {1, 2}

    def number(self, mutant):
        return {"switched": 1, "lives-as-well": 2, "absent": 3}.get(mutant.after)

    def text(self, mutant):
        return mutant.new_text


KNOWN = {
    "file": "helper/a.cc", "operator": "constant", "before": "before", "after": "known", "function": "Class::F",
    "reason": "F is only for people",
}  # fmt: skip


def test_all_verdicts(tmp_path):
    file = tmp_path / "equivalents.json"
    file.write_text(json.dumps([KNOWN]))
    texts = ["rejected rejected noticed", "golden", "lives", "known", "rejected same", "switched", "lives-as-well", "absent"]
    copy = StubCopy({"helper/a.cc": 1.0})
    trial = drawn.Trial(StubSources(*texts), StubSwitches(), "1", len(texts), drawn.read_equivalents(file), {copy: StubOrder()})
    facts = [trial.attempt(copy, number) for number in range(len(texts))]
    assert [(one["verdict"], one["test"]) for one in facts] == [
        (drawn.CAUGHT, "Suite.Test"),
        (drawn.GOLDEN, copies.HASH),
        (drawn.SURVIVES, None),
        (drawn.EQUIVALENT, "F is only for people"),
        (drawn.EQUIVALENT, drawn.SAME_PROGRAMS),
        (drawn.CAUGHT, "Suite.Test"),
        (drawn.SURVIVES, None),
        (drawn.EQUIVALENT, drawn.SAME_PROGRAMS),
    ]
    assert drawn.line_of({**facts[0], "seconds": 3.2}) == (
        "helper helper/a.cc:7 constant: before -> noticed: caught by Suite.Test (3 s)"
    )
    lines, share = drawn.score_of(facts)
    assert lines[0].split() == ["helper", "2", "of", "5", "caught,", "40.0", "%"]
    assert lines[1].split()[0] == "all"
    assert lines[2].startswith("8 mutants: 2 caught, 2 survives, 1 noticed by golden results alone, 3 equivalent")
    assert share == pytest.approx(40)


def test_a_test_that_fails_by_itself_catches_nothing(capsys):
    copy = StubCopy({})
    trial = drawn.Trial(StubSources("noticed", "noticed"), StubSwitches(), "1", 2, {}, {copy: StubOrder()})
    assert [trial.attempt(copy, number)["verdict"] for number in range(2)] == [drawn.SURVIVES] * 2
    complaint = "mutate: the sources fail helper/a.cc as they are: Suite.Test; it is not asked again\n"
    assert capsys.readouterr().err == complaint


def test_an_interrupted_draw_goes_on(tmp_path):
    facts = {**KNOWN, "directory": "helper", "line": 7, "test": None}
    said = [{**facts, "number": number, "verdict": verdict, "after": str(number)} for number, verdict in enumerate(
        [drawn.CAUGHT, drawn.SURVIVES, drawn.GOLDEN, drawn.EQUIVALENT, drawn.SURVIVES])]  # fmt: skip
    options = argparse.Namespace(draw=9, seed="1", slow=False, json=tmp_path / "draw.json")
    assert drawn.read_done(options, "digest", {}) == []
    drawn.write_json(options, "digest", said[::-1])
    argued = {drawn.identity(said[4]): "a reason"}
    assert [one["number"] for one in drawn.read_done(options, "digest", argued)] == [0, 1, 2]
    options.slow = True
    assert [one["number"] for one in drawn.read_done(options, "digest", argued)] == [0]
    for changed in ({"seed": "2"}, {"draw": 8}):
        with pytest.raises(copies.BadList, match="of another draw or other sources"):
            drawn.read_done(argparse.Namespace(**{**vars(options), **changed}), "digest", {})
    with pytest.raises(copies.BadList):
        drawn.read_done(options, "other", {})


@pytest.mark.parametrize("whose", ["the attempt", "the caller"])
def test_an_error_ends_the_draw_at_once(whose):
    tried = []

    def attempt(copy, number):
        tried.append(number)
        time.sleep(0.002)
        if whose == "the attempt" and number == 1:
            raise MemoryError
        return copy

    with pytest.raises(MemoryError):
        for _ in copies.try_all(["a copy"], range(1000), attempt):
            if whose == "the caller":
                raise MemoryError
    assert len(tried) < 500, "a worker may have begun some others by then"


def test_an_equivalent_needs_a_reason(tmp_path):
    file = tmp_path / "equivalents.json"
    file.write_text(json.dumps([{key: KNOWN[key] for key in drawn.IDENTITY}]))
    with pytest.raises(copies.BadList, match="and reason; found"):
        drawn.read_equivalents(file)
    assert drawn.read_equivalents(tmp_path / "none.json") == {}


def test_known_equivalents_have_their_lines_in_the_sources():
    for file, _, before, _, _ in drawn.read_equivalents(TOP / "test" / "equivalent-mutants.json"):
        assert before in " ".join((TOP / file).read_text(encoding="utf-8").split())


@pytest.mark.parametrize("changed", ["mrc-unit-tests", "libns3-mrc.so.1.2.3"])
def test_a_program_is_changed_where_its_library_is(tmp_path, changed):
    copy = copies.Copy(tmp_path, tmp_path, 1, 60)
    copy.build_folder.mkdir(parents=True)
    for name in ("mrc-unit-tests", "libns3-mrc.so.1.2.3"):
        (copy.build_folder / name).write_text("as built")
        (copy.build_folder / name).chmod(0o755)
    copy.original = {program: copies.digest(program) for program in copy.programs()}
    job = run_tests.Job("mrc-unit-tests", [copy.build_folder / "mrc-unit-tests"], tmp_path, run_tests.count_gtest)
    assert copy.is_unchanged(job)
    (copy.build_folder / changed).write_text("of a mutant")
    assert not copy.is_unchanged(job)
