#!/usr/bin/env python3
"""Uses `frameit studio` in Chromium as a person does, and checks that scripts replay in the shell to the same pixels.

    studio.py PROGRAM [--out DIR] [--sessions N] [--only NAME] [--accept]

Needs chromium, chromium-driver and `make studio`. With --out the screenshots are kept.
"""

import argparse
import gzip
import http.client
import json
import math
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from webdriver import Browser, finger, keys, mouse, wheel

# Keeps the last picture at full quality, and when touches were sent and their pictures shown.
HOOK = """
const Real = WebSocket;
window.studioTest = {full: null, sent: [], shown: [], messages: [], touches: 0};
window.WebSocket = class extends Real {
  constructor(...all) {
    super(...all);
    studioTest.raw = (text) => super.send(text);
    this.addEventListener("message", ({data}) => {
      if (typeof data === "string") { studioTest.messages.push(data.slice(0, 400)); return; }
      const length = new DataView(data).getUint32(0, true);
      const header = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
      studioTest.last = header;
      if (header.quality === "full" && header.kind === "canvas") studioTest.full = {header, bytes: data.slice(4 + length)};
      studioTest.headers = (studioTest.headers ?? []).concat([header]).slice(-500);
    });
  }
  send(text) {
    const message = JSON.parse(text);
    // The time of the event that moved the finger, not of the message.
    if (message.do === "touch") studioTest.sent.push({at: message.touches[0].slice(2), t: message.t});
    // The page draws a decoded picture in its next frame.
    if (message.do === "shown") requestAnimationFrame(() => studioTest.shown.push({seq: message.seq, t: performance.now()}));
    super.send(text);
  }
};
"""


