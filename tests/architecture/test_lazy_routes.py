"""Creating the app imports one database dialect; FastAPI, routes, importers and connections wait for a first use."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import httpx
import pytest

from greenroom.app import FEATURES, create_app
from greenroom.feature import Declare, Feature
from greenroom.kernel.api.access import PUBLIC
from greenroom.kernel.api.api_router import ApiRouter, loaded_api
from greenroom.kernel.api.route_checks import Undeclared
from greenroom.settings import Settings

CONNECTION = re.compile(r"greenroom\.platforms\.\w+\.connection")
START = """
import sys
from pathlib import Path
from greenroom.app import create_app
from greenroom.settings import Settings
create_app(Settings(data_dir=Path(sys.argv[1])))
print(*sys.modules)
"""


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Modules that a process has imported once it has created the app."""
    started = subprocess.run(  # noqa: S603  # our own code
        [sys.executable, "-c", START, str(tmp_path_factory.mktemp("start"))],
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
    )
    return started.stdout.split()


def test_creating_the_app_imports_no_routes(imported: list[str]) -> None:
    assert "greenroom.app" in imported
    assert [name for name in imported if name.startswith("greenroom.") and "routes" in name.split(".")] == []


def test_creating_the_app_does_not_import_fastapi(imported: list[str]) -> None:
    # Importing FastAPI takes a tenth of the start; only modules of routes and `kernel/api` may import it.
    assert "starlette.applications" in imported
    assert [name for name in imported if name.partition(".")[0] == "fastapi"] == []


def test_creating_the_app_on_sqlite_imports_nothing_of_postgresql(imported: list[str]) -> None:
    # The dialect takes 2.4 MB and a tenth of a second; a single `postgresql_where` of a model imports it.
    assert "sqlalchemy.dialects.sqlite.base" in imported
    assert [name for name in imported if name.startswith(("sqlalchemy.dialects.postgresql", "asyncpg"))] == []


def test_creating_the_app_imports_no_importer(imported: list[str]) -> None:
    # The importers are needed only while a user imports from another bot.
    importers = [name for name in imported if name.startswith("greenroom.features.imports.")]
    assert importers == ["greenroom.features.imports.feature"]


def test_creating_the_app_imports_no_library_of_media(imported: list[str]) -> None:
    # The libraries are needed for the first upload, or where S3 is set.
    assert "greenroom.features.media.feature" in imported
    assert [name for name in imported if name.partition(".")[0] in {"PIL", "obstore", "tinytag"}] == []


def test_creating_the_app_imports_no_connection(imported: list[str]) -> None:
    # Connections are imported when a channel first connects.
    assert "greenroom.platforms.twitch.platform" in imported
    assert [name for name in imported if CONNECTION.fullmatch(name)] == []
    assert {"greenroom.platforms.tiktok.webcast_pb2", "websockets.asyncio.client"}.isdisjoint(imported)


def test_command_line_does_not_import_rich() -> None:
    # structlog imports Rich if it is installed, as it is with the development tools.
    started = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "greenroom", "--version"],
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
    )
    imported = {line.rpartition("|")[2].strip() for line in started.stderr.splitlines()}
    assert "structlog.dev" in imported
    assert [name for name in imported if name.startswith("rich.")] == []


async def test_calls_that_arrive_together_load_the_routes_once(tmp_path: Path) -> None:
    app = create_app(Settings(data_dir=tmp_path))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
        responses = await asyncio.gather(*(client.get("/api/2/roles") for _ in range(5)))
        unknown = await client.get("/api/2/nothing")
    assert [response.status_code for response in responses] == [200] * 5
    assert unknown.status_code == 404
    paths = [getattr(route, "path", "") for route in loaded_api(app).routes]
    assert paths.count("/api/2/roles") == 1


async def test_no_api_call_is_served_if_a_route_declares_no_permission(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    router = ApiRouter(tags=["drafts"])
    router.add_api_route("/declared", _endpoint, dependencies=[PUBLIC])
    router.add_api_route("/undeclared", _endpoint)
    await _assert_nothing_is_served(tmp_path, monkeypatch, router, "/api/2/undeclared declares no permission")


async def test_no_api_call_is_served_if_a_channel_path_requires_no_permission(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The check runs when the routes are built, because a check at the start would import them.
    router = ApiRouter(tags=["notes"])
    router.add_api_route("/channels/{channel_id}/notes", _endpoint, dependencies=[PUBLIC])
    await _assert_nothing_is_served(tmp_path, monkeypatch, router, "requires no permission in its channel")


async def _assert_nothing_is_served(
    folder: Path, monkeypatch: pytest.MonkeyPatch, router: ApiRouter, problem: str
) -> None:
    module = ModuleType("draft_routes")
    module.__dict__["router"] = router
    monkeypatch.setitem(sys.modules, "draft_routes", module)
    declared: tuple[Declare, ...] = (*FEATURES, lambda _: Feature(name="drafts", routes=("draft_routes",)))
    app = create_app(Settings(data_dir=folder), features=declared)
    with pytest.raises(Undeclared, match=problem):
        loaded_api(app)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        statuses = [(await client.get(f"/api/2/{path}")).status_code for path in ("roles", "declared")]
    assert statuses == [500, 500]


async def _endpoint() -> None: ...


async def test_first_call_of_a_path_outside_the_api_loads_the_routes(tmp_path: Path) -> None:
    # Without the routes the response would be the page of the web app.
    app = create_app(Settings(data_dir=tmp_path))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
        response = await client.get("/media/no-id")
    assert (response.status_code, response.json()["type"]) == (422, "invalid")
