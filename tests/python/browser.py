"""One document in Chromium, and what a user does with it."""

from __future__ import annotations

import json
import os
import shutil
from contextlib import contextmanager

import pytest
from exploring import data_of

webdriver = pytest.importorskip("selenium.webdriver")
By = pytest.importorskip("selenium.webdriver.common.by").By
Keys, ActionChains = webdriver.Keys, webdriver.ActionChains

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")

MARKS = [
    pytest.mark.slow,
    pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="chromium or chromedriver is not installed"),
]

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1360,860",
]
VISIBLE = """
const cy = document.getElementById("network")._cyreg.cy;
return cy.edges().filter((e) => e.style("display") !== "none" && e.style("opacity") > 0)
  .map((e) => [e.data("edge"), e.classes().filter((c) => c !== "routed" && c !== "bent").sort()]);
"""


class Page:
    """One document in a browser, and what a user does with it."""

    def __init__(self, driver):
        self.driver = driver

    def open(self, explorer, path, *, dark=False, still=True):
        explorer.save(path)
        self.data = data_of(explorer)
        features = {
            "prefers-color-scheme": "dark" if dark else "light",
            "prefers-reduced-motion": "reduce" if still else "no-preference",
        }
        media = [{"name": name, "value": value} for name, value in features.items()]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": media})
        for log in ("browser", "performance"):
            self.driver.get_log(log)
        self.driver.get(path.as_uri())
        return self

    def at(self, name):
        return self.driver.find_element(By.ID, name)

    def text(self, name):
        return self.at(name).get_property("textContent")

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def settle(self):
        """Wait for the next frame, in which the page draws."""
        self.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")

    def go_to(self, state):
        self.run(
            "const s = document.getElementById('slider'); s.value = arguments[0];"
            "s.dispatchEvent(new Event('input', { bubbles: true }))",
            state,
        )
        self.settle()

    def press(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()
        self.settle()

    def click_at(self, x, y):
        """A real click at a point of the network."""
        box = self.run("return document.getElementById('network').getBoundingClientRect().toJSON()")
        actions = ActionChains(self.driver)
        actions.w3c_actions.pointer_action.move_to_location(round(box["left"] + x), round(box["top"] + y))
        actions.w3c_actions.pointer_action.click()
        actions.perform()
        self.settle()

    def edges(self):
        """The edges that are drawn, with their classes."""
        return dict(map(tuple, self.run(VISIBLE)))

    def problems(self):
        """What the console shows, and the addresses that were asked for."""
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        asked = [
            m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"
        ]
        said = [entry["message"] for entry in self.driver.get_log("browser")]
        return said, [url for url in asked if not url.startswith(("file:", "data:"))]


@contextmanager
def chromium(profile):
    """A browser with a profile of its own, which logs what goes wrong and what it asks for."""
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in [*FLAGS, f"--user-data-dir={profile}"]:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    os.environ["SE_OFFLINE"] = "true"
    started = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    try:
        yield started
    finally:
        started.quit()
