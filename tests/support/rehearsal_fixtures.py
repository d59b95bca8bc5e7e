"""Fixtures of a rehearsal process that is reset for each test; imported by the conftest of two folders."""

from collections.abc import AsyncGenerator, Generator
from pathlib import Path

import pytest

from greenroom.kernel.context import Kernel
from support.rehearsal_process import ConnectionHost, Rehearsal, open_kernel, rehearsal_process

__all__ = ["connection_host", "kernel", "rehearsal", "rehearsal_environment", "witness_file"]


@pytest.fixture(scope="session")
def witness_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("witness") / "deviations.txt"
    file.touch()
    return file


@pytest.fixture(scope="session")
def rehearsal_environment(witness_file: Path) -> Generator[dict[str, str]]:
    with rehearsal_process(witness_file) as environment:
        yield environment


def forget(witness_file: Path) -> None:
    witness_file.write_text("")


def deviations_in(witness_file: Path) -> list[str]:
    return list(dict.fromkeys(witness_file.read_text().splitlines()))


@pytest.fixture
async def rehearsal(rehearsal_environment: dict[str, str], witness_file: Path) -> AsyncGenerator[Rehearsal]:
    rehearsal = Rehearsal(rehearsal_environment)
    await rehearsal.command("/reset")
    forget(witness_file)
    yield rehearsal
    await rehearsal.http.aclose()
    broken = [] if rehearsal.tells_lies else deviations_in(witness_file)
    assert broken == [], "what was said does not keep to the platform's contract"


@pytest.fixture
async def kernel(rehearsal: Rehearsal, sqlite_url: str, tmp_path: Path) -> AsyncGenerator[Kernel]:
    async with open_kernel(rehearsal, tmp_path, sqlite_url) as kernel:
        yield kernel


@pytest.fixture
def connection_host(kernel: Kernel, rehearsal: Rehearsal) -> ConnectionHost:
    return ConnectionHost(kernel, rehearsal)
