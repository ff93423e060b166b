"""What the API returns, as typed values. Fields that a newer server adds are ignored."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal

import httpx


@dataclass(frozen=True)
class NamePart:
    words: str
    confidence: float


@dataclass(frozen=True)
class Name:
    """A name without extension. Without `success` it is the old name, cleaned, and `error` says why."""

    success: bool
    suggested_name: str
    alternatives: list[str]
    alt_text: str
    keywords: list[str]
    confidence: float | None
    bland: bool
    words: list[NamePart]
    fingerprint: str
    context_used: bool | None
    provider: str
    error: str | None

    @classmethod
    def of(cls, body: dict[str, Any]) -> Name:
        return cls(
            success=body["success"],
            suggested_name=body["suggestedName"],
            alternatives=body["alternatives"],
            alt_text=body.get("altText", ""),
            keywords=body.get("keywords", []),
            confidence=body.get("confidence"),
            bland=body.get("bland", False),
            words=[NamePart(part["words"], part["confidence"]) for part in body.get("words", [])],
            fingerprint=body.get("fingerprint", ""),
            context_used=body.get("contextUsed"),
            provider=body["provider"],
            error=body.get("error"),
        )


@dataclass(frozen=True)
class Processed:
    """A processed image and what was done to it."""

    content: bytes
    media_type: str
    width: int
    height: int
    frames: int
    reencoded: bool
    kept_original: bool
    warnings: list[str]

    @classmethod
    def of(cls, response: httpx.Response) -> Processed:
        headers = response.headers
        return cls(
            content=response.content,
            media_type=headers["content-type"],
            width=int(headers["nomina-width"]),
            height=int(headers["nomina-height"]),
            frames=int(headers["nomina-frames"]),
            reencoded=headers["nomina-reencoded"] == "true",
            kept_original=headers["nomina-kept-original"] == "true",
            warnings=json.loads(headers["nomina-warnings"]),
        )


@dataclass(frozen=True)
class BatchImage:
    """One image of a batch. `name` is its name in the ZIP, once there is one."""

    original_name: str
    status: Literal["waiting", "done", "failed"]
    name: str | None
    size: int | None
    error: str | None

    @classmethod
    def of(cls, body: dict[str, Any]) -> BatchImage:
        return cls(body["originalName"], body["status"], body.get("name"), body.get("size"), body.get("error"))


@dataclass(frozen=True)
class Batch:
    """A batch that the server works on."""

    id: str
    job_name: str
    status: Literal["pending", "processing", "completed", "failed"]
    file_count: int
    processed_count: int
    images: list[BatchImage]
    result_url: str | None
    error_message: str | None
    webhook_secret: str | None
    expires_at: str

    @property
    def is_over(self) -> bool:
        return self.status in ("completed", "failed")

    @classmethod
    def of(cls, body: dict[str, Any]) -> Batch:
        return cls(
            id=body["id"],
            job_name=body["jobName"],
            status=body["status"],
            file_count=body["fileCount"],
            processed_count=body["processedCount"],
            images=[BatchImage.of(image) for image in body["pictures"]],
            result_url=body.get("resultUrl"),
            error_message=body.get("errorMessage"),
            webhook_secret=body.get("webhookSecret"),
            expires_at=body["expiresAt"],
        )


@dataclass(frozen=True)
class Usage:
    """Names used, and the allowance. A limit of None means unlimited."""

    plan: str
    used_today: int
    used_this_month: int
    limit_day: int | None
    limit_month: int | None

    @classmethod
    def of(cls, body: dict[str, Any]) -> Usage:
        return cls(body["tier"], body["dailyFiles"], body["monthlyFiles"], body.get("dailyLimit"), body.get("monthlyLimit"))
