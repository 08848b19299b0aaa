"""Calls a demo server with the published packages of the vendors: only the address differs from their documentation."""

import os

import requests
from peopledatalabs import PDLPY
from pyhunter import PyHunter
from pyhunter.exceptions import HunterApiError

URL, KEY = os.environ["BRIMFUL_URL"], os.environ["BRIMFUL_KEY"]
EMAIL, DOMAIN, NAME = "marta.quist@tidewater.example", "tidewater.example", "Marta Quist"


def balance() -> float:
    answer = requests.get(f"{URL}/v1/me", headers={"Authorization": f"Bearer {KEY}"}, timeout=30)
    return answer.json()["balance"]


def people_data_labs() -> None:
    client = PDLPY(api_key=KEY, base_path=f"{URL}/dialect/pdl/v5")
    before = balance()
    person = client.person.enrichment(name=[NAME], company=[DOMAIN], min_likelihood=2, pretty=True)
    assert person.status_code == 200, person.text
    data = person.json()["data"]
    assert data["work_email"] == EMAIL and data["job_company_website"] == DOMAIN, data
    assert person.headers["x-call-credits-spent"] == "1" and before - balance() == 1
    assert client.person.enrichment(email="nobody@tidewater.example").status_code == 404
    assert client.person.enrichment(email=EMAIL, required="mobile_phone").status_code == 400
    matches = client.person.identify(email=EMAIL).json()["matches"]
    assert matches[0]["data"]["id"] == data["id"], matches
    requests_ = [{"params": {"email": [EMAIL]}, "metadata": {"row": 1}}, {"params": {"email": ["no@body.example"]}}]
    bulk = client.person.bulk(requests=requests_).json()
    assert [item["status"] for item in bulk] == [200, 404] and bulk[0]["metadata"] == {"row": 1}, bulk
    query = {"query": {"bool": {"must": [{"term": {"job_company_website": DOMAIN}}]}}}
    found = client.person.search(query=query, size=2).json()
    assert found["status"] == 200 and found["total"] >= 1, found
    sql = f"SELECT * FROM person WHERE job_company_website='{DOMAIN}' AND job_title_levels IN ('cxo', 'vp', 'owner');"
    assert client.person.search(sql=sql, size=1).status_code in (200, 404)
    company = client.company.enrichment(website=DOMAIN).json()
    assert company["website"] == DOMAIN and company["likelihood"] >= 1, company
    assert client.company.cleaner(website=DOMAIN).json()["id"] == company["id"]
    companies = client.company.search(sql="SELECT * FROM company WHERE employee_count >= 1", size=2).json()
    assert len(companies["data"]) == 2, companies
    typed = client.autocomplete(field="company", text="tide", size=5).json()
    assert typed["data"][0]["meta"]["website"] == DOMAIN, typed
    refused = PDLPY(api_key="wrong", base_path=f"{URL}/dialect/pdl/v5").person.enrichment(email=EMAIL)
    assert (refused.status_code, refused.json()["error"]["type"]) == (401, "authentication_error")


def hunter() -> None:
    client = PyHunter(KEY)
    client.base_endpoint = f"{URL}/dialect/hunter/v2/{{}}"
    email, score = client.email_finder(domain=DOMAIN, full_name=NAME)
    assert email == EMAIL and score > 50, (email, score)
    verdict = client.email_verifier(EMAIL)
    assert verdict["status"] == "valid" and verdict["regexp"] is True, verdict
    search = client.domain_search(DOMAIN, limit=3)
    assert search["domain"] == DOMAIN and search["emails"], search
    assert client.email_count(DOMAIN)["total"] >= len(search["emails"])
    assert client.account_information()["calls"]["left"] > 0
    assert client.email_enrichment(email=EMAIL)["name"]["fullName"] == NAME
    assert client.company_enrichment(DOMAIN)["domain"] == DOMAIN
    assert client.combined_enrichment(EMAIL)["company"]["domain"] == DOMAIN
    try:
        wrong = PyHunter("wrong", max_retries=0)
        wrong.base_endpoint = client.base_endpoint
        wrong.account_information()
    except HunterApiError as error:
        assert error.error[0]["id"] == "authentication_failed", error.error
    else:
        raise AssertionError("a wrong key was accepted")


def clearbit_() -> None:
    try:
        import clearbit
    except ImportError:
        return
    clearbit.key = KEY
    base = f"{URL}/dialect/clearbit"
    clearbit.Person.endpoint = f"{base}/person/v2/people"
    clearbit.Company.endpoint = f"{base}/company/v2/companies"
    clearbit.NameToDomain.endpoint = f"{base}/company/v1/domains"
    clearbit.enrichment.PersonCompany.endpoint = f"{base}/person/v2/combined"
    person = clearbit.Person.find(email=EMAIL)
    assert person["name"]["fullName"] == NAME, person
    company = clearbit.Company.find(domain=DOMAIN)
    assert company["domain"] == DOMAIN and company["metrics"]["employees"], company
    both = clearbit.Enrichment.find(email=EMAIL)
    assert both["person"]["id"] == person["id"] and both["company"]["id"] == company["id"], both
    assert clearbit.NameToDomain.find(name=company["name"])["domain"] == DOMAIN
    assert clearbit.Person.find(email="nobody@tidewater.example") is None


people_data_labs()
hunter()
clearbit_()
print("passed")
