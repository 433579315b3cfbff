#!/usr/bin/env python3
"""Draws the fonts of these tests: small ones with known numbers. Needs fonttools of PyPI.

    Fonts/make.py
"""
import pathlib

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen

HERE = pathlib.Path(__file__).parent

# Each letter is a bar on the baseline, 100 units narrower than its advance and 500 high.
WIDTHS = {
    ".notdef": 600, "space": 250, "A": 700, "V": 700, "f": 300, "i": 200, "f_i": 450, "o": 500, "hyphen": 350,
    "acutecomb": 0, "parenleft": 310, "parenright": 320, "one": 510, "two": 520,
    "alef": 410, "bet": 420, "gimel": 430, "han": 1000,
}
CHARACTERS = {
    " ": "space", "A": "A", "V": "V", "f": "f", "i": "i", "o": "o", "-": "hyphen", "\u0301": "acutecomb", "(": "parenleft",
    ")": "parenright", "1": "one", "2": "two", "\u05d0": "alef", "\u05d1": "bet", "\u05d2": "gimel", "\u4e00": "han",
}
FEATURES = """
languagesystem DFLT dflt;
languagesystem latn dflt;
languagesystem hebr dflt;
markClass [acutecomb] <anchor 0 500> @TOP;
feature liga { sub f i by f_i; } liga;
feature kern { pos A V -120; } kern;
feature mark { pos base o <anchor 200 600> mark @TOP; } mark;
"""


def start(is_ttf):
    font = FontBuilder(1000, isTTF=is_ttf)
    font.setupGlyphOrder(list(WIDTHS))
    font.setupCharacterMap({ord(character): glyph for character, glyph in CHARACTERS.items()})
    return font


def finish(font, name):
    font.setupHorizontalMetrics({glyph: (width, 0) for glyph, width in WIDTHS.items()})
    font.setupHorizontalHeader(ascent=750, descent=-250, lineGap=200)
    font.setupNameTable({"familyName": name.partition(".")[0], "styleName": "Medium"})
    font.setupOS2(usWeightClass=500, sTypoAscender=750, sTypoDescender=-250, sTypoLineGap=200)
    font.setupPost()
    addOpenTypeFeaturesFromString(font.font, FEATURES)
    font.font["head"].created = font.font["head"].modified = 0
    font.font.recalcTimestamp = False
    font.save(HERE / f"{name}")


def bar(pen, width):
    pen.moveTo((0, 0))
    for point in ((0, 500), (width - 100, 500), (width - 100, 0)):
        pen.lineTo(point)
    pen.closePath()


def bars():
    font = start(True)
    glyphs = {}
    for name, width in WIDTHS.items():
        pen = TTGlyphPen(None)
        if width > 100 and name != "space":
            bar(pen, width)
        elif name == "acutecomb":
            bar(pen, 150)
        glyphs[name] = pen.glyph()
    font.setupGlyf(glyphs)
    finish(font, "bars.ttf")


def curves():
    """The same with CFF's outlines; o is one of cubic curves."""
    font = start(False)
    strings = {}
    for name, width in WIDTHS.items():
        pen = T2CharStringPen(width, None)
        if name == "o":
            pen.moveTo((200, 0))
            pen.curveTo((310, 0), (400, 90), (400, 250))
            pen.curveTo((400, 410), (310, 500), (200, 500))
            pen.curveTo((90, 500), (0, 410), (0, 250))
            pen.curveTo((0, 90), (90, 0), (200, 0))
            pen.closePath()
        elif width > 100 and name != "space":
            bar(pen, width)
        strings[name] = pen.getCharString()
    font.setupCFF("curves", {}, strings, {})
    finish(font, "curves.otf")


if __name__ == "__main__":
    bars()
    curves()
