"""The limit of a channel's matching time holds for simultaneous saves; terms over the limit can be edited."""

import asyncio
from uuid import UUID

import pytest
from sqlalchemy import update

from greenroom.features.filters import service, terms
from greenroom.features.filters.matching.term_matcher import Term
from greenroom.features.filters.models import FilterTerms
from greenroom.features.filters.types.banned_terms import BannedTermsFilter
from greenroom.kernel.db.change_tracking import ChangedBy
from support.filters import FilterChannel, filter_body
from support.greenroom_server import GreenroomServer, Json, refusal
from support.row_locks import until_transaction_waits


def slow(name: str) -> str:
    """A regex that takes more than half of the time that a channel has for matching."""
    return f"!{'.{1,100}' * 12}#{name:_>5}"


def regexes(*texts: str) -> list[Json]:
    return [{"kind": "regex", "text": text} for text in texts]


def body(*texts: str) -> Json:
    return filter_body("banned_terms", settings={"terms": regexes(*texts)})


@pytest.mark.on_postgres
@pytest.mark.parametrize("request_kind", ["create", "save", "terms"])
async def test_limit_includes_filters_that_are_saved_simultaneously(
    greenroom: GreenroomServer, channel: FilterChannel, request_kind: str
) -> None:
    saved = await channel.make("banned_terms", settings={"terms": []})
    requests: dict[str, tuple[str, str, Json]] = {
        "create": ("POST", "/filters", body(slow("second"))),
        "save": ("PUT", f"/filters/{saved['id']}", body(slow("second"))),
        "terms": ("PUT", f"/filters/{saved['id']}/terms", {"terms": regexes(slow("second"))}),
    }
    method, address, sent = requests[request_kind]
    first = BannedTermsFilter.model_validate(body(slow("first")))
    async with greenroom.kernel.database.write() as session:
        by, checked = ChangedBy("Robin", greenroom.kernel.clock()), terms.check(first.settings.terms or (), "terms")
        await service.create_filter(session, UUID(channel.channel_id), first, checked, by)
        second = asyncio.create_task(channel.send(method, address, **sent))
        await until_transaction_waits(greenroom)
    response = await second
    assert refusal(response) == (422, "invalid")
    assert "makes matching too slow" in response.json()["message"]


async def store_slow_filter(greenroom: GreenroomServer, channel: FilterChannel, *texts: str) -> Json:
    """Stores a filter whose regexes exceed the limit, as older versions allowed."""
    saved = await channel.make("banned_terms", settings={"terms": regexes("x")})
    stored = terms.encode([Term(text, "regex") for text in texts])
    async with greenroom.kernel.database.write() as session:
        await session.execute(
            update(FilterTerms).where(FilterTerms.filter_id == UUID(saved["id"])).values(terms=stored)
        )
    return saved


async def test_terms_over_the_limit_can_be_edited_and_restored_but_not_extended(
    greenroom: GreenroomServer, channel: FilterChannel
) -> None:
    saved = await store_slow_filter(greenroom, channel, slow("one"), slow("two"), slow("three"))
    path = f"/filters/{saved['id']}/terms"
    corrected = await channel.send("PUT", path, terms=regexes(slow("one"), slow("other"), slow("three")))
    assert corrected.status_code == 200
    version = (await channel.send("POST", "/channel-versions", reason="Slow")).json()
    longer = await channel.send("PUT", path, terms=regexes(slow("one"), slow("other"), slow("three"), slow("four")))
    assert refusal(longer) == (422, "invalid")
    assert (await channel.send("POST", "/filters", **body(slow("five")))).status_code == 422
    assert (await channel.send("PUT", path, terms=regexes(slow("a"), slow("b"), slow("c")))).status_code == 200
    restored = await channel.send("POST", f"/channel-versions/{version['id']}/restore")
    assert restored.status_code == 200
    records = (await channel.client.get(f"{channel.path}{path}"))["records"]
    assert [one["text"] for one in records] == [slow("one"), slow("other"), slow("three")]
    assert (await channel.send("PUT", path, terms=regexes(slow("one"), slow("other")))).status_code == 200


@pytest.mark.both_databases
async def test_of_four_slow_filters_created_simultaneously_one_is_saved(channel: FilterChannel) -> None:
    bodies = [body(slow(name)) for name in ("one", "two", "three", "four")]
    responses = await asyncio.gather(*(channel.send("POST", "/filters", **one) for one in bodies))
    assert sorted(one.status_code for one in responses) == [201, 422, 422, 422]
    assert len(await channel.filters()) == 1
