from greenroom.feature import Feature, Services


def feature(_: Services) -> Feature:
    return Feature(name="system_bots", routes=("greenroom.features.system_bots.routes",))
