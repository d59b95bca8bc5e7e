"""Kick's scopes with the descriptions on the consent page."""

SCOPES = {
    "user:read": "See your user name, picture and e-mail address",
    "channel:read": "See your channel",
    "channel:write": "Change your title, category and tags",
    "channel:rewards:read": "See your channel rewards",
    "channel:rewards:write": "Manage your channel rewards and their redemptions",
    "chat:write": "Send chat messages as you, and let its bot write in your chat",
    "streamkey:read": "See your stream key",
    "events:subscribe": "Receive events of your channel",
    "moderation:ban": "Ban, time out and unban people",
    "moderation:chat_message:manage": "Delete chat messages",
    "kicks:read": "See your KICKs leaderboard",
}
