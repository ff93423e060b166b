"""The asynchronous client: the same methods as `Client`, awaited."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import cast

import httpx

from . import _requests as requests
from ._connection import failure, form, settings, written_whole
from ._models import Batch, Name, Processed, Usage
from ._requests import ImageInput, ProgressCallback, Recipe, Result, Send, Steps, T


class AsyncClient:
    """Names and processes images through a Nomina server. Use it with `async with`, or await `close`."""

    def __init__(self, key: str | None = None, url: str | None = None, *, retries: int = 3, http: httpx.AsyncClient | None = None) -> None:
        wanted = settings(key, url)
        self._http = http or httpx.AsyncClient(**wanted)
        if http is not None:
            self._http.base_url = wanted["base_url"]
            self._http.headers.update(wanted["headers"])
        self._retries = retries

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.aclose()

    async def name(self, image: ImageInput, *, original_name: str | None = None, context: str | None = None,
                   context_as_prefix: bool = False, idempotency_key: str | None = None) -> Name:
        """A name, alternatives, alt text and keywords for one image."""
        return await self._run(requests.naming(image, original_name, context, context_as_prefix, idempotency_key, self._retries))

    async def process(self, image: ImageInput, recipe: Recipe | None = None, *, idempotency_key: str | None = None) -> Processed:
        """One image through a recipe."""
        return await self._run(requests.processing(image, recipe, idempotency_key, self._retries))

    async def create_batch(self, images: Iterable[ImageInput] = (), *, archive: ImageInput | None = None, urls: Iterable[str] = (),
                           recipe: Recipe | None = None, job_name: str | None = None, webhook_url: str | None = None,
                           idempotency_key: str | None = None) -> Batch:
        """Starts a batch of images, of a ZIP (`archive`), or of addresses. It returns before the work is done."""
        return await self._run(requests.creating(images, archive, urls, recipe, job_name, webhook_url, idempotency_key, self._retries))

    async def batch(self, batch_id: str) -> Batch:
        """Progress of a batch, image by image."""
        return await self._run(requests.showing(batch_id, self._retries))

    async def wait(self, batch_id: str, on_progress: ProgressCallback | None = None) -> Batch:
        """Waits for the end of a batch. A batch that fails as a whole raises BatchFailedError."""
        return await self._run(requests.waiting(batch_id, on_progress, self._retries))

    async def download(self, batch_id: str, to: str | os.PathLike[str]) -> Path:
        """The ZIP of a finished batch as a file. The file appears when it is complete."""
        return await self._run(requests.downloading(batch_id, Path(to), self._retries))

    async def cancel(self, batch_id: str) -> Batch:
        """Cancels a batch; names that were not used are returned to the allowance."""
        return await self._run(requests.asking("POST", f"{requests.BATCHES}/{batch_id}/cancel", Batch.of, self._retries))

    async def delete(self, batch_id: str) -> None:
        """Deletes a batch with everything stored."""
        await self._run(requests.sending(Send("DELETE", f"{requests.BATCHES}/{batch_id}"), self._retries))

    async def usage(self) -> Usage:
        """Names used, and the allowance."""
        return await self._run(requests.usage(self._retries))

    async def _run(self, steps: Steps[T]) -> T:
        result: Result | None = None
        while True:
            try:
                step = steps.send(result)
            except StopIteration as done:
                return cast(T, done.value)
            if isinstance(step, Send):
                result = await self._send(step)
            else:
                await asyncio.sleep(step.seconds)
                result = None

    async def _send(self, send: Send) -> Result:
        with ExitStack() as opened:
            request = self._http.build_request(send.method, send.path, **form(send, opened))
            try:
                response = await self._http.send(request, stream=send.to is not None)
                if send.to is not None:
                    await self._save(response, send.to)
                return response
            except httpx.TransportError as error:
                return failure(error, request.url)

    async def _save(self, response: httpx.Response, to: Path) -> None:
        try:
            if not response.is_success:
                await response.aread()
                return
            with written_whole(to) as file:
                async for piece in response.aiter_bytes():
                    file.write(piece)
        finally:
            await response.aclose()
