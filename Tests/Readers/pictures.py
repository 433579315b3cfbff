"""Pictures as arrays, and their comparison."""

from dataclasses import dataclass

import numpy


@dataclass
class Frame:
    """A composited frame."""

    pixels: numpy.ndarray  # height x width x 4: RGBA of 8 or 16 bits, alpha is straight
    milliseconds: float | None = None


@dataclass
class Picture:
    frames: list[Frame]
    plays: int | None = None  # how often an animation plays; 0 is forever; None if a reader does not say it
    channels: int | None = None  # 1 is gray, 2 gray with alpha, 3 RGB, 4 RGBA; None if a reader does not say it
    depth: int | None = None  # the bits per channel of the file; None if a reader does not say it
    bits: int | None = None  # the bits per pixel of the file, of an index in a palette; None if a reader does not say it

    @property
    def pixels(self):
        return self.frames[0].pixels


@dataclass(frozen=True)
class Tolerance:
    """The allowed difference of samples, in steps of 8 bits. Of transparent pixels, only alpha is compared."""

    most: float = 0  # of any sample
    mean: float = 0  # of all samples of a frame
    alpha: float = 0  # of any sample of alpha


@dataclass(frozen=True)
class Clock:
    """The allowed difference of the time at which a frame ends."""

    milliseconds: float = 0


EXACT = Tolerance()


def rgba(samples):
    """Returns RGBA for height x width x 1 to 4 channels, or for height x width."""
    if samples.ndim == 2:
        samples = samples[..., None]
    full = numpy.full(samples.shape[:2] + (1,), numpy.iinfo(samples.dtype).max, samples.dtype)
    count = samples.shape[2]
    color = samples[..., :1].repeat(3, 2) if count < 3 else samples[..., :3]
    alpha = samples[..., count - 1 :] if count % 2 == 0 else full
    return numpy.concatenate([color, alpha], 2)


