"""Rules of users, roles, sessions, invitations and connections, without a database."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.accounts.access.rules import (
    REQUIRED_ROLE,
    Permission,
    Role,
    check_grantable,
    has_permission,
    permissions_of,
    role_of,
)
from greenroom.accounts.channel_providers.rules import edit_url, fill
from greenroom.accounts.channels.rules import sort_name
from greenroom.accounts.credentials.rules import is_stale, missing_scopes
from greenroom.accounts.sessions.rules import browser_label, is_last_seen_update_due
from greenroom.accounts.users.rules import merge_settings, username_candidates
from greenroom.features.invites.rules import InviteFacts, InviteState, invite_state
from greenroom.kernel.errors import Invalid

NOW = datetime(2030, 1, 2, tzinfo=UTC)
DASHBOARD = "https://dashboard.example/{provider_channel_name}"
BROADCAST = "https://studio.example/{live_stream_id}"
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.text(alphabet="abcü🎭", max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(alphabet="abc", max_size=3), inner, max_size=3),
    max_leaves=5,
)
SETTINGS = st.dictionaries(st.text(alphabet="abcd", min_size=1, max_size=3), JSON, max_size=5)


@pytest.mark.rows("A2")
def test_public_sub_and_vip_hold_no_permission() -> None:
    assert [permissions_of(role) for role in (Role.PUBLIC, Role.SUB, Role.VIP)] == [[], [], []]


@pytest.mark.rows("A3", "A4", "A5", "A6")
def test_each_role_holds_everything_of_the_role_below_it() -> None:
    held = [set(permissions_of(role)) for role in Role]
    assert all(lower <= higher for lower, higher in pairwise(held))
    assert held[-1] == set(Permission)


@pytest.mark.rows("A3", "A4", "A5", "A6")
def test_permissions_belong_to_the_roles_of_the_specification() -> None:
    by_role = {role: {one for one in Permission if REQUIRED_ROLE[one] == role} for role in Role}
    subjects = ("channel", "chat", "activity", "platforms", "commands", "timers", "filters", "quotes", "gambling")
    subjects += ("giveaways", "queues")
    # The specification does not name this permission, because no real channel has a rehearsal.
    rehearsal = {"rehearsal.control"}
    # The specification names no role for stats and widgets.
    read = {f"{subject}.read" for subject in (*subjects, "stats")}
    managed = {f"{subject}.manage" for subject in (*subjects[4:], "widgets")}
    assert by_role[Role.MOD] == read | {"moderation.use"} | rehearsal
    assert by_role[Role.EDITOR] == managed | {"title.update", "ads.run"}
    assert by_role[Role.ADMIN] == {"platforms.manage", "access.manage"}
    assert by_role[Role.OWNER] == {"channel.delete"}


@given(st.integers(0, 1000))
def test_level_between_two_roles_counts_as_the_lower_one(level: int) -> None:
    assert role_of(level) <= level
    assert {one for one in Permission if has_permission(level, one)} == set(permissions_of(role_of(level)))


@given(SETTINGS, SETTINGS)
def test_merging_keeps_unmentioned_settings_and_drops_null_ones(
    current: dict[str, object], change: dict[str, object]
) -> None:
    stored = {key: value for key, value in current.items() if value is not None}
    merged = merge_settings(stored, change)
    assert {key: merged[key] for key in stored if key not in change} == {
        key: value for key, value in stored.items() if key not in change
    }
    assert {key: merged.get(key) for key in change} == change
    assert None not in merged.values()


@pytest.mark.parametrize("value", ["\0", "\ud800", float("nan"), float("inf"), [["\udfff"]], {"\0": 1}])
def test_setting_that_cannot_be_stored_is_rejected_by_name(value: object) -> None:
    with pytest.raises(Invalid) as refused:
        merge_settings({}, {"theme": value})
    assert [error.field for error in refused.value.errors] == ["theme"]


def test_second_user_with_the_same_name_gets_a_number() -> None:
    assert username_candidates("juno")[:3] == ["juno", "juno2", "juno3"]


@pytest.mark.rows("O7")
def test_edit_link_is_the_broadcast_while_there_is_one_and_else_the_dashboard() -> None:
    names = {"provider_channel_name": "juno"}
    live, offline = names | {"live_stream_id": "42"}, names | {"live_stream_id": None}
    assert edit_url(BROADCAST, DASHBOARD, live) == "https://studio.example/42"
    assert edit_url(BROADCAST, DASHBOARD, offline) == "https://dashboard.example/juno"
    assert edit_url(None, DASHBOARD, live) == "https://dashboard.example/juno"
    assert edit_url(None, None, live) is None


def test_text_of_a_platform_cannot_change_the_target_of_a_link() -> None:
    assert fill(DASHBOARD, {"provider_channel_name": "../?x=/"}) == "https://dashboard.example/..%2F%3Fx%3D%2F"
    assert fill(DASHBOARD, {"provider_channel_name": None}) is None
    assert fill(DASHBOARD, {}) is None


def test_names_compare_without_case_accents_and_width() -> None:
    assert {sort_name(name) for name in ("CAFÉ", "café", "Cafe\u0301", "ｃａｆｅ")} == {"cafe"}
    assert sort_name("Straße") == sort_name("STRASSE")


def test_missing_scopes_keep_their_descriptions() -> None:
    assert missing_scopes({"a": "do A", "b": "do B"}, ["b", "c"]) == {"a": "do A"}


@pytest.mark.parametrize(("seconds", "stale"), [(61, False), (60, True), (0, True), (-1, True)])
def test_token_is_renewed_a_minute_before_it_ends(seconds: int, stale: bool) -> None:
    assert is_stale(NOW + timedelta(seconds=seconds), NOW) is stale
    assert not is_stale(None, NOW)


@pytest.mark.parametrize("level", [-1, 0, 1, 2, 8, 501])
def test_levels_that_no_staff_holds_cannot_be_granted(level: int) -> None:
    with pytest.raises(Invalid):
        check_grantable(level, Role.OWNER)


LATER = NOW + timedelta(seconds=1)


@pytest.mark.parametrize(
    ("facts", "creator_level", "state"),
    [
        (InviteFacts(Role.EDITOR, LATER), Role.ADMIN, "open"),
        (InviteFacts(Role.EDITOR, NOW), Role.ADMIN, "expired"),
        (InviteFacts(Role.EDITOR, LATER, used_at=NOW), Role.ADMIN, "used"),
        (InviteFacts(Role.EDITOR, LATER, revoked_at=NOW), Role.ADMIN, "revoked"),
        (InviteFacts(Role.EDITOR, LATER, access_ends_at=LATER), Role.ADMIN, "open"),
        (InviteFacts(Role.EDITOR, LATER, access_ends_at=NOW), Role.ADMIN, "expired"),
        (InviteFacts(Role.EDITOR, LATER), Role.EDITOR, "void"),
        (InviteFacts(Role.OWNER, LATER), Role.ADMIN, "void"),
    ],
)
def test_only_an_open_invitation_of_a_sender_who_may_still_invite_can_be_accepted(
    facts: InviteFacts, creator_level: int, state: InviteState
) -> None:
    assert invite_state(facts, creator_level, NOW) == state


@pytest.mark.parametrize(
    ("user_agent", "label"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15", "Safari on macOS"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome on Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1", "Safari on iPhone"),
        ("curl/8.0", "Unknown browser"),
        ("", "Unknown browser"),
    ],
)
def test_browser_has_its_common_name(user_agent: str, label: str) -> None:
    assert browser_label(user_agent) == label


def test_last_seen_at_is_updated_every_five_minutes() -> None:
    assert not is_last_seen_update_due(NOW, NOW + timedelta(seconds=299))
    assert is_last_seen_update_due(NOW, NOW + timedelta(seconds=300))
