"""S3 over HTTP: moto's server in a thread of this process."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count

import httpx
from moto.server import ThreadedMotoServer
from pydantic import SecretStr

from greenroom.kernel.settings import S3Settings

_bucket_numbers = count()


@dataclass
class S3Server:
    url: str

    def new_bucket(self) -> S3Settings:
        bucket = f"greenroom-{next(_bucket_numbers)}"
        httpx.put(f"{self.url}/{bucket}", trust_env=False).raise_for_status()
        return S3Settings(bucket=bucket, endpoint=self.url, access_key="key", secret_key=SecretStr("secret"))


@contextmanager
def running_s3() -> Generator[S3Server]:
    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield S3Server(f"http://{host}:{port}")
    server.stop()
