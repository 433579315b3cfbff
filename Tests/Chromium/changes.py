#!/usr/bin/python3
"""Plants changes in pages that Chromium draws, and counts what `frameit compare` makes of them.

    changes.py PROGRAM [--out DIR] [--count N]

Each page is drawn twice, with one change or with none. The folders of both drawings are compared, and the verdicts and
the names of the changes are compared with what was planted:

- missed: a change was planted, and the verdict is `same`.
- false: none was planted, and the verdict is not `same`.
- misnamed: no change of the page, or not the largest, has the name of the planted one.

Prints a table by kind and each page that was misjudged; exits with 1 if a page was missed or falsely reported.
"""

import argparse
import collections
import json
import os
import random
import subprocess
import sys
import tempfile

from PIL import Image

WIDTH, HEIGHT, STACK = 1280, 720, 20
KINDS = ["none", "moved", "recolored", "inserted", "text", "pixel", "antialiasing", "removed"]
WORDS = """account active amount archive balance billing branch budget calendar campaign channel client comment
contract country created currency customer daily deadline default delivery department discount document domain
duration editor email employee expense export feature filter folder forecast gateway group history import income
invoice journal keyword language ledger license limit location manager margin market member message monthly network
notice number offer office order output owner package partner payment period permission phone platform policy
position price priority product profile project quantity quarter record refund region report request reserve result
review revenue role salary sample schedule section segment service session setting shipment source status storage
street summary supplier support survey target team template ticket total traffic transfer update usage user value
vendor version visitor volume warehouse website weekly window workflow""".split()
COLORS = ["#2563eb", "#dc2626", "#16a34a", "#9333ea", "#0f766e", "#b45309", "#334155"]


