from greenroom.feature import Feature, Services

MAX_BODY_BYTES = 16 * 2**10


def feature(_: Services) -> Feature:
    return Feature(
        name="sign_in",
        needs=("invites", "system_bots"),
        routes=("greenroom.features.sign_in.routes",),
        # Anyone can call the OAuth callback without an account; it needs only a code, a state and an error text.
        body_limits={r"/oauth/[^/]+": MAX_BODY_BYTES},
    )
