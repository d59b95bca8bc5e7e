from greenroom.accounts.access.rules import Permission
from greenroom.feature import Feature, Services
from greenroom.features.audit_log.jobs import jobs
from greenroom.features.audit_log.schemas import AuditLogChanged
from greenroom.features.audit_log.undoers import Undoers


def feature(services: Services) -> Feature:
    return Feature(
        name="audit_log",
        routes=("greenroom.features.audit_log.routes",),
        topics={"audit-log": Permission.ACCESS_MANAGE},
        live_messages=(AuditLogChanged,),
        jobs=jobs(services.kernel),
        services={Undoers: Undoers(services)},
    )