class Page:
    """A page of a random layout. `change` is the planted change, and `target` the number of the element it hits."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.change = None
        self.target = None

    def words(self, least, most):
        words = self.random.choices(WORDS, k=self.random.randint(least, most))
        return " ".join(words).capitalize()

    def element(self, number, kind, left, top, body, style):
        """An absolutely placed element, with the change if it is the target."""
        change = self.change if number == self.target else None
        if change and change[0] == "moved":
            left, top = left + change[1], top + change[2]
        if change and change[0] == "recolored":
            style += f";{'background' if kind == 'button' else 'color'}:{change[1]}"
        if change and change[0] == "text":
            body = change[1]
        if change and change[0] == "antialiasing":
            left += 0.4
        if change and change[0] == "removed":
            return ""
        return f'<div style="position:absolute;left:{left}px;top:{top}px;{style}">{body}</div>'

    def html(self):
        r = self.random
        light = r.random() < 0.7
        back, card, ink, line = (
            ("#f1f5f9", "#ffffff", "#0f172a", "#e2e8f0") if light else ("#0f172a", "#1e293b", "#e2e8f0", "#334155"))
        out = [f'<div style="position:absolute;inset:0;background:{back}"></div>']
        out.append(f'<div style="position:absolute;left:0;top:0;width:{WIDTH}px;height:56px;background:{r.choice(COLORS)}">'
                   f'<span style="position:absolute;left:24px;top:16px;font-size:20px;color:#fff">{self.words(2, 3)}</span></div>')
        self.kinds = []
        number = 0
        for row in range(2):
            for column in range(3):
                x, y, w, h = 32 + column * 412, 84 + row * 210, 392, 190
                out.append(f'<div style="position:absolute;left:{x}px;top:{y}px;width:{w}px;height:{h}px;background:{card};'
                           f'border-radius:8px;box-shadow:0 1px 3px rgba(0,0,0,.2)"></div>')
                title = self.words(1, 3)
                out.append(self.element(number, "title", x + 20, y + 16, title, f"font-size:18px;font-weight:600;color:{ink}"))
                text = self.words(18, 26)
                style = f"font-size:13px;line-height:20px;color:{ink};width:340px;height:80px;overflow:hidden"
                out.append(self.element(number + 1, "text", x + 20, y + 48, text, style))
                label, color = self.words(1, 2), r.choice(COLORS)
                style = (f"font-size:14px;line-height:34px;height:34px;padding:0 18px;border-radius:6px;color:#fff;"
                         f"white-space:nowrap")
                if not (self.change and number + 2 == self.target and self.change[0] == "recolored"):
                    style += f";background:{color}"
                out.append(self.element(number + 2, "button", x + 20, y + 140, label, style))
                self.kinds += ["title", "text", "button"]
                number += 3
        rows = [(self.words(1, 2), self.words(2, 3), str(r.randint(100, 99999))) for _ in range(6)]
        if self.change and self.change[0] == "inserted":
            rows.insert(self.change[1], self.change[2])
        cells = "".join(
            f'<div style="height:29px;border-bottom:1px solid {line};font-size:13px;line-height:29px;color:{ink}">'
            + "".join(f'<span style="position:absolute;left:{60 + 400 * i}px">{cell}</span>' for i, cell in enumerate(row))
            + "</div>" for row in rows)
        out.append(f'<div style="position:absolute;left:0;top:510px;width:{WIDTH}px">{cells}</div>')
        if self.change and self.change[0] == "pixel":
            _, x, y, color = self.change
            out.append(f'<div style="position:absolute;left:{x}px;top:{y}px;width:1px;height:1px;background:{color}"></div>')
        return "".join(out)


def pages(seed):
    """The page before and after, and what was planted."""
    before = Page(seed)
    html = before.html()
    after, chance = Page(seed), random.Random(seed * 7919 + 1)
    kind = KINDS[seed % len(KINDS)]
    buttons = [i for i, k in enumerate(before.kinds) if k == "button"]
    texts = [i for i, k in enumerate(before.kinds) if k != "button"]
    if kind == "moved":
        after.target = chance.choice(buttons + texts)
        shift = (0, 0)
        while shift == (0, 0):
            shift = (chance.randint(-6, 12), chance.randint(-4, 4))
        after.change = ("moved", *shift)
    elif kind == "recolored":
        after.target = chance.choice(buttons + texts)
        after.change = ("recolored", "#f59e0b")
    elif kind == "inserted":
        after.change = ("inserted", chance.randint(0, 5), ("Inserted", "another line", str(chance.randint(1, 999))))
    elif kind == "text":
        after.target = chance.choice(texts)
        count = 2 if before.kinds[after.target] == "title" else 20
        after.change = ("text", " ".join(chance.choices(WORDS, k=count)).capitalize())
    elif kind == "pixel":
        after.change = ("pixel", chance.randint(0, WIDTH - 1), chance.randint(0, HEIGHT - 1), "#ff00aa")
    elif kind == "antialiasing":
        after.target = chance.choice(texts)
        after.change = ("antialiasing",)
    elif kind == "removed":
        after.target = chance.choice(buttons + texts)
        after.change = ("removed",)
    return html, after.html(), kind, after.change


def draw(folder, bodies):
    """Draws pages with Chromium, STACK at a time, and writes 0000.png, 0001.png, ... to a folder."""
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        for start in range(0, len(bodies), STACK):
            part = bodies[start:start + STACK]
            html = "<!doctype html><meta charset=utf-8><body style='margin:0;font-family:DejaVu Sans,sans-serif'>" + "".join(
                f'<div style="position:absolute;left:0;top:{i * HEIGHT}px;width:{WIDTH}px;height:{HEIGHT}px;overflow:hidden;'
                f'contain:strict">{body}</div>' for i, body in enumerate(part))
            page, shot = os.path.join(work, "page.html"), os.path.join(work, "shot.png")
            with open(page, "w", encoding="utf-8") as file:
                file.write(html)
            subprocess.run(
                ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1",
                 "--disable-lcd-text", f"--user-data-dir={work}/profile", f"--window-size={WIDTH},{HEIGHT * len(part)}",
                 f"--screenshot={shot}", "file://" + page],
                check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)
            image = Image.open(shot).convert("RGB")
            for i in range(len(part)):
                box = (0, i * HEIGHT, WIDTH, (i + 1) * HEIGHT)
                image.crop(box).save(os.path.join(folder, f"{start + i:04}.png"), compress_level=1)


def names(kind, change):
    """The names that are right for a planted change."""
    if kind == "moved":
        return ["moved"]
    # A pixel on a plain background was added, and one on a letter has another color.
    return {"recolored": ["recolored"], "inserted": ["added"], "text": ["content"],
            "pixel": ["added", "recolored"], "antialiasing": ["text edge"], "removed": ["removed"]}[kind]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--out", default=None)
    parser.add_argument("--count", type=int, default=200)
    options = parser.parse_args()
    out = options.out or tempfile.mkdtemp()
    planted = [pages(seed) for seed in range(options.count)]
    expected, actual = os.path.join(out, "expected"), os.path.join(out, "actual")
    draw(expected, [page[0] for page in planted])
    draw(actual, [page[1] for page in planted])
    result = subprocess.run([options.program, "compare", expected, actual, "--json"], stdout=subprocess.PIPE, check=False)
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(records) == options.count, f"{len(records)} results"
    table = collections.defaultdict(collections.Counter)
    for record, (_, _, kind, change) in zip(records, planted):
        verdict, found = record["verdict"], record.get("changes") or []
        row = table[kind]
        row["pages"] += 1
        problem = None
        if kind == "none":
            problem = "false" if verdict != "same" else None
        elif verdict == "same":
            problem = "missed"
        elif not found or found[0]["name"] not in names(kind, change):
            problem = "misnamed"
        elif kind == "moved" and found[0]["shift"] != list(change[1:]):
            problem = "misnamed"
        if problem:
            row[problem] += 1
            text = ", ".join(f"{c['name']} {c.get('moved', '')}{c['count']}" for c in found[:4])
            print(f"{record['path']} {problem}: planted {kind} {change}, found {text}")
    print(f"{'planted':14}{'pages':>6}{'missed':>8}{'false':>7}{'misnamed':>10}")
    total = collections.Counter()
    for kind in KINDS:
        row = table[kind]
        total += row
        print(f"{kind:14}{row['pages']:6}{row['missed']:8}{row['false']:7}{row['misnamed']:10}")
    print(f"{'all':14}{total['pages']:6}{total['missed']:8}{total['false']:7}{total['misnamed']:10}")
    sys.exit(1 if total["missed"] + total["false"] > 0 else 0)


if __name__ == "__main__":
    main()
