from greenroom.feature import Feature, Services
from greenroom.features.emotes import routes


def feature(_: Services) -> Feature:
    return Feature(name="emotes", routers=(routes.router,))
