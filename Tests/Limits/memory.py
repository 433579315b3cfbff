#!/usr/bin/env python3
"""Checks that no script makes the program use more memory than its limit.

    memory.py PROGRAM [--random N] [--seed S] [--only WORD] [--baseline PROGRAM]

Each script runs with --max-memory 64MiB and with the default of 1 GiB. Its peak resident memory must stay within
1.3 times the limit plus 40 MiB. Its exit code must be 0, 1, 3, 5 or 7; with 5, the message must name a line of the
script. Random scripts of statements that allocate run with 64 MiB only. With --baseline, the table also shows the memory
of another build.
"""

import argparse
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time

MIB = 1 << 20
LIMITS = [("64MiB", 64 * MIB), ("1GiB", 1 << 30)]
SECONDS = 150
# The limit on the address space of each process, in bytes.
ADDRESS_SPACE = 6 << 30


def table(folder):
    """Returns the text and the further arguments of each script, by name."""
    curves = "M0 0" + "".join(f"C{i % 97} {i % 89} {i % 83} {i % 79} {i % 73} {i % 71}" for i in range(100_000))
    nested = "canvas 1000,1000\n" + "".join(f"group g{i} {{\nshadow 5,5 20 black\n" for i in range(20))
    nested += "layer r rect 100,100 300,300\n" + "}\n" * 20
    letters = "abcdefghijklmnopqrstuvwxyz 0123456789 " * 2 + "abcdefghijklmn"
    zeros = "0 " * 2_000_000
    frames = ["--frames", "10"]
    return {
        "nested lists": ("canvas 10,10\nlet s = [1]\nrepeat 50000 { let s = [$s] }\n", []),
        "shared lists": ("canvas 10,10\nlet s = [1]\nrepeat 60 { let s = [$s, $s] }\n", []),
        "doubled string": ('canvas 10,10\nlet s = "aaaaaaaaaaaaaaaa"\nrepeat 40 { let s = "$s$s" }\n', []),
        "long names": (
            'canvas 10,10\nlet s = "aaaaaaaaaaaaaaaa"\nrepeat 16 { let s = "$s$s" }\n'
            "repeat 2000 as i { layer $s$i rect 0,0 1,1 }\n", []),
        "many strings": (
            'canvas 10,10\nlet s = "aaaaaaaaaaaaaaaa"\nrepeat 16 { let s = "$s$s" }\n'
            'repeat 60 as i { layer l$i text "$s" at 1,1 }\n', []),
        "printed strings": (
            'canvas 10,10\nlet s = "aaaaaaaaaaaaaaaa"\nrepeat 16 { let s = "$s$s" }\nlayer r rect 0,0 1,1\n'
            'repeat 2000 as i { say "$s$i" }\n', []),
        "failed expectations": (
            'canvas 10,10\nlet s = "aaaaaaaaaaaaaaaa"\nrepeat 16 { let s = "$s$s" }\nlayer r rect 0,0 1,1\n'
            'repeat 2000 as i { expect $s "x$i" }\n', []),
        "5000 texts": (f'canvas 320,240\nrepeat 5000 as i {{ layer w$i text "{letters}" at 1,1 }}\n', []),
        "20000 texts": (f'canvas 320,240\nrepeat 20000 as i {{ layer w$i text "{letters}" at 1,1 }}\n', []),
        "2000 texts of 48 kB": (
            f'canvas 320,240\nlet s = "{letters}"\nrepeat 9 {{ let s = "$s$s" }}\n'
            'repeat 2000 as i { layer w$i text "$s" at 1,1 }\n', []),
        "300000 lines": (
            'canvas 320,240\nlet s = "aaa"\nrepeat 5 { let s = "$s$s$s$s$s$s$s$s$s$s" }\n'
            'layer t text "$s" at 1,1 width 1\n', []),
        "wide pen": ("canvas 300,220\nlayer a ellipse -99850,20 200000,200000 stroke #06c 1e18\n", []),
        "100 wide pens": (
            "canvas 300,220\nrepeat 100 as i { layer a$i ellipse 20,20 150,90 fill none stroke #06c 1e9 }\n", []),
        "20000 clips": (
            "canvas 300,220\nrepeat 20000 as i { layer a$i rect 0,0 300,220 clip ellipse 0,0 300,220 }\n", []),
        "9.6 million touches": ("canvas 300,220\nlayer p image placeholder\npan 10,20 over 160000s\n", []),
        "dashed path": (f'canvas 300,220\nlayer a path "{curves}" stroke black 1 dash 1,1\n', []),
        "stroked path": (f'canvas 300,220\nlayer a path "{curves}" stroke black 1\n', []),
        "path of zeros": (f'canvas 300,220\nlayer a path "M{zeros}"\n', []),
        "edits": ("canvas 300,220\nlayer a rect 0,0 9,9\nrepeat 900000 { rotate 1deg }\n", []),
        "layers": ("canvas 300,220\nrepeat 99999 as i { layer a$i rect 0,0 1,1 }\n", []),
        "shadows in shadows": (nested, []),
        "frames": (
            "canvas 60,40\nrepeat 3000 as i { layer a$i rect $i,0 9,9 }\n"
            "repeat 500 as i { repeat 3000 as j { select a$j; move 1,0 }; wait 0.1s }\n", frames),
        "layers, 4 jobs": ("canvas 60,40\nrepeat 15000 as i { layer a$i rect 0,0 1,1 stroke red 1 }\n", ["jobs"]),
        "strings, 4 jobs": (
            'canvas 10,10\nlet s = "aaaaaaaaaaaaaaaa"\nrepeat 10 { let s = "$s$s" }\n'
            'repeat 2500 as i { say "$s$i" }\n', ["jobs"]),
        "recorded touches": (
            '[{"type": "pointer", "id": "f", "actions": [{"type": "pointerDown", "button": 0}, '
            '{"type": "pointerMove", "x": 9, "y": 9, "duration": 160000000}]}]\n', []),
        "recorded pauses": (
            '[{"type": "none", "id": "f", "actions": [' + ", ".join(['{"type": "pause"}'] * 800_000) + "]}]\n", []),
        "traced touches": ("canvas 300,220\nlayer p image placeholder\npan 10,20 over 20000s\n", ["trace"]),
    }


