from collections.abc import Collection
from typing import Annotated
from uuid import UUID

from fastapi import Query, Response

from greenroom.accounts.access.guards import require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.channel_file.sections import Editor, Sections
from greenroom.features.channel_file import service
from greenroom.features.channel_file.schemas import (
    Applied,
    ApplyIn,
    DiffOut,
    FileIn,
    RestoreIn,
    SectionKey,
    VersionIn,
    VersionOut,
    VersionsOut,
)
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Provided, Reading, TurnsDep, Writing
from greenroom.kernel.api.large_json import LargeRoute, large_response
from greenroom.kernel.context import Kernel

# The routes for readers return only the sections that the caller may read.
Reader = Annotated[Access, require(Permission.CHANNEL_READ)]
# Only Admins, because a file can contain settings that Editors may not change.
Admin = Annotated[Access, require(Permission.PLATFORMS_MANAGE)]

YAML = "application/yaml"
YAML_RESPONSE: dict[int | str, dict[str, object]] = {200: {"content": {YAML: {"schema": {"type": "string"}}}}}

router = ApiRouter(prefix="/channels/{channel_id}", tags=["channel file"], route_class=LargeRoute)


def _editor(access: Access, kernel: Kernel) -> Editor:
    return Editor.of(access, kernel.clock())


def _readable(access: Access, sections: Sections, wanted: Collection[str] | None = None) -> Sections:
    """The sections that the caller may read; 403 if `wanted` names one that the caller may not read."""
    readable = sections.readable_by(access)
    for key in wanted or ():
        if key in sections:
            access.require(sections[key].read_permission)
    return readable


def _yaml(text: str) -> Response:
    headers = {"Content-Disposition": 'attachment; filename="channel.yaml"'}
    return Response(text, media_type=f"{YAML}; charset=utf-8", headers=headers)


@router.get("/channel-file", response_class=Response, responses=YAML_RESPONSE)
async def get_file(
    access: Reader,
    sections: Provided[Sections],
    kernel: KernelDep,
    turns: TurnsDep,
    section: Annotated[list[SectionKey] | None, Query(max_length=20)] = None,
) -> Response:
    """The channel's file, in YAML; all sections that the caller may read, or only those in `section`."""
    readable = _readable(access, sections, section)
    async with turns(access.person.user_id) as turn:
        return _yaml(await service.export(kernel, turn, readable, access.channel_id, section))


@router.post("/channel-file/diff", response_model=DiffOut)
async def compare_file(
    body: FileIn, access: Reader, sections: Provided[Sections], kernel: KernelDep, turns: TurnsDep
) -> Response:
    """Preview of importing a file; nothing is saved."""
    readable = _readable(access, sections, body.sections)
    async with turns(access.person.user_id) as turn:
        return await large_response(await service.compare_file(kernel, turn, readable, access.channel_id, body))


@router.post("/channel-file/apply", response_model=Applied)
async def apply_file(
    body: ApplyIn, access: Admin, sections: Provided[Sections], kernel: KernelDep, turns: TurnsDep
) -> Response:
    """Imports a file in one transaction; before the first change it saves a version of the channel."""
    sections.check_writable(access, sections)
    async with turns(access.person.user_id) as turn:
        return await large_response(await service.apply(kernel, turn, sections, _editor(access, kernel), body))


@router.get("/channel-versions")
async def list_versions(access: Reader, sections: Provided[Sections], session: Reading) -> VersionsOut:
    return await service.list_versions(session, _readable(access, sections), access.channel_id)


@router.post("/channel-versions", status_code=201)
async def keep_version(
    body: VersionIn, access: Admin, sections: Provided[Sections], session: Writing, kernel: KernelDep
) -> VersionOut:
    """Saves a version of the channel as it is now."""
    return await service.create_version(session, sections, _editor(access, kernel), body.reason)


@router.get("/channel-versions/{version_id}/channel-file", response_class=Response, responses=YAML_RESPONSE)
async def get_version_file(
    version_id: UUID, access: Reader, sections: Provided[Sections], kernel: KernelDep, turns: TurnsDep
) -> Response:
    async with turns(access.person.user_id) as turn:
        return _yaml(
            await service.export_version(kernel, turn, _readable(access, sections), access.channel_id, version_id)
        )


@router.post("/channel-versions/{version_id}/diff", response_model=DiffOut)
async def compare_version(
    version_id: UUID, body: RestoreIn, access: Reader, sections: Provided[Sections], kernel: KernelDep, turns: TurnsDep
) -> Response:
    """Preview of restoring the version; nothing is saved."""
    readable = _readable(access, sections, body.sections)
    async with turns(access.person.user_id) as turn:
        diff = await service.compare_version(kernel, turn, readable, access.channel_id, version_id, body)
        return await large_response(diff)


@router.post("/channel-versions/{version_id}/restore", response_model=Applied)
async def restore_version(
    version_id: UUID, body: RestoreIn, access: Admin, sections: Provided[Sections], kernel: KernelDep, turns: TurnsDep
) -> Response:
    """Restores the version; before the first change it saves a version of the channel."""
    sections.check_writable(access, sections)
    async with turns(access.person.user_id) as turn:
        editor = _editor(access, kernel)
        return await large_response(await service.restore(kernel, turn, sections, editor, version_id, body))
