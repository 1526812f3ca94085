"""The harness itself: it reaches the kernel, keeps the page offline, hears every complaint."""

from __future__ import annotations

import pytest
from playwright.sync_api import Error

from .pages import ASK, lab_page


def test_the_probe_reaches_the_notebooks_kernel(host, write):
    host.show(write("answer = 6 * 7"))
    assert host.python("answer") == "42"
    assert host.python("1 / 0") == "ZeroDivisionError: division by zero"


def test_a_cell_can_be_run_later(lab, write):
    lab.show(write("answer = 6 * 7"))
    assert lab.run("answer += 1\nanswer") == "43"


def test_a_page_that_does_not_answer_is_not_waited_for(lab, write):
    lab.show(write("import time"))
    with pytest.raises(Error, match=r"no answer within 0\.2 s"):
        lab.answer(ASK, "time.sleep(1)", seconds=0.2)
    assert lab.python("1 + 1") == "2"


def test_a_request_to_another_host_fails_and_is_recorded(browser, lab_server, write):
    name = write("1")
    with lab_page(browser, lab_server) as opened:
        opened.open(name)
        opened.page.evaluate("fetch('https://example.com/x').catch(() => null)")
        opened.page.wait_for_timeout(200)
        assert "https://example.com/x" in opened.record.foreign
        assert any("ERR_NAME_NOT_RESOLVED" in text for text in opened.record.errors)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("dark", [False, True])
def test_themes_are_the_hosts(host, write, dark):
    host.show(write("1"), dark=dark)
    light = host.page.evaluate("document.body.dataset.jpThemeLight")
    assert light == ("false" if dark else "true")


@pytest.mark.one_in(3)  # either of them in either host
def test_both_generations_of_kernel_are_at_hand(host, write, kernel):
    host.show(write("import ipykernel", kernel=kernel))
    generation = 6 if kernel == "ipykernel6" else 7
    assert host.python("ipykernel.version_info[0]") == str(generation)
