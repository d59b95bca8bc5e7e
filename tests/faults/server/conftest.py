from pathlib import Path

import pytest

from support.server_fixtures import (
    channel_id,
    clock,
    greenroom,
    owner,
    postgres_greenroom,
    postgres_url,
    rehearsal_loop,
    rehearsal_state,
    settings,
    shared_clock,
    shared_greenroom,
    shared_loop,
    shared_rehearsal,
    sqlite_greenroom,
    sqlite_url,
    use_shared_loop,
)

__all__ = [
    "channel_id",
    "clock",
    "greenroom",
    "owner",
    "postgres_greenroom",
    "postgres_url",
    "rehearsal_loop",
    "rehearsal_state",
    "settings",
    "shared_clock",
    "shared_greenroom",
    "shared_loop",
    "shared_rehearsal",
    "sqlite_greenroom",
    "sqlite_url",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    use_shared_loop(items, Path(__file__).parent)