class Scripts:
    """Random scripts of statements that allocate."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.layers = 0

    def number(self, low, high):
        value = self.random.uniform(low, high)
        if self.random.random() < 0.1:
            value *= 10 ** self.random.randint(1, 12)
        return f"{value:.6g}"

    def color(self):
        return self.random.choice(["#06c", "red", "rgb(50% 20% 10%)", "black"])

    def pair(self, low, high):
        return f"{self.number(low, high)},{self.number(low, high)}"

    def word(self):
        return "".join(self.random.choice("abcdefg hij") for _ in range(self.random.choice([3, 30, 300, 3000])))

    def data(self):
        kinds = ["L{},{}", "Q{},{} {},{}", "C{},{} {},{} {},{}", "A{},{} 0 1 1 {},{}"]
        parts = ["M0,0"]
        for _ in range(self.random.choice([3, 30, 300, 3000])):
            kind = self.random.choice(kinds)
            parts.append(kind.format(*[f"{self.random.uniform(1, 400):.4g}" for _ in range(kind.count("{}"))]))
        return "".join(parts)

    def style(self):
        attributes = []
        if self.random.random() < 0.4:
            attributes.append(f"fill {self.color()}")
        if self.random.random() < 0.5:
            stroke = f"stroke {self.color()} {self.number(0.1, 60)}"
            if self.random.random() < 0.5:
                stroke += f" join {self.random.choice(['round', 'bevel', 'miter'])}"
            if self.random.random() < 0.3:
                stroke += f" dash {abs(float(self.number(0.1, 9)))},{abs(float(self.number(0.1, 9)))}"
            attributes.append(stroke)
        if self.random.random() < 0.2:
            attributes.append(f"clip ellipse {self.pair(0, 300)} {self.pair(1, 300)}")
        if self.random.random() < 0.2:
            attributes.append(f"shadow {self.pair(0, 20)} {self.number(0, 40)} black")
        if self.random.random() < 0.1:
            attributes.append(f"trim {self.random.uniform(0, 0.5):.2f}..{self.random.uniform(0.5, 1):.2f}")
        return " ".join(attributes)

    def layer(self, inside):
        self.layers += 1
        name = f"l{self.layers}" + ("-$i" if inside else "")
        kind = self.random.choice(["rect", "ellipse", "line", "text", "path", "arc"])
        if kind in ("rect", "ellipse"):
            shape = f"{kind} {self.pair(-50, 300)} {self.pair(1, 300)}"
        elif kind == "line":
            shape = f"line {self.pair(-50, 300)} {self.pair(-50, 300)}"
        elif kind == "arc":
            shape = f"arc {self.pair(-50, 300)} {self.number(1, 200)} from 0deg to {self.random.randint(1, 400)}deg"
        elif kind == "text":
            text = "$s" if self.random.random() < 0.3 else self.word()
            width = f" width {self.random.randint(1, 400)}" if self.random.random() < 0.5 else ""
            shape = f'text "{text}" at {self.pair(-50, 300)} font-size {self.random.randint(4, 90)}{width}'
        else:
            shape = f'path "{self.data()}"'
        return f"layer {name} {shape} {self.style()}"

    def statement(self, depth, inside):
        choice = self.random.random()
        if choice < 0.12:
            times = self.random.choice([2, 5, 14, 20])
            return f'repeat {times} {{ let s = "${{s}}{self.word()[:30]}$s" }}'
        if choice < 0.18:
            return f"let v = [1, 2, 3]\nrepeat {self.random.choice([3, 30, 70])} {{ let v = [$v, $v] }}"
        if choice < 0.30 and depth < 3 and not inside:
            times = self.random.choice([3, 30, 300, 3000])
            body = "\n".join(self.statement(depth + 1, True) for _ in range(self.random.randint(1, 3)))
            return f"repeat {times} as i {{\n{body}\n}}"
        if choice < 0.38 and depth < 4 and not inside:
            self.layers += 1
            body = "\n".join(self.statement(depth + 1, inside) for _ in range(self.random.randint(1, 3)))
            return f"group g{self.layers} {{\n{self.layer(inside)}\n{body}\n}}"
        if choice < 0.44:
            return f"select base\npan {self.pair(-40, 40)} over {self.random.choice([1, 100, 10000])}s"
        if choice < 0.50:
            return f"animate first opacity to 0.{self.random.randint(1, 9)} over {self.random.choice([1, 5])}s"
        if choice < 0.56:
            return self.random.choice(["rotate 3deg", "scale 1.1", "move 3,4", "rotate 1deg\nundo", "save"])
        if choice < 0.62:
            return f'say "$s"'
        return self.layer(inside)

    def script(self):
        size = self.random.choice(["60,40", "320,240", "2000,1500"])
        lines = [f"canvas {size}", 'let s = "ab"', "layer base image placeholder", "recognize pan", "layer first rect 1,1 20,20"]
        lines += [self.statement(0, False) for _ in range(self.random.randint(2, 9))]
        return "\n".join(lines) + "\n"


def run(program, script, arguments, limit, folder):
    """Returns the peak resident bytes, the CPU seconds, the exit code and the messages."""
    path = os.path.join(folder, "script.txt")
    with open(path, "w") as file:
        file.write(script)
    out = os.path.join(folder, "out-%04d.png" if "--frames" in arguments else "out.png")
    if arguments == ["trace"]:
        command = [program, "trace", path]
    elif arguments == ["jobs"]:
        # Each edit takes most of the smaller limit.
        inputs = [os.path.join(folder, f"{i}.ppm") for i in range(8)]
        for name in inputs:
            with open(name, "wb") as file:
                file.write(b"P6 2 2 255\n" + bytes(12))
        command = [program, "apply", path, *inputs, "--out-dir", os.path.join(folder, "out"), "--force", "--jobs", "4"]
    else:
        command = [program, "apply", path, "-o", out, "--force"] + arguments
    command += ["--max-memory", limit]

    def limited():
        resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))

    errors = os.path.join(folder, "errors")
    with open(errors, "wb") as sink:
        start = time.monotonic()
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=sink, preexec_fn=limited,
            env=dict(os.environ, SWIFT_BACKTRACE="enable=no"))
        _, status, usage = os.wait4(process.pid, 0)
    with open(errors, "rb") as file:
        message = file.read(2000).decode(errors="replace")
    code = os.waitstatus_to_exitcode(status)
    return usage.ru_maxrss * 1024, usage.ru_utime + usage.ru_stime, code, message


def verdict(peak, code, message, bytes):
    if peak > 1.3 * bytes + 40 * MIB:
        return "TOO MUCH"
    if code == -24:
        return "slow"
    if code not in (0, 1, 3, 5, 7):
        return "BAD EXIT"
    if code == 5 and not re.search(r":\d+:\d+:", message):
        return "NO LINE"
    return "ok"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--random", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--baseline")
    options = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, (script, arguments) in table(folder).items():
            if options.only not in name:
                continue
            for limit, bytes in LIMITS:
                peak, seconds, code, message = run(options.program, script, arguments, limit, folder)
                result = verdict(peak, code, message, bytes)
                failed += result != "ok"
                before = ""
                if options.baseline:
                    old = run(options.baseline, script, arguments, limit, folder)
                    before = f"   before: {old[0] / MIB:6.0f} MiB {old[1]:6.1f} s, exit {old[2]}"
                print(f"{name:22} {limit:6} {peak / MIB:6.0f} MiB {seconds:6.1f} s, exit {code:3} {result}{before}")
                if result != "ok":
                    print("    " + message.strip()[:300])
                sys.stdout.flush()
        peaks = []
        for i in range(options.random):
            script = Scripts(options.seed + i).script()
            peak, seconds, code, message = run(options.program, script, [], LIMITS[0][0], folder)
            result = verdict(peak, code, message, LIMITS[0][1])
            peaks.append((peak, code))
            if result not in ("ok", "slow"):
                failed += 1
                print(f"seed {options.seed + i}: {peak / MIB:.0f} MiB {seconds:.1f} s, exit {code} {result}")
                print("    " + message.strip()[:300])
                sys.stdout.flush()
        if peaks:
            codes = {code: sum(1 for _, c in peaks if c == code) for code in sorted({c for _, c in peaks})}
            print(f"{len(peaks)} random scripts: at most {max(peaks)[0] / MIB:.0f} MiB; exit codes {codes}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
