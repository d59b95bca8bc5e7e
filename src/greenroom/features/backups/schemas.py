from greenroom.kernel.schema import Schema, StrictSchema


class NightlyBackupsIn(StrictSchema):
    enabled: bool


class NightlyBackups(Schema):
    enabled: bool
    # Number of backups that are kept; 0 while nightly backups are off.
    kept: int
    # Whether the server's setting backup_keep switches nightly backups on, so that operators cannot.
    is_fixed: bool
