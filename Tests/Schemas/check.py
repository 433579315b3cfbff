#!/usr/bin/python3
"""Checks that the schemas in docs/schemas describe exactly what the program prints.

    check.py PROGRAM

Runs the program on images made from SampleImages, and validates each line of JSON with a copy of its schema that
accepts no unknown property. Also checks the schemas themselves, the records in docs, that wrong records are refused,
and that each property occurs in a record. Needs Debian's python3-jsonschema. Exits with 1 if anything is wrong.
"""

import base64
import copy
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from jsonschema import Draft202012Validator

import made_images
import schemas

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Properties and enumerated values that no record of this check has, with the reason.
UNSEEN = {
    "layer.kind=placeholder": "explain has no layers without an image: it fails if images are missing",
}

# Properties whose objects have any properties.
FREE = {"id", "define"}

MENUS = """
canvas 64,64
menu m "M" { item "A" { say "x" } cancel "C" { } }
open m
choose "A"
dialog "T" message "text" { item "OK" { } }
open m
"""
GESTURES = """canvas 320,240
layer photo image
tap 9,9
double-tap 99,99
long-press 100,100
twist 30deg
pinch 1.5
pan 40,20"""
LIMITS = """layer photo image
limit scale 1..4
limit cover 100,100 20,20
limit inside canvas
pinch 6
pan 900,0"""
SCENE = """canvas 300,200
background #eeeeee
border 4 white
pad 5 gray
corner-radius 12
crop 0,0 280,200
layer a image $1 part 0,0 200,200 at 10,10 size 90,90 edge mirror clip
shadow 4,4 6 black
blend multiply
layer b image $2 at 110,10 size 60,90
rotate 10deg
layer c path "M 180 20 H 280" fill none stroke black 3 cap round trim 0..0.5
layer d text "two" at 150,150 fill linear 0,0 to 100,0 red blue
group e {
  layer f ellipse 20,120 40,40 fill red stroke black 1
}
opacity 0.5
select a
pinch 1.2
"""


