"""Checks an image by decoding its first frame, and makes its thumbnail. Pillow is imported for the first upload."""

import struct
from io import BytesIO
from typing import TYPE_CHECKING

from msgspec import Struct

from greenroom.features.media.content.limited_reads import LimitedReads
from greenroom.kernel.errors import Invalid

if TYPE_CHECKING:
    from PIL.Image import Image

THUMBNAIL_PIXELS = 320
MAX_SIDE = 10_000
# A decoded image of this size takes 100 MB; a file of some kilobytes can claim any size.
MAX_PIXELS = 25_000_000


class ImageFacts(Struct, frozen=True):
    width: int
    height: int
    # A WebP of the first frame.
    thumbnail: bytes


def check_image(data: bytes, image_format: str) -> ImageFacts:
    from PIL import Image  # noqa: PLC0415  # a quarter of a second and 15 MB

    Image.MAX_IMAGE_PIXELS = MAX_PIXELS
    try:
        with Image.open(LimitedReads(data), formats=(image_format,)) as image:
            _check_size(image)
            image.load()
            upright = _upright(image)
            width, height = upright.size
            return ImageFacts(width, height, _thumbnail(upright))
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise _too_large() from None
    except (OSError, SyntaxError, ValueError, EOFError, RuntimeError, struct.error) as error:
        # Which of these Pillow raises for a broken image depends on the format and on what is broken.
        raise Invalid("file", "is not an image that can be read: it is damaged or something else") from error


def _upright(image: "Image") -> "Image":
    """Rotates a photo by its EXIF orientation; like browsers, ignores an orientation that cannot be read."""
    from PIL import ImageOps  # noqa: PLC0415  # as above

    try:
        return ImageOps.exif_transpose(image)
    except (OSError, SyntaxError, ValueError, RuntimeError, LookupError, TypeError, struct.error):
        return image


def _check_size(image: "Image") -> None:
    """Checks the size in the header, before anything is decoded."""
    if max(image.size) > MAX_SIDE or image.width * image.height > MAX_PIXELS:
        raise _too_large()


def _too_large() -> Invalid:
    return Invalid("file", f"has too many pixels: up to {MAX_PIXELS // 1_000_000} million, {MAX_SIDE:,} a side")


def _thumbnail(image: "Image") -> bytes:
    image.thumbnail((THUMBNAIL_PIXELS, THUMBNAIL_PIXELS))
    colours = image.convert("RGBA" if image.has_transparency_data else "RGB")
    written = BytesIO()
    colours.save(written, "WEBP", quality=80)
    return written.getvalue()
