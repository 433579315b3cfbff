#!/usr/bin/env python3
"""Checks that the program reads its inputs in linear time: check.py PROGRAM [KIND...]

Each kind is run with n, 2n and 4n of what it counts. The processor time above that of a start, of the program and of its
codecs' processes, may grow by the same factor, with a tolerance for caches and for what is sorted. `make test-linear` runs it.
"""

import json
import os
import resource
import struct
import subprocess
import sys
import tempfile
import zlib

PROGRAM = os.path.abspath(sys.argv[1])
# From 2n to 4n, a quadratic reader takes four times as long.
LARGEST_FACTOR = 2.9
# Less than this, in seconds, is too little to compare.
LEAST = 0.15
CANVAS = "canvas 50,50\n"
KINDS = {}


def kind(count):
    """Adds a kind. Its function gets n and returns files by name, the arguments, and optionally what stdin has."""
    def add(function):
        KINDS[function.__name__] = (count, function)
        return function
    return add


def edit(script, **files):
    return {"s.txt": script, **files}, ["apply", "s.txt", "-o", "o.png", "--force"]


# MARK: Images

def png_chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(before=b"", size=(4, 4)):
    rows = (b"\0" + b"\x40" * 3 * size[0]) * size[1]
    head = struct.pack(">IIBBBBB", *size, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", head) + before + png_chunk(b"IDAT", zlib.compress(rows))
            + png_chunk(b"IEND", b""))


def segment(marker, data):
    return bytes([0xFF, marker]) + struct.pack(">H", len(data) + 2) + data


def jpeg(segments=b""):
    """A gray image of 8 x 8 pixels, all of one tone."""
    table = segment(0xDB, b"\0" + b"\1" * 64)
    frame = segment(0xC0, struct.pack(">BHHB", 8, 8, 8, 1) + b"\1\x11\0")
    codes = segment(0xC4, b"\0\1" + b"\0" * 15 + b"\0") + segment(0xC4, b"\x10\1" + b"\0" * 15 + b"\0")
    scan = segment(0xDA, b"\1\1\0\0\x3f\0") + b"\x3f"
    return b"\xff\xd8" + segments + table + frame + codes + scan + b"\xff\xd9"


def xmp(attributes="", elements=""):
    return (f'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
            f'<rdf:Description rdf:about="" xmlns:a="http://a/" {attributes}>{elements}</rdf:Description></rdf:RDF></x:xmpmeta>')


def photo(name, data):
    return {name: data}, ["info", name]


@kind(20000)
def jpeg_ends_of_images(n):
    named = segment(0xE2, b"urn:iso:std:iso:ts:21496:-1\0\0\0\0\0")
    return photo("a.jpg", jpeg(named) + b"\xff\xd9\xff\xd8\xff" * n)


@kind(250)
def jpeg_markers(n):
    return photo("a.jpg", jpeg(segment(0xFE, b"x" * 16000) * n))


@kind(3000000)
def jpeg_stray_bytes(n):
    return {"a.jpg": jpeg() + b"\0" * n + jpeg()}, ["hash", "a.jpg"]


