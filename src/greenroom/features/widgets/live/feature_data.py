from functools import cached_property

from greenroom.feature import Features, Services
from greenroom.widget_data import WidgetData


class FeatureData:
    """Content of widgets that the features of this app declare."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def of(self, type_name: str) -> WidgetData | None:
        return self._by_type.get(type_name)

    @cached_property
    def _by_type(self) -> dict[str, WidgetData]:
        """Type of widget → its content; read at first use, when every feature is declared."""
        features = self._services.provided.get(Features)
        return {data.type: data for part in features.parts() for data in part.widget_data}
