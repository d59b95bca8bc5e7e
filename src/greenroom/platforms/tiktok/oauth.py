"""OAuth client of TikTok's Login Kit."""

from collections.abc import Sequence

import msgspec

from greenroom.accounts.oauth import CodeFlow, OAuthApp
from greenroom.accounts.platforms import AppRefused, AuthExpired, Identity
from greenroom.kernel.clock import Clock
from greenroom.kernel.http.client import HttpClient, HttpResponse
from greenroom.kernel.http.parse_errors import UNREADABLE
from greenroom.platforms.tiktok.answers import TIKTOK, call, raise_for_status, read
from greenroom.platforms.tiktok.settings import TikTokSettings

BASIC = "open_id,union_id,avatar_url,display_name"
WITH_HANDLE = f"{BASIC},username"


class TokenError(msgspec.Struct):
    error: str | None = None
    error_description: str | None = None


class User(msgspec.Struct):
    open_id: str
    display_name: str | None = None
    avatar_url: str | None = None
    username: str | None = None


class UserData(msgspec.Struct):
    user: User


class UserAnswer(msgspec.Struct):
    data: UserData


class ApiError(msgspec.Struct):
    code: str = ""


class ErrorAnswer(msgspec.Struct):
    error: ApiError


class TikTokOAuth(CodeFlow):
    """Does not use PKCE, which TikTok supports only for mobile and desktop apps."""

    api = TIKTOK
    id_parameter = "client_key"
    scope_separator = ","

    def __init__(self, settings: TikTokSettings, http: HttpClient, clock: Clock) -> None:
        token_url = f"{settings.api_url}/v2/oauth/token/"
        super().__init__(
            OAuthApp(settings.client_key, settings.client_secret, settings.auth_url, token_url), http, clock
        )
        self._settings = settings

    def page_parameters(self, scopes: Sequence[str], redirect_uri: str) -> dict[str, str]:
        # Without it TikTok redirects a signed-in browser at once, and the user cannot choose the account.
        return {"disable_auto_auth": "1"}

    async def revoke(self, access_token: str) -> None:
        answer = await self.post(f"{self._settings.api_url}/v2/oauth/revoke/", {"token": access_token})
        # 400, 401: TikTok does not know the token, so there is nothing to revoke.
        if answer.status_code not in {400, 401}:
            raise_for_status(answer)

    async def identify(self, access_token: str) -> Identity:
        answer = await self._user(access_token, WITH_HANDLE)
        if error_code(answer) == "scope_not_authorized":
            # The user did not allow reading the handle.
            answer = await self._user(access_token, BASIC)
        if answer.status_code == 401:
            raise AuthExpired(error_code(answer) or "TikTok refused the token")
        raise_for_status(answer)
        user = read(answer, UserAnswer).data.user
        name = user.display_name or user.username or "TikTok"
        return Identity(user.open_id, user.username or name, name, user.avatar_url or "")

    async def _user(self, access_token: str, fields: str) -> HttpResponse:
        headers = {"Authorization": f"Bearer {access_token}"}
        url = f"{self._settings.api_url}/v2/user/info/"
        return await call(self._http, "GET", url, params=[("fields", fields)], headers=headers)

    def check_grant(self, answer: HttpResponse) -> None:
        """Raises unless tokens were issued; TikTok may report an error in the body of a response with status 200."""
        if answer.status_code >= 500 or answer.status_code == 429:
            raise_for_status(answer)
        found = read(answer, TokenError)
        if found.error:
            message = found.error_description or found.error
            if found.error == "invalid_client" or "client_key" in message:
                raise AppRefused("TikTok refused the client key or the client secret in the settings")
            raise AuthExpired(message)
        raise_for_status(answer)


def error_code(answer: HttpResponse) -> str:
    """TikTok's error code; empty if there is none."""
    try:
        return msgspec.json.decode(answer.content, type=ErrorAnswer).error.code
    except UNREADABLE:
        return ""
