import shutil
from collections.abc import Generator

import pytest
from media_library import MediaLibrary
from s3_server import S3Server, running_s3

from support.greenroom_server import ApiClient, GreenroomServer


@pytest.fixture
def library(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> Generator[MediaLibrary]:
    library = MediaLibrary(greenroom, owner, channel_id)
    yield library
    # The `greenroom` fixture deletes the database rows; only the files are left.
    shutil.rmtree(library.folder, ignore_errors=True)


@pytest.fixture(scope="session")
def s3() -> Generator[S3Server]:
    with running_s3() as server:
        yield server
