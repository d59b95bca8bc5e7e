"""Detects the type of an uploaded file, and refuses files that are no readable image, video or sound."""

import re
from pathlib import Path

from msgspec import Struct

from greenroom.features.media.content.images import check_image
from greenroom.features.media.content.signatures import HEAD_BYTES, MediaType, detect
from greenroom.features.media.content.sounds import check_sound
from greenroom.features.media.content.videos import check_video
from greenroom.kernel.errors import Invalid

# Tags in files that are media and a web page at once; the data of a media file contains none of these by chance.
_MARKUP = re.compile(rb"<(?:script|!doctype|html|iframe)[\s>/]", re.IGNORECASE)
TYPES_TEXT = "PNG, JPEG, GIF, WebP, AVIF, MP4, WebM, MP3, Ogg or WAV"


class MediaFacts(Struct, frozen=True):
    """Type and measures of an uploaded file; a measure is None if the file does not have or state it."""

    type: MediaType
    width: int | None = None
    height: int | None = None
    duration_ms: int | None = None
    thumbnail: bytes | None = None


def inspect(file: Path) -> MediaFacts:
    """Returns type and measures of the file; raises Invalid if it is no readable media. Slow: call it in a thread."""
    data = file.read_bytes()
    if not data:
        raise Invalid("file", "must not be empty")
    found = detect(data[:HEAD_BYTES])
    if found is None:
        raise Invalid("file", f"must be one of {TYPES_TEXT}; its content is something else")
    if _MARKUP.search(data):
        raise Invalid("file", "contains parts of a web page, which a picture, video or sound has not")
    match found.kind:
        case "image":
            image = check_image(data, found.image_format)
            return MediaFacts(found, image.width, image.height, thumbnail=image.thumbnail)
        case "video":
            video = check_video(data, found.content_type)
            return MediaFacts(found, video.width, video.height, video.duration_ms)
        case "sound":
            return MediaFacts(found, duration_ms=check_sound(data))
