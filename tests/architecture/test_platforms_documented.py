"""docs/platforms.md names every platform and requested scope; the descriptors say why a capability is not supported."""

from pathlib import Path

import pytest

from greenroom.assembly import build_kernel
from greenroom.chat.protocol.platform import Platform
from greenroom.installed_platforms import platforms as install_platforms
from greenroom.kernel.clock import system_clock
from greenroom.settings import Settings

PAGE = (Path(__file__).parents[2] / "docs" / "platforms.md").read_text(encoding="utf-8")


@pytest.fixture
def installed(tmp_path: Path) -> list[Platform]:
    settings = Settings.model_validate({"data_dir": tmp_path})
    return install_platforms(settings, build_kernel(settings, system_clock))


def test_every_platform_has_a_chapter(installed: list[Platform]) -> None:
    assert [one.info.name for one in installed if f"\n## {one.info.name}\n" not in PAGE] == []


def test_every_scope_is_named(installed: list[Platform]) -> None:
    kinds = [
        scopes
        for one in installed
        for scopes in (one.info.sign_in_scopes, one.info.user_scopes, one.info.channel_scopes, one.info.bot_scopes)
    ]
    requested = {scope for scopes in kinds for scope in scopes}
    assert len(requested) > 30
    assert sorted(scope for scope in requested if f"`{scope}`" not in PAGE) == []


def test_every_unsupported_capability_has_a_reason(installed: list[Platform]) -> None:
    unsupported = [one for platform in installed for one in platform.info.descriptor.capabilities if not one.supported]
    assert unsupported
    assert [one.label for one in unsupported if not one.reason] == []
