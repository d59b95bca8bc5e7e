from greenroom.accounts.platforms import Capability, PlatformDescriptor, PlatformFlags, PlatformInfo
from greenroom.chat.protocol.actions import FindSong, QueueSong, ReadLastSong, ReadPlayback, ReadPlaylist, SkipSong

DESCRIPTOR = PlatformDescriptor(
    provider="spotify",
    name="Spotify",
    colour="#1db954",
    flags=PlatformFlags(channelProvider=True),
    channelUrl="https://open.spotify.com/user/{provider_channel_name}",
    capabilities=[
        Capability(label="Current song in commands and widgets", supported=True),
        Capability(label="Song requests from chat, with Spotify Premium", supported=True),
        Capability(label="Sign in", supported=False, reason="Sign in with a platform you stream on"),
        Capability(label="Chat", supported=False, reason="Spotify has no chat"),
    ],
)

SCOPES = {
    "user-read-currently-playing": "See what you are listening to",
    "user-read-playback-state": "See where it plays and whether it is paused",
    "user-read-recently-played": "See what you listened to before",
    "user-modify-playback-state": "Add songs to your queue and skip them",
    "playlist-read-private": "See the names of your playlists",
}

INFO = PlatformInfo(
    descriptor=DESCRIPTOR,
    actions=frozenset({ReadPlayback, ReadLastSong, ReadPlaylist, FindSong, QueueSong, SkipSong}),
    sign_in_scopes={},
    user_scopes=SCOPES,
    channel_scopes=SCOPES,
    bot_scopes={},
)
