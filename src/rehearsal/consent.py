"""The browser's part of OAuth on any platform: ask a person, then send the browser back with a code or a refusal."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import cast
from urllib.parse import urlencode, urlsplit, urlunsplit

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rehearsal.accounts import Accounts
from rehearsal.consent_page import consent_page, problem_page
from rehearsal.control import is_same_origin
from rehearsal.forms import read_form
from rehearsal.loopback import is_loopback_url
from rehearsal.world import Person


def never(query: QueryParams) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Desk:
    """How one platform asks."""

    accounts: Accounts
    # What people call the account: "Twitch", "Google".
    account: str
    # Every scope there is, with the words people read.
    scopes: Mapping[str, str]
    # Where the pages live; the cookie of who is signed in stays below it.
    path: str
    client_parameter: str = "client_id"
    separator: str = " "
    may_untick: bool = False
    needs_pkce: bool = False
    # The parameter that tells the program what was granted; None where the platform does not say it on the way back.
    granted_parameter: str | None = "scope"
    # Whether this request must be answered with the page even by somebody who has agreed before.
    is_verification_forced: Callable[[QueryParams], bool] = never

    @property
    def cookie(self) -> str:
        return f"rehearsal_{self.accounts.key}_login"


@dataclass(frozen=True, slots=True)
class Ask:
    """What a program asks a person for."""

    redirect_uri: str
    scopes: tuple[str, ...]
    state: str | None
    code_challenge: str | None


class PageProblem(Exception):
    """The browser must not be sent back: we do not know that the address belongs to the program."""

    def __init__(self, title: str, message: str) -> None:
        super().__init__(message)
        self.title = title


class RedirectProblem(Exception):
    """The program asked in a wrong way, and is told so at its own address."""

    def __init__(self, location: str) -> None:
        super().__init__("asked in a wrong way")
        self.location = location


async def answer_page_problem(request: Request, error: Exception) -> Response:
    problem = cast("PageProblem", error)
    return problem_page(problem.title, str(problem))


async def answer_redirect_problem(request: Request, error: Exception) -> Response:
    return RedirectResponse(cast("RedirectProblem", error).location, status_code=302)


async def ask_person(request: Request, desk: Desk) -> Response:
    """GET: the page, or at once the way back for somebody who has agreed to all of this before."""
    ask = read_ask(request.query_params, desk)
    world = desk.accounts.stage.world
    signed_in = world.find(login=request.cookies.get(desk.cookie))
    if signed_in is not None and may_skip(ask, signed_in, request.query_params, desk):
        return RedirectResponse(accept(ask, ask.scopes, signed_in, desk), status_code=302)
    wanted = {scope: desk.scopes[scope] for scope in ask.scopes}
    return consent_page(desk.account, world.people, wanted, signed_in or world.people[0], may_untick=desk.may_untick)


async def take_decision(request: Request, desk: Desk) -> Response:
    """POST: the page's form; `login`, and `decision=authorize` or `cancel`."""
    ask = read_ask(request.query_params, desk)
    if not is_same_origin(request):
        raise PageProblem("Refused", "This form was sent from another site.")
    form = await read_form(request)
    if form.get("decision") != "authorize":
        return RedirectResponse(decline(ask, desk), status_code=303)
    person = desk.accounts.stage.world.find(login=form.get("login"))
    if person is None:
        raise PageProblem("Unknown person", "Nobody here has that name.")
    answer = RedirectResponse(accept(ask, granted(ask, form, desk), person, desk), status_code=303)
    answer.set_cookie(desk.cookie, person.login, path=desk.path, httponly=True, samesite="lax")
    return answer


def granted(ask: Ask, form: Mapping[str, str], desk: Desk) -> tuple[str, ...]:
    """A form without any box at all was sent by a program, and means everything."""
    has_boxes = any(name.startswith("scope:") for name in form) or "boxes" in form
    if not desk.may_untick or not has_boxes:
        return ask.scopes
    return tuple(scope for scope in ask.scopes if form.get(f"scope:{scope}") == "on")


def read_ask(query: QueryParams, desk: Desk) -> Ask:
    redirect_uri = query.get("redirect_uri", "")
    if query.get(desk.client_parameter) != desk.accounts.client_id:
        message = f"invalid client: the parameter {desk.client_parameter} names no registered program."
        raise PageProblem("Unknown program", message)
    if not is_loopback_url(redirect_uri):
        raise PageProblem("Redirect mismatch", "Parameter redirect_uri does not match registered URI.")
    scopes = tuple(dict.fromkeys(scope for scope in query.get("scope", "").split(desk.separator) if scope))
    ask = Ask(redirect_uri, scopes, query.get("state"), query.get("code_challenge"))
    if query.get("response_type") != "code":
        raise RedirectProblem(back(ask, error="unsupported_response_type", error_description="Use response_type=code"))
    if desk.needs_pkce and not (ask.code_challenge and query.get("code_challenge_method") == "S256"):
        raise RedirectProblem(back(ask, error="invalid_request", error_description="Use PKCE with S256"))
    unknown = [scope for scope in scopes if scope not in desk.scopes]
    if unknown:
        description = f"invalid scope requested: '{unknown[0]}'"
        raise RedirectProblem(back(ask, error="invalid_scope", error_description=description))
    return ask


def back(ask: Ask, **parameters: str) -> str:
    """The program's address with our answer behind whatever query it already has."""
    parts = urlsplit(ask.redirect_uri)
    answer = urlencode({**parameters, **({} if ask.state is None else {"state": ask.state})})
    return urlunsplit(parts._replace(query=f"{parts.query}&{answer}" if parts.query else answer))


def may_skip(ask: Ask, person: Person, query: QueryParams, desk: Desk) -> bool:
    """Nobody is asked twice for the same thing unless the program wants that."""
    has_consented = desk.accounts.tokens.has_consented(desk.accounts.client_id, person.id, ask.scopes)
    return has_consented and not desk.is_verification_forced(query)


def accept(ask: Ask, scopes: tuple[str, ...], person: Person, desk: Desk) -> str:
    accounts = desk.accounts
    code = accounts.tokens.issue_code(accounts.client_id, person.id, scopes, ask.redirect_uri, ask.code_challenge)
    accounts.stage.happenings.tell("consent_given", platform=accounts.key, login=person.login)
    told = {} if desk.granted_parameter is None else {desk.granted_parameter: desk.separator.join(scopes)}
    return back(ask, code=code.value, **told)


def decline(ask: Ask, desk: Desk) -> str:
    desk.accounts.stage.happenings.tell("consent_refused", platform=desk.accounts.key)
    return back(ask, error="access_denied", error_description="The user denied you access")
