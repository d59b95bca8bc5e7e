from backstage_fixtures import backstage, kernel, rehearsal, rehearsal_environment, witness_file
from youtube_stage import youtube

__all__ = ["backstage", "kernel", "rehearsal", "rehearsal_environment", "witness_file", "youtube"]
