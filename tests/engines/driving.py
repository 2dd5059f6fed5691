"""Drive an installed Firefox or WebKitGTK by the commands of W3C WebDriver.

* Firefox takes commands on a socket (Marionette).
* WebKitGTK takes commands by HTTP, from the program `WebKitWebDriver`. It runs on an invisible screen (Xvfb).

`firefox(profile)` and `webkit(profile)` start a browser and stop it at the end.

Commands and replies: https://www.w3.org/TR/webdriver2/ and, on the socket, "LENGTH:[0, id, command, parameters]" with
the reply "LENGTH:[1, id, error, result]".
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

MINUTE: Final = 60.0
STARTING_S: Final = 30.0
SLOWEST_S: Final = 300.0
"""Maximum time for one command, in seconds. A slow engine on a loaded machine takes minutes to start Python."""
FIREFOXES: Final = ("firefox-esr", "firefox")
PREFERENCES: Final = {
    "marionette.port": 0,
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "intl.accept_languages": "en-GB",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.enabled": False,
}
MINIBROWSERS: Final = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser", "/usr/libexec/webkit2gtk-4.*/MiniBrowser"
KEYS: Final = {
    "Enter": "\ue007",
    "Tab": "\ue004",
    "Escape": "\ue00c",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
}


class Missing(Exception):
    """Raised if a browser engine is not installed. The message names the missing package."""


class EngineError(Exception):
    """Raised if a browser engine refuses a command, or if a script in its page fails."""


class Engine(ABC):
    """A browser with one window, driven by commands."""

    name: str
    version: str

    @abstractmethod
    def command(self, name: str, **parameters: Any) -> Any:
        """Run a WebDriver command and return its result. Raise `EngineError` if it fails."""

    def go(self, address: str) -> None:
        """Open an address and wait until its document is loaded."""
        self.command("Navigate", url=address)

    def ask(self, code: str, *values: Any) -> Any:
        """Run JavaScript in the page and return its result.

        `code` is the body of an async function. In it, `values` is an array of the arguments after `code`. Raise
        `EngineError` if the function throws.
        """
        script = (
            "const told = arguments[arguments.length - 1];"
            f"(async (...values) => {{ {code} }})(...[...arguments].slice(0, -1))"
            ".then(value => ({ value: value ?? null }), error => ({ error: `${error}` }))"
            ".then(reply => told(JSON.stringify(reply)));"
        )
        reply = json.loads(self.command("ExecuteAsyncScript", script=script, args=list(values)))
        if "error" in reply:
            raise EngineError(reply["error"])
        return reply["value"]

    def until(self, condition: str, *values: Any, seconds: float = 2 * MINUTE) -> Any:
        """Poll a JavaScript expression until it is true, and return its value.

        Raise `EngineError` if it is not true within `seconds`.
        """
        ends = time.monotonic() + seconds
        while not (value := self.ask(f"return {condition}", *values)):
            if time.monotonic() > ends:
                raise EngineError(f"not so within {seconds:.0f} s: {condition}")
            self.ask("await new Promise(done => setTimeout(done, 30))")
        return value

    def point(self, x: float, y: float) -> None:
        """Move the mouse to a point, in CSS pixels of the window, and click."""
        move = {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 20}
        steps = [move, *({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))]
        self.command("PerformActions", actions=[{"type": "pointer", "id": "mouse", "actions": steps}])

    def press(self, *names: str) -> None:
        """Press keys in order. Each is a name in `KEYS` or a character."""
        steps = [{"type": kind, "value": KEYS.get(key, key)} for key in names for kind in ("keyDown", "keyUp")]
        self.command("PerformActions", actions=[{"type": "key", "id": "keyboard", "actions": steps}])


class Firefox(Engine):
    """Firefox, driven through Marionette."""

    name = "Firefox"

    def __init__(self, port: int) -> None:
        self.line = socket.create_connection(("127.0.0.1", port), SLOWEST_S)
        self.count = 0
        self._heard()
        reply = self.command("NewSession", capabilities={"alwaysMatch": {}})
        self.version = reply["capabilities"]["browserVersion"]
        self.command("SetTimeouts", script=int(SLOWEST_S * 1000), pageLoad=int(SLOWEST_S * 1000))

    def command(self, name: str, **parameters: Any) -> Any:
        self.count += 1
        sent = json.dumps([0, self.count, f"WebDriver:{name}", parameters]).encode()
        self.line.sendall(b"%d:%s" % (len(sent), sent))
        _, _, error, result = self._heard()
        if error:
            raise EngineError(f"{error['error']}: {error['message']}")
        return result["value"] if isinstance(result, dict) and set(result) == {"value"} else result

    def _heard(self) -> Any:
        head = b""
        while not head.endswith(b":"):
            head += self._bytes(1)
        return json.loads(self._bytes(int(head[:-1])))

    def _bytes(self, count: int) -> bytes:
        got = b""
        while len(got) < count:
            more = self.line.recv(count - len(got))
            if not more:
                raise EngineError("Firefox has ended")
            got += more
        return got


class WebKit(Engine):
    """WebKitGTK's MiniBrowser, driven through WebKitWebDriver by HTTP."""

    name = "WebKitGTK"
    ROUTES: Final = {
        "Navigate": "url",
        "ExecuteAsyncScript": "execute/async",
        "PerformActions": "actions",
        "SetTimeouts": "timeouts",
        "Refresh": "refresh",
    }

    def __init__(self, address: str, program: str) -> None:
        self.address = address
        options = {"binary": program, "args": ["--automation"]}
        capabilities = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}
        reply = self._post("session", {"capabilities": {"alwaysMatch": capabilities}})
        self.version = reply["capabilities"]["browserVersion"]
        self.address += f"session/{reply['sessionId']}/"
        self.command("SetTimeouts", script=int(SLOWEST_S * 1000), pageLoad=int(SLOWEST_S * 1000))

    def command(self, name: str, **parameters: Any) -> Any:
        return self._post(self.ROUTES[name], parameters)

    def _post(self, route: str, parameters: Mapping[str, Any]) -> Any:
        data = json.dumps(parameters).encode()
        request = urllib.request.Request(self.address + route, data, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=SLOWEST_S) as reply:
                return json.load(reply)["value"]
        except urllib.error.HTTPError as error:
            failure = json.load(error)["value"]
            raise EngineError(f"{failure['error']}: {failure['message']}") from None


