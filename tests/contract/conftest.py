from backstage_fixtures import backstage, kernel, rehearsal, rehearsal_environment

__all__ = ["backstage", "kernel", "rehearsal", "rehearsal_environment"]
