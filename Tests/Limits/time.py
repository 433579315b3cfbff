#!/usr/bin/env python3
"""Runs scripts that repeat one construct very often, and checks the CPU time of each against a bound.

    time.py PROGRAM [NAME ...]

Each script grows one dimension (layers, recognizers, animations, ...) to its limit. A pass that is quadratic in that
dimension takes minutes instead of seconds. Prints the CPU seconds, wall seconds and peak memory of each script. Fails if
a script takes longer than its bound or does not end with exit code 0. With names, runs only those scripts. Needs only
Python.
"""

import os
import resource
import struct
import subprocess
import sys
import tempfile
import time
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PHOTO = os.path.join(ROOT, "SampleImages", "landscape.jpg")
# The limits on the address space and the CPU seconds of each process, whatever the bound of its script.
MEMORY = 6 << 30
LONGEST = 60

# The cases: name, script, input images, further options of `apply`, bound in CPU seconds, and output.
CASES = []


def case(name, script, inputs=(PHOTO,), options=(), bound=3.0, output="out.png"):
    CASES.append((name, script, inputs, options, bound, output))


def lines(count, line):
    """Returns `line` for each number below `count`, with `#` replaced by the number."""
    return "\n".join(line.replace("#", str(i)) for i in range(count)) + "\n"


# Layers.
case("layers", "canvas 100,100\nrepeat 99999 as i { layer r$i rect ($i % 90),($i/1200) 10,10 fill rgb(10% 50% ($i/1000)%) }\n")
case("layers in groups", """canvas 100,100
repeat 300 as i {
  group g$i { repeat 300 as j { layer r${i}_$j rect ($j % 90),($i/4) 10,10 fill #08f8 } }
}
""")
case("layers that cover the photo", "repeat 99998 as i { layer r$i rect 0,0 900,900 fill rgb(10% 50% ($i/1000)%) }\n")
case("layers that blend", "canvas 100,100\nrepeat 99999 as i { layer r$i rect ($i % 90),($i/1200) 10,10 fill #08f blend multiply }\n")
case("layers of one image", 'canvas 100,100\nrepeat 65535 as i { layer p$i image "p/1.ppm" at ($i % 90),($i/800) size 12,9 }\n', bound=6)
case("groups that blend", """canvas 100,100
repeat 9999 as i { group g$i blend screen { layer r$i rect 0,0 100,100 fill #00000a } }
""")
case("groups in groups", "canvas 100,100\n"
     + "".join(f"group g{d} blend multiply {{\n" + f"repeat 500 as i {{ layer d{d}_$i rect ($i % 90),{d} 10,10 fill #08f8 }}\n" for d in range(60))
     + "}\n" * 60)
case("clips", "canvas 100,100\nrepeat 10000 as i { layer r$i rect ($i % 90),($i/120) 10,10 fill red clip ellipse ($i % 90),($i/120) 8,8 }\n")
case("shadows", "canvas 100,100\nrepeat 10000 as i { layer r$i rect ($i % 90),($i/120) 4,4 fill red shadow 1,1 2 black }\n", bound=6)
case("gradients", "repeat 2000 as i { layer r$i rect 0,0 1200,900 fill radial 600,400 ($i+1) red blue }\n")
case("arcs", "canvas 100,100\nrepeat 99999 as i { layer a$i arc 50,50 0 from 0deg to 360deg }\n")
case("arcs of a path", 'canvas 100,100\nlayer p path "M 10 10 ' + "A 1e-9 1e-9 0 0 1 10 10.000001 " * 100000 + '" stroke red 1\n')
case("images", "canvas 100,100\n" + lines(15000, 'layer p# image "p/#.ppm" at (# % 90),(#/250)'), bound=6)

# Animations.
case("animations", "canvas 100,100\nlayer r rect 0,0 10,10\nrepeat 99990 as i { animate r opacity to ($i % 2) over 100ms }\n",
     options=("--frames", "30fps"), output="out.png")
case("animations of many layers",
     "canvas 100,100\nrepeat 20000 as i { layer r$i rect ($i % 90),($i/250) 10,10; animate r$i move to 5,5 over 100ms }\n",
     options=("--frames", "30fps"), output="out.png", bound=6)
case("animations of a transform", "canvas 100,100\nlayer r rect 0,0 10,10\nrepeat 99990 as i { animate r rotate to 1deg over 100ms }\n",
     options=("--frames", "30fps"), output="out.png")
case("animations over time",
     "canvas 20,20\nlayer r rect 0,0 10,10\nrepeat 3000 as i { animate r opacity to ($i % 2) over 100ms; wait 33.4ms }\n",
     inputs=(), options=("--frames", "30fps"), output="out.png")
case("frames of many layers",
     "canvas 20,20\nrepeat 5000 as i { layer r$i rect 0,0 1,1 }\nrepeat 1000 as i { select r$i; opacity 0.5; wait 33.4ms }\n",
     inputs=(), options=("--frames", "30fps"), output="out.png", bound=10)

