from greenroom.feature import Feature, Services


def feature(_: Services) -> Feature:
    return Feature(name="emotes", routes=("greenroom.features.emotes.routes",))
