"""Gives consent on the rehearsal's pages in place of the user, through the same OAuth flow as a browser."""

from urllib.parse import parse_qs, urlsplit

from greenroom.accounts.platforms import Platforms
from greenroom.features.rehearsal.control import RehearsalControl, RehearsalDown, RehearsalRefused
from greenroom.features.sign_in.completion import complete
from greenroom.features.sign_in.schemas import ConsentIn
from greenroom.features.sign_in.service import ConsentRequest, begin, receive
from greenroom.kernel.context import Kernel
from greenroom.kernel.crypto.tokens import new_token
from greenroom.kernel.http.client import NoResponse

REDIRECTS = {302, 303}
USER_AGENT = "Greenroom rehearsal"


class NotRehearsed(RehearsalRefused):
    """A real platform is set up next to the rehearsal: only the user may give consent there."""

    def __init__(self, platform: str) -> None:
        super().__init__(f"{platform} is not part of the rehearsal here. Connect it on the Platforms screen.")


async def give_consent(
    kernel: Kernel, platforms: Platforms, control: RehearsalControl, request: ConsentRequest, login: str
) -> None:
    """Completes the OAuth flow of the request with the rehearsal's account `login`."""
    browser = new_token()
    async with kernel.database.write() as session:
        url = await begin(session, kernel, platforms, request, browser)
    if not _is_same_origin(url, control.url):
        raise NotRehearsed(platforms.info(request.provider).name)
    callback = await _authorize(kernel, url, login)
    consent = await receive(kernel, platforms, request.provider, callback, browser)
    await complete(kernel, platforms, consent, USER_AGENT)


def _is_same_origin(url: str, other: str) -> bool:
    one, two = urlsplit(url), urlsplit(other)
    return (one.scheme, one.netloc) == (two.scheme, two.netloc)


async def _authorize(kernel: Kernel, url: str, login: str) -> ConsentIn:
    """Submits the form of the consent page; returns the query of its redirect."""
    try:
        answer = await kernel.http.request_once("POST", url, data={"login": login, "decision": "authorize"})
    except NoResponse as error:
        raise RehearsalDown from error
    location = answer.headers.get("location", "")
    if answer.status_code not in REDIRECTS or not location:
        raise RehearsalRefused(f"The consent page did not accept the account {login}.")
    query = {name: values[0] for name, values in parse_qs(urlsplit(location).query).items()}
    return ConsentIn(state=query.get("state", " "), code=query.get("code"), error=query.get("error"))
