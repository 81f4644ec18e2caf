# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The values of all runs of the figures, kept beside each: the manual and the plots show what follows from them."""

from __future__ import annotations

import json
import re
import statistics
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import demo
import figures
import mrcbench.figure
import mrcbench.pair
import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from mrcbench.drawing.levels import GID
from mrcbench.figure import Level, Panel, curve
from mrcbench.results import open_results
from mrcbench.suite.definition import Part, RunSpec
from mrcbench.suite.evaluation import Measured, tabulate
from running import needs_simulator, run_scenario
from scipy import stats

ROOT = Path(figures.__file__).resolve().parent.parent
MANUAL = (ROOT / "docs" / "figures.md").read_text(encoding="utf-8")
KNOWN = figures.list_figures(figures.FIGURES)


def values_of(name: str) -> pd.DataFrame:
    """The values of all runs of a figure."""
    return pd.read_csv(figures.FIGURES / name / "values.csv").astype({"sweep": object}).fillna({"sweep": ""})


def measured(name: str) -> Measured:
    """A figure with the values, but without the results, of its runs."""
    return Measured(figures.load(name, figures.FIGURES), {}, values_of(name))


def unescaped(cell: str) -> str:
    """A cell of a table without the marks of Markdown."""
    return re.sub(r"\\(.)", r"\1", cell).strip()


def told(name: str) -> dict[str, tuple[str, ...]]:
    """The claims of a figure in the manual, by text: published number, band, ours and verdict."""
    section = MANUAL.partition(f"\n## {name}: ")[2].partition("\n## ")[0]
    rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in section.splitlines() if line.startswith("| ")]
    return {claim: tuple(rest) for claim, *rest in (map(unescaped, row) for row in rows[2:])}


@pytest.mark.parametrize("name", KNOWN)
def test_the_manual_tells_what_follows_from_the_values(name: str) -> None:
    m = measured(name)
    verdicts = m.judge()
    assert f"\n## {name}: {m.experiment.title}\n" in MANUAL
    assert all(verdict.passed is not False for verdict in verdicts)
    assert told(name) == {
        unescaped(each.claim.text): (each.claim.published or "-", each.bound_text or "-", each.measured_text, each.word)
        for each in verdicts
    }, "./mrc figures --document writes it"


@pytest.mark.parametrize("name", KNOWN)
def test_the_values_are_those_of_all_runs_and_measures(name: str) -> None:
    figure, values = figures.load(name, figures.FIGURES), values_of(name)
    runs = {(each.case, each.run.key, each.seed) for each in figure.simulations(quick=False)}
    of_runs = values[values["seed"] > 0]
    assert set(of_runs[["case", "run", "seed"]].itertuples(index=False, name=None)) == runs
    assert set(values["measure"]) == set(figure.measures)
    assert not of_runs.duplicated(["case", "seed", "measure"]).any()


@pytest.mark.parametrize("name", KNOWN)
def test_the_values_are_of_the_inputs_of_the_figure(name: str) -> None:
    inputs = Part(figures.load(name, figures.FIGURES), name).digest(quick=False)
    assert re.findall(rf"^`./mrc figures {name}`: \d+ runs \(inputs (\w+)\)[,.]", MANUAL, re.M) == [inputs], "make the figure again"


def statistics_of(values: pd.DataFrame) -> np.ndarray:
    """All values, and by run and point their least, mean and greatest, and the confidence interval of the mean."""
    found = [values["value"]]
    for _, seeds in values.groupby(["case", "measure"])["value"]:
        own = seeds.dropna()
        half = stats.t.ppf(0.975, len(own) - 1) * own.std(ddof=1) / np.sqrt(len(own)) if len(own) > 2 else np.nan
        ends = pd.Series([own.mean() - half, own.mean() + half])
        found += [pd.Series([own.min(), own.mean(), own.max()]), ends, ends.clip(lower=0), ends.clip(upper=1)]
    return pd.concat(found).dropna().to_numpy()


def drawn(picture: Figure) -> Iterator[float]:
    """The places of all lines and the ends of all bars of a plot along its vertical axes."""
    for axis in picture.axes:
        for line in axis.get_lines():
            if line.get_gid() != GID:
                yield from np.asarray(line.get_ydata(), dtype=float)
        for patch in axis.patches:
            if isinstance(patch, Rectangle):
                yield patch.get_height()


