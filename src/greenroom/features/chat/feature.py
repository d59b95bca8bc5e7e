"""Declares the tables, jobs and first stage of `greenroom.chat`, which all features share."""

from greenroom.channel_file.snapshots import ChannelSnapshot
from greenroom.chat.messages.models import ChatMessage, Viewer
from greenroom.chat.messages.viewer_rows import ERASED_NAME, PSEUDONYM, ViewerRows, lines_of
from greenroom.chat.moderation.models import ModerationEntry
from greenroom.chat.pipeline.explain import ConsideredRule
from greenroom.chat.pipeline.own_bots import OwnBots
from greenroom.chat.protocol import adapter_state
from greenroom.chat.sending import recently_sent
from greenroom.chat.sending.models import SentPart
from greenroom.feature import Feature, Services, lifespan


def feature(services: Services) -> Feature:
    own_bots = OwnBots(services.kernel)

    return Feature(
        name="chat",
        tables=(ChatMessage, Viewer, ModerationEntry, adapter_state.AdapterStateRow, ChannelSnapshot, SentPart),
        viewer_rows=(
            ViewerRows(ChatMessage, find=lines_of, not_exported=frozenset({"payload"})),
            ViewerRows(Viewer),
            ViewerRows(
                ModerationEntry,
                {"viewer_id": PSEUDONYM, "viewer_name": ERASED_NAME, "message_text": "", "message_id": ""},
            ),
        ),
        counted_for_deletion={"Chat messages": ChatMessage, "Viewers": Viewer, "Moderation log": ModerationEntry},
        live_messages=(ConsideredRule,),
        stages={"mark_own_bots": own_bots.mark},
        jobs=[*adapter_state.jobs(services.kernel), *recently_sent.jobs(services.kernel)],
        lifespan=lifespan(own_bots.stop, start=own_bots.start),
    )
