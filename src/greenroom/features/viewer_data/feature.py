from greenroom.feature import Feature, Services


def feature(_: Services) -> Feature:
    return Feature(name="viewer_data", routes=("greenroom.features.viewer_data.routes",))
