"""Detects the type of a file by its first bytes; knows only types that every current browser shows or plays."""

from msgspec import Struct

from greenroom.features.media.schemas import Kind

HEAD_BYTES = 4_096
MP4_BRANDS = frozenset({b"isom", b"mp41", b"mp42", b"avc1", b"M4V ", b"dash", *(b"iso%d" % n for n in range(2, 10))})
AVIF_BRANDS = frozenset({b"avif", b"avis"})
OGG_CODECS = (b"\x01vorbis", b"OpusHead")
EBML = b"\x1a\x45\xdf\xa3"
WEBM_DOCTYPE = b"\x42\x82\x84webm"


class MediaType(Struct, frozen=True):
    kind: Kind
    content_type: str
    # Pillow's name of the format; empty for videos and sounds.
    image_format: str = ""


PNG = MediaType("image", "image/png", "PNG")
JPEG = MediaType("image", "image/jpeg", "JPEG")
GIF = MediaType("image", "image/gif", "GIF")
WEBP = MediaType("image", "image/webp", "WEBP")
AVIF = MediaType("image", "image/avif", "AVIF")
MP4 = MediaType("video", "video/mp4")
WEBM = MediaType("video", "video/webm")
MP3 = MediaType("sound", "audio/mpeg")
OGG = MediaType("sound", "audio/ogg")
WAV = MediaType("sound", "audio/wav")

PREFIXES = ((b"\x89PNG\r\n\x1a\n", PNG), (b"\xff\xd8\xff", JPEG), (b"GIF87a", GIF), (b"GIF89a", GIF), (b"ID3", MP3))
RIFF_TYPES = {b"WEBP": WEBP, b"WAVE": WAV}


def detect(head: bytes) -> MediaType | None:
    for prefix, found in PREFIXES:
        if head.startswith(prefix):
            return found
    if head.startswith(b"RIFF"):
        return RIFF_TYPES.get(head[8:12])
    if head[4:8] == b"ftyp":
        return _by_brand(head)
    if head.startswith(b"OggS"):
        return OGG if any(codec in head for codec in OGG_CODECS) else None
    if head.startswith(EBML):
        return WEBM if WEBM_DOCTYPE in head[:64] else None
    return MP3 if _is_mp3_frame(head) else None


def _by_brand(head: bytes) -> MediaType | None:
    """The type by the main and compatible brands in the `ftyp` box; AVIF if any brand is AVIF."""
    end = min(int.from_bytes(head[:4], "big"), len(head))
    brands = {head[8:12], *(head[at : at + 4] for at in range(16, end, 4))}
    if brands & AVIF_BRANDS:
        return AVIF
    return MP4 if brands & MP4_BRANDS else None


def _is_mp3_frame(head: bytes) -> bool:
    """Whether the file begins with an MP3 frame: sync bits, layer III, and a valid bit rate and sample rate."""
    if len(head) < 4 or head[0] != 0xFF or head[1] & 0xE0 != 0xE0:
        return False
    is_layer_3 = (head[1] >> 1) & 3 == 1
    bit_rate, sample_rate = head[2] >> 4, (head[2] >> 2) & 3
    return is_layer_3 and bit_rate not in {0, 15} and sample_rate != 3
