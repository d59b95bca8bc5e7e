import shutil
from pathlib import Path

import pytest
from fastapi import FastAPI

from greenroom.app import create_app
from greenroom.kernel.web.api_router import load_routes
from greenroom.settings import Settings


@pytest.fixture
def app(tmp_path: Path, migrated_file: Path) -> FastAPI:
    shutil.copy(migrated_file, tmp_path)
    app = create_app(Settings(data_dir=tmp_path))
    load_routes(app)
    return app
