"""Makes photos with gain maps from ordinary photos, by libvips and pyultrahdr, and takes such photos apart."""

import io
import re
import struct
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyvips
from PIL import Image

sys.path.append(str(Path(__file__).parents[1] / "Schemas"))
from made_images import segment, with_second_image

# Outputs of the same name are different images.
pyvips.cache_set_max(0)


def by_vips(photo: Path, size: tuple[int, int], target: Path, scale: int = 4, quality: int = 95) -> None:
    """Brightens the highlights of a photo by up to 2.5 stops, and lets libultrahdr make the gain map."""
    image = pyvips.Image.thumbnail(str(photo), size[0], height=size[1], size="force", export_profile="srgb")
    light = image.colourspace("scrgb")
    luminance = light[0] * 0.2126 + light[1] * 0.7152 + light[2] * 0.0722
    hdr = (light * (1 + 4.6 * luminance**3)).copy(interpretation="scrgb")
    hdr.uhdrsave(str(target), Q=quality, gainmap_scale_factor=scale)


def by_pyultrahdr(photo: Path, size: tuple[int, int], target: Path) -> None:
    """Writes XMP alone, without ISO 21496-1, and a map as large as the image."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "photo.png"
        Image.open(photo).convert("RGB").resize(size, Image.LANCZOS).save(source)
        command = [Path(sys.executable).parent / "pyultrahdr", source]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        target.write_bytes(next(Path(folder).glob("*_ultrahdr.jpg")).read_bytes())


def by_hand(photo: Path, size: tuple[int, int], target: Path) -> None:
    """Writes a map with three channels, each with numbers of its own, by ISO 21496-1 and the multi-picture index alone."""
    image = Image.open(photo).convert("RGB").resize(size, Image.LANCZOS)
    light = to_light(np.asarray(image.resize((size[0] // 2, size[1] // 2), Image.BOX)).astype(float))
    samples = np.round(255 * np.clip(light * [1, 0.7, 0.4] + [0, 0.1, 0.3], 0, 1)).astype(np.uint8)
    channels = [(0, 25, 10), (-5, 20, 13), (0, 15, 7)]  # minimum, maximum and gamma, in tenths
    numbers = b"".join(struct.pack(">iIiIIIiIiI", low, 10, high, 10, gamma, 10, 1, 64, 1, 64) for low, high, gamma in channels)
    version = b"urn:iso:std:iso:ts:21496:-1\0" + bytes(4)
    iso = version + struct.pack(">BIIII", 0xC0, 0, 1, 25, 10) + numbers

    def encoded(image: Image.Image, about: bytes) -> bytes:
        file = io.BytesIO()
        image.save(file, "JPEG", quality=95, subsampling=0)
        data = file.getvalue()
        return data[:2] + segment(0xE2, about) + data[2:]

    target.write_bytes(with_second_image(encoded(image, version), encoded(Image.fromarray(samples), iso)))


@dataclass
class Parameters:
    """The numbers of ISO 21496-1, one for each channel."""

    minimum: np.ndarray
    maximum: np.ndarray
    gamma: np.ndarray
    base_offset: np.ndarray
    alternate_offset: np.ndarray
    headroom: tuple[float, float]


@dataclass
class Photo:
    """A photo with a gain map, taken apart."""

    base: np.ndarray  # H x W x 3, codes
    map: np.ndarray  # h x w x 1 or 3, codes
    parameters: Parameters
    base_file: bytes
    map_file: bytes


def split(data: bytes) -> tuple[bytes, bytes]:
    """Returns the files of the image and of its map, by the multi-picture index alone."""
    at = data.index(b"MPF\0") + 4
    order = ">" if data[at : at + 2] == b"MM" else "<"
    directory = at + struct.unpack(order + "I", data[at + 4 : at + 8])[0]
    fields = struct.unpack(order + "H", data[directory : directory + 2])[0]
    for field in range(fields):
        tag, _, length, value = struct.unpack(
            order + "HHII", data[directory + 2 + 12 * field : directory + 14 + 12 * field]
        )
        if tag == 0xB002:
            entries = [struct.unpack(order + "III", data[at + value + 16 * i : at + value + 16 * i + 12]) for i in range(length // 16)]
    (_, first, _), (_, second, offset) = entries[:2]
    if first + second != len(data) or at + offset != first:
        raise AssertionError(f"index: {first} and {second} bytes at {at + offset}, the file has {len(data)}")
    return data[:first], data[first:]


def read(path: Path) -> Photo:
    base, map = split(path.read_bytes())
    pixels = np.asarray(Image.open(io.BytesIO(map)))
    return Photo(
        np.asarray(Image.open(io.BytesIO(base)).convert("RGB")), pixels.reshape(*pixels.shape[:2], -1),
        parameters(map), base, map,
    )


def parameters(map: bytes) -> Parameters:
    """Reads the numbers from the segment of ISO 21496-1, or else from XMP."""
    name = b"urn:iso:std:iso:ts:21496:-1\0"
    if name in map:
        at = map.index(name) + len(name)
        count = 3 if map[at + 4] & 0x80 else 1
        fractions = struct.unpack(">" + "II" * 2 + "iIiIIIiIiI" * count, map[at + 5 : at + 21 + 40 * count])
        numbers = [n / d for n, d in zip(fractions[::2], fractions[1::2])]
        channels = np.array(numbers[2:]).reshape(count, 5).T
        return Parameters(*channels, (numbers[0], numbers[1]))
    def number(key: str, default: float) -> float:
        found = re.search(rb'hdrgm:%s="([^"]*)"' % key.encode(), map)
        return float(found[1]) if found else default

    keys = [("GainMapMin", 0), ("GainMapMax", 1), ("Gamma", 1), ("OffsetSDR", 1 / 64), ("OffsetHDR", 1 / 64)]
    values = [np.array([number(*key)]) for key in keys]
    return Parameters(*values, (number("HDRCapacityMin", 0), number("HDRCapacityMax", 1)))


# The columns are the primaries of sRGB, adapted to D50 (IEC 61966-2-1, annex F).
SRGB = np.array([[0.4361, 0.3851, 0.1431], [0.2225, 0.7169, 0.0606], [0.0139, 0.0971, 0.7141]])


def to_srgb(file: bytes) -> np.ndarray:
    """Returns the matrix from the light of a JPEG's primaries to that of sRGB's. Its transfer function must be that of sRGB."""
    profile = Image.open(io.BytesIO(file)).info.get("icc_profile")
    if not profile:
        return np.eye(3)
    count = struct.unpack(">I", profile[128:132])[0]
    places = {profile[at : at + 4]: struct.unpack(">I", profile[at + 4 : at + 8])[0] for at in range(132, 132 + 12 * count, 12)}
    columns = [np.frombuffer(profile, ">i4", 3, places[tag] + 8) / 65536 for tag in (b"rXYZ", b"gXYZ", b"bXYZ")]
    return np.linalg.inv(SRGB) @ np.column_stack(columns)


def to_light(codes: np.ndarray) -> np.ndarray:
    v = codes / 255
    return np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4)


def stretched(map: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """Enlarges a map, values 0 to 1, to the area of its image, linearly between the centers of its pixels."""
    height, width = map.shape[:2]

    def places(count: int, of: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        place = np.clip((np.arange(count) + 0.5) * of / count - 0.5, 0, of - 1)
        left = np.minimum(np.floor(place).astype(int), max(0, of - 2))
        return left, np.minimum(left + 1, of - 1), place - left

    x, x1, fx = places(size[0], width)
    y, y1, fy = places(size[1], height)
    rows = map[y] * (1 - fy)[:, None, None] + map[y1] * fy[:, None, None]
    return rows[:, x] * (1 - fx)[None, :, None] + rows[:, x1] * fx[None, :, None]


def rebuilt(base: np.ndarray, map: np.ndarray, p: Parameters) -> np.ndarray:
    """Returns the HDR image in linear light at the whole gain; 1 is the white of the base."""
    return brightened(to_light(base), map, p)


def brightened(light: np.ndarray, map: np.ndarray, p: Parameters) -> np.ndarray:
    """Returns the HDR image of a base in linear light, as `rebuilt` does."""
    sample = stretched(map / 255, (light.shape[1], light.shape[0]))
    gain = p.minimum + (p.maximum - p.minimum) * np.clip(sample, 0, 1) ** (1 / p.gamma)
    return np.maximum((light + p.base_offset) * 2**gain - p.alternate_offset, 0)
