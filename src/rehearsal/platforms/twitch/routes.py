"""Hangs the stand-in for Twitch into the application."""

from fastapi import FastAPI

from rehearsal.platforms.twitch import (
    channel_routes,
    consent_routes,
    control_routes,
    errors,
    lookup_routes,
    oauth_routes,
    socket_routes,
    subscription_routes,
)
from rehearsal.platforms.twitch.rate import RateHeadersMiddleware
from rehearsal.platforms.twitch.twitch import Twitch
from rehearsal.stage import Stage

ROUTES = (
    consent_routes,
    oauth_routes,
    lookup_routes,
    channel_routes,
    subscription_routes,
    socket_routes,
    control_routes,
)


def install(app: FastAPI, stage: Stage) -> None:
    twitch = Twitch(stage)
    stage.add(twitch)
    app.state.twitch = twitch
    for routes in ROUTES:
        app.include_router(routes.router)
    app.add_exception_handler(errors.HelixError, errors.answer_helix_error)
    app.add_exception_handler(errors.OAuthError, errors.answer_oauth_error)
    app.add_exception_handler(consent_routes.PageProblem, consent_routes.answer_page_problem)
    app.add_exception_handler(consent_routes.RedirectProblem, consent_routes.answer_redirect_problem)
    app.add_middleware(RateHeadersMiddleware)
