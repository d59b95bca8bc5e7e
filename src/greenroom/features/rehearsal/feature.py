from greenroom.feature import Feature, Services
from greenroom.features.rehearsal.control import RehearsalControl
from greenroom.tenancy.access.rules import Permission, Role


def feature(services: Services) -> Feature:
    return Feature(
        name="rehearsal",
        routes=("greenroom.features.rehearsal.routes",),
        permissions={Permission.REHEARSAL_CONTROL: Role.MOD},
        services={RehearsalControl: RehearsalControl(services.kernel)},
    )
