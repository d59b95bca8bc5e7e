from greenroom.feature import Feature, Later, Services

PARTS = Later("greenroom.features.command_templates.parts")
# Room for a hundred commands with ten responses each.
MAX_BODY_BYTES = 4 * 2**20


def feature(services: Services) -> Feature:
    return Feature(
        name="command_templates",
        routes=("greenroom.features.command_templates.routes",),
        body_limits={r"/admin/command-templates(?:/[^/]+)?": MAX_BODY_BYTES},
        later=PARTS.of(services),
    )
