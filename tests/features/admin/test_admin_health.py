"""The health page of the admin area: checks of the installation, background jobs and backups."""

import shutil
from datetime import timedelta

import pytest
from sqlalchemy import delete

from greenroom.accounts.platforms import Platforms
from greenroom.features.health import platform_apps
from greenroom.installed_platforms import platforms
from greenroom.kernel.db.database import insert_into
from greenroom.kernel.db.job_states import JobState
from greenroom.kernel.db.leases import Lease
from greenroom.kernel.health.check import run_checks
from greenroom.kernel.jobs import Job, JobRunner
from greenroom.settings import Settings
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, Json, refusal, server_settings
from support.waiting import wait_until

JOB = "delete_old_alerts"


async def test_checks_of_a_healthy_installation_are_ok(greenroom: GreenroomServer, owner: ApiClient) -> None:
    found = (await owner.ask("POST", "/admin/health")).json()
    states = {check["name"]: check["state"] for check in found["checks"]}
    apps = ("twitch_app", "youtube_app", "kick_app", "tiktok_app", "spotify_app", "discord_app", "youtube_quota")
    needed = ("database", "integrity", "broker", "disk", "public_address", "certificate", "key_file")
    assert {name: states[name] for name in (*needed, *apps)} == dict.fromkeys((*needed, *apps), "ok")
    # The clock of the tests stands still, which the check reports.
    assert states["clock"] == "problem"
    assert await owner.get("/admin/health") == found


async def test_health_page_contains_no_client_secret(greenroom: GreenroomServer, owner: ApiClient) -> None:
    shown = (await owner.ask("GET", "/admin/health")).text
    apps = ("twitch", "youtube", "kick", "tiktok", "spotify", "discord")
    secrets = [getattr(greenroom.settings, name).client_secret.get_secret_value() for name in apps]
    assert all(secrets)
    assert [secret for secret in secrets if secret in shown] == []


def with_wrong_secrets(greenroom: GreenroomServer) -> Settings:
    settings = server_settings(greenroom.rehearsal_state, greenroom.settings.data_dir)
    apps = ("twitch", "youtube", "kick", "tiktok", "spotify", "discord")
    wrong = {name: {**getattr(settings, name).model_dump(), "client_secret": "wrong"} for name in apps}
    return Settings.model_validate({"data_dir": settings.data_dir, **wrong})


async def test_wrong_client_secret_is_a_problem_that_names_the_settings(greenroom: GreenroomServer) -> None:
    settings = with_wrong_secrets(greenroom)
    installed = platforms(settings, greenroom.kernel)
    checks = platform_apps.checks(Platforms(installed, ()))
    findings = await run_checks(checks)
    assert {check.name: found.state for check, found in zip(checks, findings, strict=True)} == dict.fromkeys(
        ("twitch_app", "youtube_app", "kick_app", "tiktok_app", "spotify_app", "discord_app"), "problem"
    )
    assert "settings twitch.*" in findings[0].fix


async def job_of(client: ApiClient) -> Json:
    return next(job for job in await client.get("/admin/jobs") if job["name"] == JOB)


def declared_job(greenroom: GreenroomServer, name: str) -> Job:
    return next(job for feature in greenroom.features for job in feature.jobs if job.name == name)


async def until_done(client: ApiClient) -> None:
    async def is_done() -> bool:
        return (await job_of(client))["state"] == "done"

    await wait_until(is_done)


async def give_job_lease_to(greenroom: GreenroomServer, owner: str, clock: FrozenClock) -> None:
    """Gives the lease of the job to `owner`, as if another process ran the job."""
    async with greenroom.kernel.database.write() as session:
        await session.execute(delete(Lease).where(Lease.name == f"job:{JOB}"))
        values = {"name": f"job:{JOB}", "owner": owner, "expires_at": clock() + timedelta(minutes=5)}
        await session.execute(insert_into(Lease, session).values(values))


async def store_job_state(greenroom: GreenroomServer, run: str, clock: FrozenClock, *, failures: int = 0) -> None:
    async with greenroom.kernel.database.write() as session:
        await session.execute(delete(JobState))
        error = "No answer." if failures else ""
        row = JobState(name=JOB, run=run, began_at=clock(), took_ms=12, failures=failures, error=error)
        session.add(row)


async def test_job_that_an_operator_runs_does_not_wait_until_it_is_due(
    greenroom: GreenroomServer, owner: ApiClient, clock: FrozenClock
) -> None:
    await give_job_lease_to(greenroom, "another/run", clock)
    await store_job_state(greenroom, "another/run", clock, failures=3)
    shown = await job_of(owner)
    assert (shown["state"], shown["failures"], shown["error"]) == ("failed", 3, "No answer.")
    assert (await owner.ask("POST", f"/admin/jobs/{JOB}/run")).status_code == 202
    await until_done(owner)
    assert (await job_of(owner))["every_seconds"] == 3600


