from collections.abc import Collection

from greenroom.accounts.credentials.rules import missing_scopes
from greenroom.accounts.platforms import PlatformInfo


def can_chat(info: PlatformInfo, scopes: Collection[str]) -> bool:
    """Whether these scopes allow sending messages as the account."""
    return info.descriptor.flags.chatWrite and not missing_scopes(info.user_scopes, scopes)


def lacks_scopes(info: PlatformInfo, scopes: Collection[str]) -> bool:
    """Whether the account has to reconnect, because the scopes allow neither signing in nor chatting."""
    is_enough_to_sign_in = info.descriptor.flags.signinProvider and not missing_scopes(info.sign_in_scopes, scopes)
    return not is_enough_to_sign_in and bool(missing_scopes(info.user_scopes, scopes))