def _needed(*names: str, package: str) -> str:
    program = next(filter(None, map(shutil.which, names)), None)
    if not program:
        raise Missing(f"{names[0]} is not installed (Debian: apt install {package})")
    return program


@contextmanager
def _running(*command: str, **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, **{**quiet, **options}) as process:
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()


def _awaited(answer: Callable[[], Any]) -> Any:
    ends = time.monotonic() + STARTING_S
    while True:
        with suppress(OSError, ValueError):
            return answer()
        if time.monotonic() > ends:
            raise EngineError(f"it did not start within {STARTING_S:.0f} s")
        time.sleep(0.05)


@contextmanager
def firefox(profile: Path, preferences: Mapping[str, object] = PREFERENCES) -> Iterator[Engine]:
    """Start Firefox without a window, with a new profile in an empty folder, and yield it."""
    program = _needed(*FIREFOXES, package="firefox-esr")
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in preferences.items())
    (profile / "user.js").write_text("\n".join(lines))
    with _running(program, "--headless", "--marionette", "--no-remote", "--profile", str(profile)):
        port = _awaited(lambda: int((profile / "MarionetteActivePort").read_text()))
        browser = Firefox(port)
        try:
            yield browser
        finally:
            browser.line.close()


@contextmanager
def webkit(profile: Path) -> Iterator[Engine]:
    """Start WebKitGTK on its own invisible screen, with its data in an empty folder, and yield it."""
    driver = _needed("WebKitWebDriver", package="webkit2gtk-driver")
    screen = _needed("Xvfb", package="xvfb")
    program = next((str(path) for pattern in MINIBROWSERS for path in Path("/").glob(pattern[1:])), "")
    if not program:
        raise Missing("MiniBrowser is not installed (Debian: apt install webkit2gtk-driver)")
    reading, writing = os.pipe()
    with _running(screen, "-displayfd", str(writing), "-screen", "0", "1400x1000x24", pass_fds=(writing,)):
        os.close(writing)
        with os.fdopen(reading) as number_file:
            display = f":{number_file.readline().strip()}"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        homes = {name: str(profile) for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")}
        still = {"LIBGL_ALWAYS_SOFTWARE": "1", "NO_AT_BRIDGE": "1", "GTK_A11Y": "none", "LANG": "en_GB.UTF-8"}
        with _running(driver, f"--port={port}", env={**os.environ, **homes, **still, "DISPLAY": display}):
            _awaited(lambda: socket.create_connection(("127.0.0.1", port)).close())
            yield WebKit(f"http://127.0.0.1:{port}/", program)


ENGINES: Final = {"firefox": firefox, "webkit": webkit}
