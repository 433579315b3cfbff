"""A client of chromedriver, with what the tests of pages need: W3C WebDriver, and Chromium's own commands."""

import base64
import json
import os
import pathlib
import re
import subprocess
import time
import urllib.request


class Browser:
    """A headless Chromium. Use it in a `with` statement."""

    def __init__(self, width=1440, height=900, scale=1, dark=False, mobile=False, calm=False):
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env=os.environ | {"FONTCONFIG_FILE": str(pathlib.Path(__file__).with_name("fonts.conf"))})
        for line in self.driver.stdout:
            found = re.search(r"successfully on port (\d+)", line)
            if found:
                break
        self.base = f"http://127.0.0.1:{found[1]}"
        arguments = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", f"--window-size={width},{height}",
                     f"--force-device-scale-factor={scale}", "--hide-scrollbars"]
        arguments += ["--force-prefers-reduced-motion"] if calm else []
        options = {"args": arguments}
        if mobile:
            options["mobileEmulation"] = {
                "deviceMetrics": {"width": width, "height": height, "pixelRatio": scale, "touch": True}}
        answer = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": options}}}, session=False)
        self.session = answer["sessionId"]
        if dark:
            self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        if not mobile:
            self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale,
                         mobile=False)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.ask("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()

    def ask(self, method, path, body=None, session=True):
        address = self.base + (f"/session/{self.session}" if session else "") + path
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(address, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def command(self, name, **parameters):
        """Runs a command of Chromium's own protocol."""
        return self.ask("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def before_pages(self, script):
        """Runs a script in each page before its own."""
        self.command("Page.addScriptToEvaluateOnNewDocument", source=script)

    def open(self, address):
        self.ask("POST", "/url", {"url": address})

    def run(self, script, *arguments):
        return self.ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, script, *arguments, seconds=20):
        """Waits until a script returns something true, and returns that."""
        end = time.monotonic() + seconds
        while True:
            found = self.run(script, *arguments)
            if found:
                return found
            if time.monotonic() > end:
                raise TimeoutError(script)
            time.sleep(0.02)

    def act(self, *sources):
        """Performs actions of several inputs at the same time."""
        self.ask("POST", "/actions", {"actions": list(sources)})

    def release(self):
        self.ask("DELETE", "/actions")

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.ask("GET", "/screenshot")))


def finger(number, *steps):
    """The actions of a finger. A step is (x, y) of the page for a move, with its milliseconds as a third number, or a word."""
    return _pointer(f"finger{number}", "touch", steps)


def mouse(*steps):
    """The actions of the mouse."""
    return _pointer("mouse", "mouse", steps)


def _pointer(name, kind, steps):
    actions = []
    for step in steps:
        if step == "down":
            actions.append({"type": "pointerDown", "button": 0})
        elif step == "up":
            actions.append({"type": "pointerUp", "button": 0})
        elif isinstance(step, (int, float)):
            actions.append({"type": "pause", "duration": step})
        else:
            x, y, duration = (*step, 0)[:3]
            actions.append({"type": "pointerMove", "x": round(x), "y": round(y), "duration": duration})
    return {"type": "pointer", "id": name, "parameters": {"pointerType": kind}, "actions": actions}


def keys(*steps):
    """The actions of the keyboard. A step is a key to press and release, or ("down" or "up", key)."""
    actions = []
    for step in steps:
        pairs = [step] if isinstance(step, tuple) else [("down", step), ("up", step)]
        actions += [{"type": "key" + phase.capitalize(), "value": value} for phase, value in pairs]
    return {"type": "key", "id": "keyboard", "actions": actions}


def wheel(x, y, dx, dy):
    """One turn of the wheel."""
    return {"type": "wheel", "id": "wheel", "actions": [
        {"type": "scroll", "x": round(x), "y": round(y), "deltaX": dx, "deltaY": dy, "duration": 0}]}
