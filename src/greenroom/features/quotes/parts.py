from greenroom.feature import Parts, Services
from greenroom.features.quotes.models import Quote, QuoteBook
from greenroom.features.quotes.schemas import QuotesChanged
from greenroom.features.quotes.section import QuotesSection, settings_section
from greenroom.features.quotes.variables import variables


def parts(services: Services) -> Parts:
    return Parts(
        tables=(QuoteBook, Quote),
        counted_for_deletion={"Quotes": Quote},
        live_messages=(QuotesChanged,),
        variables=variables(services.kernel),
        sections=(QuotesSection(), settings_section()),
    )
