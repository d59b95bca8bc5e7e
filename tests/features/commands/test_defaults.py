"""Commands, timers and filters get the same defaults from the API and the channel file, commands also from chat.

`web/src/app/defaults.test.ts` compares the screens with the same defaults.
"""

from typing import Any

import pytest
from pydantic import BaseModel
from pydantic_core import to_jsonable_python

from greenroom.features.commands.fields import Response
from greenroom.features.commands.schemas import CommandIn, CommandSettingsIn
from greenroom.features.filters.fields import FilterFields
from greenroom.features.timers.schemas import TimerIn, TimerMessage
from support.commands import CommandChannel
from support.greenroom_server import ApiClient, GreenroomServer, Json

FILE = """greenroom: 2
commands:
- cmds: ['!file']
  responses: [{text: Hello}]
timers:
- name: From the file
  messages: [{text: Drink water}]
filters:
- name: From the file
  type: caps
"""


@pytest.fixture
def channel(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> CommandChannel:
    return CommandChannel(greenroom, owner, channel_id)


async def create(channel: CommandChannel, path: str, **body: Any) -> None:  # noqa: ANN401  # JSON
    answer = await channel.send("POST", f"/{path}", **body)
    assert answer.status_code == 201, answer.text


async def list_entries(channel: CommandChannel, path: str) -> list[Json]:
    found: Any = await channel.client.get(f"{channel.path}/{path}")
    return found if path == "filters" else found["records"]


def defaults_of(model: type[BaseModel]) -> Json:
    """The optional fields with their default values."""
    optional = {name: field for name, field in model.model_fields.items() if not field.is_required()}
    return {name: to_jsonable_python(field.get_default(call_default_factory=True)) for name, field in optional.items()}


async def test_entries_of_api_chat_and_file_have_the_same_defaults(channel: CommandChannel) -> None:
    await channel.connect("twitch")
    await channel.send_and_await_response("!cmd add !chat Hello", "Added !chat.", viewer="junoplays")
    answer = await channel.send("POST", "/channel-file/apply", content=FILE)
    assert answer.status_code == 200, answer.text
    await create(channel, "commands", cmds=["!api"], responses=[{"text": "Hello"}])
    await create(channel, "timers", name="By the API", messages=[{"text": "Drink water"}])
    await create(channel, "filters", name="By the API", type="caps")
    new_commands = [one for one in await list_entries(channel, "commands") if not one["is_starter"]]
    for model, entries, count in (
        (CommandIn, new_commands, 3),
        (Response, [response for one in new_commands for response in one["responses"]], 3),
        (TimerIn, await list_entries(channel, "timers"), 2),
        (TimerMessage, [message for one in await list_entries(channel, "timers") for message in one["messages"]], 2),
        (FilterFields, await list_entries(channel, "filters"), 2),
    ):
        defaults = defaults_of(model)
        assert [{name: one[name] for name in defaults} for one in entries] == [defaults] * count, model.__name__


def test_by_default_responses_are_picked_at_random_and_timers_post_only_while_live() -> None:
    assert (defaults_of(CommandIn)["pick"], defaults_of(TimerIn)["active_mode"]) == ("random", "online")


async def test_settings_that_were_never_saved_have_the_defaults(channel: CommandChannel) -> None:
    assert await channel.client.get(f"{channel.path}/command-settings") == CommandSettingsIn().model_dump(mode="json")
