"""Pipeline stage that gives viewers their imported points when they first write."""

from collections import defaultdict

from greenroom.accounts.stream_platforms import has_logins
from greenroom.chat.pipeline.batch import Batch
from greenroom.features.points.imports.service import claim


async def claim_imported_points(batch: Batch) -> None:
    """Gives viewers whose first message is in the batch their imported points; makes no query without such viewers."""
    # The ids of the viewers who wrote, by platform and login.
    writers: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for message in batch.messages:
        line = message.line
        if message.is_first and line is not None and line.author is not None and line.author.id:
            writers[line.provider][line.author.login.lower()].add(line.author.id)
    for provider, by_login in writers.items():
        if has_logins(provider):
            await claim(batch.session, batch.channel_id, provider, by_login, batch.now)
