#!/usr/bin/env python3
"""Uses the HTML report of `frameit compare` in Chromium, as a person would: by keyboard, in light and dark, wide and narrow.

    report.py PROGRAM [--out DIR]

Needs the packages playwright and axe-playwright-python. Checks the filters, the search, the views, the boxes and the accept list,
that the page requests nothing but its own files, and that axe finds no violation. With --out the screenshots are kept.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

import axe_playwright_python
from playwright.sync_api import sync_playwright

SCREENS = [("wide", 1400, 900), ("narrow", 390, 780)]
VIEWS = ["side", "slider", "onion", "flicker", "difference"]
PAGE = """canvas 640,{height}
background #f4f4f4
layer card rect 40,40 560,300 fill white
layer button rect {x},100 160,40 radius 6 fill {color}
layer foot rect 40,{foot} 560,30 fill teal"""
SAME = {"height": 400, "x": 80, "color": "navy", "foot": 350}
# The expected and the actual page of each name; None for no page.
PAGES = {
    "same.png": (SAME, SAME),
    "moved-button.png": (SAME, {**SAME, "x": 83}),
    "recolored.png": (SAME, {**SAME, "color": "crimson"}),
    "longer.png": (SAME, {**SAME, "height": 420, "foot": 370}),
    "new.png": (None, {**SAME, "x": 200}),
    "gone.png": ({**SAME, "x": 300}, None),
}


def draw(program, folder):
    for side in ["expected", "actual"]:
        os.mkdir(os.path.join(folder, side))
    for name, pages in PAGES.items():
        for side, page in zip(["expected", "actual"], pages):
            if page:
                path = os.path.join(folder, side, name)
                subprocess.run([program, "apply", "-e", PAGE.format(**page), "-o", path, "-q"], check=True)
    with open(os.path.join(folder, "expected", "same.png"), "rb") as file:
        start = file.read(200)
    for side, content in [("expected", start), ("actual", start + b"x")]:
        with open(os.path.join(folder, side, "<b>broken.png"), "wb") as file:
            file.write(content)


class Check:
    def __init__(self):
        self.failures = 0

    def __call__(self, what, condition):
        if not condition:
            self.failures += 1
            print(f"FAIL {what}")


def names(page):
    return page.eval_on_selector_all("#items .name", "nodes => nodes.map(n => n.textContent)")


def violations(page, axe, check, where):
    """Checks that axe finds nothing."""
    page.evaluate(axe)
    found = page.evaluate("axe.run()")["violations"]
    check(f"axe in {where}: {[(v['id'], v['nodes'][0]['html'][:80]) for v in found]}", not found)


def use(page, check, shot, axe):
    """Goes through the report once."""
    def pressed(selector):
        return page.get_attribute(selector, "aria-pressed") == "true"

    everything = ["<b>broken.png", "gone.png", "longer.png", "moved-button.png", "new.png", "recolored.png"]
    check("all that is not as expected is listed", names(page) == everything)
    check("the title counts", page.title() == "6 of 7 images not as expected")
    shot("list")
    violations(page, axe, check, "the list")
    page.click("#filters button:has-text('same')")
    check("a filter adds its images", "same.png" in names(page))
    page.click("#filters button:has-text('same')")
    page.keyboard.press("/")
    page.keyboard.type("recolored")
    check("the search finds the names of changes", names(page) == ["recolored.png"])
    page.fill("#search", "")
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    for _ in PAGES:
        if "moved-button" in page.inner_text("#name"):
            break
        page.keyboard.press("ArrowRight")
    labels = page.eval_on_selector_all(".box span", "nodes => nodes.map(n => n.textContent)")
    check(f"both images have a named box: {labels}", labels == ["moved by 3,0"] * 2)
    for key, view in enumerate(VIEWS, 1):
        page.keyboard.press(str(key))
        check(f"key {key} shows {view}", pressed(f"#view-{view}"))
        page.wait_for_timeout(100)
        shot(view)
        violations(page, axe, check, view)
        if view == "slider":
            clip = page.eval_on_selector(".stack .actual", "image => image.style.clipPath")
            page.keyboard.press("]")
            check("a key moves the slider", clip != page.eval_on_selector(".stack .actual", "i => i.style.clipPath"))
        if view == "flicker":
            seen = set()
            for _ in range(8):
                seen.add(page.eval_on_selector(".stack .actual", "image => image.style.visibility || 'visible'"))
                page.wait_for_timeout(200)
            check("flicker alternates", seen == {"visible", "hidden"})
    loaded = page.eval_on_selector_all("#view img", "images => images.every(i => i.complete && i.naturalWidth > 0)")
    check("the images load", loaded)
    page.keyboard.press("1")
    page.keyboard.press("b")
    check("a key hides the boxes", page.query_selector(".box") is None)
    page.keyboard.press("b")
    page.keyboard.press("z")
    shot("full-size")
    page.keyboard.press("z")
    page.keyboard.press("a")
    page.keyboard.press("Escape")
    page.wait_for_timeout(100)
    check("Esc closes", not page.evaluate("document.getElementById('viewer').open"))
    check("the focus returns", "moved-button" in page.evaluate("document.activeElement.textContent"))
    check("an image is chosen", page.inner_text("#chosen") == "1 chosen")
    page.keyboard.press("c")
    page.wait_for_timeout(100)
    area = page.query_selector("textarea")
    text = area.input_value() if area else page.evaluate("navigator.clipboard.readText()")
    lines = [json.loads(line) for line in text.splitlines()]
    check("the accept list has the image with its fingerprints",
          len(lines) == 1 and lines[0]["path"] == "moved-button.png" and len(lines[0]["actualHash"]) == 64)
    page.click("#choose-all")
    check("a broken image cannot be chosen", page.inner_text("#chosen") == "5 chosen")


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
        for option, path in [("--html", "report.html"), ("--report", "report")]:
            subprocess.run([program, "compare", "expected", "actual", option, path, "-q"], cwd=folder, check=False)
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for path in ["report.html", "report/index.html"]:
            for scheme in ["light", "dark"]:
                for name, width, height in SCREENS:
                    context = browser.new_context(
                        viewport={"width": width, "height": height}, color_scheme=scheme,
                        permissions=["clipboard-read", "clipboard-write"])
                    page = context.new_page()
                    page.on("pageerror", lambda error: check(f"no error of the script: {error}", False))
                    page.on("request", lambda request: check(
                        f"no request to elsewhere: {request.url[:80]}", request.url.startswith((f"file://{folder}/", "data:", "blob:"))))
                    page.goto(f"file://{folder}/{path}")

                    def shot(view):
                        if options.out:
                            os.makedirs(options.out, exist_ok=True)
                            page.screenshot(path=os.path.join(options.out, f"{path.split('/')[0]}-{view}-{scheme}-{name}.png"))

                    before = check.failures
                    use(page, check, shot, axe)
                    print(f"{path} {scheme} {name}: {'ok' if check.failures == before else 'failed'}")
                    context.close()
        browser.close()
    sys.exit(1 if check.failures else 0)


if __name__ == "__main__":
    main()
