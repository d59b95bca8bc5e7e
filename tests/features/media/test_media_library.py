"""Files are uploaded, listed, renamed and deleted."""

import asyncio
import resource
from collections.abc import AsyncIterator, Generator
from contextlib import contextmanager
from uuid import UUID, uuid4

import media_files
import pytest
from media_library import MediaLibrary
from sqlalchemy import update

from greenroom.features.media import service
from greenroom.features.media.content.inspection import MediaFacts
from greenroom.features.media.content.signatures import WAV
from greenroom.features.media.models import Media
from greenroom.features.media.schemas import MAX_CHANNEL_BYTES, MAX_FILE_BYTES
from greenroom.features.media.temporary_files import Received
from greenroom.kernel.db.change_tracking import ChangedBy
from support.greenroom_server import GreenroomServer, error_fields, refusal
from support.row_locks import until_transaction_waits

MOD, EDITOR = 7, 100


@pytest.mark.both_databases
async def test_uploaded_image_is_listed_with_its_size_and_type(library: MediaLibrary) -> None:
    content = media_files.image("PNG", (400, 300))
    media = await library.add(content, "Cheer 100")
    assert (media["name"], media["kind"], media["content_type"]) == ("Cheer 100", "image", "image/png")
    assert (media["width"], media["height"], media["size_bytes"]) == (400, 300, len(content))
    assert (media["created_by"], media["used_by"]) == ("JunoPlays", [])
    listed = await library.page()
    assert listed["records"] == [media]
    assert (listed["used_bytes"], listed["max_bytes"], listed["total"]) == (len(content), MAX_CHANNEL_BYTES, 1)


@pytest.mark.parametrize(
    ("content", "content_type", "facts"),
    [
        (media_files.image("JPEG"), "image/jpeg", (400, 300, None)),
        (media_files.image("WEBP"), "image/webp", (400, 300, None)),
        (media_files.image("AVIF"), "image/avif", (400, 300, None)),
        (media_files.photo_with_broken_exif(), "image/jpeg", (40, 30, None)),
        (media_files.animation(), "image/gif", (40, 30, None)),
        (media_files.mp4(), "video/mp4", (640, 360, 1_500)),
        (media_files.webm(), "video/webm", (640, 360, 1_500)),
        (media_files.wav(250), "audio/wav", (None, None, 250)),
        (media_files.ogg(), "audio/ogg", (None, None, 2_000)),
    ],
    ids=["jpeg", "webp", "avif", "broken-exif", "gif", "mp4", "webm", "wav", "ogg"],
)
async def test_type_dimensions_and_duration_are_read_from_the_content(
    library: MediaLibrary, content: bytes, content_type: str, facts: tuple[int | None, ...]
) -> None:
    media = await library.add(content, "misleading.txt")
    assert media["content_type"] == content_type
    assert (media["width"], media["height"], media["duration_ms"]) == facts


async def test_mp3_has_a_duration(library: MediaLibrary) -> None:
    media = await library.add(media_files.mp3(40))
    assert media["content_type"] == "audio/mpeg"
    assert 1_000 <= media["duration_ms"] <= 1_100


INVALID_FILES = {
    "empty": (b"", "empty"),
    "html": (media_files.HTML, "must be one of"),
    "svg": (media_files.SVG, "must be one of"),
    "exe": (b"MZ\x90\0" + b"\0" * 400, "must be one of"),
    "avif": (media_files.damaged_avif(), "damaged"),
    "cut": (media_files.image()[:200], "damaged"),
    "page-in-png": (media_files.image() + media_files.HTML, "web page"),
    "page-in-gif": (b"GIF89a/*" + media_files.HTML, "web page"),
    "script-in-gif": (b"GIF89a=1;alert(1)//" + b"\0" * 300, "damaged"),
    "10001": (media_files.huge_png(10_001), "pixels"),
    "6000": (media_files.huge_png(6_000), "pixels"),
    "50000": (media_files.huge_png(50_000), "pixels"),
    "mp4": (b"\0\0\0\x18ftypisom\0\0\0\0isommp41" + b"\0" * 400, "damaged"),
    "webm": (b"\x1a\x45\xdf\xa3\x87\x42\x82\x84webm" + b"\0" * 400, "damaged"),
    "many-boxes": (media_files.mp4() + b"\0\0\0\x08free" * 20_000, "damaged"),
    "many-chunks": (media_files.wav(1) + b"junk\0\0\0\0" * 200_000, "damaged"),
    "mp3": (b"ID3\x04\0\0\0\0\0\0" + b"nothing" * 40, "damaged"),
    "wav": (b"RIFF\xff\xff\0\0WAVEfmt " + b"\0" * 40, "damaged"),
}


