from abc import ABC, abstractmethod

from greenroom.features.widgets.types.data.widget_data import WidgetDataQuery
from greenroom.features.widgets.types.fields import Background, Colour, TextSize, Title
from greenroom.forms.settings import EditedSettings


class DataWidget(EditedSettings, ABC):
    """Settings of a type whose content a feature declares as `WidgetData`."""

    title: Title = ""
    text_size: TextSize = 24
    colour: Colour = "#3ddc97"
    background_percent: Background = 86

    @abstractmethod
    def query(self) -> WidgetDataQuery: ...
