"""Small files of every type that can be uploaded, and some that cannot."""

import struct
import wave
from io import BytesIO
from zlib import compress, crc32

from PIL import Image


def image(image_format: str = "PNG", size: tuple[int, int] = (400, 300), colour: str = "teal") -> bytes:
    written = BytesIO()
    Image.new("RGB", size, colour).save(written, image_format)
    return written.getvalue()


def damaged_avif() -> bytes:
    """An AVIF file with a valid header, but without the box that locates the picture in the file."""
    whole = image("AVIF", (40, 30))
    at = whole.index(b"iloc")
    return whole[:at] + b"free" + whole[at + 4 :]


def photo_with_broken_exif() -> bytes:
    """A rotated JPEG that every browser shows, although the width in its Exif data is a text."""
    details = Image.Exif()
    details[0x10E], details[0x112] = "wide", 6
    written = BytesIO()
    Image.new("RGB", (40, 30)).save(written, "JPEG", exif=details)
    return written.getvalue().replace(b"\x01\x0e\x00\x02", b"\x01\x00\x00\x02")


def animation() -> bytes:
    """A GIF whose first frame is red and whose second is blue."""
    written = BytesIO()
    frames = [Image.new("RGB", (40, 30), colour) for colour in ("red", "blue")]
    frames[0].save(written, "GIF", save_all=True, append_images=frames[1:], duration=100)
    return written.getvalue()


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", crc32(kind + content))


def huge_png(side: int = 10_001) -> bytes:
    """A PNG of less than a hundred bytes whose header says `side` × `side` pixels."""
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    data = _chunk(b"IDAT", compress(b"\0" * 10_000))
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + data + _chunk(b"IEND", b"")


def wav(milliseconds: int = 250) -> bytes:
    written = BytesIO()
    with wave.open(written, "wb") as sound:
        sound.setparams((1, 2, 8_000, 0, "NONE", ""))
        sound.writeframes(b"\0\0" * (8 * milliseconds))
    return written.getvalue()


def mp3(frames: int = 40) -> bytes:
    """Frames of MPEG-1 layer III with 128 kbit/s and 44.1 kHz: 417 bytes and 26 ms each."""
    return (b"\xff\xfb\x90\x00" + b"\0" * 413) * frames


def ogg() -> bytes:
    """A Vorbis header, and a last page that ends after two seconds."""
    header = b"\x01vorbis" + struct.pack("<IBIiiiBB", 0, 1, 44_100, 0, 96_000, 0, 0xB8, 1)
    return _ogg_page(header, flags=2, position=0, number=0) + _ogg_page(b"\0", flags=4, position=88_200, number=1)


def _ogg_page(content: bytes, *, flags: int, position: int, number: int) -> bytes:
    head = struct.pack("<4sBBqIIIB", b"OggS", 0, flags, position, 7, number, 0, 1)
    return head + bytes([len(content)]) + content


def _box(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I4s", 8 + len(content), kind) + content


def mp4(width: int = 640, height: int = 360, milliseconds: int = 1_500) -> bytes:
    movie = struct.pack(">IIIII", 0, 0, 0, 1_000, milliseconds) + b"\0" * 80
    track = b"\0" * 76 + struct.pack(">II", width << 16, height << 16)
    moov = _box(b"moov", _box(b"mvhd", movie) + _box(b"trak", _box(b"tkhd", track)))
    return _box(b"ftyp", b"isom\0\0\0\0isommp41") + moov + _box(b"mdat", b"\0" * 64)


def _element(kind: int, content: bytes) -> bytes:
    head = kind.to_bytes((kind.bit_length() + 7) // 8, "big")
    return head + (0x1000_0000 | len(content)).to_bytes(4, "big") + content


def webm(width: int = 640, height: int = 360, milliseconds: float = 1_500.0) -> bytes:
    info = _element(0x1549A966, _element(0x4489, struct.pack(">d", milliseconds)))
    video = _element(0xE0, _element(0xB0, width.to_bytes(2, "big")) + _element(0xBA, height.to_bytes(2, "big")))
    tracks = _element(0x1654AE6B, _element(0xAE, video))
    doctype = b"\x42\x82\x84webm"
    return b"\x1a\x45\xdf\xa3" + bytes([0x80 | len(doctype)]) + doctype + _element(0x18538067, info + tracks)


HTML = b"<!doctype html><html><body><script>alert(1)</script></body></html>"
SVG = b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
