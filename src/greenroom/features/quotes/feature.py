from greenroom.feature import Feature, Services
from greenroom.features.quotes.models import Quote, QuoteBook
from greenroom.features.quotes.schemas import QuotesChanged
from greenroom.features.quotes.section import QuotesSection, settings_section
from greenroom.features.quotes.variables import variables
from greenroom.tenancy.access.rules import Permission, Role


def feature(services: Services) -> Feature:
    return Feature(
        name="quotes",
        routes=("greenroom.features.quotes.routes",),
        tables=(QuoteBook, Quote),
        counted_for_deletion={"Quotes": Quote},
        permissions={Permission.QUOTES_READ: Role.MOD, Permission.QUOTES_MANAGE: Role.EDITOR},
        topics={"quotes": Permission.QUOTES_READ},
        live_messages=(QuotesChanged,),
        variables=variables(services.kernel),
        sections=(QuotesSection(), settings_section()),
    )
