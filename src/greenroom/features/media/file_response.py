"""The response to a request for a media file: the whole file, a range of it, or 304 if it is unchanged."""

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from greenroom.features.media import service
from greenroom.features.media.models import Media
from greenroom.features.media.rules import (
    ByteRange,
    RangeNotSatisfiable,
    applies_range,
    file_headers,
    is_unchanged,
    requested_range,
)
from greenroom.features.media.storage.interface import MediaStorage


class ServedFile(Struct, frozen=True):
    key: str
    name: str
    content_type: str
    # Changes whenever the content does.
    etag: str
    size_bytes: int


def whole_file(row: Media) -> ServedFile:
    return ServedFile(service.file_key(row.id), row.name, row.content_type, f'"{row.sha256}"', row.size_bytes)


def thumbnail(row: Media) -> ServedFile:
    if row.thumbnail_bytes is None:
        raise service.MediaNotFound
    key, etag = service.thumbnail_key(row.id), f'"{row.sha256}-thumbnail"'
    return ServedFile(key, f"{row.name}.webp", "image/webp", etag, row.thumbnail_bytes)


async def respond(request: Request, storage: MediaStorage, file: ServedFile) -> Response:
    """Sends the file or the requested range; 304 if it is unchanged, 416 if the range begins after its end."""
    # Starlette's FileResponse needs a local file and ignores If-None-Match.
    headers = file_headers(file.name, file.etag)
    if is_unchanged(request.headers.get("if-none-match"), file.etag):
        return Response(status_code=304, headers=headers)
    try:
        part = _range(request, file)
    except RangeNotSatisfiable:
        return Response(status_code=416, headers=headers | {"Content-Range": f"bytes */{file.size_bytes}"})
    whole = ByteRange(0, file.size_bytes)
    sent = part or whole
    headers |= {"Content-Length": str(sent.end - sent.start), "Content-Type": file.content_type}
    if part is not None:
        headers["Content-Range"] = f"bytes {part.start}-{part.end - 1}/{file.size_bytes}"
    status = 200 if part is None else 206
    if request.method == "HEAD":
        return Response(status_code=status, headers=headers)
    content = await storage.open(file.key, sent.start, sent.end)
    return StreamingResponse(content, status_code=status, headers=headers)


def _range(request: Request, file: ServedFile) -> ByteRange | None:
    if not applies_range(request.headers.get("if-range"), file.etag):
        return None
    return requested_range(request.headers.get("range"), file.size_bytes)
