from greenroom.feature import Feature, Services


def feature(_: Services) -> Feature:
    return Feature(name="api_tokens", routes=("greenroom.features.api_tokens.routes",))
