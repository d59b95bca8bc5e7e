"""One button for all accounts of a person: each chat answers for itself."""

from house import House, Json, blamed, refusal
from house_fixtures import on_one_database
from moderation_desk import Crew, in_short

PERSON = "marekfixes"


async def linked(crew: Crew, *providers: str) -> list[Json]:
    """The same person on all of these, linked by a moderator."""
    await crew.connect(*providers)
    lines = [await crew.says(f"Hello from {provider}", provider, viewer=PERSON) for provider in providers]
    first = lines[0]
    for other in lines[1:]:
        body = {"provider": other["provider"], "provider_viewer_id": other["author"]["id"]}
        path = f"{crew.path}/viewers/{first['provider']}/{first['author']['id']}/links"
        answer = await crew.visitor.ask("POST", path, json=body)
        assert answer.status_code == 200, answer.text
    return lines


async def everywhere(crew: Crew, line: Json, **wish: object) -> list[Json]:
    path = f"{crew.path}/viewers/{line['provider']}/{line['author']['id']}/ban-everywhere"
    answer = await crew.visitor.ask("POST", path, json=wish)
    assert answer.status_code == 200, answer.text
    return answer.json()["results"]


async def test_every_linked_account_is_banned_and_each_chat_answers(crew: Crew) -> None:
    lines = await linked(crew, "twitch", "youtube", "kick", "tiktok")
    results = {one["provider"]: one for one in await everywhere(crew, lines[2], duration_seconds=600)}
    assert {provider: one["outcome"] for provider, one in results.items()} == {
        "twitch": "done",
        "youtube": "done",
        "kick": "done",
        "tiktok": "refused",
    }
    assert "TikTok" in results["tiktok"]["detail"]
    entries = {entry["id"]: entry for entry in await crew.log()}
    assert {one["entry_id"] for one in results.values()} == set(entries)
    assert entries[results["twitch"]["entry_id"]]["outcome"] == "done"
    assert entries[results["tiktok"]["entry_id"]]["outcome"] == "failed"
    for line in lines[:3]:
        assert (await crew.card(line))["sent_out"] is not None


@on_one_database
async def test_one_platform_that_fails_keeps_no_other_from_being_asked(house: House, crew: Crew) -> None:
    lines = await linked(crew, "twitch", "kick")
    await house.rehearse("/twitch/fail", next=10, status=500, path_prefix="/twitch/helix/moderation/bans")
    results = {one["provider"]: one["outcome"] for one in await everywhere(crew, lines[0], reason="Enough")}
    assert results == {"twitch": "failed", "kick": "done"}
    assert sorted(in_short(await crew.log())) == [("ban", "JunoPlays", "done"), ("ban", "JunoPlays", "failed")]


@on_one_database
async def test_account_that_is_protected_is_left_out_and_the_others_are_not(house: House, crew: Crew) -> None:
    await house.rehearse("/twitch/moderators", login="junoplays", user=PERSON)
    lines = await linked(crew, "twitch", "kick")
    mod = await house.staff("odalys_", crew.channel_id, 7)
    path = f"{crew.path}/viewers/twitch/{lines[0]['author']['id']}/ban-everywhere"
    results = {one["provider"]: one for one in (await mod.ask("POST", path, json={})).json()["results"]}
    assert (results["twitch"]["outcome"], results["twitch"]["entry_id"]) == ("refused", None)
    assert "moderator" in results["twitch"]["detail"]
    assert results["kick"]["outcome"] == "done"


@on_one_database
async def test_account_that_is_banned_already_is_not_timed_out_and_the_others_are(crew: Crew) -> None:
    lines = await linked(crew, "twitch", "kick")
    await crew.banned(lines[1])
    results = {one["provider"]: one for one in await everywhere(crew, lines[0], duration_seconds=60)}
    assert results["twitch"]["outcome"] == "done"
    assert (results["kick"]["outcome"], results["kick"]["entry_id"]) == ("refused", None)
    assert results["kick"]["detail"] == "They are banned. Unban them first."
    assert (await crew.card(lines[1]))["sent_out"] == {"until": None}


@on_one_database
async def test_viewer_without_links_is_banned_where_they_are(on_twitch: Crew) -> None:
    (result,) = await everywhere(on_twitch, await on_twitch.says(viewer=PERSON))
    assert (result["provider"], result["name"], result["outcome"]) == ("twitch", "MarekFixes", "done")


async def test_linked_account_on_a_platform_that_was_disconnected_is_not_passed_over_in_silence(crew: Crew) -> None:
    lines = await linked(crew, "twitch", "kick")
    gone = await crew.visitor.ask("DELETE", f"{crew.path}/providers/{crew.connections['kick']}")
    assert gone.status_code == 204, gone.text
    results = {one["provider"]: one for one in await everywhere(crew, lines[0])}
    assert (results["twitch"]["outcome"], results["kick"]["outcome"]) == ("done", "refused")
    assert results["kick"]["detail"] == "Kick is not connected to this channel."
    assert (results["kick"]["name"], results["kick"]["connection_id"]) == (lines[1]["author"]["name"], None)


@on_one_database
async def test_platform_that_is_not_connected_is_said_to_be_missing(on_twitch: Crew) -> None:
    answer = await on_twitch.visitor.ask("POST", f"{on_twitch.path}/viewers/kick/1/ban-everywhere", json={})
    assert refusal(answer) == (409, "conflict")


@on_one_database
async def test_bad_wish_for_everywhere_names_its_field(crew: Crew) -> None:
    for wish in ({"duration_seconds": 0}, {"reason": "x" * 501}, {"now": True}):
        answer = await crew.visitor.ask("POST", f"{crew.path}/viewers/twitch/1/ban-everywhere", json=wish)
        assert (refusal(answer), blamed(answer)) == ((422, "invalid"), list(wish))
