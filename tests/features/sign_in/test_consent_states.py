"""A consent is used once, in time, by the browser that began it; everything else changes nothing."""

import asyncio

import pytest

from frozen_clock import FrozenClock
from greenroom.settings import Settings
from house import House, Visitor, blamed, open_house, refusal
from house_fixtures import on_one_database
from rehearsal.server import running


async def consented(visitor: Visitor, login: str = "junoplays", decision: str = "authorize") -> dict[str, str]:
    """What the platform gave the browser to bring back."""
    return await visitor.consent((await visitor.get("/twitch/sign-in-url"))["url"], login, decision)


async def count_users(house: House) -> int:
    return (await house.rows("SELECT count(*) AS number FROM users"))[0]["number"]


async def test_state_that_nobody_was_given_is_refused(house: House) -> None:
    visitor = await house.visitor()
    answer = await consented(visitor)
    assert refusal(await visitor.come_back(answer | {"state": "wrong"})) == (400, "state_invalid")
    assert await count_users(house) == 0


@on_one_database
async def test_state_works_once(house: House) -> None:
    visitor = await house.visitor()
    answer = await consented(visitor)
    assert (await visitor.come_back(answer)).status_code == 200
    assert refusal(await visitor.come_back(answer)) == (400, "state_used")


async def test_used_state_stays_used_with_a_new_code(house: House) -> None:
    visitor = await house.visitor()
    used = await consented(visitor)
    await visitor.come_back(used)
    other = await consented(visitor, "marekfixes")
    assert refusal(await visitor.come_back({"state": used["state"], "code": other["code"]})) == (400, "state_used")


async def test_state_lasts_ten_minutes(house: House, clock: FrozenClock) -> None:
    visitor = await house.visitor()
    in_time, too_late = await consented(visitor), await consented(visitor)
    clock.advance(599)
    assert (await visitor.come_back(in_time)).status_code == 200
    clock.advance(1)
    assert refusal(await visitor.come_back(too_late)) == (400, "state_expired")


@on_one_database
async def test_state_of_another_browser_is_refused_and_stays_good_for_its_own(house: House) -> None:
    victim, attacker = await house.visitor(), await house.visitor()
    answer = await consented(victim)
    await attacker.get("/twitch/sign-in-url")
    assert refusal(await attacker.come_back(answer)) == (400, "state_invalid")
    assert (await victim.come_back(answer)).status_code == 200


async def test_who_signs_out_takes_back_what_they_had_started(owner: Visitor) -> None:
    url = (await owner.get("/twitch/connect-chat-url", redirect_to="/user-provider-connected"))["url"]
    answer = await owner.consent(url, "marekfixes")
    await owner.ask("DELETE", "/user/sessions/current")
    assert refusal(await owner.come_back(answer)) == (400, "state_invalid")


@on_one_database
async def test_browser_without_a_cookie_is_refused(house: House) -> None:
    visitor = await house.visitor()
    answer = await consented(visitor)
    visitor.http.cookies.clear()
    assert refusal(await visitor.come_back(answer)) == (400, "state_invalid")


async def test_state_brought_to_another_platform_is_not_spent(house: House) -> None:
    visitor = await house.visitor()
    answer = await consented(visitor)
    assert refusal(await visitor.come_back(answer, "kick")) == (400, "state_invalid")
    assert refusal(await visitor.come_back(answer, "nowhere")) == (404, "not_found")
    assert (await visitor.come_back(answer)).status_code == 200


async def test_of_two_tabs_that_bring_one_state_exactly_one_signs_in(house: House) -> None:
    visitor = await house.visitor()
    answer = await consented(visitor)
    answers = await asyncio.gather(*(visitor.come_back(answer) for _ in range(5)))
    assert sorted(one.status_code for one in answers) == [200, 400, 400, 400, 400]
    assert {one.json()["type"] for one in answers if one.status_code == 400} == {"state_used"}


async def test_two_consents_begun_in_one_browser_both_count(house: House) -> None:
    visitor = await house.visitor()
    first, second = await consented(visitor), await consented(visitor)
    statuses = [(await visitor.come_back(answer)).status_code for answer in (second, first)]
    assert statuses == [200, 200]


