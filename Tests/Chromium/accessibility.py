#!/usr/bin/env python3
"""Checks the page of `frameit studio` by the rules of axe, in each of its states: open panels, tools, menus and dialogs, light and
dark, on a wide window and on a phone.

    accessibility.py PROGRAM

Needs the package axe-playwright-python.
"""

import os
import signal
import sys
import tempfile

import axe_playwright_python

from studio import MENUS, Page, Studio, photo
from webdriver import Browser, finger

PANELS = ["script", "adjust", "layers", "time", "inputs", "plan", "numbers"]
# What opens each state, and what closes it again.
STATES = [("start", "", "")] + [
    (panel, f"if (!isOpen('{panel}')) choosePanel('{panel}', true)", f"choosePanel('{panel}', false)") for panel in PANELS
] + [
    ("error", "$('text').value = 'rotate 30'; $('text').oninput(); openPanel('script')",
     "$('text').value = $('text').value.replace('rotate 30', arguments[0]); $('text').oninput()"),
    ("crop", "$('crop').click(); $('crop-exact').click()", "$('crop-cancel').click()"),
    ("corners", "$('corners').click()", "$('corner-close').click()"),
    ("export", "$('export').click()", "document.querySelector('dialog[open]').close()"),
    ("keys", "$('keys').showModal()", "$('keys').close()"),
]


def main():
    program = os.path.abspath(sys.argv[1])
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with open(os.path.join(os.path.dirname(axe_playwright_python.__file__), "axe.min.js"), encoding="utf-8") as file:
        library = file.read()
    failures, checked, passed = 0, 0, set()
    for width, height, mobile in [(1440, 900, False), (390, 844, True), (844, 390, True)]:
        for dark in [False, True]:
            with tempfile.TemporaryDirectory() as folder, Browser(width, height, dark=dark, mobile=mobile) as browser:
                photo(program, folder)
                with open(os.path.join(folder, "menus.txt"), "w") as file:
                    file.write(MENUS)
                with Studio(program, folder, "menus.txt", "photo.png") as studio:
                    page = Page(browser, studio)
                    browser.run(library + "; window.axe = axe;")
                    for name, opening, closing in STATES + [("menu", None, "")]:
                        if opening is None:
                            page.settle()
                            browser.act(finger(1, page.at(150, 150), "down", 700, "up"))
                            browser.wait("return !$('dialog').hidden")
                        else:
                            browser.run(opening)
                        if name == "error":
                            browser.wait("return state.errors.length > 0")
                        browser.run("window.found = null; axe.run(document, {resultTypes: ['violations']}).then((it) => { found = "
                                    "{violations: it.violations.map(({id, help, nodes}) => [id, help, nodes.map((node) => node.html)]),"
                                    " passes: it.passes.map(({id}) => id)}; })")
                        found = browser.wait("return found")
                        checked += 1
                        passed |= set(found["passes"])
                        for rule, text, nodes in found["violations"]:
                            failures += 1
                            print(f"{width}x{height}{' dark' if dark else ''}, {name}: {rule}: {text}")
                            for node in nodes[:3]:
                                print(f"    {node[:200]}")
                        if closing:
                            browser.run(closing, MENUS)
                        if name == "error":
                            browser.wait("return state.errors.length === 0")
    print(f"{checked} states, {len(passed)} rules passed, {failures} violations")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
