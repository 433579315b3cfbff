"""Test images that are hard to resample, of any size, H x W x 4 in float64, 0 to 1, encoded."""

import numpy as np
from PIL import Image, ImageDraw, ImageFont

WORDS = "Sphinx of black quartz, judge my vow 0123456789 & "


def zone_plate(width: int, height: int) -> np.ndarray:
    """Draws rings that become finer toward the edges, down to two pixels per ring in the middle of the longer sides."""
    x, y = np.meshgrid(np.arange(width) + 0.5 - width / 2, np.arange(height) + 0.5 - height / 2)
    gray = 0.5 + 0.5 * np.cos(np.pi * (x * x + y * y) / max(width, height))
    return _opaque(np.stack([gray] * 3, axis=2))


def text(width: int, height: int) -> np.ndarray:
    """Draws black, red and blue words of several sizes on white."""
    image = Image.new("RGB", (width, height), "white")
    draw = ImageDraw.Draw(image)
    y = 1
    for line in range(1000):
        size = 7 + 5 * (line % 4)
        if y > height:
            break
        shift = line * 7 % len(WORDS)
        words = (WORDS[shift:] + WORDS) * (1 + width // 100)
        color = ("black", "#b00000", "#0020c0")[line % 3]
        draw.text((2, y), words, fill=color, font=ImageFont.load_default(size))
        y += size + 3
    return _opaque(np.asarray(image) / 255)


def noise(width: int, height: int) -> np.ndarray:
    """Draws independent samples; a third of them are black or white."""
    random = np.random.default_rng(7)
    samples = random.random((height, width, 3))
    extreme = random.random((height, width, 1)) < 1 / 3
    return _opaque(np.where(extreme, np.round(samples), samples))


def transparent(width: int, height: int) -> np.ndarray:
    """Draws noise whose alpha is a soft ramp inside a disc and single opaque pixels outside it. Where alpha is 0, the
    color is bright.
    """
    random = np.random.default_rng(8)
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    disc = np.hypot((x - width / 2) / width, (y - height / 2) / height) < 0.4
    slope = np.clip(x / width * 1.5 - 0.25, 0, 1)
    alpha = np.where(disc, slope, random.random((height, width)) < 0.2)
    color = np.where(alpha[..., None] > 0, random.random((height, width, 3)), [1.0, 0.0, 1.0])
    return np.concatenate([color, alpha[..., None]], axis=2)


ALL = {"zone plate": zone_plate, "text": text, "noise": noise, "transparent": transparent}


def stored(image: np.ndarray, dtype: type) -> np.ndarray:
    """Converts to 8-bit or 16-bit codes."""
    top = np.iinfo(dtype).max
    return np.floor(image * top + 0.5).astype(dtype)


def _opaque(color: np.ndarray) -> np.ndarray:
    return np.concatenate([color, np.ones(color.shape[:2] + (1,))], axis=2)
