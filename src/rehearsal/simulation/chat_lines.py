"""Chat lines in several languages, emotes, links and spam."""

OPENERS: dict[str, tuple[str, ...]] = {
    "en": (
        "hello everyone", "first time here, hi", "good evening from the night bus", "just got home, what did I miss",
        "how is the run going", "that was so close", "no way", "chat, breathe", "what a save", "I'd have done it worse",
        "the music today is great", "read the title again please", "is this the hard mode", "one more try, go on",
        "I laughed so hard my tea is gone", "clip that", "who designed this level", "the cat is back on the desk",
        "how long have you been live", "remember to drink something",
    ),
    "de": ("guten abend zusammen", "das war knapp", "ich hab's kommen sehen", "wie lange noch heute", "stark gespielt"),
    "es": ("buenas noches a todos", "casi casi", "qué jugada", "¿hasta qué hora hoy?", "saludos desde Rosario"),
    "fr": ("bonsoir tout le monde", "c'était chaud", "bien joué", "on y croit", "encore un essai"),
    "ja": ("こんばんは", "惜しい！", "うまい", "今日も楽しい", "おつかれさま"),
    "pl": ("dobry wieczór", "było blisko", "świetna robota", "jeszcze raz!", "pozdrawiam z Gdyni"),
    "pt": ("boa noite, pessoal", "quase!", "que jogada", "mais uma tentativa", "abraço de Braga"),
    "ko": ("안녕하세요", "아깝다", "잘한다", "오늘도 재밌네요", "화이팅"),
}  # fmt: skip

EMOTES = ("Kappa", "PogChamp", "LUL", "BibleThump", "catJAM", "PepeLaugh", "SoSnowy", "FeelsGoodMan")
EMOJI = ("😂", "🔥", "❤️", "👏", "🥲", "🎉", "🐈", "☕")
LINKS = (
    "https://clips.example/softTeapotJumps", "my drawing of the last boss: https://art.example/p/4471",
    "the patch notes: http://notes.example/7?lang=en#top", "www.recipes.example/ribs",
)  # fmt: skip
SPAM = (
    "WIN FREE COINS NOW >>> coins.example/free <<<", "BUY FOLLOWERS cheap cheap cheap best-viewers.example",
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "t̷̢h̷̛e̸ ̵f̶o̷g̴ ̸i̷s̶ ̴c̷o̴m̷i̶n̴g̵", "!!!!!!!!!!????????!!!!!!!!",
    "<b>bold move</b> <script>alert('hi')</script>",
)  # fmt: skip
ANSWERS = ("true", "exactly that", "no, look again", "same here", "source?", "that's what I said", "+1", "ha")
COMMANDS = ("!commands", "!uptime", "!so junoplays", "!followage")
