"""A feature is added with one line in the list of features: everything that it declares is collected."""

import contextlib
import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, ClassVar
from uuid import UUID

import httpx
import pytest
from msgspec import Struct
from pydantic import BaseModel
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.applications import Starlette
from starlette.requests import Request

from greenroom import app as composition
from greenroom.accounts.access.rules import REQUIRED_ROLE, Permission, Role, has_permission
from greenroom.accounts.access.topic_access import TopicPermissions
from greenroom.accounts.channels.service import ChannelCreatedHooks
from greenroom.api import describe_api
from greenroom.app import FEATURES, STAGES, create_app
from greenroom.channel_file.sections import Sections
from greenroom.channel_file.settings_section import SettingsSection
from greenroom.chat.pipeline.batch import Batch
from greenroom.chat.pipeline.explain import ConsideredRule, Explainers, ExplainRequest
from greenroom.chat.pipeline.inbox import Inboxes
from greenroom.chat.protocol.events import MessageDeleted
from greenroom.feature import Feature, Features, Services, lifespan
from greenroom.kernel.api.access import PUBLIC
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import Provided
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import Database
from greenroom.kernel.jobs import Job
from greenroom.kernel.services import services_of
from greenroom.responses.variables import Arguments, Variable, VariableContext, VariableRegistry
from greenroom.settings import Settings
from support.pipeline import open_pipeline

router = ApiRouter(tags=["confetti"])
LIFESPAN_CALLS: list[str] = []
BATCHES: list[Batch] = []


class Confetti:
    """A service of the toy feature."""

    colour = "pink"


class ConfettiThrown(BaseModel):
    pieces: int


class ConfettiColour(Struct):
    name: str


class OpenedInboxes(Inboxes):
    """The app's inboxes, recorded so that a test can put events into them as connections do."""

    opened: ClassVar[list[Inboxes]] = []

    def __init__(self, *arguments: Any, **named: Any) -> None:  # noqa: ANN401  # as the app calls it
        super().__init__(*arguments, **named)
        self.opened.append(self)


@router.get("/confetti", dependencies=[PUBLIC])
async def get_confetti(confetti: Provided[Confetti]) -> str:
    return confetti.colour


@router.post("/confetti", dependencies=[PUBLIC])
async def throw_confetti(request: Request) -> int:
    return len(await request.body())


async def throw(batch: Batch) -> None:
    BATCHES.append(batch)


async def sweep() -> None: ...


async def on_created(_: AsyncSession, __: UUID, ___: datetime) -> None: ...


async def explain(_: Database, __: ExplainRequest) -> list[ConsideredRule]:
    return []


def colour(_: VariableContext, __: Arguments) -> str:
    return Confetti.colour


async def read_settings(_: AsyncSession, __: UUID) -> ConfettiThrown:
    return ConfettiThrown(pieces=0)


async def write_settings(_: AsyncSession, __: UUID, ___: ConfettiThrown, ____: ChangedBy) -> None: ...


@asynccontextmanager
async def running() -> AsyncGenerator[None]:
    LIFESPAN_CALLS.append("lifespan began")
    yield
    LIFESPAN_CALLS.append("lifespan ended")


@asynccontextmanager
async def working() -> AsyncGenerator[None]:
    LIFESPAN_CALLS.append("worker lifespan began")
    yield
    LIFESPAN_CALLS.append("worker lifespan ended")


def toy(_: Services) -> Feature:
    return Feature(
        name="confetti",
        routes=(__name__,),
        permissions={Permission.QUEUES_READ: Role.MOD},
        topics={"confetti": Permission.QUEUES_READ},
        body_limits={"/confetti": 2 * 2**20},
        stages={"throw_confetti": throw},
        jobs=(Job("sweep_confetti", 60, sweep),),
        sections=(
            SettingsSection(
                "confetti",
                "Confetti",
                ConfettiThrown,
                read_settings,
                write_settings,
                permission=Permission.CHAT_READ,
                read_permission=Permission.CHAT_READ,
            ),
        ),
        on_channel_created=(on_created,),
        services={Confetti: Confetti()},
        lifespan=running,
        worker_lifespan=working,
        live_messages=(ConfettiThrown,),
        structs=(ConfettiColour,),
        variables=(Variable("confetti", "Toys", "Its colour", "$(confetti)", "pink", colour),),
        explainers=(explain,),
    )


