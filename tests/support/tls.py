"""Made once: loading the certificates takes longer than most tests, and a client loads them unless it is given them."""

import ssl

TLS = ssl.create_default_context()
