#!/usr/bin/env python3
"""Plays touches of `frameit expand --as` in Chromium, and compares them with the touches that a page gets.

    touches.py PROGRAM [--traces N]

Random traces of one to five fingers are played with `--as cdp`, with their timestamps, and with `--as webdriver`, through chromedriver.
The page reads every pointer event, also those that were coalesced. With cdp, each touch must have its place within PLACE pixels and its
time within TIME milliseconds of the script's, relative to the first one. Chromedriver has a tempo of its own: the order of touches must be
right, and places within a pixel; the tempo is reported. Exits with 1 if something differs.
"""

import argparse
import json
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile

from webdriver import Browser

PLACE, TIME = 0.01, 1.0
PAGE = """<!doctype html><meta name=viewport content="width=device-width"><style>
html, body { margin: 0; height: 100%; touch-action: none; overscroll-behavior: none; user-select: none }</style>
<script>
let seen = [];
const note = (type) => (event) => {
  const all = type === "move" ? event.getCoalescedEvents() : [event];
  for (const one of all) seen.push([type, event.pointerId, one.clientX, one.clientY, one.timeStamp]);
};
for (const [name, type] of [["pointerdown", "down"], ["pointerrawupdate", ""], ["pointermove", "move"], ["pointerup", "up"],
    ["pointercancel", "cancel"]]) {
  if (type) addEventListener(name, note(type));
}
addEventListener("contextmenu", (event) => event.preventDefault());
</script>"""


def script(generator):
    """A random trace of fingers that come down, move and go up one by one, often several in one instant."""
    lines, down, places, clock = [], [], {}, 0
    place = lambda: (round(generator.uniform(20, 380), 3), round(generator.uniform(20, 600), 3))
    for _ in range(generator.randint(8, 40)):
        clock += generator.choice([8, 16, 16.667, 17, 25, 40])
        for finger in list(down):
            if generator.random() < 0.8:
                places[finger] = place()
                lines.append((clock, finger, "move", places[finger]))
        kind = generator.random()
        free = [finger for finger in range(1, 6) if finger not in down]
        if free and (not down or kind < 0.3):
            finger = generator.choice(free)
            places[finger] = place()
            lines.append((clock, finger, "down", places[finger]))
            down.append(finger)
        elif kind > 0.85 and len(down) > 1:
            clock += 4
            lines.append((clock, down.pop(generator.randrange(len(down))), "up", None))
    for finger in down:
        clock += 8
        lines.append((clock, finger, "up", None))
    return "canvas 400,620\nlayer pad rect 0,0 400,620\n" + "\n".join(
        f"touch {finger} {phase}{' %s,%s' % where if where else ''} @{round(at, 3)}ms" for at, finger, phase, where in lines)


def expand(program, path, *options):
    return subprocess.run([program, "expand", path, *options], check=True, capture_output=True, text=True).stdout


def seen_by(browser, wanted):
    """The touches that the page got, as (type, finger, x, y, milliseconds), once all fingers are up."""
    ups = sum(phase == "up" for phase, *_ in wanted)
    browser.wait("return seen.filter((touch) => touch[0] === 'up').length >= arguments[0]", ups)
    return [tuple(touch) for touch in browser.run("const all = seen; seen = []; return all")]


def wanted_of(program, path):
    touches = [json.loads(line) for line in expand(program, path).splitlines()]
    return [(t["phase"], t["id"], t["x"], t["y"], t["t"] * 1000) for t in touches]


def matched(wanted, seen, cut=lambda value: value):
    """Pairs each wanted touch with the next one of the same contact and type; moves that change nothing are none.

    `cut` is what the player does with a coordinate.
    """
    pointers, contacts, places, pairs = {}, {}, {}, []
    rest = list(seen)
    order = {}
    # Contacts are numbered as they come down.
    for type_, pointer, *_ in seen:
        if type_ == "down":
            order.setdefault(pointer, len(order))
    numbers, count = {}, 0
    for phase, finger, x, y, time in wanted:
        if phase == "down":
            numbers[finger] = count
            count += 1
        if phase == "move" and places.get(finger) == (cut(x), cut(y)):
            continue
        places[finger] = (cut(x), cut(y))
        found = next((touch for touch in rest if touch[0] == phase and order.get(touch[1]) == numbers[finger]), None)
        if found is None:
            return None
        rest.remove(found)
        pairs.append(((phase, finger, x, y, time), found))
    return pairs


