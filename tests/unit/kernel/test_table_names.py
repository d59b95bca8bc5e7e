import pytest

from greenroom.features.quotes.models import Quote
from greenroom.kernel.db.database import Table


def test_table_whose_name_is_taken_names_the_module_that_has_it() -> None:
    with pytest.raises(ValueError, match=r"quotes of another is in greenroom\.features\.quotes\.models already"):
        type("Citation", (Table,), {"__tablename__": Quote.__tablename__, "__module__": "another"})
