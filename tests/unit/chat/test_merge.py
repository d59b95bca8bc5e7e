"""An imported entry whose name exists is skipped, or replaces the entries with that name."""

from greenroom.channel_file.merge import Plan
from greenroom.kernel.db.database import JsonObject
from support.import_reviews import SECTIONS

SECTION = SECTIONS["commands"]


def entry(*names: str) -> JsonObject:
    return {"cmds": list(names), "responses": [{"text": "Hello"}]}


def merge_replacing(existing: list[JsonObject], *imported: JsonObject) -> tuple[list[str], list[str]]:
    """Merges with replacement; returns the keys of the written and of the removed entries."""
    plan = Plan.of(SECTION, {SECTION.key_of(one): one for one in existing})
    for one in imported:
        plan.add(one, "replace")
    return [SECTION.key_of(one) for one in plan.written.values()], plan.removed


def test_stored_entry_is_removed_if_a_later_imported_entry_replaces_its_replacement() -> None:
    assert merge_replacing([entry("!a", "!x")], entry("!a", "!x"), entry("!b", "!x")) == (["!b"], ["!a"])
    assert merge_replacing([entry("!a", "!x")], entry("!A"), entry("!b", "!a")) == (["!b"], ["!A"])


def test_imported_entry_replaced_by_a_later_imported_one_is_not_written() -> None:
    assert merge_replacing([], entry("!a"), entry("!b", "!a")) == (["!b"], [])


def test_removed_entry_is_listed_once() -> None:
    assert merge_replacing([entry("!a")], entry("!b", "!a"), entry("!a"), entry("!c", "!a")) == (["!c"], ["!a"])


def test_entry_with_the_same_first_name_is_overwritten() -> None:
    assert merge_replacing([entry("!a", "!x")], entry("!a"), entry("!x")) == (["!a", "!x"], [])
    # Invisible characters around a name are ignored.
    assert merge_replacing([entry("!a")], entry("!a\u200b")) == (["!a"], [])


def test_skipped_entry_lists_its_names_that_did_not_exist() -> None:
    plan = Plan.of(SECTION, {"!a": entry("!a")})
    assert plan.add(entry("!a"), "skip").detail == "!a already exists"
    assert plan.add(entry("!a", "!tt"), "skip").detail == "!a already exists; !tt also skipped"


def test_stored_entries_that_became_invalid_can_still_be_exported() -> None:
    assert SECTION.check(entry("!cmd"))
    assert SECTION.without_defaults(entry("!cmd")) == entry("!cmd")
