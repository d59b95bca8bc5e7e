"""Filters that suit most channels, added with one click."""

from greenroom.channel_file.merge import ImportItem, merge_items
from greenroom.channel_file.sections import Editor, Sections
from greenroom.kernel.db.database import Database, JsonObject

SECTION = "filters"
REASON = "Recommended filters"
DELETE: JsonObject = {"action": "delete"}
SHORT_TIMEOUT: JsonObject = {"action": "timeout", "seconds": 60}
# In the order they run. The first filter only records: it sees every message before another filter removes the message,
# and staff can look at its hits before they switch it on.
RECOMMENDED_FILTERS: tuple[JsonObject, ...] = (
    {"type": "raid_similarity", "name": "Spam waves", "mode": "shadow"},
    {
        "type": "first_message_link",
        "name": "Links from first-time chatters",
        # Off, because "word . word" is often no address.
        "settings": {"spelled_out": False},
        "ladder": [DELETE, SHORT_TIMEOUT],
    },
    {"type": "flood", "name": "Message spam", "ladder": [SHORT_TIMEOUT]},
    {"type": "repetition", "name": "Repetition", "ladder": [DELETE, SHORT_TIMEOUT]},
    {"type": "caps", "name": "Caps", "ladder": [DELETE]},
    {"type": "zalgo", "name": "Zalgo text", "ladder": [DELETE]},
)


async def add_recommended_filters(database: Database, sections: Sections, editor: Editor) -> None:
    """Stores a snapshot of the channel, then adds the filters whose names the channel does not have yet."""
    items = [ImportItem(SECTION, entry, "skip") for entry in RECOMMENDED_FILTERS]
    await merge_items(database, sections, editor, items, REASON)
