"""Registers the stand-in for Kick with the application."""

from fastapi import FastAPI
from starlette.types import HTTPExceptionHandler

from rehearsal.installing import install_platform
from rehearsal.platforms.kick import (
    chat_routes,
    control_routes,
    errors,
    image_routes,
    lookup_routes,
    oauth_routes,
    player_routes,
    site_routes,
    subscription_routes,
)
from rehearsal.platforms.kick.kick import Kick
from rehearsal.stage import Stage

ROUTES = (
    oauth_routes,
    player_routes,
    lookup_routes,
    chat_routes,
    subscription_routes,
    site_routes,
    image_routes,
    control_routes,
)


def install(app: FastAPI, stage: Stage) -> None:
    answers: dict[type[Exception], HTTPExceptionHandler] = {
        errors.KickError: errors.answer_kick_error,
        errors.Blocked: errors.answer_blocked,
    }
    install_platform(app, stage, Kick(stage), (each.router for each in ROUTES), answers)
