"""What both clients share: settings, and the form of a request."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import httpx

from ._errors import ConnectionFailedError, IncompleteResponseError, NominaError
from ._requests import Send, file_part

# Reading a large batch and looking at an image take their time; a connection does not.
TIMEOUT = httpx.Timeout(120.0, connect=10.0)


def settings(key: str | None, url: str | None) -> dict[str, Any]:
    """Arguments of httpx's clients; a missing key or address is said before any request."""
    key = key or os.environ.get("NOMINA_KEY", "")
    url = url or os.environ.get("NOMINA_URL", "")
    if not key:
        raise NominaError("No API key: pass key=... or set NOMINA_KEY. Keys are made in Nomina's settings.")
    if not url.startswith(("http://", "https://")):
        raise NominaError("No server: pass url='https://...' or set NOMINA_URL to the address of your Nomina server.")
    return {"base_url": url.rstrip("/"), "headers": {"authorization": f"Bearer {key}", "user-agent": "nomina-client/0.1.0"}, "timeout": TIMEOUT}


def form(send: Send, opened: ExitStack) -> dict[str, Any]:
    """The arguments of one attempt. Files that are opened are closed with `opened`."""
    parts = []
    for name, image in send.files:
        part = file_part(name, image)
        if not isinstance(part[1][1], bytes):
            opened.enter_context(part[1][1])
        parts.append(part)
    parts += [(name, (None, value.encode())) for name, value in send.values]
    return {"headers": send.headers, **({"files": parts} if parts else {})}


@contextmanager
def written_whole(to: Path) -> Iterator[BinaryIO]:
    """A file that appears under its name when it is complete, and not at all otherwise."""
    part = to.with_name(to.name + ".part")
    try:
        with open(part, "wb") as file:
            yield file
        os.replace(part, to)
    finally:
        part.unlink(missing_ok=True)


def failure(error: httpx.TransportError, url: httpx.URL) -> NominaError:
    """The error for a request that got no whole response."""
    if isinstance(error, (httpx.RemoteProtocolError, httpx.ReadError)):
        return IncompleteResponseError(f"The response of {url.host} was cut off ({error}).")
    if isinstance(error, httpx.TimeoutException):
        return ConnectionFailedError(f"{url.host} did not respond in time.")
    return ConnectionFailedError(f"{url.host}:{url.port or ''} cannot be reached ({error}). Check the address and that the server runs.")
