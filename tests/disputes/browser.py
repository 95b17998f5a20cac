"""A headless Chromium for tests of pages; where it is missing the test is skipped, and red under CI."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.webdriver import WebDriver

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
"""What the browser is called, by distribution."""


@contextmanager
def opened(width: int = 900, height: int = 1400, dark: bool = False) -> Iterator[WebDriver]:
    """Yield a browser window that can reach no network."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    driver = shutil.which("chromedriver")
    if browser is None or driver is None:
        reason = "no Chromium with its driver (Debian: apt install chromium chromium-driver)"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--mute-audio",
        "--autoplay-policy=no-user-gesture-required",
        "--proxy-server=127.0.0.1:9",  # nothing listens there: whatever a page would load fails
        f"--window-size={width},{height}",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    window = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    try:
        window.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        window.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
        yield window
    finally:
        window.quit()


def complaints(window: WebDriver) -> list[str]:
    """Return what the browser's console says of errors, such as a script that fails or something not found."""
    lines = window.get_log("browser")  # type: ignore[no-untyped-call]
    return [str(line["message"]) for line in lines if line["level"] == "SEVERE"]
