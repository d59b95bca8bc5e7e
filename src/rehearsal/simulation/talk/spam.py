"""Texts of spam waves."""

SPAM = (
    "WIN FREE COINS NOW >>> coins.example/free <<<",
    "Best viewers on best-viewers.example, be famous TODAY",
    "BUY FOLLOWERS cheap cheap cheap best-viewers.example",
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "t̷̢h̷̛e̸ ̵f̶o̷g̴ ̸i̷s̶ ̴c̷o̴m̷i̶n̴g̵",
    "!!!!!!!!!!????????!!!!!!!!",
    "<b>bold move</b> <script>alert('hi')</script>",
)
# Text of the scripted wave; its endings vary, as in messages of real spam bots.
ADVERTISEMENT = "Cheap viewers and followers on best-viewers . example, remove the spaces"
ENDINGS = ("", " !", " !!", " @", " ok", " :)", " now", " pls")


def spam_text(roll: float) -> str:
    return SPAM[int(len(SPAM) * roll)]


def advertisement(number: int) -> str:
    return f"{ADVERTISEMENT}{ENDINGS[number % len(ENDINGS)]}"