@pytest.mark.slow
@pytest.mark.parametrize("name", KNOWN)
def test_plots_draw_the_values(name: str) -> None:
    m = measured(name)
    known = statistics_of(m.values)
    for plot in m.experiment.draw(m):
        for value in filter(np.isfinite, drawn(plot.picture)):
            assert np.isclose(known, value, rtol=1e-9, atol=1e-12).any(), (plot.title, value)


PLOTS = ("bars", "cdf", "curve", "dots", "groups", "over_time")

#: By figure the values of all levels that are numbers; m is the mean of a run's measure.
LEVELS: dict[str, Callable[[Callable[[str], float]], list[float]]] = {
    "fig06": lambda m: [m("mrc/before") * (1 - 25 / 100) / 1000],
    "fig08": lambda m: [m("mrc/before") / 1000],
    "fig09a": lambda m: [1540 * eighths / 8 for eighths in range(1, 9)],
    "fig09b": lambda m: [1540 / 2],
    "fig10": lambda m: [1540 - 100 - 100],
    "fig18": lambda m: [m("dcqcn-1qp/payload") * (1 - 25 / 100)],
    "fig19": lambda m: [m("wide/whole") * 1 / 4, m("wide/whole") * 2 / 4, m("wide/whole") * 3 / 4],
    "fig20": lambda m: [m("pfc-1qp/payload") / 3, m("pfc-1qp/payload") / 2],
    "fig21": lambda m: [30, 100],
    "fig22": lambda m: [398.1 * (1 - 20 / 100), 398.1 * (1 - 10 / 100), 398.1],
    "flaps": lambda m: [m("none/step")],
    "incast": lambda m: [1],
    "isolation": lambda m: [1],
    "one-fault": lambda m: [30],
    "overload": lambda m: [1],
    "perm64": lambda m: [1538, 2530],
}


