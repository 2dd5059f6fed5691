"""Test a page whose files belong to another version than the page itself: it loads once more without caches.

If the versions still differ, the page shows a message. The tests use no service worker.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import BASE, Opener, Watch, wait_ready

MODULE = "py/boot/nodes.js"
ARCHIVE = "py/chowk.packed"
MIXED_NOTICE = "p:has-text('do not fit together')"


def is_page(url: str) -> bool:
    return url.partition("?")[0].endswith(BASE)


def is_file(path: str) -> Callable[[str], bool]:
    return lambda url: url.partition("?")[0].endswith(path)


def other(body: bytes) -> bytes:
    """Return a script's bytes with a comment added, so that the script counts as another version."""
    return body + b"\n// of another version\n"


def page_of_the_other_version(site: Path) -> bytes:
    """Return the bytes of the page as if it were built with another version of the script `MODULE`.

    The page then contains the hash of that version.
    """

    def seal(data: bytes) -> str:
        return base64.b64encode(hashlib.sha256(data).digest()).decode()

    module = (site / MODULE).read_bytes()
    text = (site / "index.html").read_text()
    assert seal(module) in text
    return text.replace(seal(module), seal(other(module))).encode()


class Host:
    """A web host that sends `body` in place of a file for the first `times` requests, and counts the requests."""

    def __init__(self, body: bytes, times: int) -> None:
        self.body, self.times, self.request_count = body, times, 0

    def answer(self, route: Route) -> None:
        self.request_count += 1
        reply = route.fetch()
        if self.request_count > self.times:
            route.fulfill(response=reply)
        else:
            route.fulfill(response=reply, body=self.body)


@pytest.fixture
def opened(page: Page, open_page: Opener, watch: Watch) -> Callable[..., Host]:
    """Return a function that opens the page at a host that sends wrong bytes for a file, and returns the host.

    Its arguments are a function that recognises the address of the file, the bytes, and the number of requests that
    get them.
    """

    def go(which: Callable[[str], bool], body: bytes, times: int) -> Host:
        watch.expected.append(".")  # the browser reports the files that it refuses
        watch.troubles.append("none so far")
        host = Host(body, times)
        page.route(which, host.answer)
        open_page(ready=False)
        return host

    return go


def test_an_old_page_with_new_files_is_loaded_past_the_caches(
    opened: Callable[..., Host], page: Page, site: Path
) -> None:
    host = opened(is_page, page_of_the_other_version(site), 1)
    wait_ready(page)
    assert host.request_count == 3, "as it was, past the caches, and anew"
    assert page.evaluate("sessionStorage.getItem('chowk:mixed')") is None


def test_a_new_page_with_old_files_is_loaded_past_the_caches(
    opened: Callable[..., Host], page: Page, site: Path
) -> None:
    opened(is_file(MODULE), other((site / MODULE).read_bytes()), 1)
    wait_ready(page)
    expect(page.locator(MIXED_NOTICE)).to_have_count(0)


def test_where_they_stay_mixed_it_is_said_after_one_try(opened: Callable[..., Host], page: Page, site: Path) -> None:
    host = opened(is_page, page_of_the_other_version(site), 100)
    expect(page.locator(MIXED_NOTICE)).to_be_visible(timeout=30_000)
    assert host.request_count == 4, "twice as it is, twice past the caches"
    expect(page.locator("#boot-progress[role=alert] button")).to_be_visible()


@pytest.mark.parametrize("path", [ARCHIVE, pytest.param("py/stdlib.packed", marks=pytest.mark.deep)])
def test_an_altered_archive_is_not_run_and_it_is_said(
    path: str, page: Page, watch: Watch, site_copy: Path, serving: Callable[[Path], str]
) -> None:
    watch.expect(".")
    archive = site_copy / path
    whole = archive.read_bytes()
    archive.unlink()  # remove the hard link first: the session's site shares the file
    archive.write_bytes(whole[:-9] + b"unfitting")
    address = serving(site_copy)
    watch.origin = address.removesuffix(BASE)
    page.goto(address + "?test=1", wait_until="commit")
    page.wait_for_event("framenavigated", timeout=60_000)  # the single retry past the caches
    expect(page.locator(MIXED_NOTICE)).to_be_visible(timeout=60_000)
    assert page.evaluate("document.documentElement.dataset.ready ?? null") is None


# Foreign pages and scripts --------------------------------------------------------------------------------------------


def test_a_stranger_s_page_around_it_is_not_played_in(
    page: Page, base_url: str, watch: Watch, serving: Callable[[Path], str], tmp_path: Path
) -> None:
    watch.expected.append(".")  # errors about the other origin
    watch.troubles.append("none so far")
    (tmp_path / "index.html").write_text(f'<!doctype html><iframe src="{base_url}?test=1"></iframe>')
    page.goto(serving(tmp_path))
    inner = page.frame_locator("iframe")
    expect(inner.locator("#boot-progress[role=alert]")).to_contain_text("only by itself", timeout=30_000)
    expect(inner.get_by_role("link", name="Open Chowk")).to_be_visible()
    assert inner.locator("#app").evaluate("app => app.inert")
    assert inner.locator("html").evaluate("root => root.dataset.ready ?? null") is None


def test_a_page_of_its_own_around_it_may(open_page: Opener, page: Page, base_url: str) -> None:
    framing = f'<!doctype html><iframe src="{base_url}?test=1" width="800" height="600"></iframe>'
    own = re.sub(r"/chowk/$", "/around", base_url)
    page.route(own, lambda route: route.fulfill(content_type="text/html", body=framing))
    page.goto(own)
    page.frame_locator("iframe").locator("html[data-ready]").wait_for(state="attached", timeout=60_000)


WRITES = """() => {
  const tried = {
    picture: () => { document.createElement("span").innerHTML = '<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>'; },
    handler: () => { document.createElement("span").innerHTML = '<img src="x" onerror="window.ran = 1">'; },
    script: () => { document.createElement("span").innerHTML = "<script>window.ran = 1</" + "script>"; },
    text: () => { document.createElement("script").textContent = "window.ran = 1"; },
    elsewhere: () => { document.createElement("script").src = "/elsewhere/x.js"; },
    here: () => { document.createElement("script").src = "./py/worker.py"; },
    policy: () => { trustedTypes.createPolicy("other", {}); },
  };
  return Object.entries(tried).filter(([, write]) => { try { write(); return true; } catch { return false; } })
    .map(([name]) => name);
}"""


def test_only_the_page_s_own_is_put_where_it_might_run(open_page: Opener, watch: Watch) -> None:
    page = open_page(ready=False)
    watch.expect("refused|violates|blocked|requires|Trusted|csp$")
    assert page.evaluate(WRITES) == ["picture", "here"]
    script = "import('/elsewhere/x.js').then(() => 'run', () => 'refused')"
    assert page.evaluate(script) == "refused"
    assert [trouble for trouble in watch.troubles if "script-src http://127.0.0.1" in trouble], (
        "by its path, not by its origin"
    )