def to_bytes(pixels):
    """Returns the nearest samples of 8 bits."""
    return pixels if pixels.dtype == numpy.uint8 else ((pixels.astype(numpy.uint32) * 255 + 32767) // 65535).astype(numpy.uint8)


def cleared(pixels):
    """Returns pixels whose color is zero where alpha is zero, because the color there is not visible."""
    return numpy.where(pixels[..., 3:] == 0, 0, pixels)


def steps(pixels):
    """Returns samples in steps of 8 bits."""
    return pixels.astype(float) / (1 if pixels.dtype == numpy.uint8 else 257)


def same_pixels(one, other):
    return one.shape == other.shape and one.dtype == other.dtype and bool((cleared(one) == cleared(other)).all())


def merged(frames):
    """Joins equal successive frames: viewers show no difference, so writers and readers may join them."""
    result = []
    for frame in frames:
        if result and same_pixels(result[-1].pixels, frame.pixels):
            if result[-1].milliseconds is not None and frame.milliseconds is not None:
                result[-1].milliseconds += frame.milliseconds
        else:
            result.append(Frame(frame.pixels, frame.milliseconds))
    return result


def measured(expected, read):
    """Returns the Tolerance that two pictures of the same size need."""
    alpha = numpy.abs(steps(expected)[..., 3] - steps(read)[..., 3])
    # The color of a nearly transparent pixel is coarse, so it counts by its alpha.
    weight = steps(expected)[..., 3:] / 255
    color = numpy.abs(steps(expected)[..., :3] - steps(read)[..., :3]) * weight
    return Tolerance(float(color.max()), float(color.mean()), float(alpha.max())), color.max(2) + alpha


def pixel_difference(expected, read, tolerance):
    """Returns what differs, or None."""
    if expected.shape != read.shape:
        return f"{read.shape[1]} x {read.shape[0]} pixels, not {expected.shape[1]} x {expected.shape[0]}"
    if tolerance == EXACT and expected.dtype == read.dtype:
        difference = (cleared(expected) != cleared(read)).any(2)
        if not difference.any():
            return None
        y, x = (int(i[0]) for i in difference.nonzero())
        return f"{int(difference.sum())} pixels differ, the first at {x},{y}: {read[y, x].tolist()}, not {expected[y, x].tolist()}"
    need, place = measured(expected, read)
    if need.most <= tolerance.most and need.mean <= tolerance.mean and need.alpha <= tolerance.alpha:
        return None
    y, x = (int(i[0]) for i in (place == place.max()).nonzero())
    return (
        f"colors differ by up to {need.most:.2f}, {need.mean:.3f} on average, alpha by up to {need.alpha:.2f}; allowed are "
        f"{tolerance.most}, {tolerance.mean} and {tolerance.alpha}; most at {x},{y}: {read[y, x].tolist()}, "
        f"not {expected[y, x].tolist()}")


def pairs(expected, read, tolerance):
    """Returns the frames to be compared, and a list of what differs in their number and times. Frames of lossy animations may have
    become equal, so each expected frame is compared with the one that is shown at the middle of its time.
    """
    wanted, got = expected.frames, read.frames
    if len(wanted) == 1 and len(got) == 1:
        return [(wanted[0], got[0])], []
    if tolerance == EXACT:
        wanted, got = merged(wanted), merged(got)
        texts = [] if len(wanted) == len(got) else [f"{len(got)} different frames, not {len(wanted)}"]
        return list(zip(wanted, got)), texts
    wanted = merged(wanted)
    if any(frame.milliseconds is None for frame in got) or sum(frame.milliseconds for frame in got) == 0:
        return list(zip(wanted, got)), [] if len(wanted) == len(got) else [f"{len(got)} frames, not {len(wanted)}"]
    result, start = [], 0.0
    for frame in wanted:
        if frame.milliseconds > 0:
            result.append((frame, shown(got, start + float(frame.milliseconds) / 2)))
        start += float(frame.milliseconds)
    return result, []


def shown(frames, time):
    """Returns the frame that is shown at a time in milliseconds."""
    end = 0.0
    for frame in frames:
        end += float(frame.milliseconds)
        if time < end:
            return frame
    return frames[-1]


def differences(expected, read, tolerance=EXACT, clock=Clock()):
    """Returns a list of what differs. Expected frames of 16 bits are reduced if the reader gives 8."""
    compared, texts = pairs(expected, read, tolerance)
    # An animation that became a still image has no time.
    is_still = len(read.frames) == 1 and len(merged(expected.frames)) == 1
    if not is_still and not texts:
        texts += time_differences(expected, read, tolerance, clock)
    for index, (one, other) in enumerate(compared):
        pixels = one.pixels if other.pixels.dtype == numpy.uint16 else to_bytes(one.pixels)
        text = pixel_difference(pixels, other.pixels, tolerance)
        if text:
            texts.append(f"frame {index}: {text}" if len(expected.frames) > 1 else text)
    if not is_still and len(expected.frames) > 1 and None not in (expected.plays, read.plays) and expected.plays != read.plays:
        texts.append(f"plays {read.plays} times, not {expected.plays}")
    return texts


def time_differences(expected, read, tolerance, clock):
    if any(frame.milliseconds is None for frame in [*expected.frames, *read.frames]):
        return []
    if tolerance == EXACT:
        ends = [[], []]
        for picture, list_of_ends in zip((expected, read), ends):
            for frame in merged(picture.frames):
                list_of_ends.append((list_of_ends[-1] if list_of_ends else 0) + float(frame.milliseconds))
    else:
        ends = [[sum(float(frame.milliseconds) for frame in picture.frames)] for picture in (expected, read)]
    for index, (one, other) in enumerate(zip(*ends)):
        if abs(one - other) > clock.milliseconds + 0.01:
            place = f"frame {index} ends" if tolerance == EXACT else "the animation ends"
            return [f"{place} at {other:.2f} ms, not at {one:.2f} ms"]
    return []
