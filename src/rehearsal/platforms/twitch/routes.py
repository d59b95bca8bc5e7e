"""Registers the stand-in for Twitch with the application."""

from fastapi import FastAPI
from starlette.types import HTTPExceptionHandler

from rehearsal.installing import install_platform
from rehearsal.platforms.twitch import (
    channel_routes,
    chat_routes,
    conduit_routes,
    control_routes,
    emote_routes,
    errors,
    lookup_routes,
    moderation_routes,
    oauth_routes,
    player_routes,
    socket_routes,
    subscription_routes,
)
from rehearsal.platforms.twitch.twitch import Twitch
from rehearsal.stage import Stage

ROUTES = (
    channel_routes,
    chat_routes,
    conduit_routes,
    control_routes,
    emote_routes,
    lookup_routes,
    moderation_routes,
    oauth_routes,
    player_routes,
    socket_routes,
    subscription_routes,
)


def install(app: FastAPI, stage: Stage) -> None:
    answers: dict[type[Exception], HTTPExceptionHandler] = {
        errors.HelixError: errors.answer_helix_error,
    }
    install_platform(app, stage, Twitch(stage), (each.router for each in ROUTES), answers)
