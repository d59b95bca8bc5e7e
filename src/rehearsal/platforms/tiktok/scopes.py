"""Login Kit's scopes, and the scope that each user field needs."""

SCOPES = {
    "user.info.basic": "Read your display name and picture",
    "user.info.profile": "Read your user name, bio and link",
    "user.info.stats": "Read your counts of followers, likes and videos",
}

FIELDS = {
    "open_id": "user.info.basic",
    "union_id": "user.info.basic",
    "avatar_url": "user.info.basic",
    "avatar_url_100": "user.info.basic",
    "avatar_large_url": "user.info.basic",
    "display_name": "user.info.basic",
    "bio_description": "user.info.profile",
    "profile_deep_link": "user.info.profile",
    "is_verified": "user.info.profile",
    "username": "user.info.profile",
    "follower_count": "user.info.stats",
    "following_count": "user.info.stats",
    "likes_count": "user.info.stats",
    "video_count": "user.info.stats",
}