async def test_running_job_is_not_started_again(
    greenroom: GreenroomServer, owner: ApiClient, clock: FrozenClock
) -> None:
    await give_job_lease_to(greenroom, "another/run", clock)
    await store_job_state(greenroom, "another/earlier-run", clock)
    assert (await job_of(owner))["state"] == "running"
    assert refusal(await owner.ask("POST", f"/admin/jobs/{JOB}/run")) == (409, "job_running")
    assert refusal(await owner.ask("POST", "/admin/jobs/unknown/run")) == (404, "not_found")


async def test_paused_job_runs_only_after_an_operator_runs_it(
    greenroom: GreenroomServer, owner: ApiClient, clock: FrozenClock
) -> None:
    await give_job_lease_to(greenroom, "another/run", clock)
    assert (await owner.ask("POST", f"/admin/jobs/{JOB}/pause")).status_code == 204
    shown = await job_of(owner)
    assert (shown["state"], shown["next_at"]) == ("paused", None)
    job = declared_job(greenroom, JOB)
    runner = JobRunner(greenroom.kernel.database, clock, "test", [job])
    clock.advance(100_000)
    assert not await runner.run_if_due(job)
    assert (await owner.ask("POST", f"/admin/jobs/{JOB}/run")).status_code == 202
    await until_done(owner)
    assert refusal(await owner.ask("POST", "/admin/jobs/unknown/pause")) == (404, "not_found")


async def test_jobs_have_titles_and_their_runs_are_counted(
    greenroom: GreenroomServer, owner: ApiClient, clock: FrozenClock
) -> None:
    job = declared_job(greenroom, JOB)
    async with greenroom.kernel.database.write() as session:
        await session.execute(delete(Lease).where(Lease.name == job.lease))
    before = await job_of(owner)
    await JobRunner(greenroom.kernel.database, clock, "test", [job]).run_if_due(job)
    after = await job_of(owner)
    assert (after["done_lately"] - before["done_lately"], after["failed_lately"]) == (1, 0)
    jobs = await owner.get("/admin/jobs")
    assert [one["title"] for one in jobs] == sorted({one["title"] for one in jobs})
    assert all(one["title"] and one["note"] for one in jobs)


async def test_backup_from_the_page_is_found_by_the_backup_check(greenroom: GreenroomServer, owner: ApiClient) -> None:
    async def check() -> Json:
        found = (await owner.ask("POST", "/admin/health")).json()["checks"]
        return next(one for one in found if one["name"] == "backup")

    async def is_ok() -> bool:
        return (await check())["state"] == "ok"

    before = await check()
    assert (before["state"], before["job"]) == ("warning", "backup")
    assert (await owner.ask("POST", "/admin/jobs/backup/run")).status_code == 202
    await wait_until(is_ok)
    (job,) = [one for one in await owner.get("/admin/jobs") if one["name"] == "backup"]
    assert (job["every_seconds"], job["next_at"]) == (None, None)
    shutil.rmtree(greenroom.settings.backup_path)


async def test_operator_switches_nightly_backups_on_and_off(greenroom: GreenroomServer, owner: ApiClient) -> None:
    path, folder = "/admin/nightly-backups", greenroom.settings.backup_path
    nightly = declared_job(greenroom, "nightly_backup")
    assert await owner.get(path) == {"enabled": False, "kept": 0, "is_fixed": False}
    await nightly.run()
    assert not folder.exists()
    assert (await owner.ask("PUT", path, json={"enabled": True})).status_code == 204
    assert await owner.get(path) == {"enabled": True, "kept": 7, "is_fixed": False}
    await nightly.run()
    # A second run in the same night makes no second backup.
    await nightly.run()
    assert len(list(folder.glob("*.backup.zip"))) == 1
    assert (await owner.ask("PUT", path, json={"enabled": False})).status_code == 204
    assert (await owner.get(path))["enabled"] is False


async def test_nightly_backups_that_the_settings_turn_on_cannot_be_switched_off_on_the_page(
    greenroom: GreenroomServer, owner: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(greenroom.settings, "backup_keep", 3)
    assert await owner.get("/admin/nightly-backups") == {"enabled": True, "kept": 3, "is_fixed": True}
    answer = await owner.ask("PUT", "/admin/nightly-backups", json={"enabled": False})
    assert refusal(answer) == (409, "set_in_settings")
