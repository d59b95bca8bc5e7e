from greenroom.kernel.schema import Schema, StrictSchema


class NightlyBackupsIn(StrictSchema):
    enabled: bool


class NightlyBackups(Schema):
    enabled: bool
    # Older ones are deleted.
    kept: int
    # By the settings of the server: it cannot be switched here.
    is_fixed: bool
