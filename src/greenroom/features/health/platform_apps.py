"""Checks that each platform accepts the client id and secret in the settings."""

from functools import partial

from greenroom.accounts.platforms import (
    AppRefused,
    AuthExpired,
    AuthorisedPlatform,
    OAuthClient,
    PlatformFailure,
    Platforms,
)
from greenroom.kernel.health.check import Check, Finding, fine, problem, warning

# No account has this token. Platforms check the app first: a platform that refuses only the token accepts the app.
UNKNOWN_TOKEN = "greenroom-health-check"  # noqa: S105  # no secret
FRESH_SECONDS = 600.0


def checks(platforms: Platforms) -> list[Check]:
    return [
        Check(f"{one.info.provider}_app", f"{one.info.name} app", partial(check_app, one, one.oauth), FRESH_SECONDS)
        for one in platforms
        if one.oauth is not None and one.info.is_set_up
    ]


async def check_app(platform: AuthorisedPlatform, oauth: OAuthClient) -> Finding:
    name, provider = platform.info.name, platform.info.provider
    try:
        await oauth.refresh(UNKNOWN_TOKEN)
    except AuthExpired:
        return fine("Client ID and secret are accepted")
    except AppRefused as error:
        return problem(
            f"{error}.", f"Copy both again from the platform's developer page into the settings {provider}.*, restart."
        )
    except PlatformFailure as error:
        return warning(f"{error}.", f"Nothing to mend here unless it stays so; the status page of {name} says more.")
    return fine("Client ID and secret are accepted")
