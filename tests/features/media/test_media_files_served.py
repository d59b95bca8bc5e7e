"""Files are served to widgets, which have no session: whole, in ranges, and as thumbnails."""

from io import BytesIO
from uuid import uuid4

import media_files
import pytest
from media_library import MediaLibrary
from PIL import Image

from support.greenroom_server import refusal
from support.server_fixtures import shared_loop_fixture

SOUND = media_files.wav(250)[:-1_000] + bytes(range(250)) * 4


@shared_loop_fixture()
async def address(library: MediaLibrary) -> str:
    return (await library.add(SOUND, 'ding "1".wav'))["path"]


async def test_file_is_served_without_a_session_with_safe_headers(library: MediaLibrary, address: str) -> None:
    response = await library.fetch(address)
    assert (response.status_code, response.content) == (200, SOUND)
    headers = response.headers
    assert headers["content-type"] == "audio/wav"
    assert headers["content-security-policy"] == "sandbox; default-src 'none'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "public, max-age=31536000, immutable"
    assert headers["content-disposition"] == "inline; filename*=UTF-8''ding%20%221%22.wav"
    assert headers["cross-origin-resource-policy"] == "cross-origin"


@pytest.mark.parametrize(
    ("requested", "expected", "content_range"),
    [
        ("bytes=0-99", SOUND[:100], "0-99"),
        ("bytes=100-", SOUND[100:], f"100-{len(SOUND) - 1}"),
        ("bytes=-10", SOUND[-10:], f"{len(SOUND) - 10}-{len(SOUND) - 1}"),
        ("bytes=10-999999999", SOUND[10:], f"10-{len(SOUND) - 1}"),
    ],
    ids=["first", "from", "last", "beyond"],
)
async def test_range_is_served(
    library: MediaLibrary, address: str, requested: str, expected: bytes, content_range: str
) -> None:
    response = await library.fetch(address, Range=requested)
    assert (response.status_code, response.content) == (206, expected)
    assert response.headers["content-range"] == f"bytes {content_range}/{len(SOUND)}"
    assert response.headers["content-length"] == str(len(expected))


@pytest.mark.parametrize("requested", ["bytes=0-1,5-6", "bytes=9-3", "bytes=x-", "bytes=-", "lines=1-2"])
async def test_several_ranges_and_malformed_ones_get_the_whole_file(
    library: MediaLibrary, address: str, requested: str
) -> None:
    response = await library.fetch(address, Range=requested)
    assert (response.status_code, response.content) == (200, SOUND)


@pytest.mark.parametrize("requested", ["bytes=999999-", "bytes=-0"])
async def test_range_beyond_the_end_is_refused(library: MediaLibrary, address: str, requested: str) -> None:
    response = await library.fetch(address, Range=requested)
    assert (response.status_code, response.headers["content-range"]) == (416, f"bytes */{len(SOUND)}")


async def test_range_of_a_changed_file_gets_the_whole_file(library: MediaLibrary, address: str) -> None:
    etag = (await library.fetch(address, "HEAD")).headers["etag"]
    same = await library.fetch(address, **{"Range": "bytes=0-9", "If-Range": etag})
    other = await library.fetch(address, **{"Range": "bytes=0-9", "If-Range": '"other"'})
    assert (same.status_code, other.status_code) == (206, 200)


async def test_unchanged_file_is_not_sent_again(library: MediaLibrary, address: str) -> None:
    head = await library.fetch(address, "HEAD")
    assert (head.status_code, head.content, head.headers["content-length"]) == (200, b"", str(len(SOUND)))
    again = await library.fetch(address, **{"If-None-Match": f'"x", W/{head.headers["etag"]}'})
    assert (again.status_code, again.content) == (304, b"")


async def test_thumbnail_is_at_most_320_pixels_wide_and_high(library: MediaLibrary) -> None:
    media = await library.add(media_files.image("PNG", (1_000, 500)))
    response = await library.fetch(media["thumbnail_path"])
    assert response.headers["content-type"] == "image/webp"
    with Image.open(BytesIO(response.content)) as thumbnail:
        assert (thumbnail.format, thumbnail.size) == ("WEBP", (320, 160))


async def test_thumbnail_of_an_animation_is_its_first_frame(library: MediaLibrary) -> None:
    media = await library.add(media_files.animation())
    response = await library.fetch(media["thumbnail_path"])
    with Image.open(BytesIO(response.content)) as thumbnail:
        red, _, blue = thumbnail.convert("RGB").getpixel((20, 15))  # pyright: ignore[reportGeneralTypeIssues, reportUnknownVariableType]  # an RGB pixel
        assert red > 200 > blue
        assert not getattr(thumbnail, "is_animated", False)


async def test_sound_has_no_thumbnail(library: MediaLibrary, address: str) -> None:
    assert (await library.page())["records"][0]["thumbnail_path"] is None
    assert refusal(await library.fetch(f"{address}/thumbnail")) == (404, "media_not_found")


async def test_unknown_file_is_not_found(library: MediaLibrary) -> None:
    assert refusal(await library.fetch(f"/media/{uuid4()}")) == (404, "media_not_found")


async def test_file_that_is_missing_in_the_storage_is_not_found(library: MediaLibrary, address: str) -> None:
    (library.folder / address.rpartition("/")[2]).unlink()
    assert refusal(await library.fetch(address)) == (404, "media_not_found")


async def test_address_of_a_file_is_random(library: MediaLibrary, address: str) -> None:
    """The address cannot be guessed from the time of the upload."""
    assert (await library.page())["records"][0]["id"][14] == "4"