@on_one_database
async def test_refused_consent_says_so_and_spends_the_state(house: House) -> None:
    visitor = await house.visitor()
    answer = await consented(visitor, decision="cancel")
    refused = await visitor.come_back(answer)
    assert refusal(refused) == (400, "consent_refused")
    assert refused.json()["message"] == "Twitch was not connected, because the permission was refused."
    assert refusal(await visitor.come_back(answer)) == (400, "state_used")
    assert await count_users(house) == 0


async def test_code_that_the_platform_does_not_know_is_refused(house: House) -> None:
    visitor = await house.visitor()
    answer = await consented(visitor)
    assert refusal(await visitor.come_back(answer | {"code": "wrong"})) == (400, "platform_refused")
    assert refusal(await visitor.come_back(answer)) == (400, "state_used")
    assert await count_users(house) == 0


@on_one_database
async def test_answer_without_code_or_reason_is_refused(house: House) -> None:
    visitor = await house.visitor()
    answer = await consented(visitor)
    assert refusal(await visitor.come_back({"state": answer["state"]})) == (400, "platform_refused")


@on_one_database
async def test_answer_without_a_state_names_the_field(house: House) -> None:
    visitor = await house.visitor()
    answer = await visitor.come_back({"code": "c"})
    assert (refusal(answer), blamed(answer)) == ((422, "invalid"), ["state"])


async def test_answer_with_text_that_is_no_text_is_refused(house: House) -> None:
    visitor = await house.visitor()
    await visitor.get("/twitch/sign-in-url")
    bodies = (b'{"state": "\\ud800"}', b'{"state": "\\u0000"}', b'{"state": "a", "code": "\\ud800"}', b"\xff", b"[]")
    kind = {"Content-Type": "application/json"}
    answers = [await visitor.ask("POST", "/oauth/twitch", content=body, headers=kind) for body in bodies]
    assert {answer.status_code for answer in answers} <= {400, 422}


@on_one_database
@pytest.mark.parametrize("path", ["/twitch/oauth2/token", "/twitch/helix/users"])
async def test_platform_that_fails_changes_nothing_but_the_state(house: House, path: str) -> None:
    visitor = await house.visitor()
    answer = await consented(visitor)
    await house.rehearse("/twitch/fail", next=1, status=500, path_prefix=path)
    assert refusal(await visitor.come_back(answer)) == (502, "platform_unavailable")
    assert refusal(await visitor.come_back(answer)) == (400, "state_used")
    assert await count_users(house) == 0


@on_one_database
async def test_platform_that_limits_us_is_unavailable(house: House) -> None:
    visitor = await house.visitor()
    answer = await consented(visitor)
    await house.rehearse("/twitch/fail", next=1, status=429, path_prefix="/twitch/oauth2/token", retry_after=7)
    assert refusal(await visitor.come_back(answer)) == (502, "platform_unavailable")


async def test_platform_out_of_reach_changes_nothing_but_the_state(settings: Settings, clock: FrozenClock) -> None:
    async with running() as gone:
        settings.twitch.oauth_url = f"{gone.base_url}/twitch/oauth2"
        opened = open_house(settings, gone, clock)
        house = await opened.__aenter__()
        visitor = await house.visitor()
        answer = await consented(visitor)
    refused = await visitor.come_back(answer)
    assert refusal(refused) == (502, "platform_unavailable")
    assert refused.json()["message"].startswith("Twitch cannot be reached right now. Nothing was changed")
    assert (refusal(await visitor.come_back(answer)), await count_users(house)) == ((400, "state_used"), 0)
    await opened.__aexit__(None, None, None)


async def test_wrong_client_secret_is_the_operators_problem_and_changes_nothing(house: House) -> None:
    visitor = await house.visitor()
    answer = await consented(visitor)
    await house.rehearse("/twitch/fail", next=1, status=403, path_prefix="/twitch/oauth2/token")
    assert refusal(await visitor.come_back(answer)) == (502, "platform_unavailable")
