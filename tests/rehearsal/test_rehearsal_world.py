"""The simulated world: seeds, people and streams."""

from datetime import UTC, datetime

import pytest

from rehearsal.simulation.world import AlreadyLive, NotLive, UnknownPerson, World

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)


def make_world(seed: int) -> World:
    return World(seed, ["twitch", "elsewhere"], NOON)


def test_the_same_seed_makes_the_same_world() -> None:
    one, two = make_world(3), make_world(3)
    assert one.people == two.people
    assert one.channels("twitch") == two.channels("twitch")


def test_another_seed_keeps_the_names_and_changes_the_ids() -> None:
    one, two = make_world(3), make_world(4)
    assert [person.login for person in one.people] == [person.login for person in two.people]
    assert [person.id for person in one.people] != [person.id for person in two.people]


def test_simulated_people_have_ids_and_names_like_those_of_twitch() -> None:
    people = make_world(3).people
    assert len({person.id for person in people}) == 8
    assert all(person.id.isdecimal() and person.login.isascii() and person.login.islower() for person in people)
    assert any(not person.display_name.isascii() for person in people)
    assert {person.broadcaster_type for person in people} == {"", "affiliate", "partner"}


def test_one_streamer_is_live_at_the_start() -> None:
    live = [channel.person.login for channel in make_world(3).channels("twitch") if channel.stream]
    assert live == ["pixelharbor"]


def test_a_person_is_live_on_each_platform_separately() -> None:
    simulated = make_world(3)
    juno = simulated.person("JunoPlays")
    simulated.go_live("twitch", juno, NOON)
    assert simulated.channel("elsewhere", juno).stream is None
    with pytest.raises(AlreadyLive):
        simulated.go_live("twitch", juno, NOON)
    simulated.end("twitch", juno)
    with pytest.raises(NotLive):
        simulated.end("twitch", juno)


def test_every_stream_has_its_own_id() -> None:
    simulated = make_world(3)
    juno = simulated.person("junoplays")
    first = simulated.go_live("twitch", juno, NOON)
    simulated.end("twitch", juno)
    assert simulated.go_live("twitch", juno, NOON).id != first.id


def test_an_unknown_login_is_an_error() -> None:
    with pytest.raises(UnknownPerson, match="nobody"):
        make_world(3).person("nobody")
