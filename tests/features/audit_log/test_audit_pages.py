"""Reading the audit log: filters, pages, people, export, live updates and retention."""

import csv
import io
from datetime import timedelta
from uuid import UUID

import pytest

from greenroom.accounts.access.rules import Role
from greenroom.accounts.audit.record import Subject, record_change
from greenroom.features.audit_log import service
from greenroom.features.audit_log.jobs import delete_old_entries
from greenroom.kernel.db.change_tracking import ChangedBy
from support.audit_log import AuditedChannel
from support.greenroom_server import GreenroomServer, Json, refusal
from support.timers import timer_body


async def make_timers(channel: AuditedChannel, *names: str) -> None:
    for name in names:
        await channel.change("POST", "timers", json=timer_body(name=name))


def titles(page: Json) -> list[str]:
    return [one["title"] for one in page["records"]]


@pytest.mark.both_databases
async def test_pages_are_read_from_the_newest_line_to_the_oldest(channel: AuditedChannel) -> None:
    await make_timers(channel, "One", "Two", "Three")
    path = f"{channel.path}/audit-log"
    first = await channel.client.get(path, per_page=2)
    second = await channel.client.get(path, per_page=2, cursor=first["cursor"])
    assert [one["title"] for page in (first, second) for one in page["records"]] == ["Three", "Two", "One"]
    assert (first["total"], first["has_more"], second["total"], second["cursor"]) == (3, False, 3, None)
    assert refusal(await channel.client.ask("GET", path, params={"cursor": "x"})) == (422, "invalid")


@pytest.mark.both_databases
async def test_log_is_filtered_by_person_section_time_and_search(
    greenroom: GreenroomServer, channel: AuditedChannel
) -> None:
    editor = AuditedChannel(await greenroom.staff("odalys_", channel.channel_id, Role.EDITOR), channel.channel_id)
    await make_timers(channel, "Discord invite")
    await editor.change("POST", "quotes", json={"text": "Ein Flöckchen"})
    people = (await channel.client.get(f"{channel.path}/audit-log/people"))["records"]
    assert [one["name"] for one in people] == ["JunoPlays", "Odalys_"]
    assert [one["title"] for one in await channel.log(person=people[1]["key"])] == ["#1"]
    assert [one["title"] for one in await channel.log(section="timers")] == ["Discord invite"]
    assert [one["title"] for one in await channel.log(search="flöck")] == ["#1"]
    assert [one["title"] for one in await channel.log(search="juno invite")] == ["Discord invite"]
    assert await channel.log(search="100%") == []
    later = (greenroom.kernel.clock() + timedelta(hours=1)).isoformat()
    assert await channel.log(since=later) == await channel.log(since=later, search="juno") == []
    assert len(await channel.log(until=later)) == 2
    sections = (await channel.client.get(f"{channel.path}/audit-log/sections"))["records"]
    assert sections == [{"key": "quotes", "title": "Quotes"}, {"key": "timers", "title": "Timers"}]


@pytest.mark.both_databases
async def test_search_reads_a_limited_number_of_lines_and_continues_at_the_cursor(
    channel: AuditedChannel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MAX_SEARCHED", 2)
    await make_timers(channel, "Rare", "Two", "Three", "Four", "Rare again")
    four, two = [entry["created_at"] for entry in await channel.log() if entry["title"] in ("Four", "Two")]
    pages = await channel.all_pages(search="rare")
    assert [titles(page) for page in pages] == [["Rare again"], [], ["Rare"]]
    assert [(page["total"], page["has_more"], page["searched_until"]) for page in pages] == [
        *((1, True, four), (1, True, two), (1, True, None))
    ]


@pytest.mark.both_databases
async def test_search_that_reads_the_whole_log_within_its_limit_has_one_page(
    channel: AuditedChannel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MAX_SEARCHED", 2)
    await make_timers(channel, "One", "Two")
    (page,) = await channel.all_pages(search="three")
    assert (page["records"], page["total"], page["has_more"], page["searched_until"]) == ([], 0, False, None)


@pytest.mark.both_databases
async def test_search_with_a_person_reads_only_lines_of_the_person(
    greenroom: GreenroomServer, channel: AuditedChannel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MAX_SEARCHED", 2)
    editor = AuditedChannel(await greenroom.staff("odalys_", channel.channel_id, Role.EDITOR), channel.channel_id)
    await channel.change("POST", "quotes", json={"text": "Kept"})
    await make_timers(channel, "One", "Two")
    await make_timers(editor, "Three", "Four", "Five")
    people = (await channel.client.get(f"{channel.path}/audit-log/people"))["records"]
    pages = await channel.all_pages(person=people[0]["key"], section="quotes", search="kept")
    assert [titles(page) for page in pages] == [[], ["#1"]]


async def test_export_of_a_search_reads_the_whole_log(channel: AuditedChannel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MAX_SEARCHED", 2)
    await make_timers(channel, "Rare", "Two", "Three", "Four", "Five")
    answer = await channel.client.ask("GET", f"{channel.path}/audit-log/csv", params={"search": "rare"})
    assert {row["What"] for row in csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff")))} == {"Rare"}


async def test_export_has_a_row_for_each_field_and_no_formulas(channel: AuditedChannel) -> None:
    await make_timers(channel, "=1+1")
    answer = await channel.client.ask("GET", f"{channel.path}/audit-log/csv", params={"section": "timers"})
    rows = list(csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff"))))
    assert {row["What"] for row in rows} == {"'=1+1"}
    assert ("interval_minutes", "", "10") in {(row["Field"], row["Old"], row["New"]) for row in rows}


async def test_change_is_published_to_open_logs(channel: AuditedChannel) -> None:
    async with channel.client.socket("/live") as socket:
        await socket.subscribe(channel.channel_id, "audit-log")
        await make_timers(channel, "One")
        frame = await socket.receive()
    assert [event["type"] for event in frame["events"]] == ["changed"]


async def test_lines_older_than_90_days_are_deleted(greenroom: GreenroomServer, channel: AuditedChannel) -> None:
    now = greenroom.kernel.clock()
    async with greenroom.kernel.database.write() as session:
        for days in (91, 90, 1):
            by = ChangedBy("Juno", now - timedelta(days=days))
            record_change(session, UUID(channel.channel_id), by, section="channel", title=f"{days} days")
            await session.flush()
    await delete_old_entries(greenroom.kernel)
    assert [one["title"] for one in await channel.log()] == ["1 days", "90 days"]
    assert (await channel.client.get(f"{channel.path}/audit-log"))["kept_days"] == 90


async def test_change_without_a_difference_is_not_recorded(channel: AuditedChannel) -> None:
    await channel.change("PUT", "quote-settings", json={"is_public": True})
    assert await channel.log() == []


async def test_job_and_viewer_are_authors_too(greenroom: GreenroomServer, channel: AuditedChannel) -> None:
    now, about = greenroom.kernel.clock(), Subject("Marta", account="kick:7")
    async with greenroom.kernel.database.write() as session:
        for by in (ChangedBy("delete_old_chat", now, kind="job"), ChangedBy("Ada", now, kind="chat", account="kick:1")):
            record_change(session, UUID(channel.channel_id), by, section="channel", title="Bot", subject=about)
    entry = await channel.newest()
    assert (entry["author"]["kind"], entry["provider"], entry["subject"]["name"]) == ("chat", "kick", "Marta")
    people = (await channel.client.get(f"{channel.path}/audit-log/people"))["records"]
    assert [one["key"] for one in people] == ["kick:1", "job:delete_old_chat"]
