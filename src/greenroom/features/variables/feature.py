from greenroom.feature import Feature, Later, Services

PARTS = Later("greenroom.features.variables.parts")


def feature(services: Services) -> Feature:
    return Feature(name="variables", routes=("greenroom.features.variables.routes",), later=PARTS.of(services))
