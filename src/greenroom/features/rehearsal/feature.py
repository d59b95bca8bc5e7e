from greenroom.accounts.access.rules import Permission, Role
from greenroom.feature import Feature, Services
from greenroom.features.rehearsal.control import RehearsalControl


def feature(services: Services) -> Feature:
    return Feature(
        name="rehearsal",
        needs=("sign_in",),
        routes=("greenroom.features.rehearsal.routes",),
        permissions={Permission.REHEARSAL_CONTROL: Role.MOD},
        services={RehearsalControl: RehearsalControl(services.kernel)},
    )
