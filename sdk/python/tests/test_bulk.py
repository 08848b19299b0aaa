"""Bulk jobs against a server that takes its time."""

from collections.abc import Iterator

import pytest
from misbehaving import Misbehaving, Step, answers, hangs_up

from brimful import Client, JobPaused, WaitTimeout
from brimful.models import BulkVerifyEmailItem


def job(status: str, *results: int) -> Step:
    rows = [{"index": index, "status": "resolved", "credits": 1} for index in results]
    view = {"id": "job_1", "status": status, "processed": 1, "total": 2, "paused_reason": "revoked_key"}
    return answers({**view, "results": rows, "next_cursor": None})


ACCEPTED = answers({"id": "job_1", "status": "queued", "total": 2, "invalid": 0, "cost": {"credits": 0}}, 202)


def test_a_job_is_waited_for_and_read(waits: list[float]) -> None:
    steps = [hangs_up, ACCEPTED, job("queued"), job("running"), job("completed"), job("completed", 0, 1)]
    with Misbehaving(*steps) as server, Client(server.url, "key") as client:
        submitted = client.bulk.enrich.submit({"email": f"{name}@b.example"} for name in "xy")
        assert submitted.wait(timeout=60)["status"] == "completed"
        assert [result["index"] for result in submitted.results()] == [0, 1]
    first, second = server.received[:2]
    assert first.headers["idempotency-key"] == second.headers["idempotency-key"], "submitted once"
    assert len(second.json["items"]) == 2


def test_a_paused_job_and_a_late_one_are_errors(waits: list[float]) -> None:
    with Misbehaving(job("paused"), job("running")) as server, Client(server.url, "key") as client:
        with pytest.raises(JobPaused) as caught:
            client.job("job_1").wait()
        assert caught.value.reason == "revoked_key"
        with pytest.raises(WaitTimeout):
            client.job("job_1").wait(timeout=0)


def test_many_rows_are_cut_into_jobs_and_answered_in_order(waits: list[float]) -> None:
    taken = 0

    def rows() -> Iterator[BulkVerifyEmailItem]:
        return ({"email": f"{number}@b.example"} for number in range(1001))

    # Two jobs are open at a time; the third is submitted when the first was read.
    steps = [ACCEPTED, ACCEPTED, job("completed"), job("completed", *range(500)), ACCEPTED, job("completed")]
    steps += [job("completed", *range(500)), job("completed"), job("completed", 0)]
    with Misbehaving(*steps) as server, Client(server.url, "key") as client:
        for number, result in enumerate(client.bulk.verify_email.run(rows(), jobs=2)):
            assert result["index"] == number
            taken += 1
    assert taken == 1001
    submitted = [request.json["items"] for request in server.received if request.method == "POST"]
    assert [len(items) for items in submitted] == [500, 500, 1]
    assert submitted[2] == [{"email": "1000@b.example"}]
