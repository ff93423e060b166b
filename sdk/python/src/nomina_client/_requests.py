"""The requests of the API without input and output: each is a generator that yields steps and gets responses back.
The synchronous and the asynchronous client only carry the steps out, so that both behave the same."""

from __future__ import annotations

import json
import os
import random
import uuid
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Optional, TypeVar, Union

import httpx

from ._errors import BatchFailedError, IncompleteResponseError, NominaError, UnexpectedResponseError, error_of, problem_of, retry_after_of
from ._models import Batch, Name, Processed, Usage

ImageInput = Union[str, "os.PathLike[str]", bytes, "tuple[str, bytes]"]
Recipe = Mapping[str, Any]
ProgressCallback = Callable[[Batch], None]
BATCHES = "/api/v1/batches/process"
# Waiting longer than this is left to the caller: an allowance that is used up says so at once.
LONGEST_WAIT_S = 60.0


@dataclass
class Send:
    """Send a request. Files are opened again for every attempt; `to` receives the body."""

    method: str
    path: str
    files: list[tuple[str, ImageInput]] = field(default_factory=list)
    values: list[tuple[str, str]] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    to: Path | None = None


@dataclass
class Wait:
    seconds: float


T = TypeVar("T")
Result = Union[httpx.Response, NominaError]
Steps = Generator[Union[Send, Wait], Optional[Result], T]


def file_part(name: str, image: ImageInput) -> tuple[str, tuple[str | None, Any]]:
    """A file of a form; the caller closes what is opened here."""
    if isinstance(image, tuple):
        return name, (image[0], image[1])
    if isinstance(image, bytes):
        return name, ("image", image)
    return name, (Path(image).name, open(image, "rb"))  # noqa: SIM115


def sending(send: Send, retries: int) -> Steps[httpx.Response]:
    """One request until it succeeds, is refused, or was tried often enough."""
    for attempt in range(retries + 1):
        result = yield send
        assert result is not None, "a request has a result"
        if isinstance(result, httpx.Response) and result.is_success:
            return result
        error = result if isinstance(result, NominaError) else error_of(result)
        wait = delay(result, attempt)
        if attempt == retries or wait is None or wait > LONGEST_WAIT_S:
            raise error
        yield Wait(wait)
    raise AssertionError("unreachable")


def delay(result: Result, attempt: int) -> float | None:
    """Seconds before the next attempt; None where another attempt cannot help."""
    backoff: float = 0.5 * 2**attempt * random.uniform(0.75, 1.25)
    if isinstance(result, NominaError):
        return backoff
    in_progress = result.status_code == 409 and (problem_of(result) or {}).get("code") == "idempotency_in_progress"
    if result.status_code in (429, 502, 503, 504) or in_progress:
        told = retry_after_of(result)
        return told if told is not None else backoff
    return None


def posting(path: str, files: list[tuple[str, ImageInput]], values: list[tuple[str, str]], idempotency_key: str | None, retries: int) -> Steps[httpx.Response]:
    """A POST that is safe to repeat: every attempt carries the same key."""
    headers = {"idempotency-key": idempotency_key or str(uuid.uuid4())}
    return (yield from sending(Send("POST", path, files, values, headers), retries))


def parsed(response: httpx.Response, of: Callable[[httpx.Response], T]) -> T:
    """A value from a response, or an error that says that the response is not Nomina's."""
    try:
        return of(response)
    except json.JSONDecodeError as error:
        if "json" in response.headers.get("content-type", ""):
            raise IncompleteResponseError(f"The response of {response.url} was cut off ({error}).") from error
        raise unexpected(response, error) from error
    except (KeyError, TypeError, ValueError) as error:
        raise unexpected(response, error) from error


def unexpected(response: httpx.Response, error: Exception) -> UnexpectedResponseError:
    return UnexpectedResponseError(f"{response.url} did not respond as Nomina does ({error!r}). Check the address of the server.")


def naming(image: ImageInput, original_name: str | None, context: str | None, context_as_prefix: bool, key: str | None, retries: int) -> Steps[Name]:
    if original_name is None and isinstance(image, (str, os.PathLike)):
        original_name = Path(image).name
    wanted = {"originalName": original_name, "context": context, "contextAsPrefix": "true" if context_as_prefix else None}
    values = [(name, value) for name, value in wanted.items() if value is not None]
    response = yield from posting("/api/v1/names", [("image", image)], values, key, retries)
    return parsed(response, lambda r: Name.of(r.json()))


def processing(image: ImageInput, recipe: Recipe | None, key: str | None, retries: int) -> Steps[Processed]:
    values = [("recipe", json.dumps(recipe))] if recipe is not None else []
    response = yield from posting("/api/v1/process", [("image", image)], values, key, retries)
    return parsed(response, Processed.of)


def creating(images: Iterable[ImageInput], archive: ImageInput | None, urls: Iterable[str], recipe: Recipe | None,
             job_name: str | None, webhook_url: str | None, key: str | None, retries: int) -> Steps[Batch]:
    files: list[tuple[str, ImageInput]] = [("image", image) for image in images]
    if archive is not None:
        files.append(("zip", archive))
    values = [("url", url) for url in urls]
    if recipe is not None:
        values.append(("recipe", json.dumps(recipe)))
    values += [(name, value) for name, value in (("jobName", job_name), ("webhookUrl", webhook_url)) if value is not None]
    response = yield from posting(BATCHES, files, values, key, retries)
    return parsed(response, lambda r: Batch.of(r.json()))


def asking(method: str, path: str, of: Callable[[dict[str, Any]], T], retries: int) -> Steps[T]:
    response = yield from sending(Send(method, path), retries)
    return parsed(response, lambda r: of(r.json()))


def showing(batch_id: str, retries: int) -> Steps[Batch]:
    return (yield from asking("GET", f"{BATCHES}/{batch_id}", Batch.of, retries))


def waiting(batch_id: str, on_progress: ProgressCallback | None, retries: int) -> Steps[Batch]:
    """Asks until the batch is over, at most every five seconds; a callback hears of every change."""
    pause, before = 0.25, -1
    while True:
        batch = yield from showing(batch_id, retries)
        if on_progress and batch.processed_count != before:
            on_progress(batch)
        before = batch.processed_count
        if batch.status == "failed":
            raise BatchFailedError(f"The batch {batch.id} failed: {batch.error_message or 'no image could be processed'}.")
        if batch.is_over:
            return batch
        yield Wait(pause)
        pause = min(pause * 1.5, 5.0)


def downloading(batch_id: str, to: Path, retries: int) -> Steps[Path]:
    yield from sending(Send("GET", f"{BATCHES}/{batch_id}/result", to=to), retries)
    return to


def usage(retries: int) -> Steps[Usage]:
    return (yield from asking("GET", "/api/v1/usage", Usage.of, retries))
