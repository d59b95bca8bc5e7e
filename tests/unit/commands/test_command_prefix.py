"""The prefix of a channel's commands: allowed prefixes, and names after a change of the prefix."""

import pytest

from greenroom.features.commands.matching.prefix import admin_names, prefix_of_edit, rename_prefix, valid_prefix
from greenroom.features.commands.rules import parse_message
from greenroom.features.viewers.rules import code_in, is_link_command


@pytest.mark.parametrize("prefix", ["!", "?", "!!", "~~>", "$", "🎉"])
def test_prefix_of_one_to_three_symbols_is_allowed(prefix: str) -> None:
    assert valid_prefix(prefix) == prefix


@pytest.mark.parametrize("prefix", ["", "!!!!", "a", "!1", "! ", "/", "/!", "@", "\u200b", "\x07"])
def test_prefix_that_is_not_one_to_three_allowed_symbols_is_refused(prefix: str) -> None:
    with pytest.raises(ValueError, match="must"):
        valid_prefix(prefix)


def test_names_with_the_old_prefix_get_the_new_one_and_other_names_stay() -> None:
    commands = {1: ["!uptime", "!up"], 2: ["hello"], 3: ["!"], 4: ["?old", "!older"]}
    assert rename_prefix(commands, "!", "??") == ({1: ["??uptime", "??up"], 4: ["?old", "??older"]}, [])


def test_new_name_that_another_command_has_is_a_clash() -> None:
    assert rename_prefix({1: ["!Uptime"], 2: ["?uptime"]}, "!", "?")[1] == [("!Uptime", "?Uptime")]


def test_names_of_the_commands_that_edit_commands_follow_the_prefix() -> None:
    assert admin_names("??") == {"??cmd", "??command", "??commands"}
    assert prefix_of_edit(parse_message("??Commands add ??x y", is_reply=False)) == "??"


def test_link_code_is_read_after_any_prefix() -> None:
    assert is_link_command("!link ABCDEFGH")
    assert is_link_command("~~>link ABCDEFGH")
    assert code_in("?link abcdefgh") == "ABCDEFGH"
    assert not is_link_command("link ABCDEFGH")
    assert not is_link_command("unlink ABCDEFGH")
    assert not is_link_command("my link ABCDEFGH")
