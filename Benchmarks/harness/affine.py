"""The matrix of a workload, computed independently of the program."""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Affine:
    """x' = a x + c y + tx, y' = b x + d y + ty, from source to output; pixel corners are at whole numbers."""

    a: float
    b: float
    c: float
    d: float
    tx: float
    ty: float

    @staticmethod
    def centered(source: tuple[int, int], output: tuple[int, int], scale: float, degrees: float) -> "Affine":
        """Scales and rotates (clockwise, y down) the source about its center, which maps to the output's center."""
        angle = math.radians(degrees)
        a, b = scale * math.cos(angle), scale * math.sin(angle)
        x, y = source[0] / 2, source[1] / 2
        return Affine(a, b, -b, a, output[0] / 2 - (a * x - b * y), output[1] / 2 - (b * x + a * y))

    def numbers(self) -> list[str]:
        return [repr(v) for v in (self.a, self.b, self.c, self.d, self.tx, self.ty)]
