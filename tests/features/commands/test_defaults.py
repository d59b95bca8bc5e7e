"""An entry with only its required fields is the same from the API, from chat and from the channel file.

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
from support.commands import CommandEditor
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
def editor(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> CommandEditor:
    return CommandEditor(greenroom, owner, channel_id)


async def create(editor: CommandEditor, path: str, **body: Any) -> None:  # noqa: ANN401  # JSON
    answer = await editor.send("POST", f"/{path}", **body)
    assert answer.status_code == 201, answer.text


async def listed(editor: CommandEditor, path: str) -> list[Json]:
    found: Any = await editor.client.get(f"{editor.path}/{path}")
    return found if path == "filters" else found["records"]


def defaults_of(model: type[BaseModel]) -> Json:
    """The fields that may be left out, with their values then."""
    optional = {name: field for name, field in model.model_fields.items() if not field.is_required()}
    return {name: to_jsonable_python(field.get_default(call_default_factory=True)) for name, field in optional.items()}


async def test_entries_of_api_chat_and_file_have_the_same_defaults(editor: CommandEditor) -> None:
    await editor.connect("twitch")
    await editor.send_and_await_response("!cmd add !chat Hello", "Added !chat.", viewer="junoplays")
    answer = await editor.send("POST", "/channel-file/apply", content=FILE)
    assert answer.status_code == 200, answer.text
    await create(editor, "commands", cmds=["!api"], responses=[{"text": "Hello"}])
    await create(editor, "timers", name="By the API", messages=[{"text": "Drink water"}])
    await create(editor, "filters", name="By the API", type="caps")
    new_commands = [one for one in await listed(editor, "commands") if not one["is_starter"]]
    for model, entries, count in (
        (CommandIn, new_commands, 3),
        (Response, [response for one in new_commands for response in one["responses"]], 3),
        (TimerIn, await listed(editor, "timers"), 2),
        (TimerMessage, [message for one in await listed(editor, "timers") for message in one["messages"]], 2),
        (FilterFields, await listed(editor, "filters"), 2),
    ):
        defaults = defaults_of(model)
        assert [{name: one[name] for name in defaults} for one in entries] == [defaults] * count, model.__name__


def test_several_responses_are_picked_at_random_and_timers_post_only_while_live() -> None:
    assert (defaults_of(CommandIn)["pick"], defaults_of(TimerIn)["active_mode"]) == ("random", "online")


async def test_settings_that_were_never_saved_have_the_defaults(editor: CommandEditor) -> None:
    assert await editor.client.get(f"{editor.path}/command-settings") == CommandSettingsIn().model_dump(mode="json")