@pytest.mark.parametrize(("content", "reason"), INVALID_FILES.values(), ids=INVALID_FILES)
async def test_invalid_file_is_refused_with_the_reason(library: MediaLibrary, content: bytes, reason: str) -> None:
    response = await library.upload(content, "cute.png")
    assert response.status_code == 422, response.text
    assert error_fields(response) == ["file"]
    assert reason in response.json()["message"]
    assert library.stored_names() == set()
    assert (await library.page())["total"] == 0


@pytest.mark.parametrize("name", ["", "x" * 101, "a\nb"])
async def test_bad_name_is_refused(library: MediaLibrary, name: str) -> None:
    response = await library.upload(media_files.image(), name)
    assert response.status_code == 422
    assert error_fields(response) == ["name"]


async def test_file_of_more_than_10_mb_is_refused_unread(library: MediaLibrary) -> None:
    assert await library.status_before_body(library.client, MAX_FILE_BYTES + 1) == 413


async def test_upload_without_an_announced_length_is_refused_beyond_10_mb(library: MediaLibrary) -> None:
    async def endless() -> AsyncIterator[bytes]:
        for _ in range(11):
            yield b"\0" * 2**20

    response = await library.client.ask("POST", library.path, params={"name": "long"}, content=endless())
    assert refusal(response) == (413, "too_large")
    assert library.stored_names() == set()


async def test_body_of_a_caller_without_permission_is_not_read(
    greenroom: GreenroomServer, library: MediaLibrary
) -> None:
    mod = await greenroom.staff("odalys_", library.channel_id, MOD)
    assert await library.status_before_body(mod, MAX_FILE_BYTES) == 403


async def test_editors_read_media_and_mods_do_not(greenroom: GreenroomServer, library: MediaLibrary) -> None:
    await library.add(media_files.image())
    mod = await greenroom.staff("odalys_", library.channel_id, MOD)
    assert refusal(await mod.ask("GET", library.path)) == (403, "forbidden")
    editor = await greenroom.staff("marekfixes", library.channel_id, EDITOR)
    assert (await editor.ask("GET", library.path)).status_code == 200


@pytest.mark.both_databases
async def test_same_content_is_stored_once(library: MediaLibrary) -> None:
    media = await library.add(media_files.image(), "First")
    response = await library.upload(media_files.image(), "Second")
    assert (response.status_code, response.json()) == (200, media)
    assert await library.names() == ["First"]


@pytest.mark.both_databases
async def test_same_content_uploaded_twice_at_once_is_stored_once(library: MediaLibrary) -> None:
    responses = await asyncio.gather(*(library.upload(media_files.image()) for _ in range(4)))
    assert sorted(response.status_code for response in responses) == [200, 200, 200, 201]
    assert len({response.json()["id"] for response in responses}) == 1
    assert len(library.stored_names()) == 2


@pytest.mark.both_databases
async def test_simultaneous_uploads_do_not_exceed_the_limit_of_the_channel(library: MediaLibrary) -> None:
    media = await library.add(media_files.image())
    sound = media_files.wav(200)
    async with library.greenroom.kernel.database.write() as session:
        await session.execute(update(Media).values(size_bytes=MAX_CHANNEL_BYTES - len(sound)))
    different = [media_files.wav(200)[:-2] + bytes([number, 0]) for number in range(4)]
    responses = await asyncio.gather(*(library.upload(content) for content in different))
    assert sorted(response.status_code for response in responses) == [201, 409, 409, 409]
    assert {response.json().get("type") for response in responses} == {None, "media_full"}
    assert (await library.page())["used_bytes"] == MAX_CHANNEL_BYTES
    assert len(library.stored_names()) == 3, media


