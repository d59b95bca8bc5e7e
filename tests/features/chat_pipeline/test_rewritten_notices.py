"""If a notice arrives again with another text, the filters check the text before public viewers see it."""

from collections.abc import AsyncGenerator

import pytest
from msgspec.structs import replace

from greenroom.accounts.access.staff_accounts import StaffCache
from greenroom.chat.protocol.events import Chatter, Fragment, NoticeReceived
from greenroom.features.filters.cache import FilterCache
from greenroom.features.filters.chat.handlers import FilterStage
from greenroom.features.filters.service import create_filter
from greenroom.features.filters.types.caps import CapsFilter
from greenroom.kernel.db.change_tracking import ChangedBy
from support.pipeline import RecordingPipeline
from support.server_fixtures import shared_loop_fixture

POLITE = "Thanks for the stream, everyone"
SHOUTED = "THANKS FOR THE STREAM, EVERYONE"


@shared_loop_fixture()
async def filtered(pipeline: RecordingPipeline) -> AsyncGenerator[RecordingPipeline]:
    """The pipeline with a filter that removes shouting."""
    cache = FilterCache(pipeline.kernel)
    cache.start()
    stage = FilterStage(cache, StaffCache(pipeline.kernel), {})
    async with pipeline.kernel.database.write() as session:
        fields = CapsFilter(type="caps", name="Shouting")
        await create_filter(session, pipeline.channel_id, fields, None, ChangedBy("Juno", pipeline.now()))
    pipeline.build(stage.moderate, guards={stage.moderate: stage.prepare})
    yield pipeline
    await cache.stop()


def super_chat(pipeline: RecordingPipeline, message: str, headline: str = "Viewer7 paid 5 €") -> NoticeReceived:
    chatter = Chatter(id="7", login="viewer7", name="Viewer7")
    fragments = (Fragment(message),)
    return NoticeReceived("n1", "paid", headline, chatter, message, fragments, pipeline.now(-3), pipeline.now())


def public_texts(pipeline: RecordingPipeline) -> list[str]:
    return [event["line"]["text"] for event in pipeline.published_events("line", "public-chat")]


@pytest.mark.both_databases
async def test_new_text_that_a_filter_catches_is_never_public_and_removes_the_old_one(
    filtered: RecordingPipeline,
) -> None:
    await filtered.process(super_chat(filtered, POLITE))
    await filtered.process(super_chat(filtered, SHOUTED))
    assert public_texts(filtered) == [POLITE]
    (removed,) = filtered.published_events("removed", "public-chat")
    assert [line["message_id"] for line in removed["lines"]] == ["n1"]
    (stored,) = await filtered.lines()
    assert (stored["text"], stored["removal"]["by"]) == (SHOUTED, "Shouting")


async def test_notice_stays_removed_when_it_arrives_again_with_a_harmless_text(filtered: RecordingPipeline) -> None:
    await filtered.process(super_chat(filtered, SHOUTED))
    await filtered.process(super_chat(filtered, POLITE))
    assert public_texts(filtered) == []
    (stored,) = await filtered.lines()
    assert (stored["text"], stored["removal"]["how"]) == (SHOUTED, "filtered")


async def test_new_text_that_passes_the_filters_is_public(filtered: RecordingPipeline) -> None:
    await filtered.process(super_chat(filtered, POLITE))
    await filtered.process(super_chat(filtered, "thank you all"))
    assert public_texts(filtered) == [POLITE, "thank you all"]


async def test_new_text_from_before_the_connection_is_shown_to_staff_only(filtered: RecordingPipeline) -> None:
    """Filters do not check text from before the connection."""
    await filtered.process(super_chat(filtered, POLITE))
    await filtered.process(replace(super_chat(filtered, SHOUTED), is_backlog=True))
    assert public_texts(filtered) == [POLITE]
    assert [event["line"]["text"] for event in filtered.published_events("line")] == [POLITE, SHOUTED]


async def test_text_that_did_not_change_is_not_checked_again(filtered: RecordingPipeline) -> None:
    await filtered.process(super_chat(filtered, POLITE))
    async with filtered.kernel.database.write() as session:
        strict = CapsFilter.model_validate({"type": "caps", "name": "Strict", "settings": {"percent": 1}})
        await create_filter(session, filtered.channel_id, strict, None, ChangedBy("Juno", filtered.now()))
    await filtered.process(super_chat(filtered, POLITE, "Viewer7 paid 10 €"))
    headlines = [event["line"]["headline"] for event in filtered.published_events("line", "public-chat")]
    assert headlines == ["Viewer7 paid 5 €", "Viewer7 paid 10 €"]
