"""Calls the sandbox with the client that openapi-python-client generates.

mypy checks this file in its strict mode: what it accepts here is what a user's editor shows.
"""

import json
import sys
from http import HTTPStatus

from generated import AuthenticatedClient, Client
from generated.api.account import history, people_seen
from generated.api.find import sandbox_ad_audience
from generated.api.resolve import sandbox_companies, sandbox_enrich
from generated.models import (
    AdAudienceAnswer,
    AdAudienceRequest,
    CompaniesAnswer,
    CompaniesRequest,
    EnrichAnswer,
    EnrichRequest,
    Person,
    Platform,
    PricePreview,
    Problem,
)


def the_sandbox_finds_a_person(client: Client, question: EnrichRequest) -> Person:
    answer = sandbox_enrich.sync(client=client, body=question)
    assert isinstance(answer, EnrichAnswer), answer
    assert answer.found
    assert answer.cost.credits_ == 1
    person = answer.person
    assert isinstance(person, Person), person
    assert person.full_name == question.full_name
    return person


def the_persons_company_is_found_by_its_domain(client: Client, person: Person) -> None:
    assert person.company and person.company.domain
    answer = sandbox_companies.sync(client=client, body=CompaniesRequest(domain=person.company.domain))
    assert isinstance(answer, CompaniesAnswer), answer
    assert answer.company and answer.company.domain == person.company.domain


def an_enum_is_sent_by_its_name(client: Client) -> None:
    body = AdAudienceRequest(emails=["Ada@acme.example"], platform=Platform.GOOGLE)
    answer = sandbox_ad_audience.sync(client=client, body=body)
    assert isinstance(answer, AdAudienceAnswer), answer
    assert answer.stats.valid == 1


def a_preview_has_a_type_of_its_own(client: Client, question: dict[str, object]) -> None:
    answer = sandbox_enrich.sync(client=client, body=EnrichRequest.from_dict({**question, "preview": True}))
    assert isinstance(answer, PricePreview), answer
    assert answer.would_cost.max_credits == 1


def a_mistake_is_a_typed_problem(client: Client) -> None:
    response = sandbox_enrich.sync_detailed(client=client, body=EnrichRequest(email="not an email"))
    assert response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert isinstance(response.parsed, Problem), response.parsed
    assert response.parsed.errors and response.parsed.errors[0].pointer == "/email"


def a_wrong_key_is_a_typed_problem(base_url: str) -> None:
    stranger = AuthenticatedClient(base_url=base_url, token="not a key")
    for refused in (people_seen.sync(client=stranger), history.sync(client=stranger, limit=5)):
        assert isinstance(refused, Problem), refused
        assert refused.code == "invalid_key"


def main(base_url: str, question: dict[str, object]) -> None:
    client = Client(base_url=base_url, raise_on_unexpected_status=True)
    person = the_sandbox_finds_a_person(client, EnrichRequest.from_dict(question))
    the_persons_company_is_found_by_its_domain(client, person)
    an_enum_is_sent_by_its_name(client)
    a_preview_has_a_type_of_its_own(client, question)
    a_mistake_is_a_typed_problem(client)
    a_wrong_key_is_a_typed_problem(base_url)


if __name__ == "__main__":
    main(sys.argv[1], json.loads(sys.argv[2]))
