"""What streamers edit has the fields that its page in docs/ describes; written by hand."""

import json

import pytest
from guards import ROOT

# Schema → its fields.
FIELDS = {
    "CommandIn": "cmds patterns description responses pick response_type access_level providers global_cooldown "
    "chatter_cooldown mods_skip_cooldown cost active_mode group enabled public",
    "Response": "text providers weight",
    "CommandOut": "use_count last_used_at created_at created_by updated_at updated_by",
    "TimerIn": "name messages interval_minutes spread_minutes pick active_mode min_chat_messages enabled",
    "TimerMessage": "text providers enabled",
    "TimerOut": "next_run_at last_skip",
    "BannedTermsFilter": "name type enabled mode providers exempt_level exempt_viewers ladder strike_seconds",
    "QuoteIn": "text quoted_name provider category said_at",
    "QuoteOut": "number stream_id stream_offset_seconds created_by created_at",
    "QueueIn": "name max_size max_per_viewer subs_first pick rejoin name_label",
    "QueueOut": "is_open counts",
    "GiveawayIn": "title prize entry keyword ticket_cost max_tickets min_level follow_days watch_minutes min_messages "
    "excludes_staff past_winner_days weights opens_at closes_at winners claim_seconds reminder_minutes",
    "GiveawayOut": "state commitment seed",
    "WidgetIn": "name type settings css enabled",
    "TemplateIn": "title description commands",
}
# Page of docs/ → its headings about them.
PAGES = {
    "commands.md": ("## Commands", "## Timers", "## Quotes", "## Templates"),
    "filters.md": ("# Chat filters",),
    "queues.md": ("# Viewer queue",),
    "giveaways.md": ("# Giveaways",),
    "widgets.md": ("# Widgets",),
}


@pytest.mark.rows("E11")
@pytest.mark.parametrize("schema", sorted(FIELDS))
def test_entity_has_its_fields(schema: str) -> None:
    schemas = json.loads((ROOT / "openapi.json").read_text())["components"]["schemas"]
    assert set(FIELDS[schema].split()) - set(schemas[schema]["properties"]) == set()


@pytest.mark.rows("E11")
@pytest.mark.parametrize("page", sorted(PAGES))
def test_entity_is_described_in_the_docs(page: str) -> None:
    lines = (ROOT / "docs" / page).read_text().splitlines()
    assert [heading for heading in PAGES[page] if heading not in lines] == []