class Check:
    def __init__(self, program, folder):
        self.program, self.folder = os.path.abspath(program), folder
        self.schemas = {name: schemas.Schema(name, schema) for name, schema in schemas.load().items()}
        self.seen, self.faults, self.records = set(), [], {name: [] for name in self.schemas}
        # Neither the user's plugins nor the user's journals matter.
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(folder), "XDG_STATE_HOME": str(folder / "state"),
            "XDG_DATA_HOME": str(folder / "data"), "FRAMEIT_PLUGIN_PATH": "plugins",
        }

    def fault(self, *words):
        self.faults.append(" ".join(map(str, words)))

    # Running the program

    def run(self, *arguments, status=0, stdin=""):
        """Runs the program, and returns the lines that it prints."""
        run = subprocess.run(
            [self.program, *arguments], cwd=self.folder, env=self.environment, input=stdin, capture_output=True,
            text=True, timeout=60)
        if run.returncode != status:
            self.fault(f"exit code {run.returncode}, not {status}:", *arguments, run.stderr)
        return run.stdout.splitlines()

    def take(self, name, line):
        """Validates a record."""
        record = json.loads(line)
        self.validate(name, record, line)
        self.records[name].append(record)
        return record

    def validate(self, name, record, line):
        schema = self.schemas[name]
        problems = [*schema.strict.iter_errors(record)]
        for problem in problems:
            place = "/".join(str(part) for part in problem.absolute_path)
            self.fault(f"{name}: {place}: {problem.message[:400]}: {line[:600]}")
        if not problems:
            schema.see(record, self.seen)

    def command(self, name, *arguments, status=0, lines=1, stdin=""):
        """Runs the program, validates each line that it prints, and returns the records."""
        printed = self.run(*arguments, status=status, stdin=stdin)
        if len(printed) < lines:
            self.fault(f"{len(printed)} lines, fewer than {lines}:", *arguments)
        return [self.take(name, line) for line in printed]

    def write(self, path, content):
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)

    def draw(self, path, script, *options):
        (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        self.run("apply", "-e", script, "-o", path, "--force", *options)

    # Records of each command

    def make_images(self):
        for path in made_images.SAMPLES.glob("*.[jp][pn]g"):
            shutil.copy(path, self.folder)
        sticker = (made_images.SAMPLES / "sticker.png").read_bytes()
        self.write("described.png", made_images.described_png(sticker))
        self.write("gamma.png", made_images.png(sticker, (b"gAMA", b"\0\0\xd9\x03")))
        self.write("no-image.png", "no image")
        self.write("corrupt.jpg", (made_images.SAMPLES / "portrait-1.jpg").read_bytes()[:4000])
        self.draw("moving.png", "canvas 32,32; layer r rect 0,0 8,8; animate r translate to 24,0 over 1s", "--frames", "5")
        page = "canvas 240,160; background white; layer a rect {} 60,40 fill {}; layer b ellipse 150,80 40,40 fill {}"
        self.draw("a.png", page.format("20,20", "black", "teal"))
        self.draw("b.png", page.format("26,24", "black", "crimson"))
        self.draw("c.png", page.format("20,20", "black", "teal") + "; crop 0,0 200,160")
        self.draw("d.png", page.format("20,20", "#010101", "teal"))
        words = "canvas 240,160; background white; layer t text 'Some words' at {},20 font-size 20; layer a rect 20,90 {},{}"
        self.draw("words-a.png", words.format(20, 30, 30).replace("'", '"'))
        self.draw("words-b.png", words.format(20.4, 50, 50).replace("'", '"') + "; layer b rect 180,90 20,20 fill teal")
        self.draw("gray-alpha.png", "rotate 3deg", "checker.png")
        self.write("cmyk.jpg", made_images.cmyk_header())
        self.write("blocks.jpg", made_images.described_jpeg((made_images.SAMPLES / "portrait-1.jpg").read_bytes()))
        self.make_photos((made_images.SAMPLES / "portrait-1.jpg").read_bytes())
        self.write("plugins/broken.codec", "no manifest\n")
        median = ROOT / "Plugins/Median"
        self.write("plugins/median.effect", (median / "median.effect").read_bytes())
        subprocess.run(
            ["cc", "-shared", "-fPIC", "-I", ROOT / "Sources/CFrameCodec/include", "-o", self.folder / "plugins/median.so",
             median / "median.c"], check=True)

    def make_photos(self, photo):
        """Makes photos with gain maps, and with other data after them."""
        self.draw("gray.jpg", "canvas 64,64", "checker.png")
        gray = (self.folder / "gray.jpg").read_bytes()
        self.draw("lighter.jpg", "canvas 64,64; brightness 0.8", "checker.png")
        self.write("hdr.jpg", made_images.hdr_jpeg(photo, gray))
        self.write("hdr-lighter.jpg", made_images.hdr_jpeg(photo, (self.folder / "lighter.jpg").read_bytes()))
        self.write("hdr-wide.jpg", made_images.hdr_jpeg(photo, gray, most=3))
        self.write("hdr-colors.jpg", made_images.hdr_jpeg(photo, photo, profile=made_images.profile(), uses_base_colors=False))
        self.write("hdr-unknown.jpg", made_images.hdr_jpeg(photo, gray, uses_base_colors=False))
        self.write("hdr-broken.jpg", made_images.hdr_jpeg(photo, gray.replace(b"\xff\xc0", b"\xff\xc8")))
        self.write("stereo.jpg", made_images.with_second_image(photo, photo))
        self.write("preview.jpg", made_images.with_second_image(photo, photo, kind=0x010001))
        self.write("motion.jpg", made_images.motion_photo(photo))

    def apply(self):
        def apply(*arguments, **options):
            return self.command("apply", "apply", *arguments, "--json", **options)

        apply("-e", "rotate 90deg", "portrait-1.jpg", "-o", "turned.jpg")
        apply("-e", "rotate 90deg", "landscape.jpg", "-o", "tag.jpg", "--lossless", "require")
        apply("-e", "crop 8,8 100,100", "landscape.jpg", "-o", "trim.jpg", "--lossless", "require")
        apply("-e", "rotate 3deg", "described.png", "-o", "rotated.png", "--drop", "date")
        apply("-e", "canvas inside 90,90", "landscape.jpg", "-o", "small.jpg", "--max-bytes", "3K")
        apply("-e", "canvas 90,90; layer a image $1; layer b image $2 at 0,0 size 45,45; rotate 90deg", "sticker.png",
              "gamma.png", "-o", "two.png")
        apply("-e", "canvas 40,40; layer r rect 0,0 8,8; animate r translate to 24,0 over 1s", "--frames", "5", "-o",
              "frames.png")
        apply("-e", "filter nearest", "moving.png", "-o", "moved.png")
        apply("-e", MENUS, "-o", "talk.png")
        batch = ["-e", "canvas inside 64,64", "sticker.png", "corrupt.jpg", "no-image.png", "--out-dir", "out"]
        apply(*batch, "--dry-run", lines=3, status=7)
        apply(*batch, lines=3, status=7)
        apply(*batch, "--resume", lines=3, status=7)
        apply("-e", "rotate 3", "sticker.png", "-o", "x.png", status=3)
        apply("-e", "canvas 64,64", "sticker.png", "-o", "turned.jpg", status=6)
        apply("-e", "canvas 64,64", "sticker.png", "--sizes", "8,16", "--out-dir", "sizes", lines=2)

    def info_and_hash(self):
        names = ["landscape.jpg", "portrait-6.jpg", "gradient16.png", "described.png", "gamma.png", "moving.png", "a.png"]
        self.command("info", "info", "--json", *names, "checker.png", "gray-alpha.png", "cmyk.jpg", "blocks.jpg", lines=11)
        photos = ["hdr.jpg", "hdr-colors.jpg", "hdr-unknown.jpg", "hdr-broken.jpg", "stereo.jpg", "preview.jpg", "motion.jpg"]
        self.command("info", "info", "--json", *photos, lines=6)
        self.command("hash", "hash", "--json", *names, lines=7)
        self.command("hash-perceptual", "hash", "--perceptual", "--json", *names, lines=7)
        self.command("hash-groups", "hash", "--perceptual", "--within", "6", "--json",
                     *(f"portrait-{number}.jpg" for number in range(1, 9)))

    def explain(self):
        def explain(script, *arguments, **options):
            return self.command("explain", "explain", "-e", script, *arguments, "--json", **options)

        self.write("faces.json", '[{"x": 20, "y": 20, "width": 60, "height": 60}]')
        explain(SCENE, "described.png", "gamma.png")
        explain("canvas 200,200; layer a image mode scaleAspectFill focus attention", "landscape.jpg")
        explain('canvas 200,200; layer a image mode scaleAspectFill focus "faces.json"', "landscape.jpg")
        explain("canvas 80,80; layer r rect 0,0 8,8; animate r translate to 24,0 over 1s", "--frames", "30fps")
        explain("rotate 90deg", "portrait-1.jpg")
        explain("corners 30,40 900,90 800,700 100,600", "landscape.jpg")
        explain("canvas 90,90; group g { layer r rect 0,0 50,50; }; tilt 0deg,40deg", "landscape.jpg")
        explain("canvas inside 100,100", "landscape.jpg", "--progressive")
        explain("layer m rect 1,1 9,9 hidden; layer p image $1; mask m luminance invert", "landscape.jpg")
        explain("layer m rect 1,1 9,9 hidden; layer p image $1; mask m", "landscape.jpg")
        explain("canvas inside 100,100; exposure 1; hue 30deg; blur 3 in rect 1,1 20,9; sharpen 1 1; effect median radius 3", "landscape.jpg")
        explain("auto-levels channels; auto-levels 1%", "landscape.jpg")
        explain("rotate 2deg; light linear", "gamma.png", "--to", "srgb")
        explain("rotate 2deg", "described.png", "--format", "jpeg")
        explain("canvas 90,90; expect $width 80", "sticker.png", status=1)
        explain("rotate 90deg", "checker.png")
        explain("rotate 3deg", "hdr.jpg")
        explain("rotate 3deg", "hdr.jpg", "--gain-map", "apply")
        explain("rotate 90deg", "hdr.jpg")
        explain("", "hdr.jpg", "--keep", "none")
        explain("rotate 3deg", "checker.png")
        explain("canvas 9000,9000", "landscape.jpg", "--max-memory", "16M")
        for filter, side in [("nearest", 90), ("linear", 350), ("mitchell", 100), ("lanczos3", 700)]:
            explain(f"canvas inside {side},{side}; light srgb; filter {filter}", "landscape.jpg")
        modes = ("overlay screen darken lighten color-dodge color-burn hard-light soft-light difference exclusion"
            " hue saturation color luminosity").split()
        explain("\n".join([
            "canvas 99,99", "background radial 9,9 9 red #00f8", "layer arc arc 50,50 20 from 0deg to 90deg stroke red 2", "layer line line 0,0 9,9 stroke red 2",
            *(f"layer {mode} rect 0,0 9,9\nblend {mode}" for mode in modes),
            *(f"layer {edge} image $1 at 0,0 size 50,50 edge {edge}" for edge in ["clamp", "repeat"])]), "a.png")

    def trace(self):
        def trace(script, *arguments, **options):
            return self.command("trace", "trace", "-e", script, *arguments, "--json", **options)

        trace(f"preset pickview; {GESTURES}; swipe up", "a.png", lines=10)
        trace(f"preset pickview; {GESTURES}; swipe up", "a.png", "--summary", lines=5)
        trace("canvas 320,240; preset none; layer a rect 0,0 320,240; recognize swipe; swipe right", lines=1)
        trace("canvas 320,240; preset none; layer a rect 0,0 320,240; " + "; ".join(
            f"recognize swipe-{side}; swipe {side}" for side in ["left", "right", "up", "down"]), lines=4)
        trace("canvas 320,240; preset none; layer a rect 0,0 99,99; tap 200,200")
        trace(f"canvas 320,240; preset frameit; {LIMITS}", "a.png", lines=3)
        trace(MENUS, lines=5)
        trace("canvas 99,99; preset none; layer a rect 0,0 99,99; recognize pan; touch 1 down 0,0 @0s; "
              "touch 1 move 1e308,0 @1ms; touch 1 cancel @3ms")
        blocks = "canvas 99,99; preset none; layer a rect 0,0 99,99; recognize tap; recognize pan; on tap { undo }; on pan ended { undo }"
        trace(blocks, "--coverage", lines=4)
        fuzz = lambda *arguments, **options: self.command(
            "fuzz", "fuzz", "-e", *arguments, "--json", "--runs", "20", **options)
        fuzz(blocks.replace("undo", "move 1,1"), lines=5)
        fuzz("canvas 99,99; preset none; layer a rect 0,0 99,99; recognize pan", "--claim", "frame(a)[0] == 0",
             lines=2, status=1)
        self.command("expand", "expand", "-e", f"{GESTURES}; touch 1 down 9,9 @0s; touch 1 cancel @1s", "a.png", lines=20)

    def compare(self):
        def compare(*arguments, **options):
            return self.command("compare", "compare", *arguments, "--json", **options)

        every = [part for name in self.metrics("min") + self.metrics("max") for part in ("--metric", name)]
        compare("a.png", "a.png", "--metric", "psnr", "--min", "psnr=30")
        compare("a.png", "b.png", *every, status=1)
        compare("a.png", "b.png", "--min", "ssim=0.5", "--max", "mae=0.9", "--max", "flip=0.0001", status=1)
        compare("a.png", "c.png", status=1)
        compare("a.png", "c.png", "--pad", "--ignore", "5000,0,9,9", "--ignore", "0,0,9,9")
        compare("a.png", "c.png", "--align", "both", status=1)
        compare("a.png", "b.png", "--fuzz-align", "8", status=1)
        compare("a.png", "d.png", "--max-diff", "50%")
        compare("a.png", "d.png", "--threshold", "0.1", "--antialiasing", "--hard-threshold", "0.5")
        compare("moving.png", "frames.png", status=1)
        compare("hdr.jpg", "hdr-lighter.jpg", "--gain-map", status=1)
        compare("hdr.jpg", "hdr-lighter.jpg", "--gain-map", "--max-diff", "100%")
        compare("hdr.jpg", "hdr-wide.jpg", "--gain-map", status=1)
        compare("hdr.jpg", "portrait-1.jpg", "--gain-map", status=1)
        compare("portrait-1.jpg", "hdr.jpg", "--gain-map", status=1)
        self.run("apply", "-e", "", "hdr.jpg", "-o", "hdr-copy.jpg", "--progressive")
        compare("hdr.jpg", "hdr-copy.jpg", "--gain-map")
        compare("words-a.png", "words-b.png", status=1)

    def compare_folders(self):
        for path, source in [
            ("e/same.png", "a.png"), ("f/same.png", "a.png"), ("e/within.png", "a.png"), ("f/within.png", "d.png"),
            ("e/differs.png", "a.png"), ("f/differs.png", "b.png"), ("e/size.png", "a.png"), ("f/size.png", "sticker.png"),
            ("e/old.png", "checker.png"), ("f/new.png", "checker.png"), ("f/added.png", "zoneplate.png"),
            ("e/missing.png", "gradient16.png"), ("e/broken.jpg", "portrait-1.jpg"), ("f/broken.jpg", "corrupt.jpg"),
        ]:
            (self.folder / path).parent.mkdir(exist_ok=True)
            shutil.copy(self.folder / source, self.folder / path)
        folders = ["compare", "e", "f", "--json"]
        verdicts = {record["verdict"] for record in self.command(
            "compare-folders", *folders, "--threshold", "0", "--max-diff", "25%", "--align", "off", "--report", "report",
            status=7, lines=8)}
        if len(verdicts) != 7:
            self.fault("not all verdicts occur:", *verdicts)
        accept = [*folders, "--accept", "--report", "report"]
        shutil.copy(self.folder / "a.png", self.folder / "f/size.png")
        outcomes = [*self.command("compare-accept", *accept, status=7, lines=8),
                    *self.command("compare-accept", *accept, "--only", "[!bs]*", "--prune", lines=3)]
        if len({record["outcome"] for record in outcomes}) != 6:
            self.fault("not all outcomes occur:", *outcomes)

    def test(self):
        script = "canvas 32,32\nlayer r rect 4,4 8,8\n"
        for name, files in {
            "passed": {"script.txt": script}, "failed": {"script.txt": script + "move 9,9\n"},
            "sizes": {"script.txt": script + "canvas 40,40\n"}, "expect": {"script.txt": script + "expect $width 40\n"},
            "broken": {"script.txt": "canvas\n"}, "missing": {"script.txt": script},
            "notice": {"script.txt": script, "tolerance.txt": "ignore 90,90,9,9\nmax ciede2000 50\nmax-diff 90%\n"},
        }.items():
            for file, text in files.items():
                self.write(f"cases/{name}/{file}", text)
            if name != "missing":
                self.draw(f"cases/{name}/expected.png", script)
        statuses = {record["status"] for record in self.command("test", "test", "cases", "--json", status=1, lines=7)}
        if len(statuses) != 4:
            self.fault("not all statuses occur:", *statuses)

    def plugins_list(self):
        self.command("plugins-list", "plugins", "list", "--json", lines=9)

    def serve(self):
        encoded = base64.b64encode((self.folder / "a.png").read_bytes()).decode()
        tolerance = {
            "threshold": 0.1, "antialiasing": True, "maxDiff": "0.1%", "hardThreshold": "50%", "ignore": "0,0,9,9",
            "background": "white", "pad": True, "fuzzAlign": 4, "metric": ["ssim", "psnr"], "mask": None,
            "min": {"ssim": 0.5, "ms-ssim": 0.5, "psnr": 5, "ssimulacra2": -99},
            "max": {name: 1e9 for name in self.metrics("max")},
        }
        good = [
            {"id": 1, "script": "rotate 3deg", "input": "a.png", "output": "s1.png", "maxTime": 30},
            {"id": {"a": [None]}, "script": "canvas 32,32", "inputBase64": encoded, "outputBase64": True,
             "format": "jpeg", "quality": 80, "chroma": 420, "progressive": True, "dpi": 300,
             "depth": 8},
            {"scriptFile": "two.txt", "inputs": ["a.png", "b.png"], "output": "s3.jpg", "maxBytes": "20K", "seed": 7,
             "index": 3, "define": {"n": 2, "name": "x", "list": [1], "record": {"a": 1}}, "force": True, "input": None},
            {"script": MENUS, "output": "s4.png", "quality": None, "loop": "forever", "compare": None},
            {"id": "c", "compare": {"expected": "a.png", "actualBase64": encoded}},
            {"id": "d", "compare": {"expectedBase64": encoded, "actual": "b.png", **tolerance}, "maxTime": 9},
            {"id": "e", "compare": {"expected": "a.png", "actual": "c.png", "mask": None, "align": "off"}, "script": None},
            {"id": "e", "compare": {"expected": "a.png", "actual": "c.png", "align": "both", "fuzzAlign": None}},
            {"id": "e", "compare": {"expected": "a.png", "actual": "c.png", "align": "columns"}},
            {"id": "e", "compare": {"expected": "a.png", "actual": "c.png", "align": None}},
            {"id": "f", "compare": {"expected": "a.png", "actual": "c.png", "align": "rows", "ignore": ["0,0,9,9"]}},
        ]
        # The program refuses these, too.
        bad = [
            {"id": 9, "script": "rotate 3deg", "input": "a.png"},
            {"id": 9, "input": "a.png", "output": "x.png"},
            {"script": "", "scriptFile": "two.txt", "output": "x.png"},
            {"script": "", "input": "a.png", "inputs": [], "output": "x.png"},
            {"script": "", "output": "x.png", "outputBase64": True},
            {"script": "", "input": "a.png", "output": "x.png", "quality": "80"},
            {"script": "", "input": "a.png", "output": "x.png", "quality": 101},
            {"script": "", "input": "a.png", "output": "x.png", "define": {"n": True}},
            {"script": "", "input": "a.png", "output": "x.png", "maxTime": 0},
            {"script": "", "input": "", "output": "x.png"},
            {"compare": {"expected": "a.png"}},
            {"compare": {"expected": "a.png", "actual": "b.png"}, "script": "rotate 3deg"},
            {"compare": {"expected": "a.png", "actual": "b.png", "align": "rows", "fuzzAlign": 3}},
            {"compare": {"expected": "a.png", "actual": "b.png", "threshold": 2}},
            {"compare": {"expected": "a.png", "actual": "b.png", "metric": ["x"]}},
            {"compare": {"expected": "a.png", "actual": "b.png", "min": {"ssim": "high"}}},
        ]
        # Their schema cannot say what is wrong with these.
        failing = [
            {"id": 20, "script": "rotate 3", "input": "a.png", "output": "x.png"},
            {"id": 21, "script": "canvas 9,9", "input": "no.png", "output": "x.png"},
            {"id": 22, "script": "canvas 9,9", "input": "a.png", "output": "s1.png"},
        ]
        self.write("two.txt", "param n = 1\nparam name = 1\nparam list = []\nparam record = []\n"
                   "canvas 64,64\nlayer a image $1\nlayer b image $2\n")
        for job in good + failing:
            self.validate("serve-job", job, json.dumps(job))
            self.records["serve-job"].append(job)
        for job in bad:
            if self.schemas["serve-job"].published.is_valid(job):
                self.fault("serve-job: accepts", json.dumps(job))
        jobs = [*map(json.dumps, good + failing), "no JSON", "[1]", "", *map(json.dumps, bad)]
        answers = self.command("serve-answer", "serve", "--stdin", "--resume", stdin="\n".join(jobs), status=7,
                               lines=len(jobs) - 1)
        for answer in answers:
            if (answer["code"] > 1) != (answer["line"] > len(good)):
                self.fault("serve:", answer, jobs[answer["line"] - 1])
        self.command("serve-answer", "serve", "--stdin", "--resume", stdin=json.dumps(good[0]))

    # Other checks

    def check_schemas(self):
        definitions = {}
        for name, schema in self.schemas.items():
            Draft202012Validator.check_schema(schema.schema)
            self.faults += schema.faults()
            for key, value in schema.schema.get("$defs", {}).items():
                if definitions.setdefault(key, value) != value:
                    self.fault(f"{name}: the definition of {key} differs from that of another schema; see copy-definitions.py")

    def metrics(self, side):
        """Returns the metrics that `--min` or `--max` can limit, in the order of the program's message."""
        run = subprocess.run([self.program, "compare", f"--{side}", "?", "a", "b"], capture_output=True, text=True, timeout=60)
        return re.search(r"the metrics are (.*)", run.stderr)[1].split(", ")

    def check_metrics(self):
        """Checks that the schemas and docs/compare.md list the metrics of the program."""
        limits = self.schemas["serve-job"].schema["$defs"]["comparisonOptions"]["properties"]
        definitions = self.schemas["compare"].schema["$defs"]
        every = {name: self.metrics(name) for name in ("min", "max")}
        both = sorted(every["min"] + every["max"])
        table = (ROOT / "docs" / "compare.md").read_text().split("\n| metric |")[1].split("\n\n")[0]
        for place, names, known in [
            ("serve-job: min", [*limits["min"]["properties"]], every["min"]),
            ("serve-job: max", [*limits["max"]["properties"]], every["max"]),
            ("metrics", sorted(definitions["comparison"]["properties"]["metrics"]["properties"]), both),
            ("metricName", sorted(definitions["metricName"]["enum"]), both),
            ("docs/compare.md", sorted(re.findall(r"^\| `(.*?)` \|", table, re.M)), both),
        ]:
            if names != known:
                self.fault(f"{place}: the metrics are not", *known)

    def check_documents(self):
        """Validates complete records in docs, and in the help of serve."""
        texts = {path.name: path.read_text() for path in sorted((ROOT / "docs").glob("*.md"))}
        texts["help serve"] = "\n".join(self.run("help", "serve"))
        texts["help expand"] = "\n".join(self.run("help", "expand"))
        found = 0
        for place, text in texts.items():
            for example in re.findall(r"^ +(\{.*\})$", text, re.M) + re.findall(r"(?:`|: )(\{.*?\})[`.]", text):
                try:
                    record = json.loads(example)
                except ValueError:
                    continue
                name, definition = kind_of(record)
                if name is None:
                    continue
                found += 1
                schema = self.schemas[name].schema
                if definition is not None:
                    schema = {"$ref": f"#/$defs/{definition}", "$defs": schema["$defs"]}
                for problem in Draft202012Validator(schemas.strict(schema)).iter_errors(record):
                    self.fault(f"{place}: {problem.message[:300]}: {example}")
        if found < 8:
            self.fault(f"only {found} records are found in docs")
        return found

    def check_refusals(self):
        """Changes valid records so that they are wrong: their schemas must refuse them, and accept unknown properties."""
        count = 0
        for name, records in self.records.items():
            schema, states = self.schemas[name], {}
            for record in records:
                states.setdefault(tuple(sorted(record)), record)
            for record in states.values():
                for more in with_unknown_property(record):
                    count += 1
                    if not schema.published.is_valid(more):
                        self.fault(f"{name}: refuses an unknown property: {json.dumps(more)[:300]}")
                    if schema.strict.is_valid(more):
                        self.fault(f"{name}: the strict copy accepts an unknown property: {json.dumps(more)[:300]}")
                for key in record.keys() - {"id"}:
                    wrong = {**record, key: [[None]]}
                    count += 1
                    if schema.published.is_valid(wrong):
                        self.fault(f"{name}: accepts a list of lists as {key}: {json.dumps(record)[:300]}")
        for number, (name, change) in enumerate(WRONG):
            for record in self.records[name]:
                wrong = copy.deepcopy(record)
                try:
                    if change(wrong) is False:
                        continue
                except (KeyError, IndexError):
                    continue
                count += 1
                if self.schemas[name].published.is_valid(wrong):
                    self.fault(f"{name}: accepts a wrong record: {json.dumps(wrong)[:300]}")
                break
            else:
                self.fault(f"{name}: no record can be made wrong by change {number} of WRONG")
        return count

    def check_coverage(self):
        properties = {place for schema in self.schemas.values() for place in schema.properties()}
        values = {value for schema in self.schemas.values() for value in schema.enums()}
        for place in sorted((properties | values) - self.seen - UNSEEN.keys()):
            self.fault("no record has", place)
        for place in sorted(UNSEEN.keys() & self.seen):
            self.fault("a record has", place, "although it is listed in UNSEEN")
        for place in sorted(UNSEEN.keys() - properties - values):
            self.fault("no schema has", place, "of UNSEEN")
        return (f"{len(properties & self.seen)} of {len(properties)} properties, "
                f"{len(values & self.seen)} of {len(values)} enumerated values")


def kind_of(record):
    """Returns the schema of a record in docs, and the definition in it; nothing for other JSON."""
    keys = record.keys()
    if "phase" in keys:
        return "expand", None
    if keys & {"script", "scriptFile", "compare"}:
        return "serve-job", None
    if "metric" in keys:
        return "compare", "criterion"
    if "status" in keys:
        return ("serve-answer" if "line" in keys else "apply"), None
    return None, None


def with_unknown_property(value):
    """Returns copies of a value that each have an unknown property in one of its objects."""
    if isinstance(value, dict):
        yield {**value, "unknownProperty": 1}
        for key in value.keys() - FREE:
            yield from ({**value, key: part} for part in with_unknown_property(value[key]))
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from (value[:index] + [part] + value[index + 1:] for part in with_unknown_property(item))


def removing(*path):
    def change(record):
        for key in path[:-1]:
            record = record[key]
        del record[path[-1]]
    return change


def setting(value, *path):
    def change(record):
        for key in path[:-1]:
            record = record[key]
        record[path[-1]]  # The record has the property.
        record[path[-1]] = value
    return change


# Changes that make a record of a schema wrong.
WRONG = [
    ("apply", removing("schema")), ("apply", removing("inputs")), ("apply", setting("finished", "status")),
    ("apply", setting("failed", "status")), ("apply", setting(1, "code")), ("apply", setting("abc", "hash")),
    ("apply", setting(0, "width")), ("apply", setting([1], "notices")), ("apply", removing("duration")),
    ("apply", setting(["affine"], "resampling")), ("apply", removing("metadata", "kept")),
    ("apply", setting(2, "schema")), ("apply", removing("errors")), ("apply", setting("lossy", "lossless")),
    ("compare", removing("share")), ("compare", setting(1.5, "share")), ("compare", setting([1, 2, 3], "box")),
    ("compare", setting("gone", "changes", 0, "name")), ("compare", removing("changes", 1, "shift")),
    ("compare", setting("inf", "metrics", "psnr")), ("compare", removing("criteria", 0, "min")),
    ("compare", setting([0, 1], "expectedSize")), ("compare", setting(-1, "differing")),
    ("compare-folders", setting("equal", "verdict")), ("compare-folders", removing("from")),
    ("compare-folders", removing("error")), ("compare-folders", removing("pixels")),
    ("compare-folders", lambda record: setting("differs", "verdict")(record) if record["verdict"] == "same" else False),
    ("compare-accept", removing("reason")), ("compare-accept", setting("ok", "outcome")),
    ("info", removing("schema")), ("info", setting(9, "orientation")), ("info", setting(12, "depth")),
    ("info", setting([72], "resolution")), ("info", removing("profileName")),
    ("info", setting("icc", "metadata", 0, "kind")),
    ("explain", setting(2, "layers", 0, "opacity")), ("explain", setting([1, 2, 3], "items", 0, "matrix")),
    ("explain", removing("items", 0, "matrix")), ("explain", removing("sources", 0, "decoded")),
    ("explain", setting("bicubic", "filter")), ("explain", setting("white", "background")),
    ("hash", setting("0" * 63, "hash")), ("hash-perceptual", setting("0" * 17, "perceptual")),
    ("hash-groups", setting(65, "images", 0, "distance")), ("hash-groups", setting([], "images")),
    ("trace", removing("dx")), ("trace", removing("layer")), ("trace", setting("possible", "state")),
    ("trace", setting([], "velocity")), ("trace", removing("isAnswer")), ("trace", setting(None, "x")),
    ("trace", removing("unreached")), ("trace", setting("began", "reached")), ("fuzz", removing("runs")),
    ("fuzz", setting("", "script")), ("fuzz", setting(0, "line")),
    ("expand", removing("x")), ("expand", setting("hover", "phase")), ("expand", setting(-1, "t")),
    ("test", setting("ok", "status")), ("test", removing("message")), ("test", removing("comparison", "pixels")),
    ("plugins-list", setting([4], "depths")), ("plugins-list", removing("refused")),
    ("serve-answer", removing("line")), ("serve-answer", removing("code")), ("serve-answer", removing("place", "line")),
    ("serve-answer", lambda record: setting(5, "code")(record) if record["status"] == "same" else False),
    ("serve-answer", lambda record: setting("planned", "status")(record) if record["status"] == "done" else False),
]


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: check.py PROGRAM")
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        check = Check(sys.argv[1], pathlib.Path(folder))
        check.check_schemas()
        check.check_metrics()
        check.make_images()
        for command in [check.apply, check.info_and_hash, check.explain, check.trace, check.compare,
                        check.compare_folders, check.test, check.plugins_list, check.serve]:
            command()
        documented = check.check_documents()
        refused = check.check_refusals()
        coverage = check.check_coverage()
    records = sum(map(len, check.records.values()))
    print(f"{len(check.schemas)} schemas, {records} records, {documented} records of docs, {refused} wrong records, "
          f"{coverage}, {time.monotonic() - start:.1f} s")
    for fault in check.faults:
        print("FAIL", fault)
    sys.exit(1 if check.faults else 0)


if __name__ == "__main__":
    main()
