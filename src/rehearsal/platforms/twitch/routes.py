"""Registers the stand-in for Twitch with the application."""

from fastapi import FastAPI
from starlette.types import HTTPExceptionHandler

from rehearsal.platforms.registration import install_platform
from rehearsal.platforms.twitch import control_routes, errors, oauth_routes, player_routes
from rehearsal.platforms.twitch.channels import ad_routes, channel_routes, highlight_routes, lookup_routes, raid_routes
from rehearsal.platforms.twitch.chat import chat_routes, emote_routes, moderation_routes, settings_routes
from rehearsal.platforms.twitch.eventsub import conduit_routes, socket_routes, subscription_routes
from rehearsal.platforms.twitch.platform import Twitch
from rehearsal.state import RehearsalState

ROUTES = (
    ad_routes,
    channel_routes,
    chat_routes,
    conduit_routes,
    control_routes,
    emote_routes,
    highlight_routes,
    lookup_routes,
    moderation_routes,
    oauth_routes,
    player_routes,
    raid_routes,
    settings_routes,
    socket_routes,
    subscription_routes,
)


def install(app: FastAPI, rehearsal: RehearsalState) -> None:
    error_handlers: dict[type[Exception], HTTPExceptionHandler] = {
        errors.HelixError: errors.handle_helix_error,
    }
    install_platform(app, rehearsal, Twitch(rehearsal), (each.router for each in ROUTES), error_handlers)
