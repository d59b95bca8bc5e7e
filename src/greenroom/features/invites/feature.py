from greenroom.feature import Feature, Services


def feature(_: Services) -> Feature:
    return Feature(name="invites", needs=("members",), routes=("greenroom.features.invites.routes",))
