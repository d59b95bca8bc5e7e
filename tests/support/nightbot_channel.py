"""A channel of a hundred commands and aliases in the format of Nightbot's API, with commonly used variables."""

import json

PICK = "[Math.floor(Math.random() * answers.length)]"

# Name, message, level, cooldown.
PLAIN = [
    ("!discord", "Join us at https://discord.gg/example and say hello!", "everyone", 30),
    ("!youtube", "All the old streams: https://youtube.com/@example", "everyone", 30),
    ("!twitter", "https://twitter.com/example", "everyone", 30),
    ("!instagram", "https://instagram.com/example (mostly cats)", "everyone", 30),
    ("!tiktok", "https://tiktok.com/@example", "everyone", 30),
    ("!merch", "Shirts, cups & stickers: https://example.com/shop", "everyone", 60),
    ("!tip", "Tips are never needed and always loved: https://example.com/tip", "everyone", 60),
    ("!specs", "Ryzen 7, 32 GB, RTX 4070. Camera: a6400. Mic: SM7B.", "everyone", 30),
    ("!keyboard", "A 65% board with brown switches, 45 € second hand.", "everyone", 30),
    ("!schedule", "Mon/Wed/Fri 19:00 CET, Sun 15:00 CET.", "everyone", 30),
    ("!rules", "1) Be kind. 2) No spoilers. 3) English or German, please.", "everyone", 10),
    ("!mods", "Our mods are the best: say thank you!", "everyone", 30),
    ("!sens", "800 DPI, 0.35 in game (~51 cm/360°).", "everyone", 15),
    ("!res", "1920x1080, 16:9, 100% scaling.", "everyone", 15),
    ("!crosshair", "CSGO-abcde-fghij-klmno-pqrst-uvwxy", "everyone", 15),
    ("!playlist", "https://open.spotify.com/playlist/example", "everyone", 30),
    ("!prime", "Got Prime? Then you have a free sub each month <3", "everyone", 60),
    ("!vpn", "No, I am not sponsored by a VPN.", "everyone", 30),
    ("!age", "Old enough to remember dial-up.", "everyone", 30),
    ("!where", "Berlin, Germany (UTC+1)", "everyone", 30),
    ("!pc", "See !specs. Parts list: https://example.com/pc?a=1&b=2", "everyone", 30),
    ("!wiki", "https://wiki.example.com/w/Main_Page#Start", "everyone", 30),
    ("!seed", "The seed is -3420545464665791887", "everyone", 10),
    ("!modlist", "Sodium, Lithium, Iris | the rest is vanilla", "everyone", 10),
    ("!ip", "Subs play on play.example.com!", "subscriber", 10),
    ("!soon", "Soon™", "everyone", 5),
    ("!gg", "GG WP! Kappa", "everyone", 5),
    ("!f", "F", "everyone", 5),
    ("hello", "Hello there!", "everyone", 30),
    ("!clip", "Clip it and ship it: use the clip button!", "everyone", 30),
    ("!spoiler", "No spoilers for chapters we have not seen, thank you.", "moderator", 5),
    ("!caps", "Easy on the caps, please.", "moderator", 5),
    ("!english", "English in chat, please, so that our mods can keep up.", "moderator", 5),
    ("!politics", "Not here, not today.", "moderator", 5),
    ("!backseat", 'No backseating unless asked ("help" in the title).', "moderator", 5),
    ("!end", "That's it for today: good night!", "owner", 5),
    ("!vipinfo", "VIPs: you may post one link at a time.", "twitch_vip", 10),
    ("!regulars", "Regulars have seen it all.", "regular", 10),
    ("!lurkers", "We see you, lurkers.", "regular", 10),
]
USERS = [
    ("!hi", "Hi $(user), welcome to $(channel)!", "everyone", 5),
    ("!hug", "$(user) hugs $(touser) <3", "everyone", 5),
    ("!slap", "$(user) slaps $(touser) around a bit with a large trout", "everyone", 5),
    (
        "!love",
        "There is $(eval Math.floor(Math.random() * 100) + 1)% love between $(user) and $(touser).",
        "everyone",
        5,
    ),
    ("!lurk", "/me $(user) goes into lurk mode.", "everyone", 5),
    ("!unlurk", "/me $(user) is back!", "everyone", 5),
    ("!bonk", "$(1) has been bonked by $(user).", "everyone", 5),
    ("!throw", "$(user) throws $(1) at $(2).", "everyone", 5),
    ("!say", "$(query)", "moderator", 5),
    ("!ask", "$(user) asks: $(query)", "everyone", 15),
    (
        "!fight",
        "$(user) challenges $(touser): $(eval ['a draw', 'a win', 'a loss'][Math.floor(Math.random() * 3)])!",
        "everyone",
        5,
    ),
    ("!whoami", "You are $(user), id $(userid).", "everyone", 5),
    ("!level", "$(user), you are $(userlevel).", "everyone", 5),
    ("!platform", "You are watching on $(provider).", "everyone", 5),
    ("!name", "This is $(command).", "everyone", 5),
    ("!google", "https://www.google.com/search?q=$(querystring)", "everyone", 10),
    ("!lmgtfy", "https://lmgtfy.app/?q=$(querystring $(query))", "everyone", 10),
    ("!so", "Go and follow $(touser) at https://twitch.tv/$(touser) !", "moderator", 5),
    ("!raid", 'We raid $(1)! Say: "$(2) $(3) $(4)"', "moderator", 5),
    ("!cookie", "$(user) gives $(touser) a cookie. Cookies given: $(count)", "everyone", 5),
]
COUNTS = [
    ("!deaths", "Deaths: $(count)", "moderator", 5),
    ("!wins", "Wins: $(count)", "moderator", 5),
    ("!fails", "$(channel) has failed $(count) times.", "everyone", 5),
    ("!sneeze", "Bless you! That was sneeze #$(count).", "everyone", 5),
]
TIMES = [
    ("!time", "It is $(time Europe/Berlin) here.", "everyone", 5),
    ("!clock", '$(time Europe/Berlin "h:mm a")', "everyone", 5),
    ("!nytime", 'New York: $(time America/New_York "dddd, HH:mm")', "everyone", 5),
    ("!date", 'Today is $(time Europe/Berlin "dddd, D MMMM YYYY").', "everyone", 5),
    ("!xmas", "Christmas in $(countdown Dec 25 2030 12:00:00 AM EST)", "everyone", 5),
    ("!newyear", "New year in $(countdown Jan 1 2031 00:00:00 Europe/Berlin)", "everyone", 5),
    ("!next", "The next stream begins in $(countdown 19:00:00 Europe/Berlin)", "everyone", 5),
    ("!since", "Streaming for $(countup Jun 3 2019 18:00:00 UTC)", "everyone", 5),
    ("!pst", "Sale ends in $(countdown 12/24/2030 11:59:00 PM PST)", "everyone", 5),
]
STREAM = [
    ("!uptime", 'Live for $(twitch $(channel) "{{uptimeLength}}")', "everyone", 5),
    ("!title", '$(twitch $(channel) "{{title}}")', "everyone", 5),
    ("!game", 'We play $(twitch $(channel) "{{game}}"): $(twitch $(channel) "{{title}}")', "everyone", 5),
    ("!viewers", '$(twitch $(channel) "{{displayName}} has {{viewers}} viewers")', "everyone", 5),
    ("!lastgame", '$(twitch $(touser) "{{displayName}} was last seen playing {{game}}")', "moderator", 5),
    ("!shoutout", '$(twitch $(touser) "Follow {{displayName}} at {{url}}")', "moderator", 5),
]
WEB = [
    ("!followage", "$(urlfetch https://decapi.me/twitch/followage/example/$(touser)?precision=3)", "everyone", 10),
    ("!accountage", "$(user): $(urlfetch https://decapi.me/twitch/accountage/$(user))", "everyone", 10),
    ("!rank", "$(urlfetch https://api.example.com/rank/$(channel)?q=$(querystring))", "everyone", 10),
    ("!joke", "$(urlfetch http://api.example.com/joke.txt)", "everyone", 10),
    ("!fact", "$(urlfetch json https://api.example.com/fact)", "everyone", 10),
    ("!song", "$(urlfetch https://example.com/now.php?u=a&x=(1))", "everyone", 10),
]
RANDOM = [
    ("!roll", "$(user) rolls $(eval Math.floor((Math.random() * 6) + 1))", "everyone", 5),
    ("!coin", "$(eval ['Heads', 'Tails'][Math.floor(Math.random() * 2)])", "everyone", 5),
    (
        "!8ball",
        f"$(user), $(eval const answers = ['Yes.', 'No.', 'Don\\'t count on it.', 'Ask \"later\".']; answers{PICK};)",
        "everyone",
        5,
    ),
    ("!iq", "$(touser) has an IQ of $(eval Math.round(Math.random() * 200))", "everyone", 5),
    ("!calc", "$(eval $(query))", "everyone", 5),
]
OTHER_SERVICES = [
    ("!weather", "$(weather Berlin)", "everyone", 30),
    ("!elo", "$(leagueoflegends Example#EUW euw)", "everyone", 30),
    ("!steam", '$(steam 76561197960435530 "{{name}} plays {{gameName}}")', "everyone", 30),
    ("!lastfm", "$(lastfm example)", "everyone", 30),
    ("!khaled", "$(djkhaled)", "everyone", 30),
]
# Name, target command, message, level.
ALIASES = [
    ("!dc", "!discord", "$(query)", "everyone"),
    ("!yt", "!youtube", "", "everyone"),
    ("!settings", "!sens", "$(query)", "everyone"),
    ("!modhug", "!hug", "$(query)", "moderator"),
    ("!hugall", "!hug", "everybody", "everyone"),
    ("!editc", "!editcom", "$(query)", "moderator"),
]
COMMANDS = [*PLAIN, *USERS, *COUNTS, *TIMES, *STREAM, *WEB, *RANDOM, *OTHER_SERVICES]


def export() -> str:
    """Nightbot's API responses for commands and timers, concatenated."""
    commands: list[dict[str, str | int]] = [
        {
            "_id": f"{at:024x}",
            "name": name,
            "message": message,
            "userLevel": level,
            "coolDown": seconds,
            "count": at * 3,
        }
        for at, (name, message, level, seconds) in enumerate(COMMANDS)
    ]
    seconds_of = {name: seconds for name, _, _, seconds in COMMANDS}
    commands += [
        {
            "_id": f"a{at:023x}",
            "name": name,
            "alias": runs,
            "message": message,
            "userLevel": level,
            "coolDown": seconds_of.get(runs, 5),
        }
        for at, (name, runs, message, level) in enumerate(ALIASES)
    ]
    timers = [
        {"name": "socials", "message": "Follow us: !discord", "interval": "*/15 * * * *", "lines": 5, "enabled": True},
        {"name": "prime", "message": "Prime is free!", "interval": "0 */2 * * *", "lines": 0, "enabled": False},
    ]
    return json.dumps({"status": 200, "_total": len(commands), "commands": commands}) + json.dumps({"timers": timers})
