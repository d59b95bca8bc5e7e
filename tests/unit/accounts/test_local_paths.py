"""Local redirect targets, and the PKCE code challenge."""

from urllib.parse import quote, urljoin, urlsplit

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from greenroom.features.sign_in.rules import code_challenge, local_path

ORIGIN = "https://greenroom.example"


@pytest.mark.parametrize(
    "path", ["/", "/channels", "/channels/7/providers?tab=1&x=ü#part", "/a%20b", "/search?u=https://twitch.tv", "/@x"]
)
def test_path_of_this_site_is_unchanged(path: str) -> None:
    assert local_path(path) == path


@pytest.mark.parametrize(
    "target",
    [
        "",
        "channels",
        "//evil.example",
        "///evil.example",
        "////evil.example",
        "/\\evil.example",
        "\\/evil.example",
        "\\\\evil.example",
        "/a\\b",
        "https://evil.example",
        "https:evil.example",
        "HTTPS://evil.example",
        "javascript:alert(1)",
        "data:text/html,x",
        " //evil.example",
        "\t//evil.example",
        "/\t/evil.example",
        "/\n/evil.example",
        "/\r\nSet-Cookie: a=b",
        "/\x00",
        "/\u202e",
        "%2F%2Fevil.example",
        "/%2Fevil.example",
        "/%2fevil.example",
        "/%5Cevil.example",
        "/%5cevil.example",
        "/%252Fevil.example",
        "/%255Cevil.example",
        "/%09/evil.example",
        "/%00",
        "/" + "a" * 2000,
    ],
)
def test_malformed_target_or_one_that_may_leave_this_site_is_rejected(target: str) -> None:
    assert local_path(target) is None


@given(st.text(alphabet="/\\%25fFcC.:@evil ht\tps\n?#", max_size=30))
@example("/%2f%2fevil")
def test_accepted_next_path_stays_on_this_site(target: str) -> None:
    path = local_path(target) or "/"
    assert urlsplit(urljoin(ORIGIN, path)).netloc == urlsplit(ORIGIN).netloc
    assert not path.startswith(("//", "/\\"))


@given(st.sampled_from(["//evil.example", "/\\evil.example", "\\\\evil.example"]), st.integers(0, 2))
def test_percent_encoding_does_not_bypass_the_check(target: str, times: int) -> None:
    for _ in range(times):
        target = quote(target, safe="")
    assert local_path(target) is None
    assert local_path(f"/{target.lstrip('/')}") is None or times == 0


def test_code_challenge_follows_the_standard() -> None:
    """The example of RFC 7636, appendix B."""
    verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    assert code_challenge(verifier) == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
