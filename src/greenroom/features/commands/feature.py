from greenroom.feature import Feature, Later, Services
from greenroom.kernel.jobs import InModule, Job
from greenroom.tenancy.access.rules import Permission, Role

PARTS = Later("greenroom.features.commands.parts")
JOBS = "greenroom.features.commands.responding.jobs"
JOB_SECONDS = 300


def feature(services: Services) -> Feature:
    later = PARTS.of(services)
    return Feature(
        name="commands",
        routes=("greenroom.features.commands.routes",),
        permissions={Permission.COMMANDS_READ: Role.MOD, Permission.COMMANDS_MANAGE: Role.EDITOR},
        topics={"commands": Permission.COMMANDS_READ},
        stages={"respond_to_commands": later.stage("respond_to_commands")},
        jobs=(
            Job(
                name="delete_command_uses",
                every_seconds=JOB_SECONDS,
                run=InModule(JOBS, "delete_cooldowns_and_uses", (services.kernel,)),
                title="Delete old command uses",
                note="and ended cooldowns",
            ),
            Job(
                name="refund_unanswered",
                every_seconds=JOB_SECONDS,
                run=InModule(JOBS, "refund_unanswered", (services.kernel,)),
                title="Refund commands",
                note="that a restart interrupted",
            ),
        ),
        later=later,
        lifespan=later.lifespan,
    )
