from pathlib import Path

import pytest

from house_fixtures import (
    channel_id,
    clock,
    house,
    open_door,
    owner,
    postgres_house,
    postgres_url,
    run_in_one_loop,
    settings,
    shared_loop,
    sqlite_house,
    sqlite_url,
    stage,
    theatre,
    wall_clock,
)

__all__ = [
    "channel_id",
    "clock",
    "house",
    "open_door",
    "owner",
    "postgres_house",
    "postgres_url",
    "settings",
    "shared_loop",
    "sqlite_house",
    "sqlite_url",
    "stage",
    "theatre",
    "wall_clock",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    run_in_one_loop(items, Path(__file__).parent)
