import shutil
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.applications import Starlette

from greenroom.app import create_app
from greenroom.kernel.api.api_router import loaded_api
from greenroom.settings import Settings


@pytest.fixture
def app(tmp_path: Path, migrated_file: Path) -> Starlette:
    shutil.copy(migrated_file, tmp_path)
    return create_app(Settings(data_dir=tmp_path))


@pytest.fixture
def api(app: Starlette) -> FastAPI:
    return loaded_api(app)
