#!/usr/bin/env python3
"""Reviews images in Chromium with `frameit compare --review`, and tries to use its server without permission.

    review.py PROGRAM [--out DIR]

Needs the packages playwright and axe-playwright-python, and `make review`. With --out the screenshots are kept.
"""

import argparse
import http.client
import os
import re
import signal
import subprocess
import sys
import tempfile

import axe_playwright_python
from playwright.sync_api import sync_playwright

from report import Check, draw, names, violations


def read(path):
    with open(path, "rb") as file:
        return file.read()


class Review:
    """A run of the command, with the address that it prints."""

    def __init__(self, program, folder, *options):
        self.process = subprocess.Popen(
            [program, "compare", "expected", "actual", "--review", *options], cwd=folder, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "TMPDIR": folder})
        for line in self.process.stderr:
            found = re.search(r"(http://127\.0\.0\.1:(\d+)/)\?token=(\w+)", line)
            if found:
                self.address, self.base, self.port, self.token = (
                    found[0], found[1], int(found[2]), found[3])
                return
        raise RuntimeError(f"no address: {self.process.wait()}")

    def ask(self, method, target, host=None, body=None, **headers):
        """Returns the status and the headers of a request that no browser makes."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request(method, target, body, {
            "Host": host or f"127.0.0.1:{self.port}", **{name.replace("_", "-"): value for name, value in headers.items()}})
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.status, answer.headers

    def end(self):
        output, _ = self.process.communicate(timeout=30)
        return self.process.returncode, output


def attack(program, folder, check):
    """Requests without the token, from other hosts and sites, and for other files."""
    review = Review(program, folder)
    check("no page without the token", review.ask("GET", "/")[0] == 403)
    check("no page with another token", review.ask("GET", f"/?token={'0' * 32}")[0] == 403)
    check("no page for another host", review.ask("GET", f"/?token={review.token}", host="evil.example")[0] == 403)
    status, headers = review.ask("GET", f"/?token={review.token}")
    check("the token opens the page", status == 303 and headers["Location"] == "/")
    cookie = headers["Set-Cookie"].split(";")[0]
    check("scripts cannot read the cookie", "HttpOnly" in headers["Set-Cookie"] and "SameSite=Strict" in headers["Set-Cookie"])
    check("the token works once", review.ask("GET", f"/?token={review.token}")[0] == 403)

    def ask(method, target, **options):
        return review.ask(method, target, Cookie=cookie, **options)[0]

    check("the cookie opens the page", ask("GET", "/") == 200)
    check("a page of another site is refused", ask("GET", "/", Origin="https://evil.example") == 403)
    json_type = {"Content_Type": "application/json"}
    check("a form is refused", ask("POST", "/accept", body='["new.png"]', Content_Type="text/plain") == 400)
    check("another site cannot accept", ask("POST", "/accept", body='["new.png"]', Origin="null", **json_type) == 403)
    check("no JSON is refused", ask("POST", "/accept", body="new.png", **json_type) == 400)
    for target in ["/images/../index.html", "/images/..%2findex.html", "/../../etc/passwd", "/images/", "/index.html",
                   "/images//etc/passwd", "//etc/passwd", "/images/%2e%2e/index.html"]:
        check(f"{target} is not there", ask("GET", target) == 404)
    check("other methods are refused", ask("DELETE", "/") == 405 and ask("PUT", "/images/1-actual.png") == 405)
    before = {name: read(os.path.join(folder, "expected", name)) for name in os.listdir(os.path.join(folder, "expected"))}
    for path in ["../outside.png", "/etc/passwd", "none.png", "<b>broken.png", "gone.png"]:
        check(f"{path} is answered", ask("POST", "/accept", body=f'["{path}"]', **json_type) == 200)
    after = {name: read(os.path.join(folder, "expected", name)) for name in os.listdir(os.path.join(folder, "expected"))}
    check("nothing was written", before == after and not os.path.exists(os.path.join(folder, "outside.png")))
    try:
        status = ask("POST", "/accept", body="x" * (21 << 20), **json_type)
    except (ConnectionError, http.client.HTTPException):
        status = 0
    check("a huge body ends the connection", status == 0)
    check("the server goes on", ask("GET", "/review") == 200)
    review.process.send_signal(signal.SIGTERM)
    review.end()
    check("a signal removes the report", not [name for name in os.listdir(folder) if name.startswith("frameit-review")])


def use(program, folder, browser, check, axe, shots):
    """Accepts two images by click and key, reloads, and finishes."""
    review = Review(program, folder)
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    page = context.new_page()
    page.on("pageerror", lambda error: check(f"no error of the script: {error}", False))
    page.on("request", lambda request: check(
        f"no request to elsewhere: {request.url[:80]}", request.url.startswith((review.base, "data:", "blob:"))))
    page.goto(review.address)
    page.wait_for_selector("#finish:visible")
    check("the address loses its token", page.url == review.base)
    check("nothing can be copied", not page.is_visible("#copy"))

    def shot(name):
        if shots:
            os.makedirs(shots, exist_ok=True)
            page.screenshot(path=os.path.join(shots, f"review-{name}.png"))

    page.click("#items button:has-text('moved-button')")
    page.wait_for_selector("#accept-this:visible")
    shot("viewer")
    page.click("#accept-this")
    page.wait_for_selector("#name:has-text('accepted')")
    check("an accepted image cannot be accepted again", not page.is_visible("#accept-this"))
    violations(page, axe, check, "the viewer")
    page.keyboard.press("Escape")
    for name in ["new.png", "gone.png"]:
        page.click(f"#items button:has-text('{name}')")
        page.keyboard.press("a")
        page.keyboard.press("Escape")
    page.keyboard.press("Shift+A")
    page.wait_for_selector("#items button:has-text('new.png'):has-text('accepted')")
    check("the reason is shown", "not deleted; use --prune to delete it" in page.inner_text("#items button:has-text('gone.png')"))
    check("the title counts", "3 left to accept" in page.inner_text("#title"))
    shot("list")
    violations(page, axe, check, "the list")
    page.reload()
    page.wait_for_selector("#items button:has-text('new.png'):has-text('accepted')")
    check("a reload keeps what was accepted", len(names(page)) == 6)
    for name in ["moved-button.png", "new.png"]:
        check(f"{name} is the expected image", read(f"{folder}/expected/{name}") == read(f"{folder}/actual/{name}"))
    check("gone.png is kept", os.path.exists(f"{folder}/expected/gone.png"))
    page.click("#finish")
    page.wait_for_selector("#chosen:has-text('finished')")
    status, output = review.end()
    lines = output.splitlines()
    check(f"the exit code tells that something is broken: {status}", status == 7)
    check("the terminal shows what was accepted",
          "accepted moved-button.png" in lines and "accepted new.png" in lines and "kept     gone.png: not deleted; use --prune to delete it" in lines)
    check("the report is removed", not [name for name in os.listdir(folder) if name.startswith("frameit-review")])

    os.remove(f"{folder}/expected/<b>broken.png")
    os.remove(f"{folder}/actual/<b>broken.png")
    review = Review(program, folder, "--report", "kept", "--prune")
    page.goto(review.address)
    page.wait_for_selector("#finish:visible")
    page.click("#choose-all")
    page.click("#accept")
    page.wait_for_selector("#title:has-text('all accepted')")
    page.click("#finish")
    status, _ = review.end()
    check(f"all accepted is success: {status}", status == 0)
    check("--prune deletes", not os.path.exists(f"{folder}/expected/gone.png"))
    check("a named report stays", os.path.exists(f"{folder}/kept/index.html"))
    again = subprocess.run([program, "compare", "expected", "actual", "--review"], cwd=folder, capture_output=True, text=True)
    check("without a difference there is no review", again.returncode == 0 and "http" not in again.stderr)
    context.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--out", default=None)
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    check = Check()
    with open(os.path.join(os.path.dirname(axe_playwright_python.__file__), "axe.min.js"), encoding="utf-8") as file:
        axe = file.read()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        draw(program, folder)
        attack(program, folder, check)
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        use(program, folder, browser, check, axe, options.out)
        browser.close()
    print("review: " + ("failed" if check.failures else "ok"))
    sys.exit(1 if check.failures else 0)


if __name__ == "__main__":
    main()
