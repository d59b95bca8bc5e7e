from greenroom.feature import Feature, Services


def feature(_: Services) -> Feature:
    return Feature(name="admin", needs=("accounts", "stats"), routes=("greenroom.features.admin.routes",))