@kind(500)
def png_texts(n):
    return photo("a.png", png(b"".join(png_chunk(b"tEXt", b"Key%d\0" % i + b"x" * 8000) for i in range(n // 2))))


@kind(100000)
def png_chunks(n):
    return photo("a.png", png(png_chunk(b"teSt", b"12") * n))


@kind(10000)
def xmp_elements(n):
    text = xmp(elements="".join(f"<a:p{i}>1</a:p{i}>" for i in range(n)))
    return {"a.png": png(png_chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + text.encode()))}, [
        "apply", "-e", "rotate 90deg", "a.png", "-o", "o.png", "--force", "--drop", "gps"]


@kind(10000)
def xmp_attributes(n):
    text = xmp("".join(f' a:p{i}="1"' for i in range(n)))
    return {"a.png": png(png_chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + text.encode()))}, [
        "apply", "-e", "rotate 90deg", "a.png", "-o", "o.png", "--force", "--keep", "copyright"]


@kind(15000)
def exif_entries(n):
    entries = b"".join(struct.pack("<HHII", 0xC000, 2, 8, 8) for _ in range(min(n, 65000)))
    block = b"II*\0" + struct.pack("<I", 16) + b"x" * 8 + struct.pack("<H", min(n, 65000)) + entries + b"\0\0\0\0"
    return {"a.png": png(png_chunk(b"eXIf", block))}, [
        "apply", "-e", "rotate 90deg", "a.png", "-o", "o.png", "--force", "--drop", "gps,date"]


@kind(1000000)
def pnm_comments(n):
    return photo("a.ppm", b"P6\n" + b"# c\n" * n + b"1 1 255\nabc")


# MARK: Data

@kind(20000)
def csv_rows(n):
    return edit(CANVAS + 'data t "t.csv"', **{"t.csv": "a,b,c\n" + "1,2,3\n" * n})


@kind(16000)
def csv_columns(n):
    return edit(CANVAS + 'data t "t.csv"', **{"t.csv": ",".join(f"c{i}" for i in range(n)) + "\n" + ",".join("1" * n) + "\n"})


@kind(16000)
def csv_unnamed_columns(n):
    return edit(CANVAS + 'data t "t.csv"', **{"t.csv": "a" + "," * n + "\n1" + "," * n + "\n"})


@kind(20000)
def json_keys(n):
    return edit(CANVAS + 'data t "t.json"', **{"t.json": json.dumps({f"k{i}": i for i in range(n)})})


@kind(500000)
def json_escapes(n):
    return edit(CANVAS + 'data t "t.json"', **{"t.json": '["' + "\\u00e4" * n + '"]'})


@kind(32)
def lut_cells(n):
    side = round(n * n ** 0.0 if n < 33 else 32 * (n / 32) ** (1 / 3))
    cells = "".join(f"{r / side:.4f} {g / side:.4f} {b / side:.4f}\n" for b in range(side) for g in range(side) for r in range(side))
    return edit('canvas 4,4\nlayer p rect 0,0 4,4\nlut "l.cube"', **{"l.cube": f"LUT_3D_SIZE {side}\n" + cells})


@kind(20000)
def focus_boxes(n):
    boxes = json.dumps([{"box": [i % 3, i % 2, 1, 1]} for i in range(n)])
    return {"a.png": png(), "b.json": boxes, "s.txt": 'canvas 2,4\nlayer p image $1 mode scaleAspectFill focus "b.json"'}, [
        "apply", "s.txt", "a.png", "-o", "o.png", "--force"]


# MARK: Scripts

@kind(20000)
def script_errors(n):
    return edit("rotate 3\n" * n)


@kind(20000)
def script_unknown_words(n):
    return edit("".join(f"foo{i} 3\n" for i in range(n)))


@kind(1500)
def script_unknown_words_beside_definitions(n):
    return edit("".join(f"define def{i} x {{ return $x }}\n" for i in range(n)) + "".join(f"let a = fun{i}(1)\n" for i in range(n)))


@kind(20000)
def script_one_line(n):
    return edit(CANVAS.strip() + "".join(f"; let v{i} = {i}" for i in range(n)))


@kind(2000000)
def script_error_beside_data(n):
    return edit('data t "t.json"\nfoo', **{"t.json": '["' + "x" * n + '"]'})


@kind(50000)
def script_strings_formatted(n):
    return {"s.txt": CANVAS + "let a = [" + ",".join(['"x"'] * n) + "]\n"}, ["fmt", "s.txt"]


@kind(50000)
def gradient_stops(n):
    return edit(CANVAS + "layer p rect 0,0 50,50 fill linear 0,0 to 50,50 " + " ".join(["red", "blue"] * (n // 2)))


@kind(100000)
def path_segments(n):
    return edit(CANVAS + 'layer p path "M0,0 ' + "".join(f"L{i % 50},{i % 49} " for i in range(n)) + '" fill red')


@kind(20000)
def layers(n):
    return edit(CANVAS + "".join(f"layer l{i} rect 0,0 1,1\n" for i in range(n)))


@kind(50000)
def recorded_touches(n):
    lines = ['{"time":0,"id":1,"phase":"down","x":1,"y":1}'] + [
        f'{{"time":{i / 1000},"id":1,"phase":"move","x":{i % 50},"y":1}}' for i in range(1, n)]
    return {"a.png": png(), "s.txt": 'layer p image $1\ninclude "t.ndjson"', "t.ndjson": "\n".join(lines)}, [
        "apply", "s.txt", "a.png", "-o", "o.png", "--force"]


@kind(30000)
def drag_points(n):
    points = " to ".join(f"{i % 50},{i % 49}" for i in range(n))
    return {"a.png": png(), "s.txt": f"layer p image $1\ndrag {points} steps 1\n"}, [
        "apply", "s.txt", "a.png", "-o", "o.png", "--force"]


@kind(3000)
def texts(n):
    return edit(CANVAS + 'layer t text "' + "word " * n + '" at 0,20 width 40')


# MARK: Batches

@kind(100000)
def short_lines_after_a_long_one(n):
    return {"l.txt": b"x" * 5000 + b"\n" + b"\n" * n}, ["info", "--files-from", "l.txt"]


@kind(4000)
def jobs_of_serve(n):
    return {}, ["serve", "--jobs", "1"], '{"script":"canvas 1,1","outputBase64":true,"format":"png"}\n' * n


@kind(150)
def sections_of_settings(n):
    files = {f"{folder}/{i}.ppm": b"P6 1 1 255\nabc" for folder in "ab" for i in range(n)}
    return {**files, "settings.txt": "".join(f"[{i}.ppm]\nthreshold 0.1\n" for i in range(n))}, [
        "compare", "a", "b", "--settings", "settings.txt"]


@kind(600)
def images_of_folders(n):
    return {f"{folder}/{i}.ppm": b"P6 1 1 255\nab" + (b"c" if folder == "a" else b"d") for folder in "ab" for i in range(n)}, [
        "compare", "a", "b"]


@kind(4)
def changes_on_one_object(n):
    side = 1000
    rows = [bytearray(b"\0" * side if y % 4 == 0 else b"\0\xff\xff\xff" * (side // 4)) for y in range(side)]
    before = b"P5 %d %d 255\n" % (side, side) + b"".join(rows)
    for i in range(n):
        rows[(i // 8) * 120 + 8][(i % 8) * 120 + 8] = 128
    return {"a.pgm": before, "b.pgm": b"P5 %d %d 255\n" % (side, side) + b"".join(rows)}, ["compare", "a.pgm", "b.pgm", "--json"]


# MARK: Measuring

def seconds(case, folder):
    files, words, *stdin = case
    for name, data in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data.encode() if isinstance(data, str) else data)
    environment = {**os.environ, "SWIFT_BACKTRACE": "enable=no", "HOME": folder, "XDG_STATE_HOME": folder + "/state"}

    def once():
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            [PROGRAM, *words], cwd=folder, env=environment, input="".join(stdin).encode(), capture_output=True, timeout=300)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode < 0 or done.returncode == 70:
            raise SystemExit(f"{' '.join(words)}: {done.returncode}\n{done.stderr[-500:]}")
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return min(once() for _ in range(2))


def measure(name, n):
    with tempfile.TemporaryDirectory() as folder:
        return seconds(KINDS[name][1](n), folder)


def main():
    with tempfile.TemporaryDirectory() as folder:
        start = seconds(({}, ["--version"]), folder)
    print(f"{'kind':44}{'n':>9}{'n':>8}{'2n':>8}{'4n':>8}  seconds; a start takes {start:.2f}")
    failed = []
    for name in sys.argv[2:] or KINDS:
        n = KINDS[name][0]
        times = [max(0, measure(name, n * factor) - start) for factor in (1, 2, 4)]
        is_linear = times[2] < LEAST or times[2] <= LARGEST_FACTOR * max(times[1], LEAST / 2)
        if not is_linear:
            failed.append(name)
        print(f"{name:44}{n:>9}{times[0]:8.2f}{times[1]:8.2f}{times[2]:8.2f}  {'' if is_linear else 'NOT LINEAR'}", flush=True)
    if failed:
        raise SystemExit("not linear: " + ", ".join(failed))


main()
