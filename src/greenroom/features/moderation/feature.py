from greenroom.accounts.access.rules import Permission, Role
from greenroom.chat.moderation.entries import EntryChanged
from greenroom.chat.sending.sender import ActionLedger
from greenroom.feature import Feature, Services
from greenroom.features.moderation import handlers
from greenroom.features.moderation.audit_undo import ModerationUndo
from greenroom.features.moderation.completion import EntryLedger
from greenroom.features.moderation.jobs import jobs
from greenroom.features.moderation.panic.models import Panic, PanicChat
from greenroom.features.moderation.panic.schemas import PanicChanged
from greenroom.features.moderation.panic.worker import PanicWorker


def feature(services: Services) -> Feature:
    panic = PanicWorker(services.kernel, services.platforms, services.sender, services.provided)

    return Feature(
        name="moderation",
        needs=("activity",),
        routes=(
            "greenroom.features.moderation.routes",
            "greenroom.features.moderation.chat_controls.routes",
            "greenroom.features.moderation.panic.routes",
        ),
        tables=(Panic, PanicChat),
        permissions={Permission.MODERATION_USE: Role.MOD},
        topics={"moderation": Permission.MODERATION_USE, "panic": Permission.MODERATION_USE},
        live_messages=(EntryChanged, PanicChanged),
        stages={"log_moderation": handlers.log_moderation},
        jobs=[*jobs(services.kernel), panic.job],
        undoers=(ModerationUndo(services.kernel, services.sender, services.platforms),),
        services={ActionLedger: EntryLedger(services.kernel), PanicWorker: panic},
    )