# Gestures.
case("tap recognizers", "canvas 100,100\nlayer r rect 0,0 100,100\nrepeat 10000 as i { recognize tap on r as t$i }\ntap 50,50\n")
case("recognizers of many layers",
     "canvas 100,100\nrepeat 10000 as i { layer r$i rect 0,0 100,100; recognize tap on r$i }\ntap 50,50\n")
case("reactions", "canvas 100,100\nlayer r rect 0,0 100,100\nrecognize tap\nrepeat 5000 as i { on tap { let a = $i } }\nrepeat 10 { tap 50,50 }\n")
case("reactions of many names",
     "canvas 100,100\nlayer r rect 0,0 100,100\nrepeat 2000 as i { recognize tap on r as t$i; simultaneous t0 t$i; on t$i { let a = $i } }\n"
     "repeat 20 { tap 50,50 }\n")
case("relations", "canvas 100,100\nlayer r rect 0,0 100,100\nrecognize tap as t0\nrepeat 5000 as i { recognize tap as u$i; require u$i fails t0 }\ntap 50,50\n")
case("hits", "canvas 1000,1000\nrepeat 5000 as i { layer r$i rect ($i % 100*10),($i/5) 8,8 }\nrecognize tap\nrepeat 1000 as i { tap ($i),($i) }\n")
case("hits of one place", "canvas 100,100\nrepeat 5000 as i { layer r$i ellipse 0,0 100,100 fill none stroke red 2 }\nrecognize tap\nrepeat 100 as i { tap 50,50 }\n",
     bound=6)
case("hits in a pan", "canvas 100,100\nrepeat 5000 as i { layer r$i path \"M 0 0 L 100 0 L 0 100 Z\" }\nlayer top rect 0,0 100,100\n"
     "recognize pan on top\nlet n = 0\non pan changed { let n = ($n+1) }\ndrag 10,10 to 90,90 steps 5000\n")
case("fingers", "canvas 1000,1000\nlayer r rect 0,0 1000,1000\nset pan.max-touches none\nrecognize pan\n"
     + lines(1000, "touch # down #,# @0s")
     + "".join(lines(1000, f"touch # move #,{s} @{s * 10}ms") for s in range(1, 21)))
case("timers", "canvas 1000,1000\nrepeat 1000 as i { layer r$i rect $i,0 1,1000; recognize long-press on r$i }\n"
     + lines(1000, "touch # down #.5,5 +1ms"), bound=6)
case("a recorded stream", "canvas 1000,1000\nlayer r rect 0,0 1000,1000\nrepeat 100 as i { recognize pan as p$i }\n"
     'include "stream.ndjson"\n', bound=10)
case("a million lines of a log", 'canvas 1080,2400\nlayer app rect 0,0 1080,2400\nrecognize pan\ninclude "events.log"\n')
case("undo", "canvas 100,100\nlayer r rect 0,0 10,10\nrepeat 99990 { rotate 1deg }\nrepeat 99990 { undo }\n")

# Variables.
case("dependents", """canvas 100,100
let v = 0
repeat 2000 as i { layer r$i rect 0,0 ($v+1),10 }
layer pad rect 0,0 100,100 fill none
recognize pan on pad
on pan changed { let v = (round($px)) }
drag 10,10 to 90,90 steps 5000
""")
case("dependents in other blocks", """canvas 100,100
let v = 0
let w = 0
repeat 20000 as i { let x = $i; layer r$i rect ($x % 90),0 ($v+1),10 }
layer pad rect 0,0 100,100 fill none
recognize pan on pad
on pan changed { let w = (round($px)) }
recognize tap on pad
on tap { let v = 3 }
drag 10,10 to 90,90 steps 5000
""")
case("marks", "canvas 100,100\nrepeat 20000 as i { layer r$i rect 0,0 1,1 }\nrepeat 20000 as i { mark r$i on }\nrepeat 20000 as i { mark r$i off }\n")
case("variables", "canvas 100,100\n" + lines(20000, "let v# = #") + lines(20000, "let w# = ($v#+1)"))
case("variables in blocks", "canvas 100,100\n" + lines(2000, "let v# = #")
     + "define f a { let b = $a }\n" + "repeat 20000 as i { f $i }\n")
case("if chains", "canvas 100,100\nlet x = 0\n" + ("if $x == 1 { let y = 1 }\n" + lines(50, "else if $x == # + 2 { let y = # }").rstrip() + "\n") * 400)
case("a long if chain", "canvas 100,100\nlet x = 0\nif $x == 1 { let y = 1 }\n" + " ".join(f"else if $x == {i + 2} {{ let y = {i} }}" for i in range(60)) + "\n")
case("definitions", "canvas 100,100\n" + lines(20000, "define d# a { let b = $a }") + lines(20000, "d# #"))
case("expectations", "canvas 100,100\nlayer r rect 0,0 10,10\nrepeat 99990 { expect frame 0,0 10,10 }\n")
case("expectations about states", "canvas 100,100\nlayer r rect 0,0 10,10\nrepeat 1000 as i { recognize tap as t$i }\nrepeat 90000 { expect t500 possible }\n")
case("menus", "canvas 100,100\nlayer r rect 0,0 10,10\n" + lines(10000, 'menu m# "Title #" { item "Ok #" { hide } }')
     + "repeat 10000 as i { open m$i; choose \"Ok $i\" }\n")
