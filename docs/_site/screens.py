"""Pictures of the live pages, in light and in dark colours. ``make screens`` renews them in docs/_static.

They are committed, since the site is built also where there is no Chromium.
"""

from __future__ import annotations

import base64
import os
import shutil
import sys
import tempfile
from pathlib import Path

from live_pages import ROOT, pages
from selenium import webdriver
from selenium.webdriver.common.by import By

STATIC = ROOT / "docs" / "_static"
CLICKS = {
    "explorer-alarm": ["//button[@data-edge][bdi='STROKEVOLUME'][bdi='CO']"],
    "meeting-asia": ["//button[@aria-label='Answer either → dysp']", "//button[@data-choose]"],
}
"""The buttons that are pressed before a picture is taken. The last one shows a pair."""
SIZE = {"width": 1360, "height": 860, "deviceScaleFactor": 1, "mobile": False}
QUALITY = 80


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        driver = _chromium()
        try:
            for name, page in pages().items():
                path = Path(folder) / f"{name}.html"
                page.save(path)
                for colours in ("light", "dark"):
                    picture = _picture(driver, path.as_uri(), CLICKS[name], colours)
                    (STATIC / f"{name}-{colours}.webp").write_bytes(picture)
        finally:
            driver.quit()
    return 0


def _chromium() -> webdriver.Chrome:
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for flag in ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"):
        options.add_argument(flag)
    os.environ["SE_OFFLINE"] = "true"
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))


def _picture(driver: webdriver.Chrome, address: str, clicks: list[str], colours: str) -> bytes:
    """What the page shows after the clicks, as WebP."""
    features = {"prefers-color-scheme": colours, "prefers-reduced-motion": "reduce"}
    media = [{"name": name, "value": value} for name, value in features.items()]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": media})
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", SIZE)
    driver.get(address)
    for button in clicks:
        driver.execute_script("arguments[0].click()", driver.find_element(By.XPATH, button))
    driver.execute_script(
        "document.activeElement.blur(); document.querySelector('.side').scrollTop = 0; scrollTo(0, 0)"
    )
    driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
    asked = {"format": "webp", "quality": QUALITY}
    return base64.b64decode(driver.execute_cdp_cmd("Page.captureScreenshot", asked)["data"])


if __name__ == "__main__":
    sys.exit(main())
