# Written by sdk/generate from the file of the same name in ../_async. Change that one.

"""Bulk jobs: submitting rows, waiting, reading results."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator, Iterable, Mapping
from itertools import islice
from typing import Any

from ..calls import CallOptions, Route
from ..errors import JobPaused, WaitTimeout
from ..models import BulkJobView, BulkResultView, ReadBulkJobAnswer, WebhookInput
from .transport import Transport
from .waiting import sleep

# Rows that one job takes.
ROWS_MAX = 500
# Pause between two looks at a job: short at first, since small jobs are done at once.
LOOK_FIRST, LOOK_MAX = 0.1, 5.0
_READ = Route("GET", "/v1/bulk/{id}")
_CANCEL = Route("POST", "/v1/bulk/{id}/cancel")
_ENDED = {"completed", "cancelled", "failed"}


class BulkJob:
    """A job at the server."""

    def __init__(self, transport: Transport, id: str) -> None:
        self._transport = transport
        self.id = id

    def status(self) -> ReadBulkJobAnswer:
        """How the job stands, with its first result."""
        answer: ReadBulkJobAnswer = self._transport.call(_READ, (self.id,), {"limit": 1}, None)
        return answer

    def wait(self, timeout: float | None = None) -> ReadBulkJobAnswer:
        """Waits until the job has ended and returns how. Raises `WaitTimeout` or `JobPaused`."""
        until = None if timeout is None else time.monotonic() + timeout
        pause = LOOK_FIRST
        while True:
            job = self.status()
            if job["status"] in _ENDED:
                return job
            if job["status"] == "paused":
                raise JobPaused(self.id, job.get("paused_reason", "paused"))
            if until is not None and time.monotonic() + pause > until:
                raise WaitTimeout(f"Job {self.id} has {job['processed']} of {job['total']} items; wait again.")
            sleep(pause)
            pause = min(pause * 1.5, LOOK_MAX)

    def results(self) -> Generator[BulkResultView]:
        """The results in the order of the rows, `pending` ones among them while the job runs."""
        return self._transport.iterate(_READ, (self.id,), {}, None)

    def cancel(self) -> BulkJobView:
        """Stops the job; what is answered stays, the rest costs nothing."""
        view: BulkJobView = self._transport.call(_CANCEL, (self.id,), {}, None)
        return view


def submit(
    transport: Transport,
    route: Route,
    rows: Iterable[Mapping[str, Any]],
    webhook: WebhookInput | None,
    options: CallOptions | None,
) -> BulkJob:
    """Submits one job."""
    input: dict[str, Any] = {"items": list(rows)}
    if webhook is not None:
        input["webhook"] = webhook
    accepted = transport.call(route, (), input, options)
    return BulkJob(transport, accepted["id"])


def run(
    transport: Transport,
    route: Route,
    rows: Iterable[Mapping[str, Any]],
    jobs: int,
    options: CallOptions | None,
) -> Generator[BulkResultView]:
    """Submits rows as they are needed and yields their results in order."""
    options = {**options} if options else {}
    own_key = options.get("idempotency_key")
    source = iter(rows)
    open_jobs: deque[tuple[int, BulkJob]] = deque()
    submitted, parts = 0, 0
    is_used_up = False
    while True:
        while not is_used_up and len(open_jobs) < max(jobs, 1):
            part = list(islice(source, ROWS_MAX))
            is_used_up = len(part) < ROWS_MAX
            if part:
                if own_key is not None:
                    options["idempotency_key"] = f"{own_key}-{parts}"
                open_jobs.append((submitted, submit(transport, route, part, None, options)))
                submitted, parts = submitted + len(part), parts + 1
        if not open_jobs:
            return
        first, job = open_jobs.popleft()
        job.wait()
        for result in job.results():
            result["index"] += first
            yield result
