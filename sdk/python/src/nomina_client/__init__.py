"""Client of the Nomina API: names, alt text and processing for images, one by one or in batches."""

from ._async import AsyncClient
from ._errors import (
    ApiError,
    AuthenticationError,
    BatchFailedError,
    ConnectionFailedError,
    IncompleteResponseError,
    InvalidRequestError,
    NominaError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
    TooLargeError,
    UnexpectedResponseError,
)
from ._models import Batch, BatchImage, Name, NamePart, Processed, Usage
from ._requests import ImageInput, ProgressCallback, Recipe
from ._sync import Client

__version__ = "0.1.0"

__all__ = [
    "ApiError",
    "AsyncClient",
    "AuthenticationError",
    "Batch",
    "BatchFailedError",
    "BatchImage",
    "Client",
    "ConnectionFailedError",
    "ImageInput",
    "IncompleteResponseError",
    "InvalidRequestError",
    "Name",
    "NamePart",
    "NominaError",
    "NotFoundError",
    "PermissionDeniedError",
    "Processed",
    "ProgressCallback",
    "RateLimitError",
    "Recipe",
    "ServerError",
    "TooLargeError",
    "UnexpectedResponseError",
    "Usage",
]
