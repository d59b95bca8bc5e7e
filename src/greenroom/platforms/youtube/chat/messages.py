"""Payload of a live chat message."""

import msgspec

from greenroom.platforms.youtube.api.resources import Time


class Author(msgspec.Struct, rename="camel"):
    channel_id: str = ""
    display_name: str = ""
    profile_image_url: str = ""
    is_verified: bool = False
    is_chat_owner: bool = False
    is_chat_sponsor: bool = False
    is_chat_moderator: bool = False


class Text(msgspec.Struct, rename="camel"):
    message_text: str = ""


class Money(msgspec.Struct, rename="camel"):
    """Details of a Super Chat, or of fan funding, the predecessor of Super Chat."""

    amount_micros: int = 0
    currency: str = ""
    amount_display_string: str = ""
    user_comment: str = ""
    tier: int = 0


class StickerMetadata(msgspec.Struct, rename="camel"):
    sticker_id: str = ""
    alt_text: str = ""


class Sticker(msgspec.Struct, rename="camel"):
    amount_micros: int = 0
    currency: str = ""
    amount_display_string: str = ""
    tier: int = 0
    super_sticker_metadata: StickerMetadata = msgspec.field(default_factory=StickerMetadata)


class NewMember(msgspec.Struct, rename="camel"):
    member_level_name: str = ""
    is_upgrade: bool = False


class Milestone(msgspec.Struct, rename="camel"):
    member_level_name: str = ""
    member_month: int = 0
    user_comment: str = ""


class Gifting(msgspec.Struct, rename="camel"):
    gift_memberships_count: int = 1
    gift_memberships_level_name: str = ""


class GiftReceived(msgspec.Struct, rename="camel"):
    member_level_name: str = ""
    gifter_channel_id: str = ""
    associated_membership_gifting_message_id: str = ""


class Gift(msgspec.Struct, rename="camel"):
    gift_name: str = ""
    jewels_amount: int = 0
    combo_count: int = 1
    gift_url: str = ""
    alt_text: str = ""


class PollOption(msgspec.Struct, rename="camel"):
    option_text: str = ""
    tally: int = 0


class PollMetadata(msgspec.Struct, rename="camel"):
    question_text: str = ""
    options: list[PollOption] = []


class Poll(msgspec.Struct, rename="camel"):
    metadata: PollMetadata = msgspec.field(default_factory=PollMetadata)
    status: str = ""


class Profile(msgspec.Struct, rename="camel"):
    channel_id: str = ""
    display_name: str = ""


class Ban(msgspec.Struct, rename="camel"):
    banned_user_details: Profile = msgspec.field(default_factory=Profile)
    ban_type: str = "permanent"
    ban_duration_seconds: int = 0


class Deleted(msgspec.Struct, rename="camel"):
    deleted_message_id: str = ""


class Retracted(msgspec.Struct, rename="camel"):
    retracted_message_id: str = ""


class Snippet(msgspec.Struct, rename="camel"):
    type: str
    published_at: Time | None = None
    author_channel_id: str = ""
    display_message: str = ""
    text_message_details: Text | None = None
    super_chat_details: Money | None = None
    fan_funding_event_details: Money | None = None
    super_sticker_details: Sticker | None = None
    new_sponsor_details: NewMember | None = None
    member_milestone_chat_details: Milestone | None = None
    membership_gifting_details: Gifting | None = None
    gift_membership_received_details: GiftReceived | None = None
    gift_details: Gift | None = None
    # Name of `gift_details` until 12 October 2026.
    gift_event_details: Gift | None = None
    poll_details: Poll | None = None
    user_banned_details: Ban | None = None
    message_deleted_details: Deleted | None = None
    message_retracted_details: Retracted | None = None


class Message(msgspec.Struct, rename="camel"):
    id: str
    snippet: Snippet
    author_details: Author = msgspec.field(default_factory=Author)


def read_message(raw: msgspec.Raw | bytes) -> Message:
    """Parses a message, in which numbers may be strings; raises MsgspecError if it is invalid."""
    return msgspec.json.decode(raw, type=Message, strict=False)
