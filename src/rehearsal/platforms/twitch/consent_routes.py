"""The browser's part of OAuth: ask a person, then send the browser back with a code or a refusal."""

from dataclasses import dataclass
from typing import cast
from urllib.parse import urlencode, urlsplit, urlunsplit

from fastapi import APIRouter
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rehearsal.control import is_same_origin
from rehearsal.forms import read_form
from rehearsal.loopback import is_loopback_url
from rehearsal.platforms.twitch.consent_page import consent_page, problem_page
from rehearsal.platforms.twitch.scopes import SCOPES
from rehearsal.platforms.twitch.twitch import APP_NAME, OnTwitch, Twitch
from rehearsal.world import Person

SIGNED_IN_COOKIE = "rehearsal_twitch_login"

router = APIRouter(prefix="/twitch/oauth2")


@dataclass(frozen=True, slots=True)
class Ask:
    """What a program asks a person for."""

    redirect_uri: str
    scopes: tuple[str, ...]
    state: str | None
    is_verification_forced: bool


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


def read_ask(query: QueryParams, twitch: Twitch) -> Ask:
    redirect_uri = query.get("redirect_uri", "")
    if query.get("client_id") != twitch.client_id:
        raise PageProblem("Unknown program", "invalid client: the parameter client_id names no registered program.")
    if not is_loopback_url(redirect_uri):
        raise PageProblem("Redirect mismatch", "Parameter redirect_uri does not match registered URI.")
    scopes = tuple(dict.fromkeys(query.get("scope", "").split()))
    ask = Ask(redirect_uri, scopes, query.get("state"), query.get("force_verify") == "true")
    if query.get("response_type") != "code":
        raise RedirectProblem(back(ask, error="unsupported_response_type", error_description="Use response_type=code"))
    unknown = [scope for scope in scopes if scope not in SCOPES]
    if unknown:
        description = f"invalid scope requested: '{unknown[0]}'"
        raise RedirectProblem(back(ask, error="invalid_scope", error_description=description))
    return ask


def back(ask: Ask, **parameters: str) -> str:
    """The program's address with our answer behind whatever query it already has."""
    parts = urlsplit(ask.redirect_uri)
    answer = urlencode({**parameters, **({} if ask.state is None else {"state": ask.state})})
    return urlunsplit(parts._replace(query=f"{parts.query}&{answer}" if parts.query else answer))


@router.get("/authorize")
async def authorize(request: Request, twitch: OnTwitch) -> Response:
    ask = read_ask(request.query_params, twitch)
    signed_in = twitch.stage.world.find(login=request.cookies.get(SIGNED_IN_COOKIE))
    if signed_in is not None and may_skip(ask, signed_in, twitch):
        return RedirectResponse(accept(ask, signed_in, twitch), status_code=302)
    people = twitch.stage.world.people
    return consent_page(APP_NAME, people, ask.scopes, signed_in or people[0])


def may_skip(ask: Ask, person: Person, twitch: Twitch) -> bool:
    """Twitch does not ask twice for the same thing unless it is told to."""
    has_consented = twitch.tokens.has_consented(twitch.client_id, person.id, ask.scopes)
    return has_consented and not ask.is_verification_forced


@router.post("/authorize")
async def decide(request: Request, twitch: OnTwitch) -> Response:
    ask = read_ask(request.query_params, twitch)
    if not is_same_origin(request):
        raise PageProblem("Refused", "This form was sent from another site.")
    form = await read_form(request)
    if form.get("decision") != "authorize":
        return RedirectResponse(decline(ask, twitch), status_code=303)
    person = twitch.stage.world.find(login=form.get("login"))
    if person is None:
        raise PageProblem("Unknown person", "Nobody here has that name.")
    answer = RedirectResponse(accept(ask, person, twitch), status_code=303)
    answer.set_cookie(SIGNED_IN_COOKIE, person.login, path="/twitch/oauth2", httponly=True, samesite="lax")
    return answer


def accept(ask: Ask, person: Person, twitch: Twitch) -> str:
    code = twitch.tokens.issue_code(twitch.client_id, person.id, ask.scopes, ask.redirect_uri)
    twitch.stage.happenings.tell("consent_given", login=person.login)
    return back(ask, code=code.value, scope=" ".join(ask.scopes))


def decline(ask: Ask, twitch: Twitch) -> str:
    twitch.stage.happenings.tell("consent_refused")
    return back(ask, error="access_denied", error_description="The user denied you access")
