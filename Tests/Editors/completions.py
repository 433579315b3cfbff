#!/usr/bin/env python3
"""Presses the tab key in bash, zsh and fish, and checks what they complete.

    completions.py PROGRAM

Needs bash-completion, zsh, fish and pexpect.
"""

import os
import re
import sys
import tempfile

import pexpect

# What is typed before the tab key, and what must be on the line then.
CASES = [
    ("frameit compa", "frameit compare"),
    ("frameit fm", "frameit fmt"),
    ("frameit apply --qual", "frameit apply --quality"),
    ("frameit compare a b --diff-as fl", "frameit compare a b --diff-as flicker"),
    ("frameit compare --acc", "frameit compare --accept"),
    ("frameit plugins li", "frameit plugins list"),
    ("frameit fmt unusual", "frameit fmt unusual-name.txt"),
    ("frameit help compa", "frameit help compare"),
]

# The commands that start a shell without the settings of its user, with completions from the folder $COMPLETIONS.
SHELLS = {
    "bash": ["bash --noprofile --norc -i", "source $COMPLETIONS/bash"],
    "zsh": ["zsh -f -i", "fpath=($COMPLETIONS/zsh $fpath); autoload -U compinit; compinit -u -D"],
    "fish": ["fish --no-config -i", "source $COMPLETIONS/fish"],
}
PROMPTS = {"bash": "PS1='READY> '", "zsh": "PS1='READY> '; unset RPS1", "fish": "function fish_prompt; echo 'READY> '; end"}


def plain(text):
    """Returns the text of a terminal without its control sequences."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()=>][A-B0-9]?|\x1b\]\d+;[^\x07\x1b]*(\x07|\x1b\\)|[\r\x07]", "", text)


def press_tab(shell, folder, typed, wanted):
    """Returns whether the line becomes `wanted` after `typed` and the tab key."""
    start, setup = SHELLS[shell]
    environment = {
        "PATH": folder + "/bin:" + os.environ["PATH"], "HOME": folder, "TERM": "dumb" if shell == "bash" else "xterm",
        "LANG": "C.UTF-8", "COMPLETIONS": folder + "/completions",
    }
    child = pexpect.spawn(start, env=environment, cwd=folder, encoding="utf-8", timeout=15, dimensions=(24, 160))
    child.sendline(setup)
    child.sendline(PROMPTS[shell])
    child.sendline("echo be''gin")
    child.expect("begin")
    child.expect("READY> ")
    child.send(typed + "\t")
    seen = ""
    try:
        # The shell redraws the line as it likes, so the whole output is looked at.
        while wanted not in plain(seen) and wanted not in plain(seen).replace(typed, "", 1):
            child.expect(r".+", timeout=6)
            seen += child.after
        return True
    except (pexpect.TIMEOUT, pexpect.EOF):
        print(f"{shell}: {typed!r} and the tab key give {plain(seen)!r}, not {wanted!r}", file=sys.stderr)
        return False
    finally:
        child.close(force=True)


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        for name in ("bin", "completions", "completions/zsh"):
            os.mkdir(os.path.join(folder, name))
        os.symlink(program, os.path.join(folder, "bin", "frameit"))
        open(os.path.join(folder, "unusual-name.txt"), "w").close()
        for shell, name in (("bash", "bash"), ("zsh", "zsh/_frameit"), ("fish", "fish")):
            with open(os.path.join(folder, "completions", name), "w") as file:
                file.write(os.popen(f"'{program}' completions {shell}").read())
        failed = 0
        for shell in SHELLS:
            fine = sum(press_tab(shell, folder, *case) for case in CASES)
            print(f"{shell}: {fine} of {len(CASES)} completions")
            failed += len(CASES) - fine
    sys.exit(1 if failed else 0)


main()