@pytest.fixture
def app(tmp_path: Path, migrated_file: Path, monkeypatch: pytest.MonkeyPatch) -> Starlette:
    shutil.copy(migrated_file, tmp_path)
    # The queues have declared this permission already; without their entry the test sees that of the toy feature.
    monkeypatch.delitem(REQUIRED_ROLE, Permission.QUEUES_READ)
    return create_app(Settings(data_dir=tmp_path), features=(*FEATURES, toy))


def test_services_permissions_topics_variables_and_sections_are_collected(app: Starlette) -> None:
    services = services_of(app)
    assert services.get(Features)[-1].name == "confetti"
    assert services.get(Confetti).colour == "pink"
    assert services.get(TopicPermissions)["confetti"] is Permission.QUEUES_READ
    assert has_permission(Role.MOD, Permission.QUEUES_READ)
    assert services.get(VariableRegistry).find("confetti") is not None
    assert "confetti" in services.get(Sections)
    assert explain in services.get(Explainers)
    assert on_created in services.get(ChannelCreatedHooks)
    document = describe_api(app)
    assert '"ConfettiThrown"' in document
    assert '"ConfettiColour"' in document


def test_jobs_of_a_feature_are_collected(app: Starlette) -> None:
    features = services_of(app).get(Features)
    assert "sweep_confetti" in {job.name for feature in features for job in feature.jobs}


async def test_stage_of_a_feature_gets_the_events_of_connections(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(composition, "STAGES", (*STAGES, "throw_confetti"))
    monkeypatch.setattr(composition, "Inboxes", OpenedInboxes)
    BATCHES.clear()
    async with app.router.lifespan_context(app):
        kernel = services_of(app).get(Kernel)
        pipeline = await open_pipeline(kernel)
        pipeline.inboxes = OpenedInboxes.opened.pop()
        deleted = MessageDeleted("confetti", kernel.clock())
        await pipeline.process(deleted)
        await pipeline.close()
    assert [[one.event for one in batch.events] for batch in BATCHES] == [[deleted]]


async def test_routes_of_a_feature_get_its_services_and_body_limits(app: Starlette) -> None:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
        response = await client.get("/api/2/confetti")
        large = await client.post("/api/2/confetti", content=b"x" * (2**20 + 2**19))
    assert (response.status_code, response.json()) == (200, "pink")
    assert (large.status_code, large.json()) == (200, 2**20 + 2**19)


async def test_worker_lifespan_of_a_feature_begins_after_its_lifespan_and_ends_before_it(app: Starlette) -> None:
    LIFESPAN_CALLS.clear()
    async with app.router.lifespan_context(app):
        assert LIFESPAN_CALLS == ["lifespan began", "worker lifespan began"]
    assert LIFESPAN_CALLS[2:] == ["worker lifespan ended", "lifespan ended"]


async def test_web_process_enters_no_worker_lifespan(tmp_path: Path, migrated_file: Path) -> None:
    shutil.copy(migrated_file, tmp_path)
    app = create_app(Settings(data_dir=tmp_path, role="web"), features=(*FEATURES, toy))
    LIFESPAN_CALLS.clear()
    async with app.router.lifespan_context(app):
        pass
    assert LIFESPAN_CALLS == ["lifespan began", "lifespan ended"]


async def test_lifespan_calls_every_stop_function_even_after_an_error() -> None:
    calls: list[str] = []

    async def stop(name: str) -> None:
        calls.append(name)

    running_parts = lifespan(partial(stop, "responder"), partial(stop, "cache"), start=lambda: calls.append("started"))
    with contextlib.suppress(RuntimeError):
        async with running_parts():
            raise RuntimeError("a worker could not start")
    assert calls == ["started", "responder", "cache"]


def test_every_declared_stage_is_in_the_pipeline_order(tmp_path: Path) -> None:
    features = services_of(create_app(Settings(data_dir=tmp_path))).get(Features)
    assert {name for feature in features for name in feature.stages} == set(STAGES)
