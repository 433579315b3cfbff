#!/usr/bin/env python3
"""Highlights a script with Vim and with the TextMate grammar, and checks the kind of each of its words.

    check.py

Needs Vim, and textmate-grammar-python from PyPI.
"""

import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
VIM = os.path.join(ROOT, "Editors", "vim")
GRAMMAR = os.path.join(ROOT, "Editors", "vscode", "syntaxes", "frameit.tmLanguage.json")

# Lines, and for some of their words the kinds that are expected.
LINES = [
    ("# A comment with rotate 30deg", {"rotate": "comment", "30": "comment"}),
    ("frameit 1", {"frameit": "control", "1": "number"}),
    ("canvas cover 300,200", {"canvas": "statement", "cover": "keyword", "300": "number", "200": "number"}),
    ("background #fff # white", {"background": "statement", "#fff": "color", "# white": "comment"}),
    ("let a = (sin(2*$b) - 1.5e3) # x",
     {"let": "control", "sin": "function", "$b": "variable", "1.5e3": "number", "# x": "comment"}),
    ("repeat 4 as i { rotate ${i}deg; badge 3 }",
     {"repeat": "control", "as": "keyword", "rotate": "statement", "${i": "variable", "badge": "call"}),
    ("if $a == 2 and not $b { hide } else { show }",
     {"if": "control", "and": "operator", "not": "operator", "hide": "statement", "else": "control",
      "show": "statement"}),
    ('layer t text "a \\" $x ${y:.2} # b" at 1,2 font-size 12 fill #123456',
     {"layer": "statement", "a": "string", "$x": "variable", "${y": "variable", "# b": "string", "at": "keyword",
      "font-size": "keyword", "fill": "keyword", "#123456": "color"}),
    ("corner-radius 12", {"corner-radius": "statement"}),
    ("layer p image mode scaleAspectFill", {"image": "keyword", "mode": "keyword", "scaleAspectFill": "keyword"}),
    ("my-rotate 3", {"my-rotate": "call", "rotate": "call"}),
]

VIM_KINDS = {
    "frameitComment": "comment", "frameitControl": "control", "frameitStatement": "statement",
    "frameitKeyword": "keyword", "frameitNumber": "number", "frameitColor": "color", "frameitFunction": "function",
    "frameitVariable": "variable", "frameitCall": "call", "frameitOperator": "operator", "frameitString": "string",
    "frameitEscape": "string",
}

# In this order: a name of a scope that begins so.
TEXTMATE_KINDS = [
    ("comment", "comment"), ("keyword.control", "control"), ("support.function.math", "function"),
    ("support.function", "statement"), ("entity.name.function", "call"), ("keyword.operator.logical", "operator"),
    ("keyword.operator", "sign"), ("keyword.other.unit", "number"), ("keyword.other", "keyword"),
    ("constant.numeric", "number"), ("constant.other.color", "color"), ("constant.character", "string"),
    ("variable", "variable"), ("string", "string"),
]


def vim_kinds():
    """Returns the kind of each character of each line, as Vim highlights it."""
    with tempfile.TemporaryDirectory() as folder:
        script, out, commands = (os.path.join(folder, name) for name in ("a.frameit", "out", "commands.vim"))
        with open(script, "w") as file:
            file.write("".join(line + "\n" for line, _ in LINES))
        with open(commands, "w") as file:
            file.write(f"""
set nocompatible
set runtimepath^={VIM}
filetype plugin on
syntax on
edit {script}
let lines = [&filetype . " " . &commentstring . " " . &formatprg]
for y in range(1, line("$"))
  let names = []
  for x in range(1, col([y, "$"]) - 1)
    call add(names, synIDattr(synID(y, x, 1), "name"))
  endfor
  call add(lines, join(names, ","))
endfor
call writefile(lines, "{out}")
qall!
""")
        subprocess.run(["vim", "-N", "-u", "NONE", "-i", "NONE", "-es", "-S", commands], check=True, timeout=60,
                       env={**os.environ, "TERM": "xterm"})
        lines = open(out).read().split("\n")
    check(lines[0] == "frameit # %s frameit fmt -", f"the settings are: {lines[0]}")
    return [[VIM_KINDS.get(name, "") for name in line.split(",")] for line in lines[1:]]


def textmate_kinds():
    """Returns the kind of each character of each line by the TextMate grammar."""
    import json
    import logging

    from textmate_grammar.parsers.base import LanguageParser

    logging.disable(logging.CRITICAL)
    parser = LanguageParser(json.load(open(GRAMMAR)))
    kinds = [[""] * len(line) for line, _ in LINES]
    element = parser.parse_string("".join(line + "\n" for line, _ in LINES))
    for (y, x), text, scopes in element.flatten():
        for offset in range(len(text.rstrip("\n"))):
            kinds[y][x + offset] = kind(scopes)
    return kinds


def kind(scopes):
    """Returns the kind of the innermost scope that has one."""
    for scope in reversed(scopes):
        for start, kind in TEXTMATE_KINDS:
            if scope.startswith(start):
                return kind
    return ""


def check(holds, message):
    if not holds:
        sys.exit(f"check.py: {message}")


def compare(editor, kinds):
    for (line, expected), got in zip(LINES, kinds):
        for word, kind in expected.items():
            start = re.search(r"(?<![\w$-])" + re.escape(word) if word[0].isalnum() else re.escape(word), line)
            start = start.start() if start else line.index(word)
            for x in range(start, start + len(word)):
                check(got[x] == kind or line[x] == " " and kind != "comment",
                      f"{editor}: {word!r} in {line!r} is {got[x] or 'nothing'}, not {kind}")
    print(f"{editor}: {sum(len(expected) for _, expected in LINES)} words are as expected")


compare("Vim", vim_kinds())
compare("TextMate", textmate_kinds())
