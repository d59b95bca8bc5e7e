import pytest

from greenroom.accounts.channel_providers.rules import handle_in


@pytest.mark.parametrize(
    "written",
    [
        "juniper.vale",
        "@juniper.vale",
        "  @juniper.vale\n",
        "https://www.tiktok.com/@juniper.vale",
        "http://tiktok.com/@juniper.vale/live",
        "tiktok.com/@juniper.vale",
        "https://www.tiktok.com/@juniper.vale?lang=en#top",
        "juniper.vale/live",
    ],
)
def test_handle_is_extracted_from_urls_and_at_signs(written: str) -> None:
    assert handle_in(written) == "juniper.vale"


@pytest.mark.parametrize(
    "written", ["", "@", "@@", "a b", "https://www.tiktok.com/", "x" * 101, "a\0b", "<b>", "../.."]
)
def test_invalid_handle_is_rejected(written: str) -> None:
    with pytest.raises(ValueError, match="is not a handle"):
        handle_in(written)
