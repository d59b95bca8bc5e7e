from greenroom.accounts.access.guards import Operator
from greenroom.features.health import service
from greenroom.features.health.schemas import HealthOut, JobOut
from greenroom.features.health.service import HealthChecks
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Provided, Reading, Writing

Health = Provided[HealthChecks]

router = ApiRouter(prefix="/admin", tags=["admin health"])


@router.get("/health")
async def get_health(_: Operator, health: Health) -> HealthOut:
    """Results of the checks; outdated checks are run again first."""
    return await health.current()


@router.post("/health")
async def check_again(_: Operator, health: Health) -> HealthOut:
    return await health.run_all()


@router.get("/jobs")
async def list_jobs(_: Operator, health: Health, session: Reading, kernel: KernelDep) -> list[JobOut]:
    return await service.list_jobs(session, health.find_jobs(), kernel.clock())


@router.post("/jobs/{name}/run", status_code=202)
async def run_job(name: str, _: Operator, health: Health, session: Writing, kernel: KernelDep) -> None:
    """Has a worker run the job at once, which also resumes a paused job. 409 `job_running` if the job runs already."""
    await service.request_run(session, health.find_jobs(), name, kernel.clock())


@router.post("/jobs/{name}/pause", status_code=204)
async def pause_job(name: str, _: Operator, health: Health, session: Writing, kernel: KernelDep) -> None:
    """Pauses the job until an operator runs it again; a run that has begun ends within seconds."""
    await service.pause(session, health.find_jobs(), name, kernel.clock())
