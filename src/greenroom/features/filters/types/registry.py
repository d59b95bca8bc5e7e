from typing import Annotated, Any

from pydantic import Field

from greenroom.features.filters.types import (
    banned_terms,
    caps,
    emote,
    first_message_link,
    flood,
    link,
    mention,
    non_latin,
    paragraph,
    raid_similarity,
    repetition,
    symbol,
    zalgo,
)
from greenroom.features.filters.types.filter_type import FilterType

# In the order the "new filter" dialog offers them: most common first.
FILTER_TYPES: dict[str, FilterType[Any]] = {
    module.FILTER_TYPE.key: module.FILTER_TYPE
    for module in (
        banned_terms,
        link,
        first_message_link,
        caps,
        emote,
        symbol,
        repetition,
        flood,
        raid_similarity,
        mention,
        paragraph,
        zalgo,
        non_latin,
    )
}

FilterIn = Annotated[
    banned_terms.BannedTermsFilter
    | link.LinkFilter
    | first_message_link.FirstMessageLinkFilter
    | caps.CapsFilter
    | emote.EmoteFilter
    | symbol.SymbolFilter
    | repetition.RepetitionFilter
    | flood.FloodFilter
    | raid_similarity.RaidSimilarityFilter
    | mention.MentionFilter
    | paragraph.ParagraphFilter
    | zalgo.ZalgoFilter
    | non_latin.NonLatinFilter,
    Field(discriminator="type"),
]

FilterOut = Annotated[
    banned_terms.BannedTermsFilterOut
    | link.LinkFilterOut
    | first_message_link.FirstMessageLinkFilterOut
    | caps.CapsFilterOut
    | emote.EmoteFilterOut
    | symbol.SymbolFilterOut
    | repetition.RepetitionFilterOut
    | flood.FloodFilterOut
    | raid_similarity.RaidSimilarityFilterOut
    | mention.MentionFilterOut
    | paragraph.ParagraphFilterOut
    | zalgo.ZalgoFilterOut
    | non_latin.NonLatinFilterOut,
    Field(discriminator="type"),
]
