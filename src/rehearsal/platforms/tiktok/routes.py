"""Hangs the stand-in for TikTok into the application."""

from fastapi import FastAPI
from starlette.types import HTTPExceptionHandler

from rehearsal.installing import install_platform
from rehearsal.platforms.tiktok import (
    consent_routes,
    control_routes,
    errors,
    open_routes,
    push_routes,
    sign_routes,
    site_routes,
)
from rehearsal.platforms.tiktok.tiktok import TikTok
from rehearsal.stage import Stage

ROUTES = (consent_routes, open_routes, site_routes, sign_routes, push_routes, control_routes)


def install(app: FastAPI, stage: Stage) -> None:
    answers: dict[type[Exception], HTTPExceptionHandler] = {
        errors.TokenError: errors.answer_token_error,
        errors.OpenError: errors.answer_open_error,
    }
    install_platform(app, stage, TikTok(stage), (each.router for each in ROUTES), answers)
