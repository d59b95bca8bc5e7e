from greenroom.feature import Feature, Services

# Room for a file of MAX_FILE_LENGTH characters, some of which take several bytes or are escaped.
MAX_BODY_BYTES = 24 * 2**20


def feature(_: Services) -> Feature:
    return Feature(
        name="channel_file",
        routes=("greenroom.features.channel_file.routes",),
        body_limits={r"/channels/[^/]+/channel-file/[^/]+": MAX_BODY_BYTES},
    )
