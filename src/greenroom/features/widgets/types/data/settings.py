from abc import ABC, abstractmethod

from greenroom.kernel.schema import StrictSchema
from greenroom.widget_data import WidgetDataQuery


class DataWidget(StrictSchema, ABC):
    """Settings of a type whose content a feature declares as `WidgetData`."""

    @abstractmethod
    def query(self) -> WidgetDataQuery: ...
