"""Variables show quotes in chat, and add, edit and delete quotes for editors."""

from uuid import UUID

import pytest
from sqlalchemy import update

from greenroom.accounts.models.user_providers import UserProvider
from greenroom.accounts.models.users import SignInIdentity, User
from greenroom.features.quotes.variables import variables
from greenroom.responses.rendering import Rendered, compile_text
from greenroom.responses.variables import Caller, VariableContext, VariableRegistry
from support.frozen_clock import FrozenClock
from support.greenroom_server import GreenroomServer
from support.quotes import QuoteChannel

EDITOR, MOD, PUBLIC = 100, 7, 0


async def render(channel: QuoteChannel, text: str, level: int = EDITOR, *, is_preview: bool = False) -> Rendered:
    """The response to a caller of this level on Twitch."""
    connection = UUID(channel.connections.get("twitch", str(UUID(int=3))))
    context = VariableContext(
        UUID(channel.channel_id),
        connection,
        "twitch",
        channel.greenroom.kernel.clock(),
        Caller("twitch", "77", "odalys_", "Odalys", level),
        is_preview=is_preview,
    )
    return await compile_text(text, VariableRegistry(variables(channel.greenroom.kernel))).render(context)


async def test_quote_from_chat_has_quoted_name_platform_and_stream(channel: QuoteChannel, clock: FrozenClock) -> None:
    await channel.connect("twitch")
    clock.advance(90)
    assert (await render(channel, "$(quote.add @Juno I meant to do that)")).text == "Quote #1 added."
    (quote,) = (await channel.page())["records"]
    assert (quote["text"], quote["quoted_name"], quote["provider"]) == ("I meant to do that", "Juno", "twitch")
    assert (quote["created_by"], quote["said_at"]) == ("Odalys", "2030-01-02T03:05:35.678000Z")
    assert (bool(quote["stream_id"]), quote["stream_offset_seconds"]) == (True, 90)


async def test_quote_of_staff_is_signed_with_their_name_in_greenroom_until_they_delete_their_account(
    greenroom: GreenroomServer, channel: QuoteChannel
) -> None:
    staff = await greenroom.staff("odalys_", channel.channel_id, EDITOR)
    (account,) = await staff.get("/user/providers")
    async with greenroom.kernel.database.write() as session:
        await session.execute(update(User).where(User.username == "odalys_").values(display_name="Oda"))
        connected = await session.get_one(UserProvider, UUID(account["id"]))
        identity = update(SignInIdentity).where(SignInIdentity.user_id == connected.user_id)
        await session.execute(identity.values(provider_user_id="77"))
        connected.provider_user_id = "77"
    await render(channel, "$(quote.add It was quiet)$(quote.edit 1 It was loud)")
    (quote,) = (await channel.page())["records"]
    assert (quote["created_by"], quote["updated_by"]) == ("Oda", "Oda")
    assert (await staff.ask("DELETE", "/user", params={"username": "odalys_"})).status_code == 204
    (quote,) = (await channel.page())["records"]
    assert (quote["created_by"], quote["updated_by"]) == ("Deleted user", "Deleted user")


async def test_quote_added_offline_has_no_stream(channel: QuoteChannel) -> None:
    await render(channel, "$(quote.add It was quiet)")
    (quote,) = (await channel.page())["records"]
    assert (quote["quoted_name"], quote["stream_id"], quote["stream_offset_seconds"]) == ("", None, None)


@pytest.mark.both_databases
async def test_quotes_are_found_by_number_text_or_at_random(channel: QuoteChannel) -> None:
    await channel.add("I meant to do that", quoted_name="Juno")
    await channel.add("Never again")
    shown = '#1: "I meant to do that" — Juno (2 January 2030)'
    for text in ("$(quote 1)", "$(quote #1)", "$(quote MEANT)", "$(quote juno)"):
        assert (await render(channel, text, PUBLIC)).text == shown
    assert (await render(channel, "$(quote)", PUBLIC)).text in {shown, '#2: "Never again" (2 January 2030)'}
    parts = "$(quote.number never) $(quote.text 2) $(quote.name 1) $(quote.date 1) $(quote.count)"
    assert (await render(channel, parts)).text == "2 Never again Juno 2 January 2030 2"


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
async def test_missing_quotes_and_invalid_arguments_have_reasons(channel: QuoteChannel, text: str, reason: str) -> None:
    rendered = await render(channel, text)
    assert (rendered.text, [note.reason for note in rendered.notes]) == ("", [reason])
    assert (await render(channel, text[:-1] + "|nothing)")).text == "nothing"


@pytest.mark.both_databases
async def test_quote_is_edited_and_deleted_from_chat(channel: QuoteChannel) -> None:
    await channel.add("Teh words", quoted_name="Juno", category="Chess", provider="kick")
    assert (await render(channel, "$(quote.edit 1 The words)")).text == "Quote #1 updated."
    (quote,) = (await channel.page())["records"]
    fields = quote["text"], quote["quoted_name"], quote["category"], quote["provider"], quote["updated_by"]
    assert fields == ("The words", "Juno", "Chess", "kick", "Odalys")
    assert (await render(channel, "$(quote.delete #1)")).text == "Quote #1 deleted."
    assert (await render(channel, "$(quote.add Again)")).text == "Quote #2 added."


@pytest.mark.parametrize("level", [PUBLIC, MOD])
@pytest.mark.parametrize("text", ["$(quote.add x)", "$(quote.edit 1 x)", "$(quote.delete 1)"])
async def test_only_editors_edit_quotes(channel: QuoteChannel, text: str, level: int) -> None:
    quote = await channel.add()
    rendered = await render(channel, text, level)
    assert (rendered.text, rendered.notes[0].reason) == ("", "Requires Editor or higher")
    assert (await channel.page())["records"] == [quote]


async def test_preview_changes_nothing(channel: QuoteChannel) -> None:
    quote = await channel.add()
    assert (await render(channel, "$(quote.add x)", is_preview=True)).text == "Quote #12 added."
    assert (await render(channel, "$(quote.edit 1 x)", is_preview=True)).text == "Quote #1 updated."
    assert (await render(channel, "$(quote.delete 1)", is_preview=True)).text == "Quote #1 deleted."
    assert (await channel.page())["records"] == [quote]


async def test_quoted_text_is_never_parsed_as_variables(channel: QuoteChannel) -> None:
    await channel.add("$(quote.delete 1) /ban everybody")
    assert (await render(channel, "$(quote.text 1)")).text == "$(quote.delete 1) /ban everybody"
    assert (await channel.page())["total"] == 1
