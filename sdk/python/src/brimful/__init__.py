"""Client of brimful: one identifier in, one explained record out."""

from . import models, webhooks
from ._async.bulk import AsyncBulkJob
from ._async.client import AsyncClient
from ._sync.bulk import BulkJob
from ._sync.client import Client
from .calls import CallOptions, LiveSignal
from .errors import (
    APIError,
    AuthenticationError,
    BrimfulError,
    Conflict,
    ConnectionFailed,
    InsufficientCredits,
    InvalidRequest,
    InvalidSignature,
    JobPaused,
    NotFound,
    PermissionDenied,
    QuoteExceeded,
    RateLimited,
    ServerError,
    WaitTimeout,
)
from .version import VERSION as __version__

__all__ = [
    "APIError",
    "AsyncBulkJob",
    "AsyncClient",
    "AuthenticationError",
    "BrimfulError",
    "BulkJob",
    "CallOptions",
    "Client",
    "Conflict",
    "ConnectionFailed",
    "InsufficientCredits",
    "InvalidRequest",
    "InvalidSignature",
    "JobPaused",
    "LiveSignal",
    "NotFound",
    "PermissionDenied",
    "QuoteExceeded",
    "RateLimited",
    "ServerError",
    "WaitTimeout",
    "__version__",
    "models",
    "webhooks",
]