class Studio:
    """A run of the command, with the address that it prints."""

    def __init__(self, program, folder, *arguments):
        self.program, self.folder = program, folder
        self.process = subprocess.Popen(
            [program, "studio", *arguments], cwd=folder, text=True, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
        self.address = self.next_address()
        self.port = int(re.search(r":(\d+)/", self.address)[1])

    def next_address(self):
        for line in self.process.stderr:
            found = re.search(r"http://[\d.]+:\d+/\?token=\w+", line)
            if found:
                return found[0]
        raise RuntimeError(f"no address: exit code {self.process.wait()}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=20)


class Page:
    """The page of a studio in a browser."""

    def __init__(self, browser, studio):
        self.browser, self.studio = browser, studio
        browser.before_pages(HOOK)
        browser.open(studio.address)
        browser.wait("return typeof state !== 'undefined' && state !== null && view.picture !== null")
        self.settle()

    def open_again(self):
        """Opens the page in the browser that was admitted."""
        self.browser.open(self.studio.address[:self.studio.address.index("?")])
        self.browser.wait("return typeof state !== 'undefined' && state !== null && view.picture !== null")
        self.settle()

    @property
    def text(self):
        return self.browser.run("return state.text")

    @property
    def errors(self):
        return self.browser.run("return state.errors")

    def at(self, x, y):
        """The place of a point of the canvas in the page."""
        return self.browser.run(
            "const [x, y] = toPane(arguments[0]), box = $('well').getBoundingClientRect(); return [x + box.left, y + box.top]",
            [x, y])

    def settle(self):
        """Waits until the last version is shown at full quality."""
        self.browser.wait(
            "return studioTest.full?.header.version === state.version && studioTest.last.quality === 'full'")

    @property
    def crop(self):
        """The numbers in the fields of the crop."""
        return self.browser.run("return crop.box")

    def wait_for(self, version):
        self.browser.wait("return state.version > arguments[0]", version)

    @property
    def version(self):
        return self.browser.run("return state.version")

    def full_picture(self, path):
        """Writes the last picture at full quality, as the server has sent it."""
        bytes_ = self.browser.run(
            "return Array.from(new Uint8Array(studioTest.full.bytes))")
        with open(path, "wb") as file:
            file.write(bytes(bytes_))

    def write(self, text):
        """Types a whole text."""
        self.browser.run(
            "const field = $('text'); field.focus(); field.value = arguments[0];"
            "field.dispatchEvent(new Event('input', {bubbles: true}))", text)

    def save(self):
        self.browser.run("$('save').click()")
        self.browser.wait("return state.saved")


class Check:
    def __init__(self):
        self.failures = 0

    def __call__(self, condition, what, detail=""):
        if not condition:
            self.failures += 1
            print(f"FAIL {what}{': ' if detail else ''}{detail}")


def hash_of(program, path):
    return subprocess.run([program, "hash", path], capture_output=True, text=True, check=True).stdout.split()[0]


def photo(program, folder, name="photo.png", size=(600, 400)):
    script = (f"canvas {size[0]},{size[1]}; background linear 0,0 to 100%,100% #204060 #f0c090; "
              "layer sun ellipse 20%,20% 25%,30% fill #ffe080; layer wall rect 55%,40% 30%,45% fill #803020; "
              "layer word text \"frameit\" at 50%,90% align center bottom font-size 12% fill white")
    subprocess.run([program, "apply", "-e", script, "-o", os.path.join(folder, name), "-q", "--force"], check=True)


def sessions(program, folder, check, count, out):
    """Records sessions of random gestures, and replays each in the shell."""
    generator = random.Random(11)
    # Small enough to be shown whole, so that the picture of the page is the output.
    photo(program, folder, size=(300, 200))
    styles = ["words", "edits", "touches"]
    presets = ["frameit", "uikit", "swiftui", "android", "pickview"]
    written, kinds = [], []
    with Browser() as browser:
        for number in range(count):
            name = f"session{number}.txt"
            start = ["", "canvas 300,200\nlayer photo image at 30,20 size 240,160\n", "rotate 10deg\n", SESSION_MENU][number // 3 % 4]
            preset = presets[number // 2 % len(presets)]
            with open(os.path.join(folder, name), "w") as file:
                file.write(f"preset {preset}\n" + start if start == SESSION_MENU else start + f"preset {preset}\n")
            with Studio(program, folder, name, "photo.png") as studio:
                page = Page(browser, studio)
                browser.run("send({do: 'style', as: arguments[0], relative: arguments[1]})",
                            styles[number % 3], number % 4 == 3)
                if start == SESSION_MENU:
                    kinds.append(perform(page, generator, "hold"))
                kinds += [perform(page, generator) for _ in range(generator.randint(2, 4))]
                page.settle()
                page.save()
                page.full_picture(os.path.join(folder, "shown.png"))
                browser.run("startExport({do: 'export', name: arguments[0]})", f"export{number}.png")
                browser.wait("return $('said').textContent.endsWith('exported.')")
                text = page.text
            with open(os.path.join(folder, name)) as file:
                check(file.read() == text, f"session {number}: the saved script is that of the page")
            done = subprocess.run(
                [program, "apply", name, "photo.png", "-o", "replayed.png", "-q", "--force"], cwd=folder,
                capture_output=True, text=True)
            check(done.returncode == 0, f"session {number} runs in the shell", done.stderr)
            shown, replayed = (hash_of(program, os.path.join(folder, file)) for file in ["shown.png", "replayed.png"])
            with open(os.path.join(folder, f"export{number}.png"), "rb") as exported, open(os.path.join(folder, "replayed.png"), "rb") as file:
                check(exported.read() == file.read(), f"session {number} is exported with the bytes of the shell")
            check(shown == replayed, f"session {number} ({styles[number % 3]}, {preset}) replays to the same pixels", text)
            written.append((styles[number % 3], text.count("\n") - start.count("\n") - 1))
    for style in styles:
        lines = [lines for each, lines in written if each == style]
        print(f"{style}: {len(lines)} sessions, {sum(lines)} lines")
    print(", ".join(f"{kinds.count(kind)} x {kind}" for kind in sorted(set(kinds))))


# A long press on the photo opens a menu.
SESSION_MENU = """canvas 300,200
layer photo image
recognize long-press on photo as hold
menu options "Edit" {
  cancel "Cancel"
  item "Turn" { rotate 30deg }
  item "Ask" { dialog "Fade?" { item "Yes" { opacity 0.5 } item "No" { } } }
}
on hold began { open options }
"""


def perform(page, generator, kind=None):
    """Makes a random gesture on the picture and waits until it is written."""
    browser, version = page.browser, page.version
    answers = browser.run("return $('dialog').hidden ? 0 : $('dialog').querySelectorAll('button').length")
    kind = "answer" if answers else kind or generator.choice(
        ["one", "two", "two", "mouse", "alt", "wheel", "key", "hold", "hold", "slide", "crop", "turn"])
    def point():
        return page.at(generator.uniform(90, 210), generator.uniform(60, 140))
    def way(start):
        return start[0] + generator.uniform(-80, 80), start[1] + generator.uniform(-60, 60)
    a, b = point(), point()
    if kind == "one":
        browser.act(finger(1, a, "down", (*way(a), 250), 80, "up"))
    elif kind == "two":
        if math.dist(a, b) < 40:
            b = (a[0] + 60, b[1])
        browser.act(finger(1, a, "down", (*way(a), 300), 80, "up"), finger(2, b, "down", (*way(b), 300), 80, "up"))
    elif kind == "mouse":
        browser.act(mouse(a, "down", (*way(a), 200), 80, "up"))
    elif kind == "alt":
        browser.act({**keys(("down", "\ue00a")), "id": "keyboard"})
        browser.act(mouse(a, "down", (*way(a), 200), 80, "up"))
        browser.act({**keys(("up", "\ue00a")), "id": "keyboard"})
    elif kind == "wheel":
        browser.act(wheel(*a, generator.randint(-40, 40), generator.randint(-40, 40)))
    elif kind == "answer":
        browser.run("$('dialog').querySelectorAll('button')[arguments[0]].click()", generator.randrange(answers))
    elif kind == "hold":
        browser.act(finger(1, a, "down", 700, "up"))
    elif kind == "slide":
        browser.run("const it = $(arguments[0]); it.value = arguments[1]; it.dispatchEvent(new Event('input'))",
                    generator.choice(["exposure", "contrast", "saturation", "temperature"]), generator.choice([0.2, 0.7, 1.2]))
    elif kind == "crop":
        browser.run("$('crop').click(); showCrop(moveEdges(crop.box, handles['top left'], arguments[0])); writeCrop()", [generator.randint(5, 40), generator.randint(5, 40)])
        browser.run("straighten(arguments[0])", generator.choice([0, 1.5, -3]))
        browser.wait("return state.version > arguments[0]", version)
        browser.run("openCrop(false)")
    elif kind == "turn":
        browser.run("turn(arguments[0])", generator.choice(["left", "right", "mirror"]))
    else:
        browser.run("$('pane').focus()")
        browser.act(keys(*generator.choices(["\ue012", "\ue013", "]", "[", "+"], k=4)))
    try:
        browser.wait("return state.version > arguments[0]", version, seconds=2)
    except TimeoutError:
        pass  # The gesture changed nothing, which is a result, too.
    page.settle()
    return kind


def pinch_and_twist(program, folder, check, out):
    photo(program, folder)
    with Browser() as browser, Studio(program, folder, "twist.txt", "photo.png") as studio:
        page = Page(browser, studio)
        version = page.version
        a, b, c, d = (page.at(*point) for point in [(250, 200), (350, 200), (220, 160), (380, 240)])
        browser.act(finger(1, a, "down", (*c, 300), 80, "up"), finger(2, b, "down", (*d, 300), 80, "up"))
        page.wait_for(version)
        words = page.text.split()
        check({"together", "twist", "pinch"} <= set(words), "two fingers write a twist and a pinch at the same time", page.text)


def errors(program, folder, check, out):
    photo(program, folder)
    with Browser() as browser, Studio(program, folder, "typed.txt", "photo.png") as studio:
        page = Page(browser, studio)
        page.write("rotate 3deg\nrotate 30\n")
        browser.wait("return state.errors.length > 0")
        error = page.errors[0]
        check((error["line"], error["column"]) == (2, 8), "an error has its place", str(error))
        check("hint" in error or error["usages"], "an error has a hint")
        if out:
            browser.screenshot(os.path.join(out, "error.png"))
        page.write("rotate 3deg\nrotate 30deg\n")
        browser.wait("return state.errors.length === 0")
        page.settle()
        page.save()
        with open(os.path.join(folder, "typed.txt")) as file:
            check(file.read() == "rotate 3deg\nrotate 30deg\n", "the script is saved")
        # Another program changes the file.
        with open(os.path.join(folder, "typed.txt"), "w") as file:
            file.write("rotate 90deg\n")
        browser.wait("return state.text === 'rotate 90deg\\n'")
        browser.run("send({do: 'undo'})")
        browser.wait("return state.text.includes('30deg')")


def attacks(program, folder, check, out):
    photo(program, folder)
    with Browser() as browser, Studio(program, folder, "safe.txt", "photo.png") as studio:
        def ask(target, method="GET", **headers):
            connection = http.client.HTTPConnection("127.0.0.1", studio.port, timeout=10)
            connection.request(method, target, None, {
                "Host": f"127.0.0.1:{studio.port}", **{name.replace("_", "-"): value for name, value in headers.items()}})
            try:
                return connection.getresponse().status
            except http.client.RemoteDisconnected:
                return None  # The server has closed the connection.
            finally:
                connection.close()
        silent = socket.create_connection(("127.0.0.1", studio.port))
        check(ask("/") == 403, "no page without the token")
        check(ask("/?token=0123456789abcdef0123456789abcdef") == 403, "no page with a wrong token")
        check(ask("/", Host="evil.example") == 403, "no page under another host")
        upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec_WebSocket_Version": "13",
                   "Sec_WebSocket_Key": "AAAAAAAAAAAAAAAAAAAAAA=="}
        check(ask("/socket", **upgrade, Origin=f"http://127.0.0.1:{studio.port}") != 101, "no socket without the cookie")
        page = Page(browser, studio)
        cookie = browser.ask("GET", "/cookie")[0]
        with_cookie = {"Cookie": f"{cookie['name']}={cookie['value']}"}
        check(ask("/", **with_cookie) == 200, "the browser is admitted")
        body = browser.run("return fetch('/').then((answer) => answer.text())").encode()
        size = len(gzip.compress(body))
        check(len(body) > 10_000 and size < 60_000, "the page is small", f"{size} bytes compressed")
        check(ask("/socket", **upgrade, **with_cookie, Origin="http://evil.example") != 101, "no socket for another site")
        check(ask("/socket", **upgrade, **with_cookie) != 101, "no socket without an origin")
        check(ask(studio.address[studio.address.index("/?"):]) == 403, "a token works once")
        check(ask("/../safe.txt", **with_cookie) == 404, "no file of the folder")
        # Malformed and huge messages end nothing but themselves.
        for message in ["", "{", '{"do":"write"}', '{"do":"touch","t":1,"touches":[[1,"down",1e308,-1e308]]}', "[" * 10000]:
            browser.run("studioTest.raw(arguments[0])", message)
        page.write("rotate 3deg\n# " + "x" * 4_000_000 + "\n")
        browser.wait("return state.text.length > 3e6", seconds=60)
        browser.run("send({do: 'undo'})")
        browser.wait("return state.text.length < 100", seconds=60)
        silent.settimeout(15)
        check(silent.recv(1) == b"", "a connection without a request is closed")


def layouts(program, folder, check, out):
    """Screenshots of the page, for people and for `frameit compare`."""
    photo(program, folder, size=(1800, 1200))
    photo(program, folder, "second.png", (300, 400))
    with open(os.path.join(folder, "layout.txt"), "w") as file:
        file.write("# A photo in a frame.\ncanvas 1800,1200\nbackground white\nlayer photo image at 90,60 size 1620,1080\n"
                   "set pan.slop 0\ntwist 12deg\npinch 1.2\npan 60,30\n")
    kinds = {"wide": {}, "dark": {"dark": True}, "narrow": {"width": 390, "height": 844, "scale": 2, "mobile": True}}
    for name, options in kinds.items():
        with Browser(calm=True, **options) as browser, \
             Studio(program, folder, "layout.txt", "photo.png", "second.png") as studio:
            page = Page(browser, studio)
            width = browser.run("return document.documentElement.scrollWidth - innerWidth")
            check(width <= 0, f"{name}: nothing is wider than the screen", f"{width} pixels")
            # What a person may open.
            for panel in {"dark": ["script", "adjust", "time"], "narrow": ["script"]}.get(name, []):
                browser.run("$(`show-${arguments[0]}`).click()", panel)
            browser.wait("return [...document.querySelectorAll('#strip img')].every((image) => image.complete)")
            time.sleep(1)
            page.settle()
            shown = os.path.join(out or folder, f"{name}.png")
            browser.screenshot(shown)
            golden = os.path.join(GOLDENS, f"{name}.png")
            if accept:
                os.makedirs(GOLDENS, exist_ok=True)
                shutil.copy(shown, golden)
            # Versions of Chromium differ in the edges of letters.
            compared = subprocess.run([program, "compare", golden, shown, "--threshold", "0.1", "--antialiasing", "--max-diff",
                                       "0.5%"], capture_output=True, text=True)
            check(compared.returncode == 0, f"{name}: the layout is as stored", compared.stdout + compared.stderr)


def keyboard(program, folder, check, out):
    photo(program, folder)
    with Browser() as browser, Studio(program, folder, "keys.txt", "photo.png") as studio:
        page = Page(browser, studio)
        browser.run("$('pane').focus()")
        browser.act(keys("\ue014", "\ue014", "\ue015"))
        browser.wait("return state.text.includes('pan 2,1')")
        browser.act(keys(("down", "\ue008"), "\ue014", ("up", "\ue008")))
        browser.wait("return state.text.includes('pan 12,1')")
        browser.act(keys("]"))
        browser.wait("return state.text.includes('twist 1deg')")
        browser.act(keys(("down", "\ue009"), "z", ("up", "\ue009")))
        browser.wait("return !state.text.includes('twist') && state.text.includes('pan 12,1')")
        browser.act(keys(("down", "\ue009"), "z", ("up", "\ue009")))
        browser.wait("return !state.text.includes('pan')")
        browser.act(keys(("down", "\ue009"), "s", ("up", "\ue009")))
        browser.wait("return state.saved")
        # A number field undoes the script, unless somebody is typing into it.
        page.write("")
        browser.run("$('show-adjust').click(); $('exposure-number').focus()")
        browser.act(keys("\ue013", "\ue013"))
        browser.wait("return state.text.includes('exposure 0.02')")
        browser.act(keys(("down", "\ue009"), "z", ("up", "\ue009")))
        browser.wait("return !state.text.includes('exposure')")
        browser.wait("return $('exposure-number').value === '0'")
        page.write("")
        browser.wait("return state.text === ''")
        # Each kind of step is undone on its own, and an angle out of range is refused.
        browser.run("$('pane').focus()")
        browser.act(keys("]", "]", "\ue014"))
        browser.wait("return state.text === 'twist 2deg\\npan 1,0\\n'")
        browser.act(keys(("down", "\ue009"), "z", ("up", "\ue009")))
        browser.wait("return state.text === 'twist 2deg\\n'")
        browser.run("const field = $('degrees'); field.value = '500'; field.onchange()")
        check(browser.run("return $('said').textContent.includes('45') && $('degrees').value === '0'"), "an angle is checked")
        # What a screen reader hears.
        browser.run("$('pane').focus()")
        browser.act(keys(("down", "\ue009"), "z", ("up", "\ue009")))
        browser.wait("return $('heard').textContent === 'Undone'")
        page.write("rotate 30")
        browser.wait("return $('problem-list').textContent.includes('1:8') && $('heard').textContent.startsWith('Line 1')")


def check_replay(program, folder, check, page, script):
    """The saved script makes the picture that the page shows."""
    page.full_picture(os.path.join(folder, "shown.png"))
    page.save()
    subprocess.run([program, "apply", script, "photo.png", "-o", "out.png", "-q", "--force"], cwd=folder, check=True)
    check(hash_of(program, f"{folder}/out.png") == hash_of(program, f"{folder}/shown.png"), "the script has the same pixels")


def crop(program, folder, check, out):
    """A crop, a straightened photo, and turns, as people know them from photo apps."""
    photo(program, folder)
    def shot(name):
        if out:
            browser.screenshot(os.path.join(out, f"{name}.png"))
    def box():
        """The box in the page: left, top, right, bottom."""
        return browser.run("const {left, top, right, bottom} = $('crop-box').getBoundingClientRect(); return [left, top, right, bottom]")
    def center():
        left, top, right, bottom = box()
        return (left + right) / 2, (top + bottom) / 2
    def still():
        browser.wait("const old = window.lastBox, now = JSON.stringify($('crop-box').getBoundingClientRect());"
                     "window.lastBox = now; return old === now && !grips.size")
        page.settle()
    with Browser() as browser, Studio(program, folder, "crop.txt", "photo.png") as studio:
        page = Page(browser, studio)
        browser.run("$('crop').click()")
        still()
        shot("crop")
        # A corner is dragged: what remains fills the pane again.
        left, top, right, bottom = box()
        middle = ((left + right) / 2, (top + bottom) / 2)
        browser.act(mouse((right, bottom), "down", (right - (right - left) / 4, bottom - (bottom - top) / 4, 200)))
        shot("crop-held")
        browser.act(mouse("up"))
        browser.wait("return /crop 0,0 4[45]\\d,(29|30)\\d\\n/.test(state.text)")
        browser.wait("return $('crop-box').getBoundingClientRect().width > arguments[0]", (right - left) * 0.9)
        still()
        # A finger moves the photo under the box, which stays.
        before, was = box(), page.crop
        browser.act(finger(1, middle, "down", (middle[0] - 60, middle[1] - 40, 200), 80, "up"))
        browser.wait("return run.crop?.[0] > 10")
        check(max(abs(a - b) for a, b in zip(before, box())) < 3, "the box stays where it is", f"{before} {box()}")
        check(page.crop[2:] == was[2:] and page.crop[0] > 10 and page.crop[1] > 10, "the photo moves under the box", f"{was} {page.crop}")
        still()
        # Two fingers enlarge the photo under it.
        was = page.crop
        a, b = (middle[0] - 50, middle[1]), (middle[0] + 50, middle[1])
        browser.act(finger(1, a, "down", (a[0] - 50, a[1], 300), 80, "up"), finger(2, b, "down", (b[0] + 50, b[1], 300), 80, "up"))
        browser.wait("return run.crop[2] < arguments[0]", was[2] * 0.6)
        check(abs(page.crop[2] / page.crop[3] - was[2] / was[3]) < 0.02, "a pinch keeps the ratio of the box", f"{was} {page.crop}")
        still()
        shot("crop-pinched")
        # Ratios, and their other side.
        browser.run("$('crop-ratio').value = '3:2'; $('crop-ratio').onchange()")
        x, y, w, h = page.crop
        check(abs(w / h - 1.5) < 0.02, "a ratio is taken", str(page.crop))
        browser.run("$('crop-swap').click()")
        check(page.crop[2:] == [h, w], "sides are swapped", str(page.crop))
        still()
        # Straighten by the dial: it holds at 0, and keys move it.
        dial = browser.run("const {left, top, width, height} = $('dial').getBoundingClientRect(); return [left + width / 2, top + height / 2]")
        browser.act(mouse(dial, "down", (dial[0] - 24, dial[1], 200), "up"))
        browser.wait("return run.straighten === 3")
        page.settle()
        shot("straighten")
        browser.act(mouse(dial, "down", (dial[0] + 27, dial[1], 200), "up"))
        browser.wait("return !run.straighten && !state.text.includes('straighten')")
        browser.act(mouse(dial, "down", (dial[0] - 16, dial[1], 200), "up"))
        browser.run("$('dial').focus()")
        browser.act(keys("\ue014", "\ue014", ("down", "\ue008"), "\ue012", ("up", "\ue008")))
        browser.wait("return state.text.includes('straighten 1.2deg')")
        check(browser.run("return $('dial').ariaValueText") == "1.2 degrees", "the dial tells its angle")
        # Turns take all of it along.
        browser.run("$('crop-ratio').value = 'free'; $('turn-left').click()")
        browser.wait("return state.text.includes('rotate left') && String(run.canvas) === '400,600'")
        still()
        check(page.crop[2:] == [w, h], "a turned crop has its sides swapped", f"{page.crop}")
        browser.run("$('turn-mirror').click()")
        browser.wait("return state.text.includes('straighten -1.2deg')")
        still()
        shot("crop-turned")
        script = page.text
        # Fields, behind their button.
        check(browser.run("return !$('crop-x').offsetParent"), "the fields are closed")
        browser.run("$('crop-exact').click(); const field = $('crop-x'); field.value = '12'; field.oninput(); field.onchange()")
        browser.wait("return run.crop[0] === 12")
        shot("crop-exact")
        browser.run("document.querySelector('#crop-bar .main').click()")
        check(browser.run("return $('crop-box').hidden"), "Done closes the tool")
        browser.wait("return String(view.picture.header.canvas) === '400,600'")
        page.settle()
        # The result fills the pane.
        shown = browser.run("return run.window.slice(2).map((side) => side * scale())")
        size = browser.run("return fitSize()")
        check(max(shown[0] / size[0], shown[1] / size[1]) > 0.5, "the result is zoomed to", f"{shown} {size}")
        shot("cropped")
        # Cancel restores the script; Reset removes everything.
        done = page.text
        browser.run("$('crop').click(); $('turn-right').click()")
        browser.wait("return state.text !== arguments[0]", done)
        browser.act(keys("\ue00c"))
        browser.wait("return state.text === arguments[0]", done)
        check(browser.run("return $('crop-box').hidden"), "Escape cancels")
        # The wheel enlarges the photo under the box, and small steps move it.
        browser.run("$('crop').click()")
        still()
        was = page.crop
        browser.act(wheel(*center(), 0, -120))
        browser.wait("return !crop.isMoved && run.crop[2] < arguments[0]", was[2])
        still()
        browser.run("cancelCrop()")
        browser.wait("return state.text === arguments[0]", done)
        # Done takes what the wheel has not written yet.
        browser.run("$('crop').click()")
        still()
        browser.act(wheel(*center(), 0, -120))
        browser.run("document.querySelector('#crop-bar .main').click()")
        browser.wait("return run.crop[2] < arguments[0]", was[2])
        page.write(done)
        browser.wait("return state.text === arguments[0]", done)
        # The Hand moves the view, and nothing else.
        browser.run("$('crop').click()")
        still()
        x, y = center()
        browser.run("setZoom(8); press($('hand'), true)")
        browser.act(mouse((x, y), "down", (x - 30, y - 30, 100), "up"))
        check(browser.run("return view.zoom") == 8 and page.text == done, "the Hand moves the view")
        browser.run("press($('hand'), false); cancelCrop()")
        # The dial follows Reset and the mirror at once.
        browser.run("$('crop').click(); straighten(5)")
        browser.wait("return run.straighten === 5")
        browser.run("turn('mirror')")
        browser.wait("return $('dial').ariaValueNow === '-5'")
        browser.run("$('crop-reset').click()")
        browser.wait("return $('dial').ariaValueNow === '0' && $('degrees').value === '0'")
        browser.run("cancelCrop()")
        browser.wait("return state.text === arguments[0]", done)
        # Done works although the script straightens by more than the dial can.
        page.write("straighten 60deg\n")
        browser.wait("return state.text.includes('60deg')")
        browser.run("$('crop').click(); document.querySelector('#crop-bar .main').click()")
        check(browser.run("return !isCropping()"), "Done closes the tool for any angle")
        page.write(done)
        browser.wait("return state.text === arguments[0]", done)
        # A field with a wrong number changes nothing.
        browser.run("$('crop').click(); const field = $('crop-w'); field.value = '9999'; field.oninput()")
        check(page.crop[2] < 9999, "a box beyond the canvas is not taken", str(page.crop))
        browser.run("cancelCrop()")
        # Also what is still on its way, and what a wheel has not written yet.
        browser.run("$('crop').click(); turn('mirror'); set('straighten', 7); cancelCrop()")
        time.sleep(0.5)
        check(page.text == done, "Cancel comes after what is on its way", page.text)
        browser.run("$('crop').click()")
        still()
        browser.act(wheel(*center(), 0, -120))
        browser.act(keys("\ue00c"))
        time.sleep(0.5)
        check(page.text == done, "Cancel ends what a wheel has begun", page.text)
        browser.run("$('zoom-whole').click()")
        page.save()
        subprocess.run([program, "apply", "crop.txt", "photo.png", "-o", "out.png", "-q", "--force"], cwd=folder, check=True)
        size = subprocess.run([program, "info", "--json", "out.png"], cwd=folder, capture_output=True, text=True, check=True).stdout
        found = json.loads(size)
        found = found[0] if isinstance(found, list) else found
        window = browser.run("return run.window")
        check([found["width"], found["height"]] == [round(side) for side in window[2:]], "the shell writes what is shown", size[:300])
        browser.run("$('crop').click(); $('crop-reset').click()")
        browser.wait("return !/crop|straighten|rotate|flip/.test(state.text)")
        still()
        check(page.crop == [0, 0, 600, 400], "Reset shows all of the photo", str(page.crop))
        browser.run("document.querySelector('#crop-bar .main').click()")
        check(not page.errors, "no error", str(page.errors))
    for width, height in [(390, 844), (844, 390)]:
        with Browser(width, height, scale=2, mobile=True) as browser, Studio(program, folder, f"crop{width}.txt", "photo.png") as studio:
            page = Page(browser, studio)
            browser.run("$('crop').click()")
            still()
            shot(f"crop-{width}")
            room = browser.run("return $('well').clientWidth * $('well').clientHeight / innerWidth / innerHeight")
            check(room > 0.5, f"{width}x{height}: the photo has half of the screen while it is cropped", str(room))


MENUS = """canvas 300,300
layer photo image at 0,0 size 300,300 mode cover
preset none
recognize long-press on photo
recognize tap on photo
menu options "Edit" {
  cancel "Cancel"
  item "Turn \\"it\\"" { rotate 90deg }
  item "Delete" { hide }
}
on long-press began { open options }
on tap { dialog "Sure?" message "This cannot be undone." { item "Ok" { } item "Fade" { opacity 0.5 } } }
"""


def menus(program, folder, check, out):
    """A menu is shown over the picture, and answered there."""
    photo(program, folder)
    with open(os.path.join(folder, "menus.txt"), "w") as file:
        file.write(MENUS)
    with Browser() as browser, Studio(program, folder, "menus.txt", "photo.png") as studio:
        page = Page(browser, studio)
        buttons = "return [...document.querySelectorAll('#dialog button')].map((button) => button.textContent)"
        browser.act(finger(1, page.at(150, 150), "down", 700, "up"))
        browser.wait("return !$('dialog').hidden")
        check(browser.run(buttons) == ['Turn "it"', "Delete", "Cancel"], "the menu is shown", str(browser.run(buttons)))
        check(browser.run("return document.activeElement.textContent") == 'Turn "it"', "its first item has the focus")
        check(browser.run("return document.querySelector('#dialog button').getBoundingClientRect().height") >= 44, "items are large")
        page.settle()
        if out:
            browser.screenshot(os.path.join(out, "menu.png"))
        browser.act(keys("\ue015", "\ue013", "\ue007"))
        browser.wait("return $('dialog').hidden && state.text.includes('choose')")
        check(page.text.endswith('choose "Turn \\"it\\""\n'), "the answer is written", page.text)
        # A dialog that opens after a tap, which may have to wait.
        page.settle()
        browser.act(finger(1, page.at(150, 150), "down", 30, "up"))
        browser.wait("return !$('dialog').hidden")
        check("cannot be undone" in browser.run("return $('dialog').textContent"), "a dialog has its message")
        if out:
            browser.screenshot(os.path.join(out, "dialog.png"))
        browser.run("[...document.querySelectorAll('#dialog button')].at(-1).click()")
        browser.wait("return $('dialog').hidden && state.text.includes('Fade')")
        check(not page.errors, "no error", str(page.errors))
        page.settle()
        check_replay(program, folder, check, page, "menus.txt")


def sliders(program, folder, check, out):
    """Sliders write color edits, and remove those that change nothing."""
    photo(program, folder)
    with Browser() as browser, Studio(program, folder, "sliders.txt", "photo.png") as studio:
        page = Page(browser, studio)
        browser.run("$('show-adjust').click()")
        def slide(word, value):
            version = page.version
            browser.run("const it = $(arguments[0]); it.value = arguments[1]; it.dispatchEvent(new Event('input'))", word, value)
            page.wait_for(version)
        slide("exposure", 0.5)
        slide("saturation", 1.4)
        slide("temperature", -30)
        slide("exposure", 0.8)
        check(page.text.split("\n")[1:] == ["exposure 0.8", "saturation 1.4", "temperature -30", ""], "sliders write statements", page.text)
        check(browser.run("return $('saturation-number').value") == "1.4", "the number follows")
        page.settle()
        if out:
            browser.screenshot(os.path.join(out, "sliders.png"))
        slide("saturation", 1.005)
        check("saturation" not in page.text, "near its mark a slider removes its statement", page.text)
        page.settle()
        check_replay(program, folder, check, page, "sliders.txt")


def read(*path):
    with open(os.path.join(*path), "rb") as file:
        return file.read()


# Keeps downloads in place of saving them.
DOWNLOADS = """
window.downloads = [];
URL.createObjectURL = (blob) => { blob.arrayBuffer().then((bytes) => downloads.push(bytes)); return "blob:kept"; };
HTMLAnchorElement.prototype.click = function () { downloads.name = this.download; };
"""


class Exports:
    """The dialog of exports, and what a page says about them."""

    def __init__(self, page, folder):
        self.browser, self.folder = page.browser, folder

    def ask(self, name, button="export-write", motion=None, rate=None):
        """Fills the dialog and presses a button."""
        self.browser.run("if (!$('export-dialog').open) $('export').click()")
        if motion:
            self.browser.run("$(`export-motion`).querySelector(`[value=${arguments[0]}]`).click()", motion)
        if rate:
            self.browser.run("$('export-rate').value = arguments[0]", rate)
        self.browser.run("$('export-name').value = arguments[0]; $(arguments[1]).click()", name, button)

    def wait(self, name):
        self.browser.wait("return $('said').textContent === `${arguments[0]} exported.` || $('export-text').textContent === "
                          "`${arguments[0]} exported.`", name)

    def refusal(self):
        """The error in the dialog, or in the bar of an export that had begun."""
        return self.browser.wait("const bad = document.querySelector('#export-hint.bad, #export-bar.bad #export-text');"
                                 "return bad?.checkVisibility() && bad.textContent")

    def dismiss(self):
        self.browser.run("$('export-dialog').close(); hideExportBar()")

    @property
    def files(self):
        return sorted(os.listdir(self.folder))


def export(program, folder, check, out):
    """The finished picture goes into the folder, with the bytes of the shell; nothing is replaced unasked."""
    photo(program, folder)
    with open(os.path.join(folder, "turn.txt"), "w") as file:
        file.write("rotate 7deg\nexposure 0.3\n")
    with Browser() as browser, Studio(program, folder, "turn.txt", "photo.png") as studio:
        page = Page(browser, studio)
        exports = Exports(page, folder)
        browser.run("$('export').click()")
        check(browser.run("return $('export-name').value") == "photo-framed.jpg", "the photo gives the name")
        check(browser.run("return getSelection().toString() || $('export-name').value.slice($('export-name').selectionStart, "
                          "$('export-name').selectionEnd)") == "photo-framed", "its stem is selected")
        check(browser.run("return $('export-motion').hidden"), "a script without time makes no animation")
        if out:
            browser.screenshot(os.path.join(out, "export.png"))
        # By keys alone: a name, and Enter.
        browser.act(keys(*"framed", "\ue007"))
        exports.wait("framed.jpg")
        exports.ask("framed.png")
        exports.wait("framed.png")
        for name in ["framed.jpg", "framed.png"]:
            subprocess.run([program, "apply", "turn.txt", "photo.png", "-o", f"shell-{name}", "-q", "--force"], cwd=folder, check=True)
            check(read(folder, name) == read(folder, f"shell-{name}"), "the bytes of the shell", name)
        exports.ask("framed.png")
        browser.wait("return $('ask').open && $('ask-title').textContent === 'Replace the file?'")
        browser.run("$('said').textContent = ''; $('ask-answers').querySelector('.main').click()")
        exports.wait("framed.png")
        before = os.stat(os.path.join(folder, "photo.png"))
        for name in ["photo.png", "../out.png", "framed.txt", "turn.txt", "framed"]:
            exports.ask(name)
            check(exports.refusal(), "a bad name is refused in the dialog", name)
            check(browser.run("return $('export-dialog').open && document.activeElement === $('export-name')"), "and can be changed")
            exports.dismiss()
        check(os.stat(os.path.join(folder, "photo.png")) == before, "the photo is untouched")
        check(not os.path.exists(os.path.join(os.path.dirname(folder), "out.png")), "nothing is written elsewhere")
        # A document, with what it cannot say.
        page.write("canvas 300,200\nlayer photo image\npixelate 8\n")
        page.settle()
        page.save()
        exports.ask("turn.svg")
        exports.wait("turn.svg")
        done = subprocess.run([program, "export", "turn.txt", "photo.png", "-o", "shell.svg"], cwd=folder, capture_output=True, text=True)
        check(read(folder, "turn.svg") == read(folder, "shell.svg"), "the document of the shell", done.stderr)
        notices = browser.run("return [...document.querySelectorAll('#export-notices li')].map((each) => each.textContent)")
        check(len(notices) == 2 and all(notice in done.stderr for notice in notices), "the notices of the shell", str(notices) + done.stderr)
        if out:
            browser.screenshot(os.path.join(out, "export-notices.png"))
        browser.run("$('export-stop').click()")
        check(browser.run("return $('export-bar').hidden"), "they can be closed")
        # A download has any name, and writes nothing.
        files = exports.files
        browser.run(DOWNLOADS)
        exports.ask("photo.png", "export-download")
        browser.wait("return downloads.length === 1 && downloads.name === 'photo.png'")
        subprocess.run([program, "apply", "turn.txt", "photo.png", "-o", "/tmp/own.png", "-q", "--force"], cwd=folder, check=True)
        check(bytes(browser.run("return [...new Uint8Array(downloads[0])]")) == read("/tmp/own.png"), "a download has the same bytes")
        check(exports.files == files, "and writes nothing", str(exports.files))
        # A large one is sent in parts, and one that is too large is refused.
        page.write("canvas 5000,4000\nlayer photo image\n")
        page.settle()
        exports.ask("a.ppm", "export-download")
        browser.wait("return downloads.length === 2", seconds=60)
        check(browser.run("return downloads[1].byteLength") == 60_000_000 + len("P6\n5000 4000\n255\n"), "a large download is whole")
        page.write("canvas 7000,5000\nlayer photo image\n")
        page.settle()
        exports.ask("a.ppm", "export-download")
        check("more than 96 MiB" in exports.refusal(), "a download has a limit", exports.refusal())


def long_exports(program, folder, check, out):
    """Animations, and exports that take long: the studio goes on, and a canceled one leaves nothing."""
    photo(program, folder)
    with open(os.path.join(folder, "moving.txt"), "w") as file:
        file.write("canvas 300,200\nlayer photo image\nanimate photo rotate to 20deg over 1s\n")
    with Browser() as browser, Studio(program, folder, "moving.txt", "photo.png") as studio:
        page = Page(browser, studio)
        exports = Exports(page, folder)
        browser.run("$('export').click(); $('export-motion').querySelector('[value=animation]').click()")
        check(browser.run("return formatOf(endingOf($('export-name').value)).animated"), "an animation gets an ending that holds one")
        if out:
            browser.screenshot(os.path.join(out, "export-animation.png"))
        for rate in [20, 50]:
            name = f"moving-{rate}.png"
            exports.ask(name, motion="animation", rate=rate)
            exports.wait(name)
            subprocess.run([program, "apply", "moving.txt", "photo.png", "-o", "shell.png", "--frames", f"{rate}fps", "-q", "--force"],
                           cwd=folder, check=True)
            check(read(folder, name) == read(folder, "shell.png"), "the animation of the shell", name)
        exports.ask("still.jpg", motion="animation")
        check("one picture" in exports.refusal(), "a still format holds no animation")
        exports.ask("still.png", motion="still")
        exports.wait("still.png")
        subprocess.run([program, "apply", "moving.txt", "photo.png", "-o", "shell.png", "-q", "--force"], cwd=folder, check=True)
        check(read(folder, "still.png") == read(folder, "shell.png"), "the picture at the end")
        # The studio goes on while an export runs, which is of the script as it was.
        page.write("canvas 2400,1600\nlayer photo image\nanimate photo rotate to 360deg over 60s\n")
        page.settle()
        files = exports.files
        exports.ask("long.png", motion="animation", rate=60)
        browser.wait("return / [1-9]\\d*%$/.test($('export-text').textContent)", seconds=60)
        check(browser.run("return $('export').disabled && !$('export-dialog').open"), "one export at a time")
        if out:
            browser.screenshot(os.path.join(out, "export-running.png"))
        version = page.version
        browser.act(finger(1, page.at(1000, 800), "down", (*page.at(1300, 900), 200), 80, "up"))
        page.wait_for(version)
        page.settle()
        browser.run("$('export-stop').click()")
        browser.wait("return $('export-bar').hidden && !$('export').disabled")
        check(exports.files == files, "a canceled export leaves nothing", str(exports.files))
        # A page that is closed cancels its export, and the end of the program does.
        exports.ask("long.png", motion="animation", rate=60)
        browser.wait("return !$('export-bar').hidden")
        browser.open("about:blank")
        time.sleep(1)
        check(exports.files == files, "a closed page leaves nothing", str(exports.files))
        page.open_again()
        exports.ask("long.png", motion="animation", rate=60)
        browser.wait("return !$('export-bar').hidden")
    check(exports.files == files, "the end of the program leaves nothing", str(exports.files))
    # A script without time has the frames of its photo.
    with Browser() as browser, Studio(program, folder, "turn.txt", "moving-20.png") as studio:
        page = Page(browser, studio)
        exports = Exports(page, folder)
        page.write("rotate 7deg\n")
        page.save()
        exports.ask("photo.png", motion="animation")
        browser.wait("return $('ask').open")
        browser.run("$('ask').close('Cancel')")
        check(browser.run("return $('export-dialog').open && !$('export-rate').checkVisibility()"), "the photo has its own time")
        exports.ask("frames.png", motion="animation")
        exports.wait("frames.png")
        subprocess.run([program, "apply", "turn.txt", "moving-20.png", "-o", "shell.png", "-q", "--force"], cwd=folder, check=True)
        check(read(folder, "frames.png") == read(folder, "shell.png"), "the frames of the photo")


def full_disks(program, folder, check, out):
    """A full disk and a read-only folder end an export with the reason, and not the studio."""
    mounted = os.path.join(folder, "full")
    os.mkdir(mounted)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", mounted], capture_output=True).returncode != 0:
        return print("full disks are not tested: only root can mount one")
    try:
        photo(program, folder)
        with open(os.path.join(mounted, "turn.txt"), "w") as file:
            file.write("rotate 7deg\n")
        with Browser() as browser, Studio(program, mounted, "turn.txt", "../photo.png") as studio:
            page = Page(browser, studio)
            exports = Exports(page, mounted)
            exports.ask("a.ppm")
            reason = exports.refusal()
            check("a.ppm" in reason and "no space left" in reason.lower(), "a full disk is named", reason)
            check(exports.files == ["turn.txt"], "and gets no part of the file", str(exports.files))
            if out:
                browser.screenshot(os.path.join(out, "export-full.png"))
            subprocess.run(["mount", "-o", "remount,ro", mounted], check=True)
            exports.dismiss()
            exports.ask("b.jpg")
            reason = exports.refusal()
            check("cannot write to the folder" in reason, "a read-only folder is named", reason)
            exports.dismiss()
            browser.run(DOWNLOADS)
            exports.ask("b.jpg", "export-download")
            browser.wait("return downloads.length === 1")
            subprocess.run(["mount", "-o", "remount,rw", mounted], check=True)
            exports.ask("b.jpg")
            exports.wait("b.jpg")
    finally:
        # The program may take a moment to end.
        subprocess.run(["umount", "-l", mounted])


def phone_exports(program, folder, check, out):
    """On another machine, Download is the main button, and fingers reach all buttons."""
    photo(program, folder)
    with open(os.path.join(folder, "moving.txt"), "w") as file:
        file.write("layer photo image\nanimate photo rotate to 20deg over 1s\n")
    with Browser(width=390, height=844, scale=2, mobile=True) as browser, \
         Studio(program, folder, "moving.txt", "photo.png", "--listen") as studio:
        page = Page(browser, studio)
        if "127.0.0.1" not in studio.address:
            browser.run("$('export').click(); $('export-motion').querySelector('[value=animation]').click()")
            check(browser.run("return $('export-download').matches('.main[type=submit]')"), "Download is the main button")
            small = [target for target in browser.run(TARGETS) if min(target[1:]) < 44 and str(target[0]).startswith("export")]
            check(not small, "targets have 44 pixels", str(small))
            if out:
                browser.screenshot(os.path.join(out, "export-phone.png"))
            browser.run(DOWNLOADS)
            browser.run("$('export-download').click()")
            browser.wait("return downloads.length === 1")
            check(os.listdir(folder).count("photo.png") == 1 and len(os.listdir(folder)) == 2, "a phone writes nothing")
            page.write("layer photo image\npixelate 8\n")
            page.settle()
            browser.run("$('export').click(); $('export-name').value = 'a.svg'; $('export-download').click()")
            browser.wait("return downloads.length === 2 && !$('export-bar').hidden")
            if out:
                browser.screenshot(os.path.join(out, "export-phone-notices.png"))


def animations(program, folder, check, out):
    """Virtual time plays to the end of the last animation."""
    photo(program, folder)
    with open(os.path.join(folder, "moving.txt"), "w") as file:
        file.write("canvas 300,200\nlayer photo image\nanimate photo rotate to 20deg over 1s\n")
    with Browser() as browser, Studio(program, folder, "moving.txt", "photo.png") as studio:
        page = Page(browser, studio)
        check(browser.run("return Number($('scrub').max)") == 1, "time ends with the animation")
        browser.run("window.times = []; const real = scrub; scrub = (time) => { times.push(time); real(time); }; $('play').click()")
        browser.wait("return !isPlaying()")
        times = browser.run("return times.filter(Number.isFinite)")
        check(len(times) > 10 and max(times) > 0.8 and times == sorted(times), "the clock runs", str(times[-3:]))
        check(browser.run("return scrubbed") is None, "and ends at the end")
        shown = browser.run("return studioTest.headers.filter(({time}) => time != null && time < 1).length")
        check(shown >= 5, "pictures of the way are shown", str(shown))
        browser.run("$('loop').checked = true; $('play').click()")
        browser.wait("return times.length > 20 && times.at(-1) < times.at(-20)")
        browser.run("$('play').click()")
        check(not browser.run("return isPlaying()"), "a second press stops")


def corners(program, folder, check, out):
    """Handles place the corners of the layer, and of what becomes a rectangle."""
    photo(program, folder, size=(300, 200))
    with Browser() as browser, Studio(program, folder, "corners.txt", "photo.png") as studio:
        page = Page(browser, studio)
        browser.run("$('corners').click()")
        check(browser.run("return quad.map(String).join(' ')") == "0,0 300,0 300,200 0,200", "handles are at the corners")
        browser.act(mouse(page.at(0, 0), "down", (*page.at(30, 20), 200), "up"))
        browser.wait("return /canvas 100%,100%\\npreset photos\\ncorners [\\d.]+,[\\d.]+ 300,0 300,200 0,200\\n$/.test(state.text)")
        place = [float(part) for part in page.text.split()[5].split(",")]
        check(math.dist(place, (30, 20)) < 2, "a handle writes where it is", page.text)
        page.settle()
        # By keys; the statement is the same one.
        browser.run("document.querySelector(arguments[0]).focus()", '[aria-label="Corner, bottom right"]')
        browser.act(keys("\ue012", ("down", "\ue008"), "\ue013", ("up", "\ue008")))
        browser.wait("return state.text.includes(' 300,0 299,190 0,200') && !state.errors.length")
        check(page.text.count("corners") == 1, "keys change the same statement", page.text)
        page.settle()
        check_replay(program, folder, check, page, "corners.txt")
        if out:
            browser.screenshot(os.path.join(out, "corners.png"))
        # Corners that cross are refused with the reason, and the handle goes back.
        text = page.text
        browser.act(mouse(page.at(300, 0), "down", (*page.at(10, 150), 200), "up"))
        browser.wait("return $('said').textContent.includes('the corners of')")
        check(not page.errors, "corners that cross are not written", page.text)
        browser.run("$('corner-remove').click()")
        browser.wait("return !state.text.includes(' 300,')")
        check(text != page.text and browser.run("return $('corner-box').hidden"), "the perspective is removed")
        # A rectangle of a quadrilateral of the photo.
        page.write("")
        page.settle()
        browser.run("$('corners').click(); $('corner-task').value = 'unwarp'; $('corner-task').onchange()")
        browser.run("moveCorner(0, [30, 20]); moveCorner(1, [250, 40]); moveCorner(2, [280, 180]); $('corner-apply').click()")
        browser.wait("return state.text === 'unwarp 30,20 250,40 280,180 0,200\\n'")
        page.settle()
        check(not page.errors and browser.run("return run.isUnwarped"), "a quadrilateral becomes a rectangle")
        # Inside of a layer that is turned, in percent.
        page.write("canvas 300,200\nlayer photo image at 75,50 size 150,100\nrotate 90deg\nmove 10,0\n")
        page.settle()
        browser.run("send({do: 'style', as: 'words', relative: true}); $('corners').click()")
        browser.run("$('corner-task').value = 'corners'; $('corner-task').onchange()")
        before = browser.run("return quad.map((corner) => corner.map((value) => brief(value, 1)))")
        browser.run("moveCorner(0, plus(quad[0], [0, 30]))")
        browser.wait("return state.text.includes('corners ') && run.isInPerspective")
        page.settle()
        after = browser.run("return run.corners.map((corner) => corner.map((value) => brief(value, 1)))")
        before[0][1] = str(round(float(before[0][1]) + 30, 1)).removesuffix(".0")
        check("%" in page.text.splitlines()[-1] and after == before, "corners of a turned layer", f"{before} {after} {page.text}")
        browser.act(keys("\ue00c"))
        check(browser.run("return $('corner-box').hidden"), "Escape closes the tool")


def inputs(program, folder, check, out):
    """The strip, a picture that cannot be shown, and a crop of a ratio."""
    photo(program, folder)
    photo(program, folder, "second.png", (300, 400))
    with open(os.path.join(folder, "torn.png"), "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n torn")
    with Browser() as browser, Studio(program, folder, "strip.txt", "photo.png", "torn.png", "second.png") as studio:
        page = Page(browser, studio)
        check(browser.run("return state.relative"), "several inputs begin with percent")
        check(browser.run("return $('all').innerText.startsWith('Save, then')"), "an unsaved script must be saved first")
        browser.wait("return document.querySelector('#strip .broken small')?.textContent")
        browser.run("document.querySelector('#strip button').focus()")
        browser.act(keys("\ue014"))
        browser.wait("return state.inputs.number === 2 && !$('empty').hidden && !shownPicture()")
        check("There is no picture" in browser.run("return $('empty').textContent"), "a torn picture has a reason")
        browser.act(keys("\ue014"))
        browser.wait("return state.inputs.number === 3 && $('empty').hidden")
        page.settle()
        browser.run("$('crop').click(); $('crop-ratio').value = '3:2'; $('crop-ratio').onchange()")
        check(page.crop == [17, 0, 267, 400], "a crop takes a ratio, upright like the photo", str(page.crop))
        browser.run("$('crop-swap').click()")
        check(page.crop == [0, 100, 300, 200], "its sides are swapped", str(page.crop))
        browser.run("document.querySelector(arguments[0]).focus()", '[aria-label="Crop, left"]')
        browser.act(keys(("down", "\ue008"), "\ue014", "\ue014", "\ue014", ("up", "\ue008")))
        check(page.crop == [30, 100, 270, 180], "a handle keeps the ratio", str(page.crop))
        browser.act(keys("\ue007"))
        # With several inputs, in percent; the panel reads it back, and refuses a crop beyond the canvas.
        browser.wait("return state.text.includes('crop 10%,25% 90%,45%')")
        browser.run("$('crop').click()")
        check(page.crop == [30, 100, 270, 180], "a crop in percent is read back", str(page.crop))
        browser.run("$('crop-w').value = '280'; $('crop-w').oninput()")
        check(browser.run("return !$('crop-bar').checkValidity()"), "a crop beyond the canvas is refused")
        browser.run("$('crop-cancel').click()")
        browser.wait("return state.text.includes('crop 10%,25% 90%,45%')")
        # Under the name of an image nothing is saved, and another name is asked for.
        browser.run("send({do: 'save', name: 'photo.png'})")
        browser.wait("return $('ask').open && $('ask-text').textContent.includes('photo.png')")
        browser.run("$('ask-name').value = 'other.txt'; $('ask-answers').firstChild.click()")
        browser.wait("return state.name === 'other.txt' && state.saved")
        check(browser.run("return $('all').innerText.startsWith('Apply to all')"), "a saved script can be applied")


def latency(program, folder, check, out):
    """Prints the time from the event that moves a finger to the picture that shows it, at 1920 x 1080."""
    sizes = {"2 MP": (1732, 1155), "5 MP": (2738, 1826), "18 MP": (5196, 3464)}
    for name, count in [("2 MP", 1), ("2 MP", 2), ("5 MP", 2), ("18 MP", 2)]:
        size = sizes[name]
        photo(program, folder, "large.png", size)
        subprocess.run([program, "apply", "-e", "", "large.png", "-o", "large.jpg", "-q", "--force"], cwd=folder, check=True)
        with Browser(1920, 1080) as browser, Studio(program, folder, "new.txt", "large.jpg") as studio:
            page = Page(browser, studio)
            center = page.at(size[0] / 2, size[1] / 2)
            left, right = (center[0] - 100, center[1]), (center[0] + 100, center[1])
            for turn in range(4):
                paths = [[(x + 150 * math.sin(step / 5 + turn + side), y + 120 * math.cos(step / 7 + turn), 50)
                          for step in range(60)] for side, (x, y) in [(0, left), (2, right)]]
                browser.act(*(finger(index + 1, path[0][:2], "down", *path, "up") for index, path in enumerate(paths[:count])))
                page.settle()
            times = browser.run("""
                const shown = new Map(studioTest.shown.map(({seq, t}) => [seq, t]));
                return studioTest.headers.filter(({quality, touches}) => quality === "moving" && touches?.length).flatMap((header) => {
                  const sent = studioTest.sent.findLast(({at}) => at.every((value, i) => Math.abs(value - header.touches[0][i]) < 0.02));
                  const t = shown.get(header.seq);
                  return sent && t ? [[t - sent.t, header.milliseconds, header.width]] : [];
                });""")
            delays = sorted(delay for delay, _, _ in times)
            drawing = sorted(milliseconds for _, milliseconds, _ in times)
            def at(values, share):
                return values[min(len(values) - 1, int(share * len(values)))]
            print(f"{name}, {count} {'finger' if count == 1 else 'fingers'}: {len(times)} pictures, {times[-1][2]} pixels wide, "
                  + ", ".join(f"{share:.0%} {at(delays, share):.0f} ms" for share in [0.5, 0.95, 0.99])
                  + f"; drawing {at(drawing, 0.5):.0f} and {at(drawing, 0.95):.0f} ms", flush=True)


def memory(program, folder, check, out):
    """Prints the memory of the studio after 10,000 previews of a moving finger."""
    photo(program, folder, "large.png", (2738, 1826))
    def resident(studio):
        child = subprocess.run(["pgrep", "-P", str(studio.process.pid)], capture_output=True, text=True).stdout.split()[0]
        with open(f"/proc/{child}/status") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1]) / 1024
    with Browser(640, 480) as browser, Studio(program, folder, "new.txt", "large.png") as studio:
        page = Page(browser, studio)
        for count in [1000, 10_000]:
            browser.run("""
                let last = studioTest.shown.length;
                const count = arguments[0], step = () => {
                  const shown = studioTest.shown.length;
                  if (shown === last) return;
                  last = shown;
                  studioTest.touches++;
                  const n = studioTest.touches, t = performance.now(), at = [1300 + 200 * Math.sin(n / 9), 900 + 99 * Math.cos(n / 7)];
                  if (n % 100 === 1) send({do: "touch", t, touches: [[1, "down", ...at]]});
                  else send({do: "touch", t, touches: [[1, n % 100 === 0 ? "up" : "move", ...at]]});
                  if (n % 100 === 0) send({do: "undo"});
                };
                clearInterval(studioTest.timer);
                studioTest.timer = setInterval(() => { if (studioTest.touches < count) step(); }, 1);
                setTimeout(step, 10); last = -1;""", count)
            browser.wait("return studioTest.touches >= arguments[0]", count, seconds=1800)
            print(f"{count} previews: {resident(studio):.0f} MiB", flush=True)


def watcher(program, folder, check, out):
    """An included script and a photo change on disk, and two pages show one script."""
    photo(program, folder)
    with open(os.path.join(folder, "part.txt"), "w") as file:
        file.write("background red\n")
    with open(os.path.join(folder, "whole.txt"), "w") as file:
        file.write("canvas 600,400\ninclude \"part.txt\"\nlayer photo image at 0,0 size 300,200\n")
    with Browser() as browser, Studio(program, folder, "whole.txt", "photo.png") as studio:
        page = Page(browser, studio)
        def last(): return browser.run("return studioTest.last.seq")
        for change in ["include", "photo"]:
            before = last()
            if change == "include":
                with open(os.path.join(folder, "part.txt"), "w") as file:
                    file.write("background lime\n")
            else:
                photo(program, folder, size=(500, 500))
            browser.wait("return studioTest.last.seq > arguments[0]", before)
        # A second page of the same browser has its own view of the same script.
        first = browser.ask("GET", "/window")
        second = browser.ask("POST", "/window/new", {"type": "tab"})["handle"]
        browser.ask("POST", "/window", {"handle": second})
        browser.before_pages(HOOK)
        browser.open(f"http://127.0.0.1:{studio.port}/")
        browser.wait("return typeof state !== 'undefined' && state !== null && view.picture !== null")
        browser.run("send({do: 'set', what: 'crop', value: [0, 0, 300, 200]})")
        browser.wait("return state.text.includes('crop 0,0 300,200')")
        browser.ask("POST", "/window", {"handle": first})
        browser.wait("return state.text.includes('crop 0,0 300,200')")
        # A page that sleeps while the other one works, with more steps than it would be sent pictures for.
        browser.ask("POST", "/window", {"handle": second})
        browser.command("Page.setWebLifecycleState", state="frozen")
        browser.ask("POST", "/window", {"handle": first})
        browser.run("set('crop', null)")
        for step in range(1, 41):
            browser.run("set('exposure', arguments[0] / 20)", step)
        browser.wait("return state.text.includes('exposure 2')")
        page.settle()
        browser.ask("POST", "/window", {"handle": second})
        browser.command("Page.setWebLifecycleState", state="active")
        browser.wait("return state.text.includes('exposure 2')")
        browser.wait("return view.picture.header.version === state.version && view.picture.header.quality === 'full'")
        # The photo is deleted while it is shown: the picture stays, and the reason is told. It comes back.
        browser.ask("POST", "/window", {"handle": first})
        kept = os.path.join(folder, "kept.png")
        os.rename(os.path.join(folder, "photo.png"), kept)
        browser.wait("return state.errors.length > 0", seconds=40)
        check("photo.png" in page.errors[0]["message"], "an error names the photo that is gone", str(page.errors))
        check(browser.run("return view.picture !== null"), "the last picture stays")
        os.rename(kept, os.path.join(folder, "photo.png"))
        browser.wait("return state.errors.length === 0", seconds=40)
        page.settle()


def disk(program, folder, check, out):
    """Another program changes the script while a menu is open, and while the crop tool is."""
    photo(program, folder)
    path = os.path.join(folder, "menus.txt")
    with open(path, "w") as file:
        file.write(MENUS)
    with Browser() as browser, Studio(program, folder, "menus.txt", "photo.png") as studio:
        page = Page(browser, studio)
        def change(text):
            with open(path, "w") as file:
                file.write(text)
        browser.act(finger(1, page.at(150, 150), "down", 700, "up"))
        browser.wait("return !$('dialog').hidden")
        # The page has written the long press, so the text here and on disk differ.
        change(MENUS.replace('"Delete"', '"Remove"'))
        browser.wait("return state.conflict && $('ask').open", seconds=40)
        browser.run("[...$('ask-answers').children].find((each) => each.value === 'Reload').click()")
        browser.wait("return state.text.includes('Remove') && !state.conflict")
        check(browser.run("return $('dialog').hidden"), "the menu is closed: no touch opens it any more")
        browser.run("send({do: 'choose', text: 'Delete'})")
        browser.wait("return $('said').textContent !== ''")
        check("choose" not in page.text, "an answer to a menu that is gone is refused", page.text)
        # A saved script is taken at once, also under an open menu.
        browser.act(finger(1, page.at(150, 150), "down", 700, "up"))
        browser.wait("return !$('dialog').hidden")
        page.save()
        change(page.text.replace('"Remove"', '"Hide"'))
        browser.wait("return [...document.querySelectorAll('#dialog button')].some((each) => each.textContent === 'Hide')", seconds=40)
        browser.run("[...document.querySelectorAll('#dialog button')].find((each) => each.textContent === 'Hide').click()")
        browser.wait("return state.text.includes('choose \"Hide\"')")
        check(not page.errors, "no error", str(page.errors))
        # The crop tool shows the crop that another program has written.
        page.write("crop 0,0 300,300\n")
        page.settle()
        page.save()
        browser.run("$('crop').click()")
        change("crop 10,20 200,100\n")
        browser.wait("return String(crop.box) === '10,20,200,100'", seconds=40)
        browser.act(keys("\ue00c"))
        browser.wait("return !isCropping()")


def many_pages(program, folder, check, out):
    """Ten pages show one script; a page that sleeps does not hold up the others."""
    photo(program, folder)
    with Browser() as browser, Studio(program, folder, "many.txt", "photo.png") as studio:
        page = Page(browser, studio)
        browser.run("""
            window.others = [];
            for (let i = 0; i < 9; i++) {
              const other = new WebSocket(`ws://${location.host}/socket`);
              other.count = 0;
              other.onopen = () => other.send(JSON.stringify({do: "view", width: 300, height: 200, zoom: null, center: [0, 0]}));
              other.onmessage = () => { other.count++; };
              others.push(other);
            }""")
        browser.wait("return others.every((other) => other.count >= 2)")
        page.write("rotate 3deg\n")
        browser.wait("return state.text === 'rotate 3deg\\n' && others.every((other) => other.count >= 3)")
        page.settle()
        browser.run("for (const other of others) other.close()")


# Controls that can be seen, with the sizes of their targets: the label of a radio button or a checkbox belongs to it.
TARGETS = """
return [...document.querySelectorAll("button, input, select, [role=separator], [role=treeitem]")]
  .filter((each) => each.checkVisibility()).map((each) => {
    const box = (each.closest("label:has([type=radio], [type=checkbox])") ?? each).getBoundingClientRect();
    return [each.id || each.ariaLabel || each.textContent, box.width, box.height];
  });"""
# The part of the window that the canvas takes.
SHARE = "const [, , w, h] = canvasBox(); return w * h * scale() ** 2 / innerWidth / innerHeight"


def panes(program, folder, check, out):
    """The picture has the window until a panel is used; sizes and open panels are remembered."""
    photo(program, folder, size=(3000, 2000))
    photo(program, folder, "second.png", (300, 400))
    with open(os.path.join(folder, "wrong.txt"), "w") as file:
        file.write("rotate 30\n")
    def is_open(browser, name): return browser.run("return $(arguments[0]).checkVisibility()", name)
    with Browser() as browser, Studio(program, folder, "panes.txt", "photo.png") as studio:
        page = Page(browser, studio)
        share = browser.run(SHARE)
        print(f"a photo takes {share:.0%} of the window")
        check(share >= 0.6, "a photo takes 60% of the window", f"{share:.1%}")
        check(browser.run("""const [w, h] = paneSize(), far = nearPane([[-1e6, -1e6], [1e6, -1e6], [1e6, 1e6], [-1e6, 1e6]]);
            return far.length === 4 && far.every(([x, y]) => [-50, w + 50].includes(Math.round(x)) && [-50, h + 50].includes(Math.round(y)))
              && String(nearPane([[1, 1], [9, 1], [9, 9]])) === "1,1,9,1,9,9" && !nearPane([[-90, 0], [-80, 0], [-80, 9]]).length"""),
              "outlines end beside the pane")
        check(not any(is_open(browser, name) for name in ["time", "inputs", "script", "adjust"]), "all panels are closed")
        nameless = browser.run("""
          const controls = document.querySelectorAll("button, input, select, textarea, [role]:not([role=status]), [tabindex='0']");
          return [...controls].filter((each) => !(each.ariaLabel || each.textContent.trim() || each.labels?.[0]?.textContent || each.getAttribute("aria-labelledby")
            || each.ariaHidden === "true")).map((each) => each.outerHTML)""")
        check(nameless == [], "every control has a name", str(nameless))
        # The first gesture opens the time line, and a person who closes it has the last word.
        browser.act(finger(1, page.at(1500, 1000), "down", (*page.at(1700, 1100), 200), 80, "up"))
        browser.wait("return state.text.includes('pan ')")
        check(is_open(browser, "time") and browser.run("return document.querySelectorAll('.row').length > 0"),
              "a gesture opens the time line")
        browser.run("$('show-time').click()")
        page.settle()
        version = page.version
        browser.act(finger(1, page.at(1500, 1000), "down", (*page.at(1700, 1100), 200), 80, "up"))
        page.wait_for(version)
        check(not is_open(browser, "time"), "a closed time line stays closed")
        # Edges by keys and by the mouse.
        browser.run("$('show-script').click(); $('show-adjust').click(); $('side-edge').focus()")
        def edge():
            return browser.run("const {ariaOrientation, ariaValueNow} = $('side-edge');"
                               "return [ariaOrientation, Number(ariaValueNow), $('side').clientWidth]")
        before = edge()
        browser.act(keys("\ue012", "\ue012"))
        check(edge() == ["vertical", before[1] + 32, before[2] + 32], "arrow keys move an edge", f"{before} {edge()}")
        browser.act(keys("\ue011"))
        check(edge()[1] == int(browser.run("return $('side-edge').ariaValueMin")), "Home makes a pane small")
        x, y = browser.run("const box = $('side-edge').getBoundingClientRect(); return [box.left, box.top + 300]")
        browser.act(mouse((x, y), "down", (x - 60, y, 100), "up"))
        check(abs(edge()[1] - 300) <= 1, "a drag moves an edge", str(edge()))
        height = browser.run("return $('adjust').clientHeight")
        browser.run("$('low-edge').focus()")
        browser.act(keys("\ue013"))
        check(browser.run("return $('adjust').clientHeight") == height + 16, "the lower panel has a size, too")
        # A reload, and memory that a browser refuses.
        page.save()
        browser.open(f"http://127.0.0.1:{studio.port}/")
        browser.wait("return typeof state !== 'undefined' && state !== null && view.picture !== null")
        check(abs(edge()[1] - 300) <= 1 and is_open(browser, "script") and is_open(browser, "adjust") and not is_open(browser, "time"),
              "sizes and open panels are remembered", str(edge()))
        browser.run("$('side-edge').focus()")
        browser.act(keys("\ue007"))
        check(not is_open(browser, "script") and browser.run("return document.activeElement.id") == "show-script",
              "Enter closes a pane")
        browser.before_pages("Object.defineProperty(window, 'localStorage', {get() { throw new Error('refused'); }})")
        browser.open(f"http://127.0.0.1:{studio.port}/")
        browser.wait("return typeof state !== 'undefined' && state !== null && view.picture !== null")
        browser.run("$('show-script').click()")
        check(is_open(browser, "script"), "the page works without memory")
    with Browser() as browser, Studio(program, folder, "wrong.txt", "photo.png", "second.png") as studio:
        browser.open(studio.address)
        browser.wait("return typeof state !== 'undefined' && state?.errors.length > 0")
        check(is_open(browser, "script") and is_open(browser, "problem-list"), "a script with errors opens")
        check(is_open(browser, "inputs"), "several photos show the strip")
        toast, command = browser.run("""say("Saved"); return ["said", "command"].map((id) => {
          const {left, right, top, bottom} = $(id).getBoundingClientRect(); return [left, right, top, bottom]; })""")
        check(toast[3] < command[2], "a toast does not cover the command", f"{toast} {command}")
    for width, height in [(390, 844), (844, 390)]:
        with Browser(width, height, mobile=True) as browser, Studio(program, folder, "phone.txt", "photo.png") as studio:
            page = Page(browser, studio)
            small = []
            for name in ["", "script", "adjust", "layers", "time", "inputs", "plan", "numbers", "crop", "corners"]:
                if name:
                    browser.run("($(`show-${arguments[0]}`) ?? $(arguments[0])).click()", name)
                small += [[name, *target] for target in browser.run(TARGETS) if min(target[1:]) < 44 and target[0] != "Move the crop"]
                over = browser.run("return [...document.querySelectorAll('.rail')].some((rail) => rail.scrollWidth > rail.clientWidth "
                                   "|| rail.scrollHeight > rail.clientHeight) || document.documentElement.scrollWidth > innerWidth")
                check(not over, f"{width}x{height} {name}: nothing is cut off")
            check(small == [], f"{width}x{height}: all targets have 44 pixels", str(small))
            check(browser.run("return $('well').clientWidth * $('well').clientHeight / innerWidth / innerHeight") > 0.2,
                  f"{width}x{height}: the picture is seen beside a sheet")


GOLDENS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Studio")
accept = False
CASES = [pinch_and_twist, menus, sliders, export, long_exports, full_disks, phone_exports, animations, errors, keyboard, crop, corners, inputs, panes, watcher, disk, many_pages, attacks, layouts]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--out")
    parser.add_argument("--sessions", type=int, default=50)
    parser.add_argument("--only")
    parser.add_argument("--accept", action="store_true", help="store the screenshots of the layouts")
    options = parser.parse_args()
    # A shell that starts a job in the background makes it ignore the signal, and programs that it starts would, too.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    global accept
    accept = options.accept
    program, check = os.path.abspath(options.program), Check()
    if options.out:
        os.makedirs(options.out, exist_ok=True)
    measurements = [case for case in [latency, memory] if case.__name__ == options.only]
    for case in CASES + measurements:
        if options.only in (None, case.__name__):
            with tempfile.TemporaryDirectory() as folder:
                case(program, folder, check, options.out)
                print(f"{case.__name__} is done", flush=True)
    if options.only in (None, "sessions") and options.sessions:
        with tempfile.TemporaryDirectory() as folder:
            sessions(program, folder, check, options.sessions, options.out)
    print(f"{check.failures} failures")
    sys.exit(1 if check.failures else 0)


if __name__ == "__main__":
    main()
