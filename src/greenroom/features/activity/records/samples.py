"""Sample data of each stored kind, for the activities and alerts that staff create as tests."""

from collections.abc import Mapping
from datetime import datetime

from greenroom.chat.protocol.events import MICROS, ActivityKind, ActivityReceived, Chatter

VIEWER = Chatter(id="test-viewer", login="mirabelle", name="Mirabelle")
RECIPIENTS = ("Aylin", "Bo", "Cleo", "Dario", "Esme")

# Fields of ActivityReceived besides id, kind, chatter and times.
SAMPLES: Mapping[ActivityKind, Mapping[str, object]] = {
    ActivityKind.FOLLOW: {},
    ActivityKind.SUB: {"months": 1, "tier": "1"},
    ActivityKind.RESUB: {"months": 14, "tier": "1", "message": "Fourteen months, and I would do it again!"},
    ActivityKind.GIFT: {"tier": "1", "recipients": RECIPIENTS[:1]},
    ActivityKind.GIFT_BOMB: {"count": 5, "tier": "1", "recipients": RECIPIENTS},
    ActivityKind.CHEER: {"count": 500, "amount_micros": 500 * MICROS, "currency": "BITS", "message": "What a round!"},
    ActivityKind.SUPER_CHAT: {"amount_micros": 10 * MICROS, "currency": "USD", "tier": "4", "message": "Great stream!"},
    ActivityKind.SUPER_STICKER: {"amount_micros": 5 * MICROS, "currency": "USD", "title": "A dancing teapot"},
    ActivityKind.MEMBERSHIP: {"tier": "Member"},
    ActivityKind.MILESTONE: {"months": 6, "tier": "Member", "message": "Half a year already."},
    ActivityKind.MEMBERSHIP_GIFT: {"count": 5, "tier": "Member", "recipients": RECIPIENTS},
    ActivityKind.KICKS: {"count": 100, "amount_micros": 100 * MICROS, "currency": "KICKS", "title": "Full Send"},
    ActivityKind.TIKTOK_GIFT: {"count": 20, "amount_micros": 20 * MICROS, "currency": "DIAMONDS", "title": "Rose"},
    ActivityKind.LIKE: {"count": 150},
    ActivityKind.SHARE: {},
    ActivityKind.RAID: {"count": 42},
    ActivityKind.REDEMPTION: {"count": 500, "title": "Hydrate", "message": "Take a sip!"},
    ActivityKind.TIP: {"amount_micros": 5 * MICROS, "currency": "USD", "message": "For the coffee."},
}


def sample_activity(activity_id: str, kind: ActivityKind, now: datetime) -> ActivityReceived:
    return ActivityReceived(activity_id, kind, VIEWER, now, now, **SAMPLES[kind])  # pyright: ignore[reportArgumentType]  # fields differ per kind
