from greenroom.accounts.access.rules import Permission, Role
from greenroom.feature import Feature, Services
from greenroom.features.quotes.models import QuoteBook
from greenroom.features.quotes.section import QuotesSection, settings_section
from greenroom.features.quotes.service import QUOTES
from greenroom.features.quotes.variables import variables


def feature(services: Services) -> Feature:
    return Feature(
        name="quotes",
        routes=("greenroom.features.quotes.routes",),
        permissions={Permission.QUOTES_READ: Role.MOD, Permission.QUOTES_MANAGE: Role.EDITOR},
        lists=(QUOTES,),
        tables=(QuoteBook,),
        variables=variables(services.kernel),
        sections=(QuotesSection(), settings_section()),
    )