@pytest.mark.parametrize("name", KNOWN)
def test_levels_are_the_values_of_their_labels(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[float] = []

    def make(label: str, value: float | str) -> Level:
        made.extend([] if isinstance(value, str) else [value])
        return Level(label, value)

    for module in (mrcbench.figure, mrcbench.pair):
        monkeypatch.setattr(module, "Level", make)
        for plot in PLOTS:
            monkeypatch.setattr(module, plot, lambda *_, **__: None, raising=False)
    m = measured(name)
    assert len(list(m.experiment.draw(m))) > 0
    found = sorted({value for value in made if np.isfinite(value)})
    assert found == pytest.approx(LEVELS.get(name, lambda m: [])(m.__getitem__), rel=1e-4)


@pytest.mark.parametrize("count, rows, across", [(1, 1, 1), (2, 1, 2), (3, 1, 3), (4, 2, 2), (5, 2, 3), (7, 3, 3)])
def test_panels_fill_as_few_rows_as_possible(count: int, rows: int, across: int) -> None:
    m = measured("fig16")
    panels = [Panel(str(number), ["mrc"]) for number in range(count)]
    plot = curve(m, "busbw", sweep="no loss", panels=panels, title="x", xlabel="x", ylabel="y")
    places = [axis.get_subplotspec() for axis in plot.picture.axes]
    assert len({place.rowspan.start for place in places}) == rows
    assert max(Counter(place.rowspan.start for place in places).values()) == across


#: The numbers of answers, computed from rows of values.csv: what "mean(RUN, MEASURE)" gives, in the sentence's order.
ANSWERS: dict[str, Callable[[Callable[..., float]], list[str]]] = {
    "fig10": lambda of: [
        f"{(of('switch', 'before') - of('switch', 'during')) / 2:.0f} Gb/s", f"{100 * of('switch', 'after', min):.1f} %",
    ],
    "fig18": lambda of: [f"{of(run, 'victim'):.0f}" for run in ("mrc", "dcqcn-1qp", "dcqcn-10qp")],
    "fig20": lambda of: [f"{of(run, 'slowest'):.0f}" for run in ("mrc", "dcqcn-8qp", "pfc-1qp")],
    "isolation": lambda of: [
        f"{100 * of(f'{run}@spread', job) - 100:.0f} %"
        for job in ("reduce", "exchange") for run in ("mrc", "roce", "roce8")
    ],
    "one-fault": lambda of: [
        *(f"{of(run, 'losses', max):.0f} us" for run in ("link", "port")),
        *(f"{of(run, 'losses'):.0f}" for run in ("link", "port")),
    ],
    "perm64": lambda of: [f"{of('pfc-1qp', 'mean'):,.0f} us", f"{of('mrc', 'max', max):,.0f} us"],
}  # fmt: skip


@pytest.mark.parametrize("name", ANSWERS)
def test_the_numbers_of_answers_are_those_of_the_values(name: str) -> None:
    rows = values_of(name)

    def of(case: str, measure: str, reduce: Callable[[list[float]], float] = statistics.fmean) -> float:
        own = rows[(rows["case"] == case) & (rows["measure"] == measure)]["value"]
        return float(reduce(list(own)))

    m = measured(name)
    sentence, place = m.experiment.answer(m), 0
    for number in ANSWERS[name](of):
        assert number in sentence[place:], (number, sentence)
        place = sentence.index(number, place) + len(number)


def test_the_readme_and_the_page_of_the_demo_tell_its_values() -> None:
    values = pd.read_csv(demo.SCENARIOS / "values.csv").astype({"sweep": object}).fillna({"sweep": ""})
    m = Measured(demo.load_demo(), {}, values)
    runs = {(each.case, each.seed) for each in m.experiment.simulations(quick=False)}
    assert set(values[["case", "seed"]].itertuples(index=False, name=None)) == runs
    assert all(verdict.passed for verdict in m.judge())
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    roce, mrc = m["all-to-all-roce-8qp/bandwidth"], m["all-to-all-mrc/bandwidth"]
    assert f"RoCEv2 with 8 QPs reaches {roce:.0f} Gb/s and MRC {mrc:.0f} Gb/s" in readme
    lone = 100 * (m["victim-alone-roce-1qp/victim"] / m["victim-alone-mrc/victim"] - 1)
    assert f"A lone flow is {lone:.1f} % faster with RoCEv2" in readme
    assert f"A flow that is alone on its path is {lone:.1f} % faster with RoCE" in demo._AHEAD_NOTE


#: Cases of the demo that are simulated in less than a second.
QUICK = ("permutation", "incast", "victim-alone")
DEMO = demo.load_demo()


@pytest.mark.slow
@needs_simulator
@pytest.mark.parametrize("run", [run for run in DEMO.runs if run.key.startswith(QUICK)], ids=lambda run: run.key)
def test_the_values_of_the_demo_are_those_of_this_simulator(run: RunSpec, tmp_path: Path) -> None:
    (simulation,) = (each for each in DEMO.simulations(quick=False) if each.run == run)
    settings = [word for setting in DEMO.settings(simulation, quick=False) for word in ("--set", setting)]
    results = open_results(run_scenario(run.scenario, tmp_path / "out", *settings))
    kept = pd.read_csv(demo.SCENARIOS / "values.csv").set_index(["case", "measure"])["value"][run.key]
    ours = tabulate(DEMO, {simulation: results}).set_index("measure")["value"]
    assert kept.to_dict() == pytest.approx(ours.to_dict(), rel=1e-12, nan_ok=True), "./mrc demo leaves values.csv"


def test_a_changed_value_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    read = pd.read_csv
    monkeypatch.setattr(pd, "read_csv", lambda path: read(path).assign(value=lambda rows: 1.5 * rows["value"]))
    with pytest.raises(AssertionError):
        test_the_manual_tells_what_follows_from_the_values("fig16")


def test_values_are_kept_beside_the_figure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docs").mkdir()
    for name in ("fig16", "fig17"):
        for folder in ("out", "figures"):
            (tmp_path / folder / name).mkdir(parents=True)
        (tmp_path / "out" / name / "values.csv").write_text("case\n", encoding="utf-8")
        verdicts = {"id": name, "title": "T", "question": "", "quick": False, "runs": 1, "inputs": "", "cpu_s": 0, "verdicts": []}
        (tmp_path / "out" / name / "verdicts.json").write_text(json.dumps(verdicts), encoding="utf-8")
    monkeypatch.setattr(figures, "MANUAL", tmp_path / "docs")
    monkeypatch.setattr(figures, "FIGURES", tmp_path / "figures")
    figures.summarize(figures.parse(["--document"]), tmp_path / "out", ["fig16", "fig17"])
    assert sorted(path.parent.name for path in tmp_path.glob("figures/*/values.csv")) == ["fig16", "fig17"]
    assert "## fig16: T" in (tmp_path / "docs" / "figures.md").read_text(encoding="utf-8")