def media_of_half_the_limit(library: MediaLibrary, sha256: str) -> Media:
    """The row of a file that is larger than half of the channel's limit."""
    received = Received(MAX_CHANNEL_BYTES // 2 + 1, sha256)
    by = ChangedBy("Juno", library.greenroom.kernel.clock())
    return service.new_media(uuid4(), UUID(library.channel_id), "Half", received, MediaFacts(WAV), by)


@pytest.mark.both_databases
async def test_second_upload_waits_for_the_first_and_counts_it_towards_the_limit(library: MediaLibrary) -> None:
    database = library.greenroom.kernel.database

    async def enter_second() -> None:
        async with database.write() as session:
            await service.enter_media(session, media_of_half_the_limit(library, "b" * 64))

    async with database.write() as session:
        await service.enter_media(session, media_of_half_the_limit(library, "a" * 64))
        second = asyncio.create_task(enter_second())
        await until_transaction_waits(library.greenroom)
    with pytest.raises(service.NoRoomForMedia):
        await second


@pytest.mark.both_databases
async def test_list_is_searched_filtered_and_paged(library: MediaLibrary) -> None:
    for number in range(3):
        await library.add(media_files.image(colour=f"#00000{number}"), f"Größe {number}")
        library.greenroom.kernel.clock.advance(1)  # pyright: ignore[reportFunctionMemberAccess]  # a FrozenClock
    await library.add(media_files.wav(), "Ding")
    assert await library.names() == ["Ding", "Größe 2", "Größe 1", "Größe 0"]
    assert await library.names(kind="sound") == ["Ding"]
    assert await library.names(q="GRÖSSE 1") == ["Größe 1"]
    assert await library.names(q="100%") == []
    first = await library.page(limit=3)
    assert (first["total"], len(first["records"])) == (4, 3)
    assert await library.names(limit=3, cursor=first["cursor"]) == ["Größe 0"]


@pytest.mark.both_databases
async def test_renamed_file_keeps_its_address(library: MediaLibrary) -> None:
    media = await library.add(media_files.image(), "Old")
    response = await library.client.ask("PATCH", f"{library.path}/{media['id']}", json={"name": "New name"})
    renamed = media | {"name": "New name"}
    assert response.json() == renamed
    assert await library.client.get(f"{library.path}/{media['id']}") == renamed
    assert await library.names(q="new") == ["New name"]


@pytest.mark.both_databases
async def test_deleted_file_is_gone_with_its_thumbnail(library: MediaLibrary) -> None:
    media = await library.add(media_files.image())
    assert (await library.delete(media)).status_code == 204
    assert library.stored_names() == set()
    assert (await library.fetch(media["path"])).status_code == 404
    assert refusal(await library.delete(media)) == (404, "media_not_found")


async def test_file_of_another_channel_is_not_found(library: MediaLibrary) -> None:
    media = await library.add(media_files.image())
    other = MediaLibrary(library.greenroom, library.client, await library.client.create_channel("Other"))
    assert refusal(await other.delete(media)) == (404, "media_not_found")
    response = await other.client.ask("PATCH", f"{other.path}/{media['id']}", json={"name": "Mine"})
    assert refusal(response) == (404, "media_not_found")


async def test_deleted_file_stays_in_another_channel_with_the_same_content(library: MediaLibrary) -> None:
    media = await library.add(media_files.image())
    other = MediaLibrary(library.greenroom, library.client, await library.client.create_channel("Other"))
    copy = await other.add(media_files.image())
    await library.delete(media)
    assert (await library.fetch(copy["path"])).content == media_files.image()


@contextmanager
def file_size_limit(size: int) -> Generator[None]:
    """Makes writes beyond this size fail, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


async def test_full_disk_is_reported_and_nothing_is_changed(library: MediaLibrary) -> None:
    media = await library.add(media_files.image())
    stored = library.stored_names()
    with file_size_limit(4 * 2**20):
        response = await library.upload(media_files.wav(1) + b"\0" * 5 * 2**20)
    assert refusal(response) == (507, "storage_full")
    assert library.stored_names() == stored
    assert (await library.page())["records"] == [media]


async def test_interrupted_upload_leaves_no_file(library: MediaLibrary) -> None:
    _, writer = await library.begin_upload(library.client, announced_bytes=4 * 2**20, sent=b"\0" * 2 * 2**20)
    await library.until_stored(1)
    writer.close()
    await library.until_stored(0)
    assert (await library.page())["total"] == 0


async def test_upload_is_refused_if_the_editor_loses_the_role_meanwhile(
    greenroom: GreenroomServer, library: MediaLibrary
) -> None:
    editor = await greenroom.staff("marekfixes", library.channel_id, EDITOR)
    content = media_files.wav(1) + b"\0" * 2 * 2**20
    reader, writer = await library.begin_upload(editor, len(content), sent=content[:-1])
    await library.until_stored(1)
    await greenroom.set_level(library.channel_id, (await editor.get("/user"))["id"], MOD)
    writer.write(content[-1:])
    assert (await reader.readline()).split()[1] == b"403"
    writer.close()
    await library.until_stored(0)


async def test_stored_files_are_readable_only_by_the_server(library: MediaLibrary) -> None:
    media = await library.add(media_files.image())
    for name in (media["id"], f"{media['id']}-thumbnail"):
        assert (library.folder / name).stat().st_mode & 0o777 == 0o600
