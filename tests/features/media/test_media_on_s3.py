"""A server keeps its media in S3, and nothing on its disk."""

import shutil
from collections.abc import AsyncGenerator
from pathlib import Path

import httpx
import media_files
from media_library import MediaLibrary
from s3_server import S3Server

from rehearsal.state import RehearsalState
from support.frozen_clock import FrozenClock
from support.greenroom_server import open_server, refusal, server_settings
from support.server_fixtures import shared_loop_fixture


@shared_loop_fixture()
async def library(
    rehearsal_state: RehearsalState, clock: FrozenClock, s3: S3Server, migrated_file: Path, tmp_path: Path
) -> AsyncGenerator[MediaLibrary]:
    shutil.copy(migrated_file, tmp_path)
    settings = server_settings(rehearsal_state, tmp_path, s3=s3.new_bucket())
    async with open_server(settings, rehearsal_state, clock) as greenroom:
        owner = await greenroom.sign_in()
        yield MediaLibrary(greenroom, owner, await owner.create_channel())


async def test_media_in_s3_is_served_and_deleted_and_nothing_stays_on_disk(library: MediaLibrary) -> None:
    content = media_files.image()
    media = await library.add(content)
    assert library.stored_names() == set()
    assert (await library.fetch(media["path"])).content == content
    part = await library.fetch(media["path"], Range="bytes=4-9")
    assert (part.status_code, part.content) == (206, content[4:10])
    assert (await library.fetch(media["thumbnail_path"])).headers["content-type"] == "image/webp"
    assert (await library.delete(media)).status_code == 204
    assert refusal(await library.fetch(media["path"])) == (404, "media_not_found")


async def test_upload_is_refused_while_the_bucket_is_missing(library: MediaLibrary, s3: S3Server) -> None:
    bucket = f"{s3.url}/{library.greenroom.settings.s3.bucket}"
    async with httpx.AsyncClient(trust_env=False) as storage:
        assert (await storage.delete(bucket)).status_code == 204
        assert refusal(await library.upload(media_files.image())) == (503, "media_storage_unavailable")
        assert (await library.page())["total"] == 0
        assert (await storage.put(bucket)).status_code == 200
    assert (await library.fetch((await library.add(media_files.image()))["path"])).status_code == 200
