"""The API lists all variables, and previews a response on each platform."""

import pytest

from greenroom.accounts.access.rules import Role
from support.greenroom_server import ApiClient, GreenroomServer, Json, error_fields


async def preview(client: ApiClient, channel_id: str, text: str, **more: object) -> Json:
    answer = await client.ask("POST", f"/channels/{channel_id}/previews", json={"text": text, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def connect(owner: ApiClient, channel_id: str, *providers: str) -> None:
    for provider in providers:
        await owner.connect("junoplays", channel_id=channel_id, provider=provider)


async def test_variables_are_listed_once_with_their_descriptions(owner: ApiClient, channel_id: str) -> None:
    records = (await owner.get(f"/channels/{channel_id}/variables"))["records"]
    found = {record["name"]: record for record in records}
    assert len(found) == len(records) > 25
    assert found["user"]["aliases"][:2] == ["sender", "source"]
    assert found["user"]["needs_caller"] is True
    assert found["channel"] == {
        "name": "channel",
        "aliases": ["channel.name", "channel.display_name"],
        "group": "Channel",
        "summary": "The channel's name",
        "example": "Welcome to $(channel)!",
        "shows": "Welcome to Juno plays!",
        "takes": "nothing",
        "providers": None,
        "needs_caller": False,
        "has_side_effect": False,
        "cost": "database",
        "least_level": 0,
    }


@pytest.mark.rows("A3")
async def test_moderators_can_preview_and_others_cannot(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    moderator = await greenroom.staff("odalys_", channel_id, Role.MOD)
    assert (await moderator.get(f"/channels/{channel_id}/variables"))["records"]
    assert (await preview(moderator, channel_id, "hi"))["lines"] == []
    stranger = await greenroom.sign_in("zofiekresli")
    assert (await stranger.ask("GET", f"/channels/{channel_id}/variables")).status_code == 404
    assert (await stranger.ask("POST", f"/channels/{channel_id}/previews", json={"text": "x"})).status_code == 404


async def test_preview_shows_each_platform(owner: ApiClient, channel_id: str) -> None:
    await connect(owner, channel_id, "twitch", "youtube", "kick")
    await owner.ask("POST", f"/channels/{channel_id}/providers", json={"provider": "tiktok", "handle": "junoplays"})
    text = "$(1|you) rolled on $(provider) in $(channel)"
    shown = await preview(owner, channel_id, text, response_type="reply", viewer_name="Robin", arguments="Sam")
    lines = {line["provider"]: line for line in shown["lines"]}
    assert shown["problems"] == []
    assert list(lines) == ["twitch", "youtube", "kick", "tiktok"]
    assert (lines["twitch"]["kind"], lines["twitch"]["parts"]) == ("reply", ["Sam rolled on twitch in Late Shift"])
    assert (lines["kick"]["kind"], lines["kick"]["parts"]) == ("reply", ["Sam rolled on kick in Late Shift"])
    assert lines["youtube"]["parts"] == ["@Robin Sam rolled on youtube in Late Shift"]
    assert lines["youtube"]["detail"] == "YouTube has no replies; sent as a mention."
    assert (lines["tiktok"]["parts"], lines["tiktok"]["detail"]) == (
        [],
        "TikTok chat is read-only.",
    )
    assert all(line["account_name"] for line in shown["lines"])
    assert not any(line["is_bot"] for line in shown["lines"])


async def test_long_response_is_split_per_platform(owner: ApiClient, channel_id: str) -> None:
    await connect(owner, channel_id, "twitch", "youtube")
    shown = await preview(owner, channel_id, "word " * 100)
    lengths = {line["provider"]: [len(part) for part in line["parts"]] for line in shown["lines"]}
    assert lengths == {"twitch": [499], "youtube": [199, 199, 99]}


async def test_response_for_one_platform_is_skipped_on_others(owner: ApiClient, channel_id: str) -> None:
    await connect(owner, channel_id, "twitch", "kick")
    shown = await preview(owner, channel_id, "hi", providers=["kick"])
    assert [(line["parts"], line["detail"]) for line in shown["lines"]] == [
        ([], "This response isn't for Twitch."),
        (["hi"], ""),
    ]


async def test_problems_have_positions_and_notes_have_reasons(owner: ApiClient, channel_id: str) -> None:
    await connect(owner, channel_id, "twitch")
    shown = await preview(owner, channel_id, "Hi $(usre) $(math 1/0)")
    assert shown["problems"] == [
        {"start": 5, "end": 9, "message": 'Unknown variable $(usre). Did you mean "user"?', "severity": "error"}
    ]
    assert shown["lines"][0]["parts"] == ["Hi $(usre)"]
    assert shown["lines"][0]["notes"] == ["math: Division by zero"]
    (empty,) = (await preview(owner, channel_id, "$(urlfetch https://127.0.0.1/|)"))["lines"]
    assert (empty["parts"], empty["detail"]) == ([], "Empty response.")
    assert empty["notes"] == ["urlfetch: The address needs the full name of a server, as in api.example.com"]


async def test_preview_is_rendered_for_the_chosen_role(owner: ApiClient, channel_id: str) -> None:
    await connect(owner, channel_id, "twitch")
    text = "$(if $(user.level) == Mod staff guest) $(user.level): $(settitle Night)$(timeout Robin 60)"
    refused = ["settitle: Requires Editor or higher", "timeout: Requires Mod or higher"]
    done = "The title is now Night.Robin was timed out for 1 minute."
    shown: dict[int, tuple[str, list[str]]] = {
        0: ("guest Public:", refused),
        1: ("guest Sub:", refused),
        2: ("guest VIP:", refused),
        7: (f"staff Mod: {done}", []),
        500: (f"guest Owner: {done}", []),
    }
    for level, (expected, notes) in shown.items():
        (line,) = (await preview(owner, channel_id, text, level=level))["lines"]
        assert (line["parts"], line["notes"]) == ([expected], notes), level
    # The default role is Public.
    (line,) = (await preview(owner, channel_id, text))["lines"]
    assert line["parts"] == ["guest Public:"]


async def test_nested_command_checks_the_role_chosen_for_the_preview(owner: ApiClient, channel_id: str) -> None:
    await connect(owner, channel_id, "twitch")
    secret = {"cmds": ["!secret"], "responses": [{"text": "behind the curtain"}], "access_level": 7}
    assert (await owner.ask("POST", f"/channels/{channel_id}/commands", json=secret)).status_code == 201
    for level, expected in {0: "nothing", 1: "nothing", 7: "behind the curtain"}.items():
        (line,) = (await preview(owner, channel_id, "$(command !secret|nothing)", level=level))["lines"]
        assert line["parts"] == [expected], level


async def test_timer_preview_has_no_caller(owner: ApiClient, channel_id: str) -> None:
    await connect(owner, channel_id, "twitch")
    shown = await preview(owner, channel_id, "$(user) $(touser|all)", kind="timer", response_type="mention")
    assert [problem["severity"] for problem in shown["problems"]] == ["error", "error"]
    assert shown["lines"][0]["parts"] == ["all"]


async def test_names_and_arguments_are_never_parsed(owner: ApiClient, channel_id: str) -> None:
    await connect(owner, channel_id, "twitch")
    shown = await preview(
        owner, channel_id, "$(query) $(user)", viewer_name="$(math 1+1)", arguments="/ban \u202e${user}|x"
    )
    assert shown["lines"][0]["parts"] == ["ban ${user}|x $(math 1+1)"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"text": "x" * 1_501}, "text"),
        ({"text": "a\0b"}, "text"),
        ({"text": 5}, "text"),
        ({"arguments": "x" * 501}, "arguments"),
        ({"viewer_name": "x" * 101}, "viewer_name"),
        ({"level": 3}, "level"),
        ({"kind": "quote"}, "kind"),
        ({"response_type": "shout"}, "response_type"),
        ({"providers": ["spotify"]}, "providers.0"),
        ({"command_name": "x" * 51}, "command_name"),
        ({"unknown": 1}, "unknown"),
    ],
)
async def test_invalid_field_is_named(owner: ApiClient, channel_id: str, change: Json, field: str) -> None:
    answer = await owner.ask("POST", f"/channels/{channel_id}/previews", json={"text": "x"} | change)
    assert answer.status_code == 422
    assert error_fields(answer) == [field]
