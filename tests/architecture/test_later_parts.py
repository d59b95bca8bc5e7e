"""Parts of a feature are imported with the first call, chat event or job, and then run as long as the app."""

import asyncio
import inspect
import shutil
import sys
from pathlib import Path
from typing import Any, ClassVar

import pytest
from starlette.applications import Starlette

from greenroom import app as composition
from greenroom.app import FEATURES, STAGES, create_app
from greenroom.chat.pipeline.batch import Batch
from greenroom.chat.pipeline.inbox import Inboxes
from greenroom.chat.protocol.events import MessageDeleted
from greenroom.feature import Feature, Features, Later, Parts, Services
from greenroom.kernel.context import Kernel
from greenroom.kernel.jobs import InModule
from greenroom.kernel.services import services_of
from greenroom.settings import Settings
from support.pipeline import open_pipeline
from support.waiting import MAX_WAIT_SECONDS


class Balloons:
    """A service of the toy feature, which records its starts, stops and batches."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.was_started = asyncio.Event()
        self.batches: list[Batch] = []

    async def rise(self, batch: Batch) -> None:
        self.batches.append(batch)

    def start(self) -> None:
        self.calls.append("started")
        asyncio.get_running_loop().call_soon(self.was_started.set)

    async def stop(self) -> None:
        self.calls.append("stopped")


class OpenedInboxes(Inboxes):
    """The app's inboxes, recorded so that a test can put events into them as connections do."""

    opened: ClassVar[list[Inboxes]] = []

    def __init__(self, *arguments: Any, **named: Any) -> None:  # noqa: ANN401  # as the app calls it
        super().__init__(*arguments, **named)
        self.opened.append(self)


def parts(_: Services) -> Parts:
    balloons = Balloons()
    return Parts(
        stages={"rise": balloons.rise},
        services={Balloons: balloons},
        start=balloons.start,
        stops=(balloons.stop,),
    )


def toy(services: Services) -> Feature:
    later = Later(__name__).of(services)
    return Feature(name="balloons", stages={"rise": later.stage("rise")}, later=later, lifespan=later.lifespan)


@pytest.fixture
def app(tmp_path: Path, migrated_file: Path) -> Starlette:
    shutil.copy(migrated_file, tmp_path)
    return create_app(Settings(data_dir=tmp_path), features=(*FEATURES, toy))


async def test_parts_start_when_they_are_first_needed_and_stop_with_the_app(app: Starlette) -> None:
    async with app.router.lifespan_context(app):
        balloons = services_of(app).get(Balloons)
        assert balloons.calls == ["started"]
    assert balloons.calls == ["started", "stopped"]


async def test_parts_that_are_needed_before_the_app_runs_start_with_it(app: Starlette) -> None:
    balloons = services_of(app).get(Balloons)
    assert balloons.calls == []
    async with app.router.lifespan_context(app):
        assert balloons.calls == ["started"]


async def test_parts_that_are_first_needed_in_a_thread_start_on_the_loop_of_the_app(app: Starlette) -> None:
    async with app.router.lifespan_context(app):
        balloons = await asyncio.to_thread(services_of(app).get, Balloons)
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            await balloons.was_started.wait()
    assert balloons.calls == ["started", "stopped"]


async def test_stage_that_is_imported_later_gets_the_first_event(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(composition, "STAGES", (*STAGES, "rise"))
    monkeypatch.setattr(composition, "Inboxes", OpenedInboxes)
    async with app.router.lifespan_context(app):
        kernel = services_of(app).get(Kernel)
        pipeline = await open_pipeline(kernel)
        pipeline.inboxes = OpenedInboxes.opened.pop()
        deleted = MessageDeleted("balloon", kernel.clock())
        await pipeline.process(deleted)
        balloons = services_of(app).get(Balloons)
        await pipeline.close()
    assert [[one.event for one in batch.events] for batch in balloons.batches] == [[deleted]]


async def test_first_call_of_a_job_imports_its_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "balloon_jobs.py").write_text("popped = []\n\n\nasync def pop(count):\n    popped.append(count)\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.delitem(sys.modules, "balloon_jobs", raising=False)
    job = InModule("balloon_jobs", "pop", (3,))
    assert "balloon_jobs" not in sys.modules
    await job()
    assert vars(sys.modules["balloon_jobs"])["popped"] == [3]


def test_every_job_names_a_function_that_takes_its_arguments(app: Starlette) -> None:
    # A job names its function in text, which no type checker reads.
    features = services_of(app).get(Features)
    runs = [job.run for feature in features for job in feature.jobs if isinstance(job.run, InModule)]
    assert runs
    for run in runs:
        inspect.signature(run.find()).bind(*run.arguments)


def test_stages_that_are_imported_later_are_those_that_the_feature_declares(app: Starlette) -> None:
    later = [(feature, feature.later) for feature in services_of(app).get(Features) if feature.later is not None]
    for feature, build in later:
        built = build()
        assert built.stages.keys() <= feature.stages.keys(), feature.name
        assert built.preparations.keys() == feature.preparations.keys(), feature.name
        declared_here = {name for name, stage in feature.stages.items() if stage.__module__ == build.module}
        assert declared_here == set(built.stages), feature.name
