"""Registers the stand-in for TikTok with the application."""

from fastapi import FastAPI
from starlette.types import HTTPExceptionHandler

from rehearsal.installing import install_platform
from rehearsal.platforms.tiktok import (
    control_routes,
    errors,
    oauth_routes,
    push_routes,
    sign_routes,
    site_routes,
    user_routes,
)
from rehearsal.platforms.tiktok.tiktok import TikTok
from rehearsal.stage import Stage

ROUTES = (oauth_routes, user_routes, site_routes, sign_routes, push_routes, control_routes)


def install(app: FastAPI, stage: Stage) -> None:
    answers: dict[type[Exception], HTTPExceptionHandler] = {
        errors.OpenError: errors.answer_open_error,
    }
    install_platform(app, stage, TikTok(stage), (each.router for each in ROUTES), answers)
