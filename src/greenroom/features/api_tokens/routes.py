from uuid import UUID

from greenroom.accounts.access.guards import SignedIn
from greenroom.features.api_tokens import service
from greenroom.features.api_tokens.schemas import ApiTokenIn, ApiTokenOut, NewApiToken
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Reading, Writing

router = ApiRouter(prefix="/user/api-tokens", tags=["API tokens"])


@router.get("")
async def list_tokens(person: SignedIn, session: Reading) -> list[ApiTokenOut]:
    return [ApiTokenOut.of(token) for token in await service.list_tokens(session, person.user_id)]


@router.post("", status_code=201)
async def create_token(body: ApiTokenIn, person: SignedIn, session: Writing, kernel: KernelDep) -> NewApiToken:
    """The only response that has the secret."""
    maximum = kernel.settings.max_api_tokens_per_user
    token, secret = await service.create_token(session, person.user_id, body, kernel.clock(), maximum)
    return NewApiToken(token=ApiTokenOut.of(token), secret=secret)


@router.delete("/{token_id}", status_code=204)
async def revoke_token(token_id: UUID, person: SignedIn, session: Writing) -> None:
    """The next call with the token is refused, in every process."""
    await service.revoke_token(session, person.user_id, token_id)
