"""OAuth routes of Spotify's accounts host."""

import re
from typing import ClassVar
from urllib.parse import urlsplit

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.oauth.consent import ConsentSettings, PageProblem
from rehearsal.oauth.oauth_server import (
    Form,
    Json,
    OAuthServer,
    Problem,
    Refusal,
    Refusals,
    oauth_router,
    read_form_with_basic,
)
from rehearsal.oauth.tokens import Code
from rehearsal.platforms.spotify.errors import accounts_failure
from rehearsal.platforms.spotify.platform import Spotify

SCOPES = {
    "user-read-currently-playing": "See what you are listening to",
    "user-read-playback-state": "See your player",
    "user-modify-playback-state": "Control your player",
    "user-read-recently-played": "See what you listened to",
    "user-read-private": "See your profile",
    "user-read-email": "See your e-mail address",
    "playlist-read-private": "See your private playlists",
}
VERIFIER = re.compile(r"[A-Za-z0-9\-._~]{43,128}")
INVALID_CLIENT = Refusal(400, "invalid_client", "Invalid client")
UNSUPPORTED_GRANT_TYPE = Refusal(400, "unsupported_grant_type", "grant_type parameter is missing or unknown")


def shows_dialog(query: QueryParams) -> bool:
    return query.get("show_dialog") == "true"


class SpotifyOAuth(OAuthServer[Spotify]):
    """Spotify's accounts host; apps that do not send their secret have to use PKCE, and get new refresh tokens."""

    key = "spotify"
    authorize_path = "/spotify/accounts/authorize"
    token_paths = ("/spotify/accounts/api/token",)
    refusals: ClassVar[Refusals] = {
        Problem.CLIENT_MISSING: INVALID_CLIENT,
        Problem.CLIENT_UNKNOWN: INVALID_CLIENT,
        Problem.SECRET_MISSING: Refusal(400, "invalid_request", "code_verifier must not be empty"),
        Problem.SECRET_WRONG: Refusal(400, "invalid_client", "Invalid client secret"),
        Problem.GRANT_MISSING: UNSUPPORTED_GRANT_TYPE,
        Problem.GRANT_UNKNOWN: UNSUPPORTED_GRANT_TYPE,
        Problem.CODE_INVALID: Refusal(400, "invalid_grant", "Invalid authorization code"),
        Problem.REDIRECT_MISMATCH: Refusal(400, "invalid_grant", "Invalid redirect URI"),
        Problem.VERIFIER_WRONG: Refusal(400, "invalid_grant", "code_verifier was incorrect"),
        Problem.REFRESH_INVALID: Refusal(400, "invalid_grant", "Refresh token revoked"),
    }

    def check_authorize(self, query: QueryParams) -> None:
        if urlsplit(query.get("redirect_uri", "")).hostname == "localhost":
            raise PageProblem("Insecure redirect", "redirect_uri: Insecure. Use http://127.0.0.1 or http://[::1].")

    def consent(self) -> ConsentSettings:
        return ConsentSettings(
            self.accounts, "Spotify", SCOPES, "/spotify/accounts", granted_parameter=None, is_page_forced=shows_dialog
        )

    def failure(self, refusal: Refusal) -> Response:
        return accounts_failure(refusal.status, refusal.error, refusal.description)

    async def read_form(self, request: Request) -> dict[str, str]:
        return await read_form_with_basic(request)

    def check_client(self, form: Form) -> None:
        self.check_client_id(form)
        if "client_secret" in form:
            self.check_secret(form["client_secret"])

    def check_verifier(self, code: Code, form: Form) -> None:
        if code.code_challenge is None:
            if "client_secret" not in form:
                raise self.refused(Problem.SECRET_MISSING)
            return
        verifier = form.get("code_verifier", "")
        if not (VERIFIER.fullmatch(verifier) and code.matches_verifier(verifier)):
            raise self.refused(Problem.VERIFIER_WRONG)

    def refresh(self, form: Form) -> Json:
        has_secret = "client_secret" in form
        self.tokens.rotates_refresh_tokens = not has_secret
        response = super().refresh(form)
        return {name: value for name, value in response.items() if name != "refresh_token" or not has_secret}


router = oauth_router(SpotifyOAuth)
