from house_fixtures import owner_by_the_platform as owner

__all__ = ["owner"]
