# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A headless browser in which tests open, use and photograph pages of this repository.

``python3 test/python/chromium.py PAGE.html PICTURE.png [--width 420] [--dark]`` makes a picture of a whole page.
"""

from __future__ import annotations

import argparse
import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

#: Windows of a projector and of a telephone: width and height, CSS pixels.
WIDE = (1400, 900)
NARROW = (420, 860)

#: The printed part of a sheet of A4: width and height, CSS pixels.
SHEET = (718, 1045)

#: Chromium opens no dialogs and no connections, because pages are self-contained.
_SWITCHES = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--force-device-scale-factor=1",
)


@contextlib.contextmanager
def open_page(page: Path, size: tuple[int, int] = WIDE, dark: bool = False) -> Iterator[webdriver.Chrome]:
    """A browser that has loaded a page, without a network.

    @param page the file
    @param size of the window, CSS pixels
    @param dark whether the user prefers dark pages
    @return Selenium's driver; `complaints` returns the warnings and errors of the page
    """
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    with tempfile.TemporaryDirectory(prefix="mrc-chromium-") as profile:
        for switch in (*_SWITCHES, f"--user-data-dir={profile}"):
            options.add_argument(switch)
        driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        try:
            driver.execute_cdp_cmd("Network.enable", {})
            driver.execute_cdp_cmd(
                "Network.emulateNetworkConditions",
                {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0},
            )
            # A window cannot be narrower than 500 pixels, an emulated screen can
            driver.execute_cdp_cmd(
                "Emulation.setDeviceMetricsOverride",
                {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False},
            )
            scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
            driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
            driver.get(page.resolve().as_uri())
            yield driver
        finally:
            driver.quit()


def complaints(driver: webdriver.Chrome) -> list[str]:
    """Warnings and errors that the page wrote to the console since the last call."""
    return [line["message"] for line in driver.get_log("browser") if line["level"] in ("WARNING", "SEVERE")]


def cut_in_print(driver: webdriver.Chrome) -> list[str]:
    """Elements in boxes that scroll on a screen, of which a sheet of paper shows a part only."""
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    found = driver.execute_script(
        "return [...document.querySelectorAll('.scroll > *')].filter(each => each.getBoundingClientRect().right >"
        " document.documentElement.clientWidth || !each.getClientRects().length).map(each => each.innerText)"
    )
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    return [str(text) for text in found]


def overflow(driver: webdriver.Chrome) -> int:
    """Number of CSS pixels by which the page is wider than its window; 0: nothing is cut."""
    return driver.execute_script(
        "return Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)"
    )


def take_picture(page: Path, picture: Path, size: tuple[int, int] = WIDE, dark: bool = False) -> None:
    """Write a PNG of a whole page of any length.

    @param page the file
    @param picture the PNG
    @param size of the window, CSS pixels; the picture is as wide and at least as high
    @param dark whether the user prefers dark pages
    """
    with open_page(page, size, dark) as driver:
        height = driver.execute_script("return document.documentElement.scrollHeight")
        driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": size[0], "height": max(size[1], height), "deviceScaleFactor": 1, "mobile": False},
        )
        driver.save_screenshot(str(picture))


def main() -> None:
    """The command of the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("page", type=Path)
    parser.add_argument("picture", type=Path)
    parser.add_argument("--width", type=int, default=WIDE[0], help="CSS pixels")
    parser.add_argument("--dark", action="store_true")
    options = parser.parse_args()
    take_picture(options.page, options.picture, (options.width, WIDE[1]), options.dark)


if __name__ == "__main__":
    main()
