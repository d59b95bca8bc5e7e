from greenroom.feature import Feature, Services


def feature(_: Services) -> Feature:
    return Feature(name="watch", routes=("greenroom.features.watch.routes",))
