from support.server_fixtures import owner_from_twitch as owner

__all__ = ["owner"]
