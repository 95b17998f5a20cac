"""The report in a real browser: opened, clicked through, heard, filtered, in light and dark, on a desk and a phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver.chrome.webdriver import WebDriver
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select, WebDriverWait

from assistant.cli.report_page import make_report
from tests.disputes.browser import complaints, opened

LEAST_CONTRAST = 4.5
"""WCAG 2.2, level AA, for text."""
PATIENCE_S = 10


@pytest.fixture(scope="module")
def page(match_log: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("page") / "match.html"
    make_report(match_log, target, workers=0)
    return target


@pytest.fixture(scope="module")
def desk(page: Path) -> Iterator[WebDriver]:
    with opened() as browser:
        yield browser


@pytest.fixture
def browser(desk: WebDriver, page: Path) -> WebDriver:
    desk.get("about:blank")
    desk.get(page.as_uri())
    return desk


def ruling(browser: WebDriver, number: int) -> WebElement:
    return browser.find_element(By.ID, f"r{number}")


def test_nothing_is_drawn_before_a_ruling_is_opened_and_all_of_it_after(browser: WebDriver) -> None:
    assert browser.find_elements(By.CSS_SELECTOR, "svg.photo") == []
    for number in (6, 10):
        ruling(browser, number).find_element(By.TAG_NAME, "summary").click()
    WebDriverWait(browser, PATIENCE_S).until(lambda _: len(browser.find_elements(By.TAG_NAME, "audio")) == 2)
    photo = ruling(browser, 6).find_element(By.CSS_SELECTOR, "svg.photo")
    assert "by 0.945 s" in str(photo.get_attribute("aria-label"))
    assert photo.size["width"] > 400
    assert "missing: the power of" in ruling(browser, 10).text
    assert "preach/lost #10" in ruling(browser, 10).text


def test_a_clip_plays_at_normal_and_third_speed(browser: WebDriver) -> None:
    ruling(browser, 6).find_element(By.TAG_NAME, "summary").click()
    wait = WebDriverWait(browser, PATIENCE_S)
    audio = wait.until(lambda _: ruling(browser, 6).find_element(By.TAG_NAME, "audio"))
    wait.until(lambda _: browser.execute_script("return arguments[0].readyState >= 3", audio))
    duration = browser.execute_script("return arguments[0].duration", audio)
    assert duration == pytest.approx(2.855, abs=0.15)
    third = ruling(browser, 6).find_elements(By.CSS_SELECTOR, ".player button")[2]
    third.click()
    wait.until(lambda _: browser.execute_script("return arguments[0].currentTime > 0.05", audio))
    assert browser.execute_script("return arguments[0].playbackRate", audio) == pytest.approx(1 / 3)
    assert third.get_attribute("aria-pressed") == "true"


def test_rulings_are_filtered_by_player_and_kind(browser: WebDriver) -> None:
    def listed() -> list[str]:
        items = browser.find_elements(By.CSS_SELECTOR, ".rulings > li")
        return [str(item.get_attribute("id")) for item in items if item.is_displayed()]

    count = browser.find_element(By.ID, "count")
    assert count.text == "17 rulings"
    Select(browser.find_element(By.ID, "kind")).select_by_visible_text("races")
    assert (listed(), count.text) == (["r6", "r24"], "2 rulings")
    Select(browser.find_element(By.ID, "player")).select_by_visible_text("Cid")
    assert (listed(), count.text) == (["r24"], "1 ruling")
    Select(browser.find_element(By.ID, "kind")).select_by_visible_text("not word for word")
    assert listed() == ["r10"]


def test_a_link_to_a_ruling_opens_it(browser: WebDriver, page: Path) -> None:
    browser.get("about:blank")
    browser.get(page.as_uri() + "#r24")
    assert ruling(browser, 24).find_elements(By.CSS_SELECTOR, "svg.photo")


def test_the_keyboard_alone_opens_a_ruling(browser: WebDriver) -> None:
    summary = ruling(browser, 6).find_element(By.TAG_NAME, "summary")
    summary.send_keys(" ")
    assert ruling(browser, 6).find_elements(By.CSS_SELECTOR, "svg.photo")


def contrast(browser: WebDriver) -> float:
    """Return the least contrast of the page's text colours on its background, by the formula of WCAG."""
    colours = browser.execute_script(
        "const style = getComputedStyle(document.documentElement);"
        "return ['--paper', '--ink', '--pale', '--accent', '--bad'].map((name) => style.getPropertyValue(name).trim());"
    )

    def luminance(colour: str) -> float:
        digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
        parts = [int(digits[k : k + 2], 16) / 255 for k in (0, 2, 4)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    paper, *others = map(luminance, colours)
    return min((max(paper, each) + 0.05) / (min(paper, each) + 0.05) for each in others)


def background(browser: WebDriver) -> str:
    return str(browser.execute_script("return getComputedStyle(document.body).backgroundColor"))


def test_light_and_dark_follow_the_system_and_the_button_and_can_be_read(page: Path, browser: WebDriver) -> None:
    light, dark = "rgb(253, 252, 250)", "rgb(21, 23, 26)"
    assert background(browser) == light
    assert contrast(browser) >= LEAST_CONTRAST
    browser.find_element(By.ID, "theme").click()
    assert background(browser) == dark
    assert contrast(browser) >= LEAST_CONTRAST
    assert browser.find_element(By.ID, "theme").text == "Light"


def test_on_a_dark_phone_nothing_is_wider_than_the_screen(page: Path) -> None:
    with opened(width=360, height=740, dark=True) as phone:
        phone.get(page.as_uri())
        for number in (6, 10, 29):
            ruling(phone, number).find_element(By.TAG_NAME, "summary").click()
        assert background(phone) == "rgb(21, 23, 26)"
        assert phone.execute_script("return document.documentElement.scrollWidth") <= 360
        assert complaints(phone) == []
