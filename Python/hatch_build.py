"""Puts the frameit program into the wheel.

    FRAMEIT_TREE=../.build/dist/frameit-VERSION-x86_64-linux python -m build --wheel

`FRAMEIT_TREE` is the folder of an installation: `bin/frameit`, `libexec/frameit`, `lib/frameit/plugins` and
`share/doc/frameit`. `FRAMEIT_PLATFORM` is the platform of the wheel, by default `manylinux_2_28_x86_64`. An editable
installation needs neither: it uses the program named by `FRAMEIT_PROGRAM`, or the one on `PATH`.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Dict

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# The machine field of ELF files.
_MACHINES = {"x86_64": 62, "aarch64": 183}
_LICENSES = ("LICENSE*", "licenses/**/*", "*.spdx.json")


class ProgramHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: Dict[str, Any]) -> None:
        if version == "editable":
            return
        platform = os.environ.get("FRAMEIT_PLATFORM", "manylinux_2_28_x86_64")
        tree = _tree(platform)
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"
        build_data["shared_scripts"] = {str(tree / "bin/frameit"): "frameit"}
        # Installers put these files where they are relative to bin/frameit in any installation.
        files = [*tree.glob("libexec/frameit/*"), *tree.glob("lib/frameit/plugins/*")]
        for pattern in _LICENSES:
            files += tree.glob(f"share/doc/frameit/{pattern}")
        build_data["shared_data"] = {
            str(file): str(file.relative_to(tree)) for file in sorted(files) if file.is_file()}


def _tree(platform: str) -> Path:
    """Returns the folder of the installation after checking it."""
    name = os.environ.get("FRAMEIT_TREE")
    if not name:
        raise SystemExit("set FRAMEIT_TREE to the folder of an installed frameit, which 'make dist' builds")
    tree = Path(name).resolve()
    for file in ("bin/frameit", "libexec/frameit/frameit-codec", "share/doc/frameit/LICENSE"):
        if not (tree / file).is_file():
            raise SystemExit(f"FRAMEIT_TREE: {tree} is not a complete installation: {file} is missing")
    machine = next((name for name in _MACHINES if platform.endswith(name)), None)
    if machine is None:
        raise SystemExit(f"FRAMEIT_PLATFORM: {platform} names no known machine; known are {', '.join(_MACHINES)}")
    with open(tree / "bin/frameit", "rb") as program:
        header = program.read(20)
    if header[:4] != b"\x7fELF" or int.from_bytes(header[18:20], "little") != _MACHINES[machine]:
        raise SystemExit(f"FRAMEIT_TREE: {tree}/bin/frameit is not a program for {machine}")
    return tree
