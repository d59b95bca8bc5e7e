"""One rehearsal for a whole run, which starts over for each test; the conftest files of two folders take these."""

from collections.abc import AsyncGenerator, Generator
from pathlib import Path

import pytest

from backstage import Backstage, Rehearsal, open_kernel, rehearsal_process
from greenroom.kernel.context import Kernel

__all__ = ["backstage", "kernel", "rehearsal", "rehearsal_environment"]


@pytest.fixture(scope="session")
def rehearsal_environment() -> Generator[dict[str, str]]:
    with rehearsal_process() as environment:
        yield environment


@pytest.fixture
async def rehearsal(rehearsal_environment: dict[str, str]) -> AsyncGenerator[Rehearsal]:
    rehearsal = Rehearsal(rehearsal_environment)
    await rehearsal.command("/reset")
    yield rehearsal
    await rehearsal.http.aclose()


@pytest.fixture
async def kernel(rehearsal: Rehearsal, sqlite_url: str, tmp_path: Path) -> AsyncGenerator[Kernel]:
    async with open_kernel(rehearsal, tmp_path, sqlite_url) as kernel:
        yield kernel


@pytest.fixture
def backstage(kernel: Kernel, rehearsal: Rehearsal) -> Backstage:
    return Backstage(kernel, rehearsal)
