"""Photos with metadata, and what other programs read of it in the outputs."""

import json
import os
import re
import sys
from dataclasses import dataclass
from fractions import Fraction

import numpy
from PIL import Image, ImageOps

import cases
import pngs
import readers

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "Schemas"))
from made_images import profile

ARTIST, RIGHTS, TITLE, COMMENT = "Ann Ärmel", "(c) 2026 Ann", "A lake, \"calm\"", "a comment"
DATE, DPI = "2026:02:03 04:05:06", 300
# ExifTool writes the inputs: it is a writer of other hands.
TAGS = [
    f"-IFD0:Artist={ARTIST}", f"-IFD0:Copyright={RIGHTS}", f"-IFD0:ImageDescription={TITLE}", f"-ExifIFD:DateTimeOriginal={DATE}",
    "-GPS:GPSLatitude=52.5", "-GPS:GPSLatitudeRef=N", f"-XMP-dc:Creator={ARTIST}", f"-XMP-dc:Rights={RIGHTS}",
    f"-XMP-dc:Description={TITLE}", f"-IFD0:XResolution={DPI}", f"-IFD0:YResolution={DPI}", "-IFD0:ResolutionUnit=inches",
]
JPEG_TAGS = [
    f"-IPTC:By-line={ARTIST}", f"-IPTC:CopyrightNotice={RIGHTS}", "-IPTC:CodedCharacterSet=UTF8", f"-Comment={COMMENT}",
    "-IFD0:Orientation#=6", "-XMP-tiff:Orientation#=6",
]
EVERY = {"orientation", "xmp"}
EXIF = {"artist", "rights", "title", "date", "place"}
# What each format stores: docs/metadata.md.
STORED = {
    "jpg": EVERY | EXIF | {"iptc", "comment", "dpi", "icc"}, "png": EVERY | EXIF | {"iptc", "comment", "dpi", "icc"},
    "tif": EVERY | EXIF | {"iptc", "dpi", "icc"}, "webp": EVERY | EXIF | {"icc"}, "avif": EVERY | EXIF | {"icc"},
    "jxl": EVERY | EXIF, "gif": EVERY | {"comment"},
}
EXPECTED = {
    "artist": ARTIST, "rights": RIGHTS, "title": TITLE, "date": DATE, "place": 52.5, "xmp": (ARTIST, RIGHTS, TITLE),
    "iptc": (ARTIST, RIGHTS), "comment": COMMENT, "dpi": DPI, "orientation": 1, "icc": profile(),
}


def make_photo(folder):
    """Makes a JPEG of 52 x 40 pixels that is stored on its side. Returns its path and its upright pixels."""
    path = os.path.join(folder, "in.jpg")
    Image.fromarray(cases.smooth(40, 52, 3)).save(path, quality=95, subsampling=0, icc_profile=profile(), dpi=(DPI, DPI))
    readers.run("exiftool", "-overwrite_original", "-codedcharacterset=utf8", *TAGS, *JPEG_TAGS, path)
    with Image.open(path) as image:
        return path, numpy.asarray(ImageOps.exif_transpose(image).convert("RGBA"))


def make_animation(folder):
    """Makes an APNG. Returns its path and the pixels of its first frame."""
    case = next(case for case in cases.ANIMATIONS if case.name == "two frames")
    path = case.write(folder)
    profile_path = os.path.join(folder, "in.icc")
    with open(profile_path, "wb") as file:
        file.write(profile())
    readers.run("exiftool", "-overwrite_original", *TAGS, f"-ICC_Profile<={profile_path}", f"-PNG:Comment={COMMENT}", path)
    with open(path, "rb") as file:
        data = file.read()
    # ExifTool writes no resolution to PNG.
    density = pngs.chunk(b"pHYs", (11811).to_bytes(4, "big") * 2 + b"\1")
    with open(path, "wb") as file:
        file.write(data[:33] + density + data[33:])
    return path, case.picture.pixels


# MARK: Readers. Each returns what it finds, by the names of EXPECTED. A missing name means that the tag is missing.


def rounded(value):
    return round(float(value))


