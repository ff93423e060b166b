"""Every error of the client. `str(error)` is a sentence that can be shown."""

from __future__ import annotations

from typing import Any

import httpx


class NominaError(Exception):
    """Base class of every error of this package."""


class ConnectionFailedError(NominaError):
    """The server cannot be reached, or did not respond in time."""


class IncompleteResponseError(NominaError):
    """The response was cut off. The request may be sent again."""


class UnexpectedResponseError(NominaError):
    """The response is not one of Nomina's: the address is probably wrong."""


class BatchFailedError(NominaError):
    """A batch failed or was cancelled as a whole."""


class ApiError(NominaError):
    """The server refused a request. `code` is stable and meant for programs."""

    def __init__(self, status: int, problem: dict[str, Any], retry_after: float | None) -> None:
        self.status = status
        self.code = str(problem.get("code", "unknown"))
        self.title = str(problem.get("title", f"The server responded with status {status}."))
        self.detail: str | None = problem.get("detail")
        self.fields: dict[str, str] = {e["field"]: e["message"] for e in problem.get("errors", []) if "field" in e and "message" in e}
        self.retry_after = retry_after
        super().__init__(self.title if not self.detail else f"{self.title} ({self.detail})")


class AuthenticationError(ApiError):
    """401: the key is missing, wrong, expired or revoked."""


class PermissionDeniedError(ApiError):
    """403: the key lacks a scope, or the plan does not include this."""


class NotFoundError(ApiError):
    """404 and 410: nothing has this id, or it has expired."""


class TooLargeError(ApiError):
    """413: an image or the whole request is larger than the plan or the server allows."""


class InvalidRequestError(ApiError):
    """400, 409, 415, 422: a value is not valid; `fields` says which."""


class RateLimitError(ApiError):
    """429: too many requests, or the allowance is used up; `retry_after` is in seconds."""


class ServerError(ApiError):
    """5xx: the server is busy or something failed there."""


_BY_STATUS: dict[int, type[ApiError]] = {
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    410: NotFoundError,
    413: TooLargeError,
    429: RateLimitError,
}


def retry_after_of(response: httpx.Response) -> float | None:
    """The seconds of `Retry-After`, where the server says so."""
    value = response.headers.get("retry-after", "")
    return float(value) if value.isdigit() else None


def error_of(response: httpx.Response) -> NominaError:
    """The error for a response that is not a success."""
    kind = _BY_STATUS.get(response.status_code, ServerError if response.status_code >= 500 else InvalidRequestError)
    problem = problem_of(response)
    if problem is None and response.status_code not in (413, 429, 502, 503, 504):
        return UnexpectedResponseError(
            f"{response.url} responded with status {response.status_code}, and not as Nomina does. Check the address of the server."
        )
    return kind(response.status_code, problem or {}, retry_after_of(response))


def problem_of(response: httpx.Response) -> dict[str, Any] | None:
    """The body of an error, or None where a proxy responded instead of the server."""
    try:
        body = response.json()
    except ValueError:
        return None
    return body if isinstance(body, dict) and "code" in body else None
