"""TLS context that all clients share, because loading the certificates takes longer than most tests."""

import ssl

TLS = ssl.create_default_context()