def parse(program, folder):
    """Lets node and the Swift compiler parse what is written for them. Returns the names of what could not be parsed."""
    path = os.path.join(folder, "named.txt")
    with open(path, "w") as file:
        file.write("canvas 400,620\nlayer pad image placeholder\ntap 40,50\nlong-press 90,90\nswipe left\npinch 1.5\n")
    checks = {
        "playwright": ("touches.mjs", ["node", "--check"]), "detox": ("gestures.mjs", ["node", "--check"]),
        "xcuitest": ("gestures.swift", ["swiftc", "-parse"]),
    }
    wrong = []
    for driver, (name, command) in checks.items():
        code = os.path.join(folder, name)
        with open(code, "w") as file:
            file.write(expand(program, path, "--as", driver))
        if shutil.which(command[0]) is None:
            print(f"{driver}: there is no {command[0]} to parse it")
        elif subprocess.run([*command, code]).returncode != 0:
            wrong.append(driver)
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--traces", type=int, default=100)
    options = parser.parse_args()
    program, generator = os.path.abspath(options.program), random.Random(5)
    failures, worst, tempo, far = 0, [0, 0], [], 0
    with tempfile.TemporaryDirectory() as folder, Browser(width=420, height=700, mobile=True) as browser:
        for driver in parse(program, folder):
            failures += 1
            print(f"{driver}: the code cannot be parsed")
        page = os.path.join(folder, "page.html")
        with open(page, "w") as file:
            file.write(PAGE)
        browser.open("file://" + page)
        for number in range(options.traces):
            path = os.path.join(folder, "trace.txt")
            with open(path, "w") as file:
                file.write(script(generator))
            wanted = wanted_of(program, path)
            start = browser.run("return Date.now() / 1000")
            for line in expand(program, path, "--as", "cdp").splitlines():
                command = json.loads(line)
                command["params"]["timestamp"] += start
                browser.command(command["method"], **command["params"])
            pairs = matched(wanted, seen_by(browser, wanted))
            if pairs is None:
                failures += 1
                print(f"trace {number}, cdp: a touch is missing")
                continue
            first = pairs[0][1][4] - pairs[0][0][4]
            for (phase, finger, x, y, time), (_, _, u, v, at) in pairs:
                worst[0] = max(worst[0], abs(u - x), abs(v - y))
                worst[1] = max(worst[1], abs(at - first - time))
            if number % 4 == 0:
                actions = json.loads(expand(program, path, "--as", "webdriver"))
                browser.ask("POST", "/actions", actions)
                browser.ask("DELETE", "/actions")
                # Chromedriver has whole pixels.
                pairs = matched(wanted, seen_by(browser, wanted), math.floor)
                if pairs is None:
                    failures += 1
                    print(f"trace {number}, webdriver: a touch is missing, or the order differs")
                    continue
                far = max(far, *(max(abs(u - x), abs(v - y)) for (_, _, x, y, _), (_, _, u, v, _) in pairs))
                if pairs[-1][0][4] > pairs[0][0][4]:
                    tempo.append((pairs[-1][1][4] - pairs[0][1][4]) / (pairs[-1][0][4] - pairs[0][0][4]))
    tempo.sort()
    print(f"{options.traces} traces with cdp: places within {worst[0]:.4f} px, times within {worst[1]:.3f} ms")
    if tempo:
        print(f"{len(tempo)} traces with webdriver: places within {far:.3f} px, {tempo[0]:.2f} to {tempo[-1]:.2f} times as long")
    is_right = not failures and worst[0] <= PLACE and worst[1] <= TIME and far <= 1
    sys.exit(0 if is_right else 1)


if __name__ == "__main__":
    main()