def exiftool(path):
    found = json.loads(readers.run("exiftool", "-json", "-G1", "-a", "-n", path))[0]
    names = {
        "IFD0:Artist": "artist", "IFD0:Copyright": "rights", "IFD0:ImageDescription": "title", "ExifIFD:DateTimeOriginal": "date",
        "File:Comment": "comment", "PNG:Comment": "comment", "GIF:Comment": "comment", "IFD0:Orientation": "orientation",
        "XMP-tiff:Orientation": "orientation in XMP"}
    result = {name: found[tag] for tag, name in names.items() if tag in found}
    if "GPS:GPSLatitude" in found:
        result["place"] = float(found["GPS:GPSLatitude"])
    result["xmp"] = tuple(found.get("XMP-dc:" + tag) for tag in ("Creator", "Rights", "Description"))
    result["iptc"] = tuple(found.get("IPTC:" + tag) for tag in ("By-line", "CopyrightNotice"))
    if "PNG-pHYs:PixelsPerUnitX" in found:
        result["dpi"] = rounded(found["PNG-pHYs:PixelsPerUnitX"] * 0.0254)
    for tag in ("IFD0:XResolution", "JFIF:XResolution"):
        if tag in found:
            result["dpi"] = rounded(found[tag])
    result["icc"] = readers.run("exiftool", "-b", "-ICC_Profile", path)
    return result


def pillow(path):
    import pillow_jxl  # noqa: F401  registers JPEG XL

    with Image.open(path) as image:
        image.load()
        exif, info = image.getexif(), image.info
        tags = {0x013B: "artist", 0x8298: "rights", 0x010E: "title", 0x0112: "orientation"}
        result = {name: exif[tag] for tag, name in tags.items() if tag in exif}
        for name in ("artist", "rights", "title"):
            # Pillow takes the bytes of EXIF for Latin-1.
            if isinstance(result.get(name), str):
                result[name] = result[name].encode("latin-1", "replace").decode("utf-8", "replace")
        if 0x9003 in exif.get_ifd(0x8769):
            result["date"] = exif.get_ifd(0x8769)[0x9003]
        if 2 in exif.get_ifd(0x8825):
            degrees, minutes, seconds = exif.get_ifd(0x8825)[2]
            result["place"] = float(Fraction(degrees) + Fraction(minutes) / 60 + Fraction(seconds) / 3600)
        if "dpi" in info:
            result["dpi"] = rounded(info["dpi"][0])
        result["icc"] = info.get("icc_profile")
        comment = info.get("comment", info.get("Comment"))
        if comment:
            result["comment"] = comment.decode() if isinstance(comment, bytes) else comment
        packet = info.get("xmp", info.get("XML:com.adobe.xmp", b""))
        result["xmp"] = in_packet(packet if isinstance(packet, bytes) else packet.encode())
        return result


def in_packet(packet):
    text = packet.decode("utf-8", "replace")
    return tuple(value if value.replace('"', "&quot;") in text or value in text else None for value in EXPECTED["xmp"])


def libvips(path):
    import pyvips

    pyvips.cache_set_max(0)
    image = pyvips.Image.new_from_file(path)
    fields = image.get_fields()
    result = {}
    tags = {
        "exif-ifd0-Artist": "artist", "exif-ifd0-Copyright": "rights", "exif-ifd0-ImageDescription": "title",
        "exif-ifd2-DateTimeOriginal": "date"}
    for tag, name in tags.items():
        if tag in fields:
            # The value is followed by its type: "Ann (Ann, ASCII, 4 components, 4 bytes)". libexif adds a blank to a copyright.
            found = re.match(r"(.*) \(\1, ", image.get(tag), re.S)
            result[name] = found[1].rstrip() if found else image.get(tag)
    if "orientation" in fields:
        result["orientation"] = image.get("orientation")
    result["dpi"] = rounded(image.xres * 25.4)
    result["icc"] = bytes(image.get("icc-profile-data")) if "icc-profile-data" in fields else None
    result["xmp"] = in_packet(bytes(image.get("xmp-data"))) if "xmp-data" in fields else None
    return result


def imagemagick(path):
    tags = "Artist", "Copyright", "ImageDescription", "DateTimeOriginal", "Orientation"
    words = "".join(f"%[EXIF:{tag}]\n" for tag in tags) + "%x %U\n%c\n"
    lines = readers.run(readers.magick(), path + "[0]", "-format", words, "info:").decode().splitlines()
    result = dict(zip(("artist", "rights", "title", "date"), lines))
    if lines[4]:
        result["orientation"] = int(lines[4])
    density, unit = lines[5].split()[0], lines[5].split()[-1]
    result["dpi"] = rounded(float(density) * (2.54 if unit == "PixelsPerCentimeter" else 1))
    result["comment"] = lines[6] if len(lines) > 6 else None
    return result


