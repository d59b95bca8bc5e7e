from greenroom.chat.moderation.entries import EntryChanged
from greenroom.chat.sending.sender import ActionLedger
from greenroom.feature import Feature, Services
from greenroom.features.moderation import handlers
from greenroom.features.moderation.completion import EntryLedger
from greenroom.features.moderation.jobs import jobs
from greenroom.tenancy.access.rules import Permission, Role


def feature(services: Services) -> Feature:
    return Feature(
        name="moderation",
        routes=("greenroom.features.moderation.routes", "greenroom.features.moderation.chat_controls.routes"),
        permissions={Permission.MODERATION_USE: Role.MOD},
        topics={"moderation": Permission.MODERATION_USE},
        live_messages=(EntryChanged,),
        stages={"log_moderation": handlers.log},
        jobs=jobs(services.kernel),
        services={ActionLedger: EntryLedger(services.kernel)},
    )
