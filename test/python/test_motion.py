# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The page of a run in motion in a real browser: it plays, handles drags and clicks, and shows the values of the files."""

from __future__ import annotations

import json
import math
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import chromium
import motion_runs
import pytest
from mrcbench import motion, replay
from mrcbench.motion.data import page_data
from mrcbench.results import Results, open_results
from running import SIMULATOR, TOP, needs_simulator
from selenium.webdriver import ActionChains, Chrome, Keys
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.wheel_input import ScrollOrigin
from selenium.webdriver.common.by import By
from synthetic import load_results

pytestmark = pytest.mark.slow

#: A page is smaller than this for the demo's link failure, bytes.
LARGEST_PAGE = 5_000_000


def wait(ready: Callable[[], Any], what: str) -> Any:
    """Wait for a condition; its value."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        found = ready()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(f"waited in vain for {what}")


class Page:
    """A page in a browser, with the actions of a user."""

    def __init__(self, driver: Chrome) -> None:
        self.driver = driver
        wait(lambda: self.data("ready") == "yes", "the page")

    def js(self, code: str, *values: Any) -> Any:
        """The value of a JavaScript expression."""
        return self.driver.execute_script(code, *values)

    def data(self, name: str) -> str:
        """The state of the page."""
        return self.js("return document.body.dataset[arguments[0]]", name)

    def settle(self) -> None:
        """Wait until it has drawn."""
        self.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")

    def go(self, time_ns: float) -> None:
        """Move the handle to a time."""
        self.js("mrcMotion.time = arguments[0]", time_ns)

    def click_at(self, position: dict[str, float]) -> None:
        """Click with the mouse at a point of the window."""
        actions = ActionBuilder(self.driver)
        actions.pointer_action.move_to_location(round(position["x"]), round(position["y"])).click()
        actions.perform()
        self.settle()

    def click(self, name: str) -> None:
        """Click a link, a switch or a host on the canvas."""
        self.click_at(self.js("return mrcMotion.positionOf(arguments[0])", name))

    def press(self, *keys: str) -> None:
        """Type."""
        ActionChains(self.driver).send_keys(*keys).perform()
        self.settle()

    def find(self, selector: str) -> Any:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def value(self, key: str) -> float:
        """The number of a cell of the panel, which may be replaced by another element soon."""
        return float(self.js("return document.querySelector(arguments[0]).dataset.value", f'#panel [data-key="{key}"]'))

    def text(self, key: str) -> str:
        return self.find(f'#panel [data-key="{key}"]').text

    @property
    def time(self) -> float:
        return float(self.js("return mrcMotion.time"))


@pytest.fixture(scope="module", name="made")
def fixture_made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Results, Path]:
    """A run and its page."""
    run = motion_runs.write_run(tmp_path_factory.mktemp("motion") / "run")
    return load_results(run), motion.write_motion(open_results(run), run / "motion.html")


@pytest.fixture(scope="module", name="browser")
def fixture_browser(made: tuple[Results, Path]) -> Iterator[Chrome]:
    with chromium.open_page(made[1]) as driver:
        yield driver


@pytest.fixture(name="page")
def fixture_page(browser: Chrome, made: tuple[Results, Path]) -> Page:
    """The page, loaded again."""
    browser.get(made[1].resolve().as_uri())
    return Page(browser)


def expect(results: Results, kind: str, port: str, sample: int) -> float:
    """A value of samples.csv; without a row it is zero."""
    rows = results.samples
    time_ns = (sample + 1) * replay_interval(results)
    found = rows[(rows["kind"] == kind) & (rows["object"] == port) & ((rows["time_ns"] - time_ns).abs() < 1)]
    return float(found["value"].sum())


def replay_interval(results: Results) -> float:
    """Times of the samples of a run, ns."""
    return float(str(results.config["measure"]["sampleInterval"]).replace("us", "e3").replace("ns", ""))


def check_link(page: Page, results: Results, link: str) -> None:
    """The panel shows the numbers of the files for a link."""
    sample = int(page.data("sample"))
    a, b = link.split("--")
    assert page.find("#panel h2").text == link
    for side, (first, second) in {"ab": (a, b), "ba": (b, a)}.items():
        sent = expect(results, "port.tx_gbps", f"{first}--{second}", sample)
        assert page.value(f"tx.{side}") == pytest.approx(sent, abs=1e-6)
        assert page.text(f"tx.{side}") == f"{sent:,.2f}"
        assert page.value(f"load.{side}") == pytest.approx(min(1, sent / 100), abs=1e-8)
        assert page.text(f"load.{side}") == f"{min(100, sent):.1f}%"
        assert page.value(f"queue.{side}") == expect(results, "port.queue_bytes", f"{first}--{second}", sample)
        assert page.value(f"paused.{side}") == pytest.approx(expect(results, "port.paused", f"{first}--{second}", sample))
        row = results.links[(results.links["a"] == first) & (results.links["b"] == second)].iloc[0]
        for column in ("bytes", "packets", "drops", "trims", "ecn_marks", "pauses_ns", "max_queue_bytes", "utilisation"):
            assert page.value(f"{column}.{side}") == pytest.approx(row[column], abs=1e-6)


def test_it_loads_without_complaints_and_loads_nothing_else(page: Page) -> None:
    assert page.find("h1").text == "ring"
    assert "MRC · 8 hosts · 4 planes · all-reduce" in page.find("#lead").text
    loaded = page.js("return performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert [name for name in loaded if not name.startswith("blob:")] == []
    assert page.js("return document.querySelectorAll('[src], link[href], image, iframe').length") == 0
    assert chromium.complaints(page.driver) == [] and chromium.overflow(page.driver) == 0


def test_it_plays_and_pauses(page: Page) -> None:
    page.find("#play").click()
    wait(lambda: page.time > 20_000, "time to move on")
    assert page.data("playing") == "yes" and page.find("#play").get_attribute("aria-label") == "Pause"
    page.find("#play").click()
    stopped = page.time
    page.settle()
    assert page.time == stopped and page.data("playing") == "no"
    assert page.find("#now").text == f"{stopped / 1e3:,.1f} us"


def test_it_stops_at_the_end_and_begins_anew(page: Page, made: tuple[Results, Path]) -> None:
    end = made[0].summary["sim_time_ns"]
    page.go(end - 1)
    page.press(Keys.SPACE)
    wait(lambda: page.data("playing") == "no", "the end")
    assert page.time == end
    page.press(Keys.SPACE)
    wait(lambda: page.time < end, "the begin")
    page.press(Keys.SPACE)


def test_time_is_dragged_with_the_mouse(page: Page, made: tuple[Results, Path]) -> None:
    box = page.js("const box = document.querySelector('.handle line').getBoundingClientRect(); return [box.x, box.y + 20]")
    start = page.time
    actions = ActionBuilder(page.driver)
    actions.pointer_action.move_to_location(round(box[0]), round(box[1])).pointer_down()
    actions.pointer_action.move_to_location(round(box[0]) + 200, round(box[1]))
    actions.pointer_action.move_to_location(round(box[0]) + 400, round(box[1]) + 10).pointer_up()
    actions.perform()
    page.settle()
    width = page.js("return document.getElementById('timeline').clientWidth") - 64 - 18
    assert page.time - start == pytest.approx(made[0].summary["sim_time_ns"] * 400 / width, rel=0.01)
    assert float(page.find(".handle").get_attribute("aria-valuenow")) == round(page.time)
    assert page.find(".handle").get_attribute("aria-valuetext") == page.find("#now").text


def test_keys(page: Page, made: tuple[Results, Path]) -> None:
    end = made[0].summary["sim_time_ns"]
    page.press(Keys.ARROW_RIGHT)
    assert page.time == 10_000 and page.data("sample") == "0"
    page.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
    assert page.time == 20_000 and page.data("sample") == "1"
    ActionChains(page.driver).key_down(Keys.SHIFT).send_keys(Keys.ARROW_RIGHT).key_up(Keys.SHIFT).perform()
    page.settle()
    assert page.time == 120_000
    page.press(Keys.END)
    assert page.time == end
    page.press(Keys.HOME)
    assert page.time == 0
    speed = page.find("#speed").text
    page.press("+")
    faster = page.find("#speed").text
    page.press("-")
    assert faster != speed == page.find("#speed").text
    page.press("n")
    assert page.time == motion_runs.BROKEN_FROM_NS
    page.press("2")
    assert [b.text for b in page.driver.find_elements(By.CSS_SELECTOR, "#planes [aria-pressed=true]")] == ["Plane 2"]
    page.press("a")
    assert [b.text for b in page.driver.find_elements(By.CSS_SELECTOR, "#planes [aria-pressed=true]")] == ["All planes"]
    page.press("?")
    assert page.find("#help").get_attribute("open") and "one sample back" in page.find("#help").text
    page.press(Keys.ESCAPE)
    assert not page.find("#help").get_attribute("open")


def test_a_click_on_a_link_shows_its_numbers(page: Page, made: tuple[Results, Path]) -> None:
    for time_ns, link in ((255_000, "h1--p0-t0-0"), (1_000_000, "p2-t0-1--p2-t1-3"), (motion_runs.BROKEN_FROM_NS, motion_runs.BROKEN)):
        page.go(time_ns)
        page.click(link)
        assert page.data("sample") == str(math.ceil(time_ns / 10_000) - 1)
        check_link(page, made[0], link)
    page.press(Keys.ARROW_RIGHT)
    check_link(page, made[0], motion_runs.BROKEN)
    page.press(Keys.ESCAPE)
    assert page.data("chosen") == "" and page.find("#panel h2").text == "Now"


def test_a_link_is_found_by_its_name(page: Page) -> None:
    page.find("#find-name").send_keys("p3-t1-0--p3-t0-1", Keys.ENTER)
    page.settle()
    assert page.find("#panel h2").text == "p3-t0-1--p3-t1-0"
    page.find("#find-name").clear()
    page.find("#find-name").send_keys("h99", Keys.ENTER)
    assert page.js("return document.getElementById('find-name').validationMessage") == "Nothing here is called h99."


def test_a_host_its_qp_and_an_ev(page: Page, made: tuple[Results, Path]) -> None:
    results = made[0]
    page.go(600_000)
    page.click("h1")
    sent = [expect(results, "port.tx_gbps", f"h1--p{plane}-t0-0", 59) for plane in range(4)]
    assert page.value("tx.now") == pytest.approx(sum(sent))
    assert page.value("tx.plane 2") == pytest.approx(sent[2])
    page.find('[data-act="qp h1/qp3"]').click()
    page.settle()
    assert page.value("qp.rate_gbps") == expect(results, "qp.rate_gbps", motion_runs.QP, 59)
    assert page.text("qp.rtt_ns") == "-"  # only every other sample has a row
    evs = results.evs[results.evs["qp"] == motion_runs.QP]
    shown = page.driver.find_elements(By.CSS_SELECTOR, "#panel button.ev")
    assert [ev.get_attribute("data-ev") for ev in shown] == list(evs["ev"])
    page.find(f'#panel [data-ev="{motion_runs.BAD_EV}"]').click()
    page.settle()
    row = evs[evs["ev"] == motion_runs.BAD_EV].iloc[0]
    assert page.text("path") == row["path"].replace(" ", " → ")
    assert page.text("state") == "good"
    assert page.text("events") == f"{motion_runs.BAD_AT_NS / 1e3:.1f} us: ev-bad plane 1 ev {motion_runs.BAD_EV}"
    page.go(motion_runs.BAD_AT_NS)
    assert page.text("state") == "bad"
    square = page.find(f'#panel [data-ev="{motion_runs.BAD_EV}"]')
    assert (square.text, square.get_attribute("aria-label")) == ("✕", f"EV {motion_runs.BAD_EV}, bad")


def test_a_qp_whose_evs_have_no_room_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mrcbench.evs.MAX_EVS", 32)  # of two QPs; the one with events comes first
    run = motion_runs.write_run(tmp_path / "run")
    with (run / "samples.csv").open("a") as samples:
        samples.write("10000,qp.rate_gbps,h7/qp3,5\n")
    with chromium.open_page(motion.write_motion(open_results(run), run / "motion.html")) as driver:
        page = Page(driver)
        assert "There is no room for the EVs of 6 QPs." in page.find("#panel").text
        page.js("mrcMotion.select('h7/qp3')")
        assert page.find("#panel h2").text == "h7/qp3 → h0"
        assert "There is no room here for the EVs of this QP." in page.find("#panel").text
        page.js("mrcMotion.select(arguments[0])", motion_runs.QP)
        assert len(driver.find_elements(By.CSS_SELECTOR, "#panel button.ev")) == 16
        assert page.js("return mrcMotion.measure(5)") > 0
        assert chromium.complaints(driver) == []


def test_a_plane_shown_alone_gives_way_to_that_of_what_is_chosen(page: Page) -> None:
    def planes() -> list[str]:
        return [button.text for button in page.driver.find_elements(By.CSS_SELECTOR, "#planes [aria-pressed=true]")]

    page.press("2")
    page.js("mrcMotion.select('h3')")
    assert planes() == ["Plane 2"]
    page.js("mrcMotion.select('p0-t0-1--p0-t1-3')")
    assert planes() == ["Plane 0"]
    page.js("mrcMotion.select(arguments[0])", motion_runs.QP)
    page.find(f'#panel [data-ev="{motion_runs.DENIED_EV}"]').click()
    assert planes() == ["Plane 3"]
    page.press("a")
    page.js("mrcMotion.select('p0-t0-1')")
    assert planes() == ["All planes"]


def test_a_button_is_met_while_time_runs(page: Page) -> None:
    page.js("mrcMotion.select('h1'); mrcMotion.play()")
    page.settle()
    button = page.js("const box = document.querySelector('[data-act^=qp]').getBoundingClientRect(); return [box.x + 9, box.y + 9]")
    actions = ActionBuilder(page.driver)
    actions.pointer_action.move_to_location(round(button[0]), round(button[1])).pointer_down().pause(0.5).pointer_up()
    actions.perform()
    page.settle()
    assert page.data("chosen") == f"qp {motion_runs.QP}"
    before = page.value("qp.rate_gbps")
    wait(lambda: page.value("qp.rate_gbps") != before, "the next numbers")


def test_a_message_is_clicked(page: Page, made: tuple[Results, Path]) -> None:
    flows = made[0].flows
    page.js("mrcMotion.chooseFlows('slowest')")
    page.settle()
    rows = page.js("return mrcMotion.flowRows()")
    slowest = flows[flows["completed"]].nlargest(24, "slowdown")["slowdown"].min()
    row = rows[3]
    page.click_at(page.js("return mrcMotion.flowPosition(arguments[0])", row))
    number = page.find("#panel h2").text.removeprefix("Message ")
    flow = flows[flows["flow"] == number].iloc[0]
    assert flow["slowdown"] >= slowest - 1e-9
    for column in ("bytes", "start_ns", "end_ns", "slowdown", "retransmits", "trims"):
        assert page.value(column) == pytest.approx(flow[column], rel=1e-8)
    assert f"h{flow['src']} to h{flow['dst']}" in page.find("#panel .muted").text


def test_a_fault_is_told_while_it_lasts(page: Page) -> None:
    told = []
    for time_ns in (motion_runs.BROKEN_FROM_NS - 1, motion_runs.BROKEN_FROM_NS, motion_runs.BROKEN_TO_NS - 1, motion_runs.BROKEN_TO_NS):
        page.go(time_ns)
        told.append(page.find("#happening").text)
    assert told == ["", f"link-down {motion_runs.BROKEN}", f"link-down {motion_runs.BROKEN}", ""]


def test_a_caption_stays_until_the_next(page: Page) -> None:
    captions = page.js("return JSON.parse(document.getElementById('data').textContent).captions")
    for time_ns, text in captions:
        for later in (time_ns, time_ns + 1):
            page.go(later)
            assert page.find("#caption").text.endswith(f": {text}")
    page.go(captions[0][0] - 1)
    assert page.find("#caption").text == ""


def test_an_address_leads_to_a_moment_and_a_selection(page: Page) -> None:
    for address, time_ns, chosen in (("#t=0.6ms&select=h3", 6e5, "h3"), ("#t=51us", 51e3, "h3"), ("#select=p0-t1-2", 51e3, "p0-t1-2")):
        page.js("location.hash = arguments[0]", address)
        page.settle()
        assert page.time == pytest.approx(time_ns) and page.find("#panel h2").text.startswith(chosen)
    page.find("#link-button").click()
    assert page.js("return decodeURIComponent(location.hash)") == "#t=51us&select=p0-t1-2"


def pixels(page: Page) -> str:
    """The picture of the fabric."""
    return page.js("return document.getElementById('fabric').toDataURL()")


def test_the_picture_follows_time_and_choice(page: Page) -> None:
    page.go(100_000)
    before = pixels(page)
    page.go(110_000)
    after = pixels(page)
    page.js("mrcMotion.select('h5')")
    assert len({before, after, pixels(page)}) == 3
    page.press(Keys.ESCAPE)
    assert pixels(page) == after


def test_a_load_has_the_color_and_the_width_of_the_legend(page: Page) -> None:
    strips = page.driver.find_elements(By.CSS_SELECTOR, "#legend span:first-child rect")
    heights = [float(strip.get_attribute("height")) for strip in strips]
    assert heights == sorted(heights) and len(set(heights)) == len(heights)
    assert page.find("#legend").text.replace("\n", " ").split() == "load 0 % 100 % queue, at most 60 kB, in samples 12.7 kB down impaired paused EV ✓ good » skip ✕ bad ⊘ denied".split()


def test_the_wheel_comes_closer_and_escape_brings_all_back(page: Page) -> None:
    before = pixels(page)
    link = page.js("return mrcMotion.positionOf('p0-t0-1--p0-t1-3')")
    origin = ScrollOrigin.from_viewport(round(link["x"]), round(link["y"]))
    ActionChains(page.driver).scroll_from_origin(origin, 0, -400).perform()
    page.settle()
    assert pixels(page) != before
    page.click("p0-t0-1--p0-t1-3")
    assert page.find("#panel h2").text == "p0-t0-1--p0-t1-3"
    page.press(Keys.ESCAPE)
    assert pixels(page) == before


def test_a_browser_that_lacks_something_says_so(made: tuple[Results, Path], tmp_path: Path) -> None:
    old = tmp_path / "old.html"
    old.write_text(made[1].read_text().replace("new DecompressionStream", "new NoSuchThing"))
    with chromium.open_page(old) as driver:
        said = wait(lambda: "cannot show" in driver.find_element(By.ID, "lead").text, "a word")
        assert said and len(chromium.complaints(driver)) == 1


@pytest.mark.parametrize("size", [chromium.WIDE, chromium.NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_on_small_screens_and_in_the_dark(made: tuple[Results, Path], size: tuple[int, int], dark: bool) -> None:
    with chromium.open_page(made[1], size, dark) as driver:
        page = Page(driver)
        page.go(600_000)
        for name in ("", "h1", "h1--p0-t0-0", motion_runs.QP):
            if name:
                page.js("mrcMotion.select(arguments[0])", name)
            assert chromium.overflow(driver) == 0
            cut = page.js("return [...document.querySelectorAll('#panel *')].filter((e) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth).map((e) => e.outerHTML)")
            assert cut == []
        assert page.js("return getComputedStyle(document.body).backgroundColor") == ("rgb(13, 17, 23)" if dark else "rgb(246, 248, 250)")
        assert chromium.complaints(driver) == []


def blends_while_playing(page: Page) -> list[float]:
    """The positions of ten frames between two samples."""
    page.js("mrcMotion.play()")
    seen = []
    for _ in range(10):
        page.settle()
        seen.append(float(page.data("blend")))
    return seen


def test_lines_go_smoothly_from_sample_to_sample(page: Page) -> None:
    assert len(set(blends_while_playing(page))) > 3


def test_who_wants_stillness_sees_samples_without_a_way_between_them(made: tuple[Results, Path]) -> None:
    with chromium.open_page(made[1]) as driver:
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
        driver.refresh()
        assert set(blends_while_playing(Page(driver))) == {1.0}


def test_a_run_of_roce_has_no_evs(tmp_path: Path) -> None:
    run = motion_runs.write_run(tmp_path / "run", {**motion_runs.scenario(planes=1, transport="roce"), "name": "x" * 90})
    with chromium.open_page(motion.write_motion(open_results(run), run / "motion.html"), chromium.NARROW) as driver:
        page = Page(driver)
        assert chromium.overflow(driver) == 0  # with any name
        assert driver.find_elements(By.CSS_SELECTOR, "#legend .ev") == []
        page.click("h1")
        page.find(f'[data-act="qp {motion_runs.QP}"]').click()
        page.settle()
        assert "EVs are recorded only with MRC" in page.find("#panel").text
        assert chromium.complaints(driver) == []


def test_a_fabric_of_1024_hosts_opens_and_is_used(tmp_path: Path) -> None:
    config = motion_runs.scenario(1024, 64, 4, 64)
    config["workload"][0]["bytes"] = "4MB"
    run = motion_runs.write_run(tmp_path / "run", config)
    made = motion.write_motion(open_results(run), run / "motion.html")
    assert made.stat().st_size < LARGEST_PAGE
    with chromium.open_page(made) as driver:
        page = Page(driver)
        page.js("mrcMotion.select('h70')")
        assert page.find("#panel h2").text == "h64 to h127 (64)"
        page.click("p0-t1-40")
        assert page.find("#panel h2").text == "p0-t1-40 to p0-t1-41 (2)"
        assert "drawn coarser" in (page.press(Keys.ESCAPE) or page.find("#panel").text)
        assert chromium.complaints(driver) == []


class Half(Page):
    """One of the two runs of a page."""

    def __init__(self, driver: Chrome, place: int) -> None:
        self.place = place
        super().__init__(driver)

    def js(self, code: str, *values: Any) -> Any:
        self.driver.switch_to.frame(self.place)
        try:
            return super().js(code, *values)
        finally:
            self.driver.switch_to.default_content()


def test_two_runs_have_one_clock(made: tuple[Results, Path], tmp_path: Path) -> None:
    short, long = (page_data(made[0], end_ns) for end_ns in (2e6, 2e6))
    long["jobs"]["most"] *= 2
    output = motion.write_pair("both", [("a", short), ("b", long)], tmp_path / "both.html")
    with chromium.open_page(output) as driver:
        halves = [Half(driver, place) for place in (0, 1)]

        def together(time_ns: float) -> bool:
            return all(half.time == pytest.approx(time_ns) for half in halves)

        for half, time_ns in zip(halves, (3e5, 7e5)):
            half.go(time_ns)
            wait(lambda until=time_ns: together(until), "the same time")
        halves[1].js("mrcMotion.play()")
        wait(lambda: halves[0].time > 7.2e5 and halves[1].js("return mrcMotion.playing"), "the other")
        halves[0].go(5e5)
        wait(lambda: together(5e5) and not halves[1].js("return mrcMotion.playing"), "the end of playing")
        tops = {half.js("return d3.selectAll('#timeline .tick text').nodes().map((node) => node.textContent).join()") for half in halves}
        assert len(tops) == 1  # the scale of throughput
        driver.execute_script("location.hash = '#t=0.25ms&select=h3'")
        wait(lambda: together(2.5e5) and all(half.js("return mrcMotion.chosen.kind") == "node" for half in halves), "the address")
        halves[1].go(6e5)
        halves[1].js("document.getElementById('link-button').click()")
        wait(lambda: "t=600us" in driver.current_url or "t=0.6ms" in driver.current_url, "the address of the page")
        assert chromium.complaints(driver) == [] and chromium.overflow(driver) == 0


# The simulator itself


def simulate(scenario: str, out: Path, *settings: str) -> Path:
    """Run a scenario of the repository."""
    words = [word for setting in settings for word in ("--set", setting)]
    file = TOP / "experiments" / "scenarios" / scenario
    subprocess.run([SIMULATOR, "run", file, "--out", out, "--quiet", *words], check=True)
    return out


@needs_simulator
def test_the_link_failure_of_the_demo(tmp_path: Path) -> None:
    run = simulate("demo/link-failure-mrc.json", tmp_path / "run", "workload[0].bytes=16MB", "faults[0].at=400us", "faults[0].for=300us")
    with replay.detailed(open_results(run), SIMULATOR) as detail:
        results = detail.check()
        made = motion.write_motion(results, run / "motion.html")
    assert made.stat().st_size < LARGEST_PAGE
    link = "p0-t0-3--p0-t1-5"
    bad = results.events[results.events["kind"] == "ev-bad"].iloc[0]
    ev = bad["detail"].split()[3]
    with chromium.open_page(made) as driver:
        page = Page(driver)
        for time_ns in (390_000, 450_000, 800_000):
            page.go(time_ns)
            for name in (link, "h50--p1-t0-3"):
                page.click(name)
                check_link(page, results, name)
        assert page.js("return mrcMotion.select(arguments[0])", bad["object"])
        page.find(f'#panel [data-ev="{ev}"]').click()
        page.settle()
        row = results.evs[(results.evs["qp"] == bad["object"]) & (results.evs["ev"] == ev)].iloc[0]
        assert page.text("path") == row["path"].replace(" ", " → ")
        assert "p0-t0-3" in row["path"] and "p0-t1-5" in row["path"]
        page.go(bad["time_ns"] - 1)
        assert page.text("state") == "good"
        page.go(bad["time_ns"])
        assert page.text("state") == "bad"
        assert chromium.complaints(driver) == []
        print("ms per frame:", page.js("return mrcMotion.measure(100)"))


@needs_simulator
def test_an_incast_of_127(tmp_path: Path) -> None:
    config = motion_runs.scenario(128, 16, 4, 16)
    config.update(name="incast", stop="100ms")
    config["workload"] = [{"name": "incast", "type": "incast", "receiver": 0, "senders": list(range(1, 128)), "bytes": "200KB"}]
    (tmp_path / "incast.json").write_text(json.dumps(config))
    subprocess.run([SIMULATOR, "run", tmp_path / "incast.json", "--out", tmp_path / "run", "--quiet"], check=True)
    with replay.detailed(open_results(tmp_path / "run"), SIMULATOR) as detail:
        results = detail.check()
        made = motion.write_motion(results, tmp_path / "motion.html")
    with chromium.open_page(made) as driver:
        page = Page(driver)
        page.go(results.summary["sim_time_ns"] / 2)
        page.click("h0--p0-t0-0")
        check_link(page, results, "h0--p0-t0-0")
        assert page.value("load.ba") > 0.9
        page.click("h0")
        hosts = results.links[results.links["a"] == "h0"]
        assert len(hosts) == 4 and page.value("rx.now") > 350
        assert len(driver.find_elements(By.CSS_SELECTOR, '#panel [data-act^="qp "]')) >= 1


@needs_simulator
@pytest.mark.parametrize("scenario", ["jellyfish.json", "fat-tree.json"])
def test_other_networks(tmp_path: Path, scenario: str) -> None:
    run = simulate(scenario, tmp_path / "run")
    with replay.detailed(open_results(run), SIMULATOR) as detail:
        evs = detail.evs
        made = motion.write_motion(detail, run / "motion.html")
    with chromium.open_page(made) as driver:
        page = Page(driver)
        page.go(20_000)
        qp = evs["qp"].iloc[0]
        page.js("mrcMotion.select(arguments[0])", qp)
        page.find("#panel button.ev").click()
        page.settle()
        assert page.text("path") == evs["path"].iloc[0].replace(" ", " → ")
        assert chromium.complaints(driver) == []
