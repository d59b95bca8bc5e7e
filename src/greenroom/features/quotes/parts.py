from greenroom.feature import Parts, Services
from greenroom.features.quotes.models import QuoteBook
from greenroom.features.quotes.section import QuotesSection, settings_section
from greenroom.features.quotes.service import QUOTES
from greenroom.features.quotes.variables import variables


def parts(services: Services) -> Parts:
    return Parts(
        lists=(QUOTES,),
        tables=(QuoteBook,),
        variables=variables(services.kernel),
        sections=(QuotesSection(), settings_section()),
    )
