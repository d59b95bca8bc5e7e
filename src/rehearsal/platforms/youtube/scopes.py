"""Google's scopes with the descriptions on the consent page."""

PREFIX = "https://www.googleapis.com/auth/"

READONLY = f"{PREFIX}youtube.readonly"
MANAGE = f"{PREFIX}youtube"
FORCE_SSL = f"{PREFIX}youtube.force-ssl"
MEMBERSHIPS = f"{PREFIX}youtube.channel-memberships.creator"
UPLOAD = f"{PREFIX}youtube.upload"

SCOPES = {
    READONLY: "View your YouTube account",
    MANAGE: "Manage your YouTube account",
    FORCE_SSL: "See, edit and delete your videos, ratings, comments, captions and chat",
    MEMBERSHIPS: "See your channel's members and their level",
    UPLOAD: "Manage your videos",
    "openid": "Know who you are on Google",
    "email": "See your e-mail address",
    "profile": "See your name and picture",
    f"{PREFIX}userinfo.email": "See your e-mail address",
    f"{PREFIX}userinfo.profile": "See your name and picture",
}

READ = frozenset({READONLY, MANAGE, FORCE_SSL})
WRITE = frozenset({MANAGE, FORCE_SSL})