case("a long menu", 'canvas 100,100\nlayer r rect 0,0 10,10\nmenu m "Title" {\n' + lines(600, 'item "I#" { hide }') + "}\n"
     + 'repeat 600 as i { open m; choose "I$i" }\n')
case("lists", "canvas 100,100\nlet a = [" + ", ".join(str(i) for i in range(1000)) + "]\nlet s = 0\nrepeat 100000 as i { let s = ($s + $a[$i % 1000]) }\n")

# Scales.
for share in ("1e-3,1e3", "1e-6,1e6"):
    case(f"scale {share}", f"canvas 100%,100%\nscale {share}\nrotate 45deg\n", bound=1.0)


def ppm_of(value):
    """Returns a PPM image of 2 x 2 pixels that is different for each value."""
    return b"P6 2 2 255\n" + struct.pack(">I", value) * 3


def prepare(folder):
    os.makedirs(os.path.join(folder, "p"))
    for i in range(20000):
        with open(os.path.join(folder, "p", f"{i}.ppm"), "wb") as file:
            file.write(ppm_of(i))
    with open(os.path.join(folder, "stream.ndjson"), "w") as file:
        time = 0.0
        for stroke in range(100):
            file.write(f'{{"id":1,"phase":"down","t":{time},"x":100,"y":100}}\n')
            for step in range(998):
                time += 0.001
                file.write(f'{{"id":1,"phase":"move","t":{time:.3f},"x":{100 + step % 500},"y":{100 + stroke}}}\n')
            time += 0.001
            file.write(f'{{"id":1,"phase":"up","t":{time:.3f}}}\n')
            time += 1
    with open(os.path.join(folder, "events.log"), "w") as file:
        file.write("add device 1: /dev/input/event2\nABS_MT_POSITION_X : value 0, min 0, max 1079\n"
                   "ABS_MT_POSITION_Y : value 0, min 0, max 2399\n")
        time = 100.0

        def report(*events):
            for code, value in events:
                file.write(f"[{time:15.6f}] EV_ABS       {code:20} {value & 0xFFFFFFFF:08x}            \n")
            file.write(f"[{time:15.6f}] EV_SYN       {'SYN_REPORT':20} 00000000            \n")

        for stroke in range(2500):
            report(("ABS_MT_TRACKING_ID", stroke), ("ABS_MT_POSITION_X", 100), ("ABS_MT_POSITION_Y", 100))
            for step in range(98):
                time += 1 / 120
                report(("ABS_MT_POSITION_X", 100 + step), ("ABS_MT_POSITION_Y", 100 + step), ("ABS_MT_PRESSURE", step))
            time += 1 / 120
            report(("ABS_MT_TRACKING_ID", -1))


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))


def measure(program, folder, case):
    name, script, inputs, options, bound, output = case
    with open(os.path.join(folder, "script.txt"), "w") as file:
        file.write(script)
    arguments = [program, "apply", "script.txt", *inputs, "-o", output, "--force", *options]
    start = time.monotonic()
    with open(os.path.join(folder, "errors"), "w+b") as errors:
        process = subprocess.Popen(arguments, cwd=folder, stdout=subprocess.DEVNULL, stderr=errors, preexec_fn=limit,
                                   env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        message = errors.read().decode(errors="replace")
    seconds = usage.ru_utime + usage.ru_stime
    wall = time.monotonic() - start
    passes = process.returncode == 0 and seconds <= bound
    print(f"{'ok  ' if passes else 'FAIL'} {seconds:7.2f} s of {bound:4.1f}  {wall:7.2f} s wall  {usage.ru_maxrss / 1024:7.0f} MiB  {name}",
          flush=True)
    if process.returncode:
        print(f"     exit code {process.returncode}: {message.strip()[:400]}")
    return passes


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program = os.path.abspath(sys.argv[1])
    names = sys.argv[2:]
    unknown = [name for name in names if name not in [case[0] for case in CASES]]
    if unknown:
        sys.exit(f"time.py: unknown script {unknown[0]!r}")
    with tempfile.TemporaryDirectory() as folder:
        prepare(folder)
        passed = [measure(program, folder, case) for case in CASES if not names or case[0] in names]
    print(f"{passed.count(True)} of {len(passed)} scripts are within their bounds")
    sys.exit(0 if all(passed) else 1)


if __name__ == "__main__":
    main()