def webpmux(path):
    def part(name):
        out = path + "." + name
        readers.run("webpmux", "-get", name, path, "-o", out)
        return readers.read_bytes(out)

    exif = part("exif")
    result = {"icc": part("icc"), "xmp": in_packet(part("xmp"))}
    for name in ("artist", "rights", "title", "date"):
        result[name] = EXPECTED[name] if EXPECTED[name].encode() + b"\0" in exif else None
    return result


def tiffinfo(path):
    text = readers.run("tiffinfo", path).decode()
    found = re.search(r"Resolution: ([\d.]+), [\d.]+ pixels/inch", text)
    names = {"Artist": "artist", "Copyright": "rights", "ImageDescription": "title"}
    result = {name: re.search(f"{tag}: (.*)", text) for tag, name in names.items()}
    result = {name: match[1].replace('\\\\"', '"') for name, match in result.items() if match}
    if found:
        result["dpi"] = rounded(found[1])
    turned = re.search("Orientation: (.*)", text)
    if turned:
        result["orientation"] = 1 if turned[1] == "row 0 top, col 0 lhs" else turned[1]
    return result


def jxlinfo(path):
    text = readers.run("jxlinfo", "-v", path).decode()
    return {"orientation": int(re.search(r"Orientation: (\d)", text)[1])}


ALL = set(EXPECTED)
# The names that each reader can find, by the extension of a file.
READERS = {
    "exiftool": (exiftool, {name: ALL for name in STORED}),
    # Pillow reads no XMP of GIF, nor does its plugin for JPEG XL.
    "Pillow": (pillow, {name: ALL - {"iptc"} for name in ("jpg", "png", "tif", "webp", "avif")}
               | {name: ALL - {"iptc", "xmp"} for name in ("gif", "jxl")}),
    # libvips reads no EXIF of TIFF.
    "libvips": (libvips, {name: ALL - {"iptc", "comment", "place"} for name in ("jpg", "png", "webp", "avif")}
                | {"tif": {"orientation", "dpi", "icc", "xmp"}}),
    # ImageMagick 6 reads EXIF only of JPEG, and prints dots for letters that are not ASCII.
    "ImageMagick": (imagemagick, {"jpg": {"rights", "title", "date", "orientation", "dpi", "comment"}}
                    | {name: {"dpi", "comment"} for name in ("png", "tif", "gif")}),
    "webpmux": (webpmux, {"webp": EXIF - {"place"} | {"icc", "xmp"}}),
    "tiffinfo": (tiffinfo, {"tif": {"artist", "rights", "title", "dpi", "orientation"}}),
    "jxlinfo": (jxlinfo, {"jxl": {"orientation"}}),
}


@dataclass
class Tagged:
    """An input with metadata."""

    name: str
    make: object  # a function from a folder to a path and the upright pixels of the first frame
    names: set  # what the input has, by the names of EXPECTED


PHOTO, ANIMATION = Tagged("photo", make_photo, ALL), Tagged("animation", make_animation, ALL - {"iptc"})


def turned(upright, shown):
    """Returns what is wrong with the orientation of pixels. Their colors may be converted or lossy, so the orientation counts
    whose pixels are nearest.
    """
    if upright.shape != shown.shape:
        return [f"{shown.shape[1]} x {shown.shape[0]} pixels, not {upright.shape[1]} x {upright.shape[0]}"]
    distances = {
        "upright": upright, "mirrored": upright[:, ::-1], "upside down": upright[::-1],
        "turned by 180 degrees": upright[::-1, ::-1]}
    distances = {name: float(numpy.abs(pixels.astype(float) - shown).mean()) for name, pixels in distances.items()}
    nearest = min(distances, key=distances.get)
    return [] if nearest == "upright" else [f"the pixels are {nearest}"]


def differences(names, extension, found):
    """Returns what a reader finds of what should be stored, but otherwise."""
    texts = []
    for name in sorted(names & STORED[extension]):
        value, expected = found.get(name), EXPECTED[name]
        if name == "orientation":
            stated = [found[key] for key in ("orientation", "orientation in XMP") if key in found]
            if any(one not in (1, "1") for one in stated):
                texts.append(f"the orientation is {stated}")
        elif value != expected:
            if isinstance(value, bytes) and isinstance(expected, bytes):
                value, expected = f"{len(value)} bytes", f"the {len(expected)} bytes of the input"
            texts.append(f"the {name} is {value!r}, not {expected!r}")
    return texts
