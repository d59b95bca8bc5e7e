from greenroom.kernel.schema import Schema, StrictSchema


class NightlyBackupsIn(StrictSchema):
    enabled: bool


class NightlyBackups(Schema):
    enabled: bool
    # Number of backups that are kept.
    kept: int
    # Whether the settings of the server decide, so that it cannot be switched here.
    is_fixed: bool
