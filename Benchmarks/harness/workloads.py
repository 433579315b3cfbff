"""The workloads and their goals. W7, the kernel alone, is measured in one process; see kernel.py."""

import shlex
import subprocess
from pathlib import Path

from . import images
from .affine import Affine
from .programs import HERE, PYTHON, WORK, Programs, image_size
from .workload import Command, Goal, Workload

SRGB = "light srgb; filter cubic"
LIKE = "frameit, light srgb"
DEFAULTS = "frameit, defaults"
VIPS = "libvips affine"
PROGRAM_JPEG = ["--quality", "90"]
VIPS_JPEG = "[Q=90,subsample_mode=off]"
IM_JPEG = ["-sampling-factor", "4:4:4", "-quality", "90"]
GM_JPEG = ["-sampling-factor", "1x1", "-quality", "90"]

KERNEL = "frameit, cubic, light srgb"
KERNEL_LINEAR = "frameit, cubic, linear light"
OPENCV = "OpenCV warpAffine cubic"


class Workloads:
    """Builds workloads for a program and the installed peers."""

    def __init__(self, program: Path, programs: Programs) -> None:
        self.program = str(program)
        self.programs = programs
        self.help = {
            command: subprocess.run(
                [self.program, *command.split(), "--help"], capture_output=True, text=True
            ).stdout
            for command in ("", "apply")
        }

    def build(self, key: str) -> Workload:
        builders = [self.w1, self.w2, self.w3, self.w4, self.w5, self.w6, self.w8, self.w9]
        return {builder.__name__.upper(): builder for builder in builders}[key]()

    # One image through one matrix.

    def w1(self) -> Workload:
        size = (1080, 1080)
        source = image_size(images.WOOD, self.program)
        scale = 1.2 * max(size[0] / source[0], size[1] / source[1])
        matrix = Affine.centered(source, size, scale, 12)
        script = "canvas 1080,1080; background white; layer photo image mode scaleAspectFill; rotate 12deg; scale 1.2"
        turned = [f"{round(side * scale)}" for side in source]
        commands = self._affine("w1", images.WOOD, "jpg", size, matrix, script)
        if "gm" in self.programs:
            # GraphicsMagick has no affine transform with a filter, so it reduces, rotates by shears and crops.
            commands.append(
                Command(
                    "GraphicsMagick resize, rotate",
                    [
                        self.programs["gm"], "convert", str(images.WOOD), "-resize", "x".join(turned) + "!",
                        "-background", "white", "-rotate", "12", "-gravity", "center",
                        "-crop", "1080x1080+0+0", "+repage", *GM_JPEG, self._out("w1", "gm", "jpg"),
                    ],
                    self._path("w1", "gm", "jpg"),
                )
            )  # fmt: skip
        goals = [Goal(LIKE, "wall", 0.5, VIPS), Goal(DEFAULTS, "wall", 0.75, VIPS)]
        return Workload("W1", "5 MP JPEG to 1080x1080, 12 degrees, x1.2, JPEG", commands, goals)

    def w3(self) -> Workload:
        size = image_size(images.ELEPHANTS, self.program)
        matrix = Affine.centered(size, size, 1, 7)
        commands = self._affine(
            "w3", images.ELEPHANTS, "jpg", size, matrix, "background white; rotate 7deg"
        )
        goals = [
            Goal(row, *rest) for row in (LIKE, DEFAULTS) for rest in (("wall", 0.65, VIPS), ("peak", 1, VIPS))
        ]
        return Workload("W3", "18 MP JPEG, 7 degrees, same size, JPEG", commands, goals)

    def w4(self) -> Workload:
        size = (2560, 1440)
        matrix = Affine.centered(image_size(images.ALTAI, self.program), size, 0.5, 12)
        script = "canvas 2560,1440; background white; rotate 12deg"
        commands = self._affine("w4", images.ALTAI, "png", size, matrix, script)
        goals = [
            Goal(row, *rest)
            for row in (LIKE, DEFAULTS)
            for rest in (("wall", 0.8, VIPS), ("bytes", 1.05, VIPS))
        ]
        return Workload("W4", "15 MP PNG to half its size, 12 degrees, PNG", commands, goals)

    def _affine(
        self, key: str, source: Path, kind: str, size: tuple[int, int], matrix: Affine, script: str
    ) -> list[Command]:
        def ours(name: str, look: str) -> Command:
            out = self._path(key, name.split()[-1], kind)
            quality = PROGRAM_JPEG if kind == "jpg" else []
            argv = [
                self.program, "apply", "-e", f"{script}; {look}", str(source), "-o", str(out), "--force", *quality
            ]  # fmt: skip
            return Command(name, argv, out, ours=True)

        def python(name: str, module: str) -> Command:
            out = self._path(key, module, kind)
            call = [str(PYTHON), str(HERE / "peers" / "affine.py"), module]
            argv = [*call, str(source), str(out), *map(str, size), *matrix.numbers()]
            return Command(name, argv, out, startup=[*call, "import"])

        jpeg = kind == "jpg"
        commands = [ours(LIKE, SRGB), ours(DEFAULTS, "filter cubic")]
        if "vips" in self.programs:
            out = self._path(key, "vips", kind)
            numbers = matrix.numbers()
            argv = [
                self.programs["vips"], "affine", str(source), f"{out}{VIPS_JPEG if jpeg else ''}",
                " ".join([numbers[0], numbers[2], numbers[1], numbers[3]]), "--interpolate", "bicubic",
                "--oarea", f"0 0 {size[0]} {size[1]}", "--idx", "0.5", "--idy", "0.5",
                "--odx", repr(matrix.tx - 0.5), "--ody", repr(matrix.ty - 0.5), "--background", "255 255 255",
            ]  # fmt: skip
            commands.append(Command(VIPS, argv, out))
        if "pyvips" in self.programs:
            commands.append(python("libvips affine, newest", "pyvips"))
        if "cv2" in self.programs:
            commands.append(python("OpenCV warpAffine cubic", "cv2"))
        if "PIL" in self.programs:
            commands.append(python("Pillow transform bicubic", "PIL"))
        if "im" in self.programs:
            out = self._path(key, "im", kind)
            argv = [
                self.programs["im"], str(source), "-virtual-pixel", "white",
                "-define", f"distort:viewport={size[0]}x{size[1]}+0+0",
                "-distort", "AffineProjection", ",".join(matrix.numbers()), "+repage",
                *(IM_JPEG if jpeg else []), str(out),
            ]  # fmt: skip
            commands.append(Command("ImageMagick -distort", argv, out))
        return commands

    # Thumbnails of large images.

    def w2(self) -> Workload:
        source = str(images.ELEPHANTS)
        out = self._path("w2", "frameit", "jpg")
        script = "canvas 512,512; background white; rotate 5deg; light srgb"
        commands = [
            Command(
                LIKE,
                [self.program, "apply", "-e", script, source, "-o", str(out), "--force", *PROGRAM_JPEG],
                out,
                ours=True,
            )
        ]
        if "vipsthumbnail" in self.programs:
            out = self._path("w2", "vips", "jpg")
            argv = [self.programs["vipsthumbnail"], source, "--size", "512x512", "-o", f"{out}{VIPS_JPEG}"]
            commands.append(Command("vipsthumbnail (no turn)", argv, out, same_image=False))
        if "PIL" in self.programs:
            out = self._path("w2", "pillow", "jpg")
            call = [str(PYTHON), str(HERE / "peers" / "thumbnail.py")]
            startup = [*call, "import"]
            commands.append(
                Command("Pillow draft", [*call, source, str(out), "512", "5"], out, startup=startup)
            )
        if "im" in self.programs:
            out = self._path("w2", "im", "jpg")
            argv = [
                self.programs["im"], "-define", "jpeg:size=1024x1024", source, "-resize", "512x512",
                "-background", "white", "-gravity", "center", "-extent", "512x512",
                "-virtual-pixel", "white", "-distort", "SRT", "5", *IM_JPEG, str(out),
            ]  # fmt: skip
            commands.append(Command("ImageMagick -resize -distort", argv, out))
        goals = [Goal(LIKE, "wall", 1, "vipsthumbnail (no turn)")]
        return Workload("W2", "18 MP JPEG to 512x512, 5 degrees, JPEG", commands, goals)

    def w5(self) -> Workload:
        workload = Workload("W5", "60 JPEGs of 2 to 5 MP into 512x512 boxes, two at a time")
        if "--jobs" not in self.help["apply"] or "--out-dir" not in self.help["apply"]:
            workload.not_yet = "apply has no --out-dir and --jobs"
            return workload
        if not PYTHON.exists():
            workload.not_yet = "its images are missing: run Benchmarks/install-peers"
            return workload
        files = images.batch()
        listed = shlex.join(file.name for file in files)

        def folder(name: str) -> Path:
            path = WORK / f"w5-{name}"
            path.mkdir(parents=True, exist_ok=True)
            return path

        def piped(name: str, label: str, each: str) -> Command:
            # printf writes the list of files, which takes negligible time.
            argv = ["sh", "-c", f"cd {shlex.quote(str(files[0].parent))} && printf '%s\\n' {listed} | {each}"]
            return Command(label, argv, folder(name) / files[0].name)

        for name, light in ((LIKE, "light srgb"), (DEFAULTS, "light linear")):
            out = folder(name.split()[-1])
            argv = [
                self.program, "apply", "-e", f"canvas inside 512,512; {light}", *map(str, files),
                "--out-dir", str(out), "--jobs", "2", "--force", *PROGRAM_JPEG,
            ]  # fmt: skip
            workload.commands.append(Command(name, argv, out / files[0].name, ours=True))
        # Half of the files per call, because starting a process per image would dominate the peers' time.
        xargs = f"xargs -P2 -n{len(files) // 2}"
        if "vipsthumbnail" in self.programs:
            out = shlex.quote(f"{folder('vips')}/%s.jpg{VIPS_JPEG}")
            each = f"{xargs} {self.programs['vipsthumbnail']} --size 512x512 -o {out}"
            workload.commands.append(piped("vips", "xargs -P2 vipsthumbnail", each))
            workload.goals.append(Goal(LIKE, "wall", 0.6, "xargs -P2 vipsthumbnail"))
        # Both may decode JPEGs at a reduced size.
        resize = ["-define", "jpeg:size=1024x1024", "-size", "1024x1024", "-resize", "512x512"]
        if "im-mogrify" in self.programs:
            each = [self.programs["im-mogrify"], "-path", str(folder("im")), *resize, *IM_JPEG]
            label = "xargs -P2 ImageMagick mogrify"
            workload.commands.append(piped("im", label, f"{xargs} {shlex.join(each)}"))
        if "gm" in self.programs:
            each = [self.programs["gm"], "mogrify", "-output-directory", str(folder("gm")), *resize, *GM_JPEG]
            label = "xargs -P2 GraphicsMagick mogrify"
            workload.commands.append(piped("gm", label, f"{xargs} {shlex.join(each)}"))
        return workload

    @staticmethod
    def w7() -> Workload:
        """Returns the workload of the kernel, which has goals but no commands."""
        goals = [Goal(KERNEL, "rate", 4, OPENCV), Goal(KERNEL_LINEAR, "rate", 2, OPENCV)]
        return Workload("W7", "kernel alone: RGBA, 12.6 MP, 7 degrees, cubic, one thread", goals=goals)

    # Without resampling.

    def w6(self) -> Workload:
        workload = Workload("W6", "lossless quarter turn of a 5 MP JPEG")
        if "--lossless" not in self.help["apply"]:
            workload.not_yet = "apply has no --lossless"
            return workload
        source = str(images.WOOD)
        out = self._path("w6", "frameit", "jpg")
        argv = [
            self.program, "apply", "-e", "canvas fit; rotate 90deg", source, "-o", str(out), "--force",
            "--lossless", "require",
        ]  # fmt: skip
        workload.commands.append(Command("frameit", argv, out, ours=True))
        if "jpegtran" in self.programs:
            out = self._path("w6", "jpegtran", "jpg")
            argv = [self.programs["jpegtran"], "-rotate", "90", "-perfect", "-outfile", str(out), source]
            workload.commands.append(Command("jpegtran -rotate", argv, out))
            workload.goals.append(Goal("frameit", "wall", 1.1, "jpegtran -rotate"))
        return workload

    def w8(self) -> Workload:
        workload = Workload("W8", "compare two PNGs of 3840x2160 that differ in a patch")
        if "  compare " not in self.help[""]:
            workload.not_yet = "frameit has no compare command"
            return workload
        if not PYTHON.exists():
            workload.not_yet = "its images are missing: run Benchmarks/install-peers"
            return workload
        pair = [str(path) for path in images.patched()]
        differs = (1, 2)
        workload.commands.append(Command("frameit", [self.program, "compare", *pair], ours=True, exits=(1,)))
        if "gm" in self.programs:
            argv = [self.programs["gm"], "compare", "-metric", "mae", *pair]
            workload.commands.append(Command("GraphicsMagick compare", argv, exits=(0, 1)))
        if "im-compare" in self.programs:
            argv = [self.programs["im-compare"], "-metric", "AE", *pair, "null:"]
            workload.commands.append(Command("ImageMagick compare", argv, exits=(1,)))
        if "idiff" in self.programs:
            workload.commands.append(Command("idiff", [self.programs["idiff"], *pair], exits=differs))
        workload.goals.append(Goal("frameit", "wall", 0.6, "best"))
        return workload

    def w9(self) -> Workload:
        commands = [Command("frameit --version", [self.program, "--version"], ours=True)]
        for key, label, argument in (
            ("gm", "gm version", "version"),
            ("im", "convert -version", "-version"),
            ("vips", "vips --version", "--version"),
        ):
            if key in self.programs:
                commands.append(Command(label, [self.programs[key], argument]))
        return Workload("W9", "start-up", commands, [Goal("frameit --version", "wall", 0.006)])

    def _path(self, key: str, name: str, kind: str) -> Path:
        WORK.mkdir(parents=True, exist_ok=True)
        return WORK / f"{key}-{name}.{kind}"

    def _out(self, key: str, name: str, kind: str) -> str:
        return str(self._path(key, name, kind))
