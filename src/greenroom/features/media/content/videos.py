"""Size and duration of a video, from the structure of its file; nothing is decoded."""

import struct
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from msgspec import Struct

from greenroom.kernel.errors import Invalid

# Ids of the elements of a WebM file that are read.
SEGMENT, INFO, TRACKS, TRACK, VIDEO = 0x18538067, 0x1549A966, 0x1654AE6B, 0xAE, 0xE0
DURATION, TIMESTAMP_SCALE, PIXEL_WIDTH, PIXEL_HEIGHT = 0x4489, 0x2AD7B1, 0xB0, 0xBA
DEFAULT_TIMESTAMP_SCALE = 1_000_000
NANOSECONDS_PER_MS = 1_000_000
# Real files have some thousands at most; millions would occupy the thread for a minute.
MAX_PARTS = 20_000
MAX_SIDE = 16_384
MAX_DURATION_MS = 24 * 3_600_000


class VideoFacts(Struct, frozen=True):
    """Size and duration of a video; None if the file does not state it, or states an impossible one."""

    width: int | None = None
    height: int | None = None
    duration_ms: int | None = None


# A box of MP4 or element of WebM: its type, and where its content begins and ends.
Part = tuple[int | bytes, int, int]
Parts = Callable[[bytes, int, int], Iterator[Part]]


def check_video(data: bytes, content_type: str) -> VideoFacts:
    try:
        facts = _mp4_facts(data) if content_type == "video/mp4" else _webm_facts(data)
    except (struct.error, IndexError, ValueError, OverflowError, ZeroDivisionError):
        facts = None
    if facts is None:
        raise Invalid("file", "is not a video that can be read: it is damaged or something else")
    return facts


def _mp4_facts(data: bytes) -> VideoFacts | None:
    if not _find(data, _mp4_boxes, [b"moov"]):
        return None
    duration_ms = next(map(_mp4_duration, _find(data, _mp4_boxes, [b"moov", b"mvhd"])), None)
    # Sound tracks have a width and height of 0.
    sizes = (struct.unpack(">II", head[-8:]) for head in _find(data, _mp4_boxes, [b"moov", b"trak", b"tkhd"]))
    width, height = next(((width >> 16, height >> 16) for width, height in sizes if width), (None, None))
    return _plausible(width, height, duration_ms)


def _mp4_duration(header: bytes) -> float:
    scale, duration = struct.unpack_from(">IQ", header, 20) if header[0] else struct.unpack_from(">II", header, 12)
    return duration * 1_000 / scale


def _mp4_boxes(data: bytes, start: int, end: int) -> Iterator[Part]:
    while start + 8 <= end:
        size, kind = struct.unpack_from(">I4s", data, start)
        content = start + 8
        if size == 1:
            size, content = struct.unpack_from(">Q", data, content)[0], content + 8
        # A box of size 0 ends with its parent.
        stop = start + size if size else end
        if stop <= start:
            return
        yield kind, content, min(stop, end)
        start = stop


def _webm_facts(data: bytes) -> VideoFacts | None:
    if not _find(data, _webm_elements, [SEGMENT, TRACKS]):
        return None
    scales = _find(data, _webm_elements, [SEGMENT, INFO, TIMESTAMP_SCALE])
    scale = int.from_bytes(scales[0], "big") if scales else DEFAULT_TIMESTAMP_SCALE
    durations = _find(data, _webm_elements, [SEGMENT, INFO, DURATION])
    duration_ms = _webm_float(durations[0]) * scale / NANOSECONDS_PER_MS if durations else None
    video = [SEGMENT, TRACKS, TRACK, VIDEO]
    width, height = (_find(data, _webm_elements, [*video, side]) for side in (PIXEL_WIDTH, PIXEL_HEIGHT))
    sizes = [int.from_bytes(found[0], "big") if found else None for found in (width, height)]
    return _plausible(sizes[0], sizes[1], duration_ms)


def _webm_float(value: bytes) -> float:
    return struct.unpack(">f" if len(value) == 4 else ">d", value)[0]


def _webm_elements(data: bytes, start: int, end: int) -> Iterator[Part]:
    while start < end:
        kind, start = _webm_number(data, start, is_id=True)
        size, start = _webm_number(data, start, is_id=False)
        # An element of unknown size ends with its parent.
        stop = end if size < 0 else min(start + size, end)
        yield kind, start, stop
        start = stop


def _webm_number(data: bytes, at: int, *, is_id: bool) -> tuple[int, int]:
    """Reads an EBML id or size, whose length is told by the leading zeros of its first byte.

    Returns it and the position after it; -1 is an unknown size, stored with all bits set.
    """
    length = 9 - data[at].bit_length()
    if length > 8 or at + length > len(data):
        raise ValueError("not an EBML number")
    number = int.from_bytes(data[at : at + length], "big")
    if not is_id:
        number -= 1 << (7 * length)
        number = -1 if number == (1 << (7 * length)) - 1 else number
    return number, at + length


def _find(data: bytes, parts: Parts, path: Sequence[int | bytes]) -> list[bytes]:
    """Contents of all boxes or elements at this path, such as the boxes `tkhd` in `trak` in `moov`."""
    ranges = [(0, len(data))]
    left = MAX_PARTS
    for kind in path:
        inner = list(islice((part for begin, stop in ranges for part in parts(data, begin, stop)), left))
        left -= len(inner)
        if left <= 0:
            raise ValueError("the file has too many parts")
        ranges = [(start, end) for found, start, end in inner if found == kind]
    return [data[start:end] for start, end in ranges]


def _plausible(width: int | None, height: int | None, duration_ms: float | None) -> VideoFacts:
    """The facts, without a size or duration that is zero or above its limit: a file can claim anything."""
    is_sized = width and height and width <= MAX_SIDE and height <= MAX_SIDE
    is_timed = duration_ms is not None and 0 < duration_ms <= MAX_DURATION_MS
    return VideoFacts(
        width if is_sized else None,
        height if is_sized else None,
        round(duration_ms) if is_timed and duration_ms else None,
    )
