import shutil
from pathlib import Path

import pytest
from fastapi import FastAPI

from greenroom.app import create_app
from greenroom.settings import Settings


@pytest.fixture
def app(tmp_path: Path, migrated_file: Path) -> FastAPI:
    shutil.copy(migrated_file, tmp_path)
    return create_app(Settings(data_dir=tmp_path))
