"""Quote variables in chat."""

from uuid import UUID

import pytest
from sqlalchemy import update

from greenroom.features.quotes.variables import variables
from greenroom.responses.rendering import Rendered, compile_text
from greenroom.responses.variables import Caller, VariableContext, VariableRegistry
from greenroom.tenancy.models.user_providers import UserProvider
from greenroom.tenancy.models.users import SignInIdentity, User
from support.frozen_clock import FrozenClock
from support.greenroom_server import GreenroomServer
from support.quotes import QuoteEditor

EDITOR, MOD, PUBLIC = 100, 7, 0


async def render(editor: QuoteEditor, text: str, level: int = EDITOR, *, is_preview: bool = False) -> Rendered:
    """The response to a user of that level on Twitch."""
    connection = UUID(editor.connections.get("twitch", str(UUID(int=3))))
    context = VariableContext(
        UUID(editor.channel_id),
        connection,
        "twitch",
        editor.greenroom.kernel.clock(),
        Caller("twitch", "77", "odalys_", "Odalys", level),
        is_preview=is_preview,
    )
    return await compile_text(text, VariableRegistry(variables(editor.greenroom.kernel))).render(context)


async def test_quote_added_from_chat_has_user_platform_and_stream(editor: QuoteEditor, clock: FrozenClock) -> None:
    await editor.connect("twitch")
    clock.advance(90)
    assert (await render(editor, "$(quote.add @Juno I meant to do that)")).text == "Quote #1 added."
    (quote,) = (await editor.page())["records"]
    assert (quote["text"], quote["quoted_name"], quote["provider"]) == ("I meant to do that", "Juno", "twitch")
    assert (quote["created_by"], quote["said_at"]) == ("Odalys", "2030-01-02T03:05:35.678000Z")
    assert (bool(quote["stream_id"]), quote["stream_offset_seconds"]) == (True, 90)


async def test_quote_of_staff_is_signed_with_their_name_here_until_they_delete_their_account(
    greenroom: GreenroomServer, editor: QuoteEditor
) -> None:
    staff = await greenroom.staff("odalys_", editor.channel_id, EDITOR)
    (account,) = await staff.get("/user/providers")
    async with greenroom.kernel.database.write() as session:
        await session.execute(update(User).where(User.username == "odalys_").values(display_name="Oda"))
        connected = await session.get_one(UserProvider, UUID(account["id"]))
        identity = update(SignInIdentity).where(SignInIdentity.user_id == connected.user_id)
        await session.execute(identity.values(provider_user_id="77"))
        connected.provider_user_id = "77"
    await render(editor, "$(quote.add It was quiet)$(quote.edit 1 It was loud)")
    (quote,) = (await editor.page())["records"]
    assert (quote["created_by"], quote["updated_by"]) == ("Oda", "Oda")
    assert (await staff.ask("DELETE", "/user", params={"username": "odalys_"})).status_code == 204
    (quote,) = (await editor.page())["records"]
    assert (quote["created_by"], quote["updated_by"]) == ("Deleted user", "Deleted user")


async def test_quote_added_offline_has_no_stream(editor: QuoteEditor) -> None:
    await render(editor, "$(quote.add It was quiet)")
    (quote,) = (await editor.page())["records"]
    assert (quote["quoted_name"], quote["stream_id"], quote["stream_offset_seconds"]) == ("", None, None)


@pytest.mark.both_databases
async def test_quotes_are_found_by_number_text_or_at_random(editor: QuoteEditor) -> None:
    await editor.add("I meant to do that", quoted_name="Juno")
    await editor.add("Never again")
    shown = '#1: "I meant to do that" — Juno (2 January 2030)'
    for text in ("$(quote 1)", "$(quote #1)", "$(quote MEANT)", "$(quote juno)"):
        assert (await render(editor, text, PUBLIC)).text == shown
    assert (await render(editor, "$(quote)", PUBLIC)).text in {shown, '#2: "Never again" (2 January 2030)'}
    parts = "$(quote.number never) $(quote.text 2) $(quote.name 1) $(quote.date 1) $(quote.count)"
    assert (await render(editor, parts)).text == "2 Never again Juno 2 January 2030 2"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("$(quote)", "No quotes yet"),
        ("$(quote 7)", "Quote #7 not found"),
        ("$(quote words)", "No quote found"),
        ("$(quote.edit seven x)", "Start with the number of a quote"),
        ("$(quote.edit 7 x)", "Quote #7 not found"),
        ("$(quote.delete 7)", "Quote #7 not found"),
        ("$(quote.add)", "The text must not be empty"),
    ],
)
async def test_missing_quotes_and_invalid_arguments_have_a_reason(editor: QuoteEditor, text: str, reason: str) -> None:
    rendered = await render(editor, f"{text}")
    assert (rendered.text, [note.reason for note in rendered.notes]) == ("", [reason])
    assert (await render(editor, text[:-1] + "|nothing)")).text == "nothing"


@pytest.mark.both_databases
async def test_quote_is_edited_and_deleted_from_chat(editor: QuoteEditor) -> None:
    await editor.add("Teh words", quoted_name="Juno", category="Chess", provider="kick")
    assert (await render(editor, "$(quote.edit 1 The words)")).text == "Quote #1 updated."
    (quote,) = (await editor.page())["records"]
    kept = quote["text"], quote["quoted_name"], quote["category"], quote["provider"], quote["updated_by"]
    assert kept == ("The words", "Juno", "Chess", "kick", "Odalys")
    assert (await render(editor, "$(quote.delete #1)")).text == "Quote #1 deleted."
    assert (await render(editor, "$(quote.add Again)")).text == "Quote #2 added."


@pytest.mark.parametrize("level", [PUBLIC, MOD])
@pytest.mark.parametrize("text", ["$(quote.add x)", "$(quote.edit 1 x)", "$(quote.delete 1)"])
async def test_only_editors_edit_quotes(editor: QuoteEditor, text: str, level: int) -> None:
    quote = await editor.add()
    rendered = await render(editor, text, level)
    assert (rendered.text, rendered.notes[0].reason) == ("", "Requires Editor or higher")
    assert (await editor.page())["records"] == [quote]


async def test_preview_changes_nothing(editor: QuoteEditor) -> None:
    quote = await editor.add()
    assert (await render(editor, "$(quote.add x)", is_preview=True)).text == "Quote #12 added."
    assert (await render(editor, "$(quote.edit 1 x)", is_preview=True)).text == "Quote #1 updated."
    assert (await render(editor, "$(quote.delete 1)", is_preview=True)).text == "Quote #1 deleted."
    assert (await editor.page())["records"] == [quote]


async def test_quoted_text_is_never_parsed_as_variables(editor: QuoteEditor) -> None:
    await editor.add("$(quote.delete 1) /ban everybody")
    assert (await render(editor, "$(quote.text 1)")).text == "$(quote.delete 1) /ban everybody"
    assert (await editor.page())["total"] == 1
