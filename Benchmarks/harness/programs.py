"""The installed programs and their versions."""

import json
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
PYTHON = HERE / ".venv" / "bin" / "python"
WORK = HERE / ".work"

# ImageMagick's own names come first, because other programs are sometimes called `convert`.
NAMES = {
    "vips": ["vips"],
    "vipsthumbnail": ["vipsthumbnail"],
    "im": ["convert-im6.q16", "convert-im6", "magick", "convert"],
    "gm": ["gm"],
    "idiff": ["idiff"],
    "jpegtran": ["jpegtran"],
    "im-compare": ["compare-im6.q16", "compare-im6", "compare"],
    "im-mogrify": ["mogrify-im6.q16", "mogrify-im6", "mogrify"],
}
VERSION = {
    "vips": ["--version"],
    "vipsthumbnail": ["--version"],
    "im": ["-version"],
    "gm": ["version"],
    "idiff": ["--version"],
    "jpegtran": ["-version"],
    "im-compare": ["-version"],
    "im-mogrify": ["-version"],
}
MODULES = ["cv2", "PIL", "pyvips"]


class Programs:
    """The installed peers: paths of programs, versions of Python modules."""

    def __init__(self) -> None:
        found = {key: next(filter(None, map(shutil.which, names)), None) for key, names in NAMES.items()}
        self.paths: dict[str, str] = {key: path for key, path in found.items() if path}
        self.modules: dict[str, str] = {}
        if PYTHON.exists():
            for module in MODULES:
                code = f"import {module}; print(getattr({module}, '__version__', '?'))"
                run = subprocess.run([PYTHON, "-c", code], capture_output=True, text=True)
                if run.returncode == 0:
                    self.modules[module] = run.stdout.strip()

    def __contains__(self, key: str) -> bool:
        return key in self.paths or key in self.modules

    def __getitem__(self, key: str) -> str:
        return self.paths[key]

    def versions(self) -> dict[str, str]:
        lines = {}
        for key, path in self.paths.items():
            run = subprocess.run([path, *VERSION[key]], capture_output=True, text=True)
            text = (run.stdout + run.stderr).strip()
            lines[key] = text.splitlines()[0] if text else "?"
        return lines | self.modules


def image_size(path: Path, program: str) -> tuple[int, int]:
    """Returns an image's size, as the measured program reads it."""
    run = subprocess.run([program, "info", "--json", str(path)], capture_output=True, text=True, check=True)
    header = json.loads(run.stdout.splitlines()[0])
    return header["width"], header["height"]
