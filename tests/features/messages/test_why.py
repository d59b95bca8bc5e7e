"""“Why?” asks every explainer what the rules did with a message; an unknown message is not found."""

import msgspec
import pytest

from greenroom.chat.messages.line import LineRef, Removal
from greenroom.chat.pipeline.explain import ConsideredRule, ExplainRequest, Span
from greenroom.features.messages import service
from greenroom.kernel.db.database import Database
from greenroom.kernel.ids import new_id
from support.greenroom_server import ApiClient, GreenroomServer, error_fields, refusal
from support.stored_messages import MOMENT, StoredLine, store

UNKNOWN_ID = "01890000-0000-7000-8000-000000000000"


async def explain_by_removal(_: Database, request: ExplainRequest) -> list[ConsideredRule]:
    text = request.line.text
    verdict = "acted" if request.is_removed else "passed"
    return [
        ConsideredRule(
            kind="filter", id=new_id(), name=text, verdict=verdict, reason="why", spans=[Span(start=0, end=1)]
        )
    ]


async def explain_nothing(_: Database, __: ExplainRequest) -> list[ConsideredRule]:
    return []


async def test_every_explainer_is_called(greenroom: GreenroomServer, channel_id: str) -> None:
    await store(greenroom, channel_id, [StoredLine("caught", removal=Removal("filtered", MOMENT))])
    row = StoredLine("caught").row(channel_id, 0)
    ref = LineRef(row["connection_id"], "m0")
    explainers = (explain_by_removal, explain_nothing, explain_by_removal)
    why = await service.explain_line(greenroom.kernel.database, row["channel_id"], ref, explainers, MOMENT)
    response = msgspec.json.decode(msgspec.json.encode(why))
    assert (response["line"]["text"], response["removal"]["how"]) == ("caught", "filtered")
    assert [record["name"] for record in response["records"]] == ["caught", "caught"]
    assert response["records"][0]["verdict"] == "acted"
    assert response["records"][0]["spans"] == [{"start": 0, "end": 1}]


async def test_message_checked_by_no_rule_has_no_reasons(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await owner.ask("DELETE", f"/channels/{channel_id}/starter-commands")
    await store(greenroom, channel_id, [StoredLine("hi", message_id="a/b?c d")])
    connection_id = StoredLine("hi").row(channel_id, 0)["connection_id"]
    response = await owner.get(f"/channels/{channel_id}/chat-messages/{connection_id}/a%2Fb%3Fc%20d/why")
    assert response["line"]["text"] == "hi"
    assert (response["removal"], response["records"]) == (None, [])


@pytest.mark.parametrize("path", [f"{UNKNOWN_ID}/m0", f"{UNKNOWN_ID}/{'x' * 200}"])
async def test_unstored_message_is_not_found(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, path: str
) -> None:
    await store(greenroom, channel_id, ["hi"])
    response = await owner.ask("GET", f"/channels/{channel_id}/chat-messages/{path}/why")
    assert refusal(response) == (404, "chat_message_not_found")
    assert "Message not found" in response.json()["message"]


async def test_message_of_another_channel_is_not_found(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    other = await owner.create_channel("Other")
    await store(greenroom, other, ["hi"])
    connection_id = StoredLine("hi").row(other, 0)["connection_id"]
    response = await owner.ask("GET", f"/channels/{channel_id}/chat-messages/{connection_id}/m0/why")
    assert refusal(response) == (404, "chat_message_not_found")


BAD_IDS: list[tuple[str, str]] = [
    ("no-uuid/m0", "connection_id"),
    (f"{UNKNOWN_ID}/{'x' * 201}", "message_id"),
    (f"{UNKNOWN_ID}/a%00b", "message_id"),
]


async def test_invalid_id_names_its_field(owner: ApiClient, channel_id: str) -> None:
    for path, field in BAD_IDS:
        assert error_fields(await owner.ask("GET", f"/channels/{channel_id}/chat-messages/{path}/why")) == [field], path
