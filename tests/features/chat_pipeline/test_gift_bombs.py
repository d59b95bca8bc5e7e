"""A gift to several viewers is one line, in the live chat and in the history."""

import pytest

from greenroom.chat.protocol.events import ActivityKind, ActivityReceived, Chatter, NoticeReceived
from greenroom.chat.protocol.gift_parts import MAX_RECIPIENTS
from support.greenroom_server import Json
from support.pipeline import RecordingPipeline

GIVER = Chatter(id="7", login="mirabelle", name="Mirabelle")


def gift_part(pipeline: RecordingPipeline, *recipients: str, gifts: int = 0, at: float = -3) -> NoticeReceived:
    """One of several reports of a gift: the announcement with the number of `gifts`, or some of its recipients."""
    return NoticeReceived(
        "activity:gift:bomb",
        "community_sub_gift",
        "",
        GIVER,
        "",
        (),
        pipeline.now(at),
        pipeline.now(),
        gifts=gifts,
        recipients=recipients,
    )


async def only_line(pipeline: RecordingPipeline) -> Json:
    (line,) = await pipeline.lines()
    return line


@pytest.mark.both_databases
async def test_announcement_and_recipients_are_one_line_with_the_names(pipeline: RecordingPipeline) -> None:
    await pipeline.process(gift_part(pipeline, gifts=3), gift_part(pipeline, "Ana"))
    await pipeline.process(gift_part(pipeline, "Bo"), gift_part(pipeline, "Bo"), gift_part(pipeline, "Cleo"))
    line = await only_line(pipeline)
    assert (line["headline"], line["gifts"], line["recipients"]) == (
        "Mirabelle gifted 3 subs",
        3,
        ["Ana", "Bo", "Cleo"],
    )
    for topic in ("chat", "public-chat"):
        names = [event["line"].get("recipients") for event in pipeline.published_events("line", topic)]
        assert names == [["Ana"], ["Ana", "Bo", "Cleo"]]


async def test_recipients_before_the_announcement_are_in_the_same_line(pipeline: RecordingPipeline) -> None:
    await pipeline.process(gift_part(pipeline, "Ana", at=-5), gift_part(pipeline, "Bo", at=-4))
    assert (await only_line(pipeline))["headline"] == "Mirabelle gifted 2 subs"
    await pipeline.process(gift_part(pipeline, gifts=20))
    line = await only_line(pipeline)
    assert (line["headline"], line["recipients"]) == ("Mirabelle gifted 20 subs", ["Ana", "Bo"])
    assert line["author"]["name"] == "Mirabelle"


async def test_anonymous_gift_has_a_headline_without_a_name(pipeline: RecordingPipeline) -> None:
    anonymous_gift = NoticeReceived("g", "membership_gift", "", None, "", (), pipeline.now(), pipeline.now(), gifts=1)
    await pipeline.process(anonymous_gift)
    assert (await only_line(pipeline))["headline"] == "An anonymous viewer gifted 1 membership"


async def test_number_of_named_recipients_is_limited(pipeline: RecordingPipeline) -> None:
    names = [f"viewer{number}" for number in range(MAX_RECIPIENTS + 5)]
    await pipeline.process(gift_part(pipeline, *names, gifts=len(names)))
    line = await only_line(pipeline)
    assert (len(line["recipients"]), line["gifts"]) == (MAX_RECIPIENTS, MAX_RECIPIENTS + 5)


async def test_line_of_a_gift_reported_as_one_activity_has_its_recipients(pipeline: RecordingPipeline) -> None:
    bomb = ActivityReceived(
        "a1", ActivityKind.GIFT_BOMB, GIVER, pipeline.now(-3), pipeline.now(), count=2, recipients=("Ana", "Bo")
    )
    await pipeline.process(bomb)
    line = await only_line(pipeline)
    assert (line["headline"], line["recipients"]) == ("Mirabelle gifted 2 subs", ["Ana", "Bo"])
