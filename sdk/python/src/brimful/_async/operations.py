# Written by sdk/generate from the OpenAPI document. Change the API or the generator.

"""The calls of the API, in the tree of names that their paths are."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable
from typing import Unpack, cast

from .. import models as m
from ..calls import CallOptions, LiveSignal, Route
from .bulk import AsyncBulkJob, run, submit
from .transport import AsyncTransport

_ENRICH = Route("POST", "/v1/enrich", has_sandbox=True, has_quote=True)
_COMPANIES = Route("POST", "/v1/companies", has_sandbox=True, has_quote=True)
_VERIFY_EMAIL = Route("POST", "/v1/verify-email", has_sandbox=True, has_quote=True)
_FIND_EMAIL = Route("POST", "/v1/find-email", has_sandbox=True, has_quote=True)
_FIND_PERSONAL_EMAIL = Route("POST", "/v1/find-personal-email", has_sandbox=True, has_quote=True)
_FIND_PHONE = Route("POST", "/v1/find-phone", has_sandbox=True, has_quote=True)
_REVERSE_EMAIL = Route("POST", "/v1/reverse-email", has_sandbox=True, has_quote=True)
_REVERSE_PHONE = Route("POST", "/v1/reverse-phone", has_sandbox=True, has_quote=True)
_AD_AUDIENCE = Route("POST", "/v1/ad-audience", has_sandbox=True, has_quote=True)
_SEARCH_PEOPLE = Route("POST", "/v1/search/people", has_sandbox=True, has_quote=True)
_SEARCH_COMPANIES = Route("POST", "/v1/search/companies", has_sandbox=True, has_quote=True)
_SUGGEST_COMPANIES = Route("GET", "/v1/companies/suggest", has_sandbox=True)
_SIGNALS = Route("GET", "/v1/signals", has_sandbox=True)
_FIND_DECISION_MAKER = Route("POST", "/v1/find-decision-maker", has_sandbox=True, has_quote=True)
_BUYING_COMMITTEE = Route("POST", "/v1/buying-committee", has_sandbox=True, has_quote=True)
_PROSPECT_PACKAGE = Route("POST", "/v1/prospect-package", has_sandbox=True, has_quote=True)
_CONGRATS_TRIGGER = Route("POST", "/v1/congrats-trigger", has_sandbox=True, has_quote=True)
_JOB_CHANGE_RADAR = Route("POST", "/v1/job-change-radar", has_sandbox=True, has_quote=True)
_FUNDING_RADAR = Route("POST", "/v1/funding-radar", has_sandbox=True, has_quote=True)
_FUNDED_AND_HIRING = Route("POST", "/v1/funded-and-hiring", has_sandbox=True, has_quote=True)
_HIRING_INTENT = Route("POST", "/v1/hiring-intent", has_sandbox=True, has_quote=True)
_TECH_STACK_TARGETS = Route("POST", "/v1/tech-stack-targets", has_sandbox=True, has_quote=True)
_LOOKALIKE_ACCOUNTS = Route("POST", "/v1/lookalike-accounts", has_sandbox=True, has_quote=True)
_FIND_SIMILAR_PEOPLE = Route("POST", "/v1/find-similar-people", has_sandbox=True, has_quote=True)
_CHAMPION_JUST_MOVED = Route("POST", "/v1/champion-just-moved", has_sandbox=True, has_quote=True)
_LOW_COMPETITION_HIRES = Route("POST", "/v1/low-competition-hires", has_sandbox=True, has_quote=True)
_LOCAL_BUSINESS_OWNERS = Route("POST", "/v1/local-business-owners", has_sandbox=True, has_quote=True)
_JUST_FUNDED_SMB_LEADERS = Route("POST", "/v1/just-funded-smb-leaders", has_sandbox=True, has_quote=True)
_COMPETITOR_TALENT_LEAVING = Route("POST", "/v1/competitor-talent-leaving", has_sandbox=True, has_quote=True)
_SILENT_PROMOTER_RADAR = Route("POST", "/v1/silent-promoter-radar", has_sandbox=True, has_quote=True)
_HIRING_VELOCITY = Route("POST", "/v1/hiring-velocity", has_sandbox=True, has_quote=True)
_JUST_ACQUIRED_BUYERS = Route("POST", "/v1/just-acquired-buyers", has_sandbox=True, has_quote=True)
_BUYER_BUDGET_WINDOW = Route("POST", "/v1/buyer-budget-window", has_sandbox=True, has_quote=True)
_MULTI_SOURCE_PHONE = Route("POST", "/v1/multi-source-phone", has_sandbox=True, has_quote=True)
_SMB_BUYING_COMMITTEE = Route("POST", "/v1/smb-buying-committee", has_sandbox=True, has_quote=True)
_FUNDED_AND_USING_TECH = Route("POST", "/v1/funded-and-using-tech", has_sandbox=True, has_quote=True)
_QUIET_POWER_USERS = Route("POST", "/v1/quiet-power-users", has_sandbox=True, has_quote=True)
_LOCAL_SERVICE_BY_REVENUE = Route("POST", "/v1/local-service-by-revenue", has_sandbox=True, has_quote=True)
_SALES_DECK = Route("POST", "/v1/bundles/sales-deck", has_sandbox=True, has_quote=True)
_RECRUITER_PACK = Route("POST", "/v1/bundles/recruiter-pack", has_sandbox=True, has_quote=True)
_FOUNDER_RESEARCH = Route("POST", "/v1/bundles/founder-research", has_sandbox=True, has_quote=True)
_COMPETITIVE_INTEL = Route("POST", "/v1/bundles/competitive-intel", has_sandbox=True, has_quote=True)
_RELATIONSHIP_GRAPH = Route("POST", "/v1/bundles/relationship-graph", has_sandbox=True, has_quote=True)
_LIST_WATCH_LISTS = Route("GET", "/v1/watch-lists")
_CREATE_WATCH_LIST = Route("POST", "/v1/watch-lists")
_READ_WATCH_LIST = Route("GET", "/v1/watch-lists/{id}")
_CHANGE_WATCH_LIST = Route("PATCH", "/v1/watch-lists/{id}")
_DELETE_WATCH_LIST = Route("DELETE", "/v1/watch-lists/{id}")
_RUN_WATCH_LIST = Route("POST", "/v1/watch-lists/{id}/run", has_sandbox=True, has_quote=True)
_ENGAGEMENT_EVENTS = Route("POST", "/v1/engagement-events")
_LIST_ICPS = Route("GET", "/v1/saved-icps")
_SAVE_ICP = Route("POST", "/v1/saved-icps")
_READ_ICP = Route("GET", "/v1/saved-icps/{id}")
_DELETE_ICP = Route("DELETE", "/v1/saved-icps/{id}")
_RUN_ICP = Route("POST", "/v1/saved-icps/{id}/run", has_sandbox=True, has_quote=True)
_BULK_ENRICH = Route("POST", "/v1/bulk/enrich", has_quote=True)
_BULK_COMPANIES = Route("POST", "/v1/bulk/companies", has_quote=True)
_BULK_VERIFY_EMAIL = Route("POST", "/v1/bulk/verify-email", has_quote=True)
_BULK_FIND_EMAIL = Route("POST", "/v1/bulk/find-email", has_quote=True)
_BULK_FIND_PHONE = Route("POST", "/v1/bulk/find-phone", has_quote=True)
_BULK_REVERSE_EMAIL = Route("POST", "/v1/bulk/reverse-email", has_quote=True)
_BULK_REVERSE_PHONE = Route("POST", "/v1/bulk/reverse-phone", has_quote=True)
_READ_BULK_JOB = Route("GET", "/v1/bulk/{id}")
_EXPORT_BULK_JOB = Route("GET", "/v1/bulk/{id}/export")
_LIST_BULK_JOBS = Route("GET", "/v1/bulk")
_CANCEL_BULK_JOB = Route("POST", "/v1/bulk/{id}/cancel")
_RESUME_BULK_JOB = Route("POST", "/v1/bulk/{id}/resume")
_SIGNUP = Route("POST", "/v1/signup")
_LOGIN = Route("POST", "/v1/login")
_ME = Route("GET", "/v1/me")
_LIST_KEYS = Route("GET", "/v1/me/keys")
_CREATE_KEY = Route("POST", "/v1/me/keys")
_CHANGE_KEY = Route("PATCH", "/v1/me/keys/{id}")
_REVOKE_KEY = Route("DELETE", "/v1/me/keys/{id}")
_ROTATE_KEY = Route("POST", "/v1/me/keys/{id}/rotate")
_LIST_WEBHOOKS = Route("GET", "/v1/me/webhooks")
_CREATE_WEBHOOK = Route("POST", "/v1/me/webhooks")
_LIST_DELIVERIES = Route("GET", "/v1/me/webhooks/deliveries")
_READ_DELIVERY = Route("GET", "/v1/me/webhooks/deliveries/{id}")
_REDELIVER_SINCE = Route("POST", "/v1/me/webhooks/redeliver")
_REDELIVER = Route("POST", "/v1/me/webhooks/deliveries/{id}/redeliver")
_READ_WEBHOOK = Route("GET", "/v1/me/webhooks/{id}")
_CHANGE_WEBHOOK = Route("PATCH", "/v1/me/webhooks/{id}")
_DELETE_WEBHOOK = Route("DELETE", "/v1/me/webhooks/{id}")
_ROTATE_WEBHOOK_SECRET = Route("POST", "/v1/me/webhooks/{id}/rotate")
_TEST_WEBHOOK = Route("POST", "/v1/me/webhooks/{id}/test")
_HISTORY = Route("GET", "/v1/me/history")
_EXPORT_HISTORY = Route("GET", "/v1/me/history/export")
_HISTORY_DETAIL = Route("GET", "/v1/me/history/{request_id}")
_CHARGED_ANSWER = Route("GET", "/v1/me/history/{request_id}/answer")
_USAGE = Route("GET", "/v1/me/usage")
_LEDGER = Route("GET", "/v1/me/ledger")
_PEOPLE_SEEN = Route("GET", "/v1/me/people")
_INGEST_PEOPLE = Route("POST", "/v1/ingest/people")
_INGEST_COMPANIES = Route("POST", "/v1/ingest/companies")
_INGEST_SIGNALS = Route("POST", "/v1/ingest/signals")
_OPERATOR_ACCOUNTS = Route("GET", "/v1/operator/accounts")
_OPERATOR_GRANT = Route("POST", "/v1/operator/accounts/{id}/grants")
_OPERATOR_REFUND = Route("POST", "/v1/operator/accounts/{id}/refunds")
_OPERATOR_SET_PLAN = Route("POST", "/v1/operator/accounts/{id}/plan")
_OPERATOR_CLOSE_ACCOUNT = Route("POST", "/v1/operator/accounts/{id}/close")
_OPERATOR_REOPEN_ACCOUNT = Route("POST", "/v1/operator/accounts/{id}/reopen")
_OPERATOR_STATEMENT = Route("GET", "/v1/operator/accounts/{id}/statement")
_OPERATOR_LEDGER = Route("GET", "/v1/operator/accounts/{id}/ledger")
_OPERATOR_REVIEW_LIST = Route("GET", "/v1/operator/review")
_OPERATOR_REVIEW_EXPLAIN = Route("GET", "/v1/operator/review/explain")
_OPERATOR_MERGE = Route("POST", "/v1/operator/review/merge")
_OPERATOR_KEEP_APART = Route("POST", "/v1/operator/review/apart")
_OPERATOR_SPLIT = Route("POST", "/v1/operator/review/split")
_OPERATOR_AUDIT = Route("GET", "/v1/operator/audit")
_OPERATOR_SOURCES = Route("GET", "/v1/operator/sources")
_OPERATOR_WATERFALL = Route("GET", "/v1/operator/waterfall")
_OPERATOR_CHOOSE_ORDER = Route("POST", "/v1/operator/waterfall/choose")
_OPERATOR_RESET_ORDER = Route("POST", "/v1/operator/waterfall/reset")
_OPERATOR_FEEDS = Route("GET", "/v1/operator/feeds")
_OPERATOR_CALIBRATION = Route("GET", "/v1/operator/calibration")
_OPERATOR_START_CALIBRATION = Route("POST", "/v1/operator/calibration/start")
_OPERATOR_HEALTH = Route("GET", "/v1/operator/health")
_OPERATOR_SETTINGS = Route("GET", "/v1/operator/settings")
_OPERATOR_IMPORTS = Route("GET", "/v1/operator/imports")
_OPERATOR_RECEIVE_IMPORT = Route("POST", "/v1/operator/imports")
_OPERATOR_IMPORT = Route("GET", "/v1/operator/imports/{id}")
_OPERATOR_REMOVE_IMPORT = Route("DELETE", "/v1/operator/imports/{id}")
_OPERATOR_START_IMPORT = Route("POST", "/v1/operator/imports/{id}/start")
_OPERATOR_IMPORT_REJECTS = Route("GET", "/v1/operator/imports/{id}/rejects")
_LIST_PRIVACY_REQUESTS = Route("GET", "/v1/privacy/requests")
_FILE_PRIVACY_REQUEST = Route("POST", "/v1/privacy/requests")
_APPROVE_PRIVACY_REQUEST = Route("POST", "/v1/privacy/requests/{id}/approve")
_REFUSE_PRIVACY_REQUEST = Route("POST", "/v1/privacy/requests/{id}/refuse")
_LIST_SUPPRESSIONS = Route("GET", "/v1/suppressions")
_ADD_SUPPRESSION = Route("POST", "/v1/suppressions")
_REMOVE_SUPPRESSION = Route("DELETE", "/v1/suppressions/{id}")
_ERASE = Route("POST", "/v1/erase")
_SANDBOX_INFO = Route("GET", "/v1/sandbox/info")


class EnrichCalls:
    """A profile URL, email, phone, or name and company gives a person.

    `POST /v1/enrich`. Price: 1 cr when resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.EnrichRequest]) -> m.EnrichAnswer:
        """A profile URL, email, phone, or name and company gives a person.

        `POST /v1/enrich`. Price: 1 cr when resolved. Needs a key with the scope `spend`.
        """
        return cast(m.EnrichAnswer, await self._transport.call(_ENRICH, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.EnrichRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_ENRICH, (), input, options))


class CompaniesSuggestCalls:
    """Companies whose name or domain begins with what was typed.

    `GET /v1/companies/suggest`. Price: free. Needs a key with the scope `read`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.SuggestCompaniesQuery]) -> m.SuggestAnswer:
        """Companies whose name or domain begins with what was typed.

        `GET /v1/companies/suggest`. Price: free. Needs a key with the scope `read`.
        """
        return cast(m.SuggestAnswer, await self._transport.call(_SUGGEST_COMPANIES, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.SuggestCompaniesQuery]) -> AsyncGenerator[m.SuggestAnswer]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_SUGGEST_COMPANIES, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.SuggestCompaniesQuery]) -> AsyncGenerator[m.SuggestedCompany]:
        """One result after the other, over all pages. A page is asked for when it is reached."""
        return self._transport.iterate(_SUGGEST_COMPANIES, (), input, options)


class CompaniesCalls:
    """A domain, professional-network page, register identifier or name gives a company.

    `POST /v1/companies`. Price: 1 cr when resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.suggest = CompaniesSuggestCalls(transport)
        """Companies whose name or domain begins with what was typed.

        `GET /v1/companies/suggest`. Price: free. Needs a key with the scope `read`.
        """

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.CompaniesRequest]) -> m.CompaniesAnswer:
        """A domain, professional-network page, register identifier or name gives a company.

        `POST /v1/companies`. Price: 1 cr when resolved. Needs a key with the scope `spend`.
        """
        return cast(m.CompaniesAnswer, await self._transport.call(_COMPANIES, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.CompaniesRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_COMPANIES, (), input, options))


class VerifyEmailCalls:
    """Whether mail to an address arrives, asked of its mail server.

    `POST /v1/verify-email`. Price: 0.5 cr when resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.VerifyEmailRequest]) -> m.VerifyEmailAnswer:
        """Whether mail to an address arrives, asked of its mail server.

        `POST /v1/verify-email`. Price: 0.5 cr when resolved. Needs a key with the scope `spend`.
        """
        return cast(m.VerifyEmailAnswer, await self._transport.call(_VERIFY_EMAIL, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.VerifyEmailRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_VERIFY_EMAIL, (), input, options))


class FindEmailCalls:
    """A profile, or a name and a company's domain, gives a business email that is proven to work.

    `POST /v1/find-email`. Price: 2 cr when resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.FindEmailRequest]) -> m.FindEmailAnswer:
        """A profile, or a name and a company's domain, gives a business email that is proven to work.

        `POST /v1/find-email`. Price: 2 cr when resolved. Needs a key with the scope `spend`.
        """
        return cast(m.FindEmailAnswer, await self._transport.call(_FIND_EMAIL, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.FindEmailRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_FIND_EMAIL, (), input, options))


class FindPersonalEmailCalls:
    """A person's email at a free mail provider that is proven to work.

    `POST /v1/find-personal-email`. Price: 2 cr when resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.FindPersonalEmailRequest]) -> m.FindEmailAnswer:
        """A person's email at a free mail provider that is proven to work.

        `POST /v1/find-personal-email`. Price: 2 cr when resolved. Needs a key with the scope `spend`.
        """
        return cast(m.FindEmailAnswer, await self._transport.call(_FIND_PERSONAL_EMAIL, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.FindPersonalEmailRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_FIND_PERSONAL_EMAIL, (), input, options))


class FindPhoneCalls:
    """A name and a company's domain, or a person's id, give the person's mobile.

    `POST /v1/find-phone`. Price: 12 cr when resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.FindPhoneRequest]) -> m.FindPhoneAnswer:
        """A name and a company's domain, or a person's id, give the person's mobile.

        `POST /v1/find-phone`. Price: 12 cr when resolved. Needs a key with the scope `spend`.
        """
        return cast(m.FindPhoneAnswer, await self._transport.call(_FIND_PHONE, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.FindPhoneRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_FIND_PHONE, (), input, options))


class ReverseEmailCalls:
    """An email gives the person behind it, with profile and company.

    `POST /v1/reverse-email`. Price: 1 cr when resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.ReverseEmailRequest]) -> m.EnrichAnswer:
        """An email gives the person behind it, with profile and company.

        `POST /v1/reverse-email`. Price: 1 cr when resolved. Needs a key with the scope `spend`.
        """
        return cast(m.EnrichAnswer, await self._transport.call(_REVERSE_EMAIL, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.ReverseEmailRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_REVERSE_EMAIL, (), input, options))


class ReversePhoneCalls:
    """A phone number gives the person behind it, with profile and company.

    `POST /v1/reverse-phone`. Price: 2 cr when resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.ReversePhoneRequest]) -> m.EnrichAnswer:
        """A phone number gives the person behind it, with profile and company.

        `POST /v1/reverse-phone`. Price: 2 cr when resolved. Needs a key with the scope `spend`.
        """
        return cast(m.EnrichAnswer, await self._transport.call(_REVERSE_PHONE, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.ReversePhoneRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_REVERSE_PHONE, (), input, options))


class AdAudienceCalls:
    """Hashes emails for ad-platform audiences and says how many are known.

    `POST /v1/ad-audience`. Price: 0.1 cr per item resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.AdAudienceRequest]) -> m.AdAudienceAnswer:
        """Hashes emails for ad-platform audiences and says how many are known.

        `POST /v1/ad-audience`. Price: 0.1 cr per item resolved. Needs a key with the scope `spend`.
        """
        return cast(m.AdAudienceAnswer, await self._transport.call(_AD_AUDIENCE, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.AdAudienceRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_AD_AUDIENCE, (), input, options))


class SearchPeopleCalls:
    """People by title, seniority, department, skills, industry, place, employer and more.

    `POST /v1/search/people`. Price: 1 cr, and 1 cr per result. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.SearchPeopleRequest]) -> m.PersonSearchAnswer:
        """People by title, seniority, department, skills, industry, place, employer and more.

        `POST /v1/search/people`. Price: 1 cr, and 1 cr per result. Needs a key with the scope
        `spend`.
        """
        return cast(m.PersonSearchAnswer, await self._transport.call(_SEARCH_PEOPLE, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.SearchPeopleRequest]) -> m.PersonSearchPreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PersonSearchPreview, await self._transport.quote(_SEARCH_PEOPLE, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.SearchPeopleRequest]) -> AsyncGenerator[m.PersonSearchAnswer]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_SEARCH_PEOPLE, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.SearchPeopleRequest]) -> AsyncGenerator[m.Person]:
        """One result after the other, over all pages. A page is asked for, and charged, when it is
        reached.
        """
        return self._transport.iterate(_SEARCH_PEOPLE, (), input, options)


class SearchCompaniesCalls:
    """Companies by industry, technology, size, funding, place, hiring and more.

    `POST /v1/search/companies`. Price: 1 cr, and 0.5 cr per result. Needs a key with the scope
    `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.SearchCompanyFiltersRequest]) -> m.CompanySearchAnswer:
        """Companies by industry, technology, size, funding, place, hiring and more.

        `POST /v1/search/companies`. Price: 1 cr, and 0.5 cr per result. Needs a key with the scope
        `spend`.
        """
        return cast(m.CompanySearchAnswer, await self._transport.call(_SEARCH_COMPANIES, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.SearchCompanyFiltersRequest]) -> m.CompanySearchPreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.CompanySearchPreview, await self._transport.quote(_SEARCH_COMPANIES, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.SearchCompanyFiltersRequest]) -> AsyncGenerator[m.CompanySearchAnswer]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_SEARCH_COMPANIES, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.SearchCompanyFiltersRequest]) -> AsyncGenerator[m.Company]:
        """One result after the other, over all pages. A page is asked for, and charged, when it is
        reached.
        """
        return self._transport.iterate(_SEARCH_COMPANIES, (), input, options)


class SearchCalls:
    """Calls under `search`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.people = SearchPeopleCalls(transport)
        """People by title, seniority, department, skills, industry, place, employer and more.

        `POST /v1/search/people`. Price: 1 cr, and 1 cr per result. Needs a key with the scope
        `spend`.
        """
        self.companies = SearchCompaniesCalls(transport)
        """Companies by industry, technology, size, funding, place, hiring and more.

        `POST /v1/search/companies`. Price: 1 cr, and 0.5 cr per result. Needs a key with the scope
        `spend`.
        """


class SignalsCalls:
    """Funding, acquisitions, hiring, promotions, job or company changes, newest first; live with Accept:
    text/event-stream.

    `GET /v1/signals`. Price: free. Needs a key with the scope `read`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.SignalsQuery]) -> m.SignalsAnswer:
        """Funding, acquisitions, hiring, promotions, job or company changes, newest first; live with
        Accept: text/event-stream.

        `GET /v1/signals`. Price: free. Needs a key with the scope `read`.
        """
        return cast(m.SignalsAnswer, await self._transport.call(_SIGNALS, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.SignalsQuery]) -> AsyncGenerator[m.SignalsAnswer]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_SIGNALS, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.SignalsQuery]) -> AsyncGenerator[m.SignalView]:
        """One result after the other, over all pages. A page is asked for when it is reached."""
        return self._transport.iterate(_SIGNALS, (), input, options)

    def stream(
        self, *, last_event_id: str | None = None, **input: Unpack[m.SignalsQuery]
    ) -> AsyncGenerator[LiveSignal]:
        """Live signals as they become known. A connection that breaks is made again and goes on after
        the last signal. `last_event_id` goes on after a signal that an earlier stream gave.
        """
        return self._transport.stream(_SIGNALS, input, last_event_id)


class FindDecisionMakerCalls:
    """The three people at a company who most likely decide on a role's matters, with the score
    explained.

    `POST /v1/find-decision-maker`. Price: 4 cr per item resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.FindDecisionMakerRequest]) -> m.FindDecisionMakerAnswer:
        """The three people at a company who most likely decide on a role's matters, with the score
        explained.

        `POST /v1/find-decision-maker`. Price: 4 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        return cast(m.FindDecisionMakerAnswer, await self._transport.call(_FIND_DECISION_MAKER, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.FindDecisionMakerRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_FIND_DECISION_MAKER, (), input, options))


class BuyingCommitteeCalls:
    """Who decides, who advises and who uses at a company, by the kind of deal.

    `POST /v1/buying-committee`. Price: 3 cr per item resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.BuyingCommitteeRequest]) -> m.BuyingCommitteeAnswer:
        """Who decides, who advises and who uses at a company, by the kind of deal.

        `POST /v1/buying-committee`. Price: 3 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        return cast(m.BuyingCommitteeAnswer, await self._transport.call(_BUYING_COMMITTEE, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.BuyingCommitteeRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_BUYING_COMMITTEE, (), input, options))


class ProspectPackageCalls:
    """A person with email and phone, three peers, and four first lines made from facts.

    `POST /v1/prospect-package`. Price: 12 cr when resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.ProspectPackageRequest]) -> m.ProspectPackageAnswer:
        """A person with email and phone, three peers, and four first lines made from facts.

        `POST /v1/prospect-package`. Price: 12 cr when resolved. Needs a key with the scope `spend`.
        """
        return cast(m.ProspectPackageAnswer, await self._transport.call(_PROSPECT_PACKAGE, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.ProspectPackageRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_PROSPECT_PACKAGE, (), input, options))


class CongratsTriggerCalls:
    """People who changed jobs, with the text of their post and a first line to send.

    `POST /v1/congrats-trigger`. Price: 2 cr per item resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.CongratsTriggerRequest]) -> m.CongratulationList:
        """People who changed jobs, with the text of their post and a first line to send.

        `POST /v1/congrats-trigger`. Price: 2 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        return cast(m.CongratulationList, await self._transport.call(_CONGRATS_TRIGGER, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.CongratsTriggerRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_CONGRATS_TRIGGER, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.CongratsTriggerRequest]) -> AsyncGenerator[m.CongratulationList]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_CONGRATS_TRIGGER, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.CongratsTriggerRequest]) -> AsyncGenerator[m.Congratulation]:
        """One result after the other, over all pages. A page is asked for, and charged, when it is
        reached.
        """
        return self._transport.iterate(_CONGRATS_TRIGGER, (), input, options)


class JobChangeRadarCalls:
    """Job changes as they become known, with the names that the free feed masks.

    `POST /v1/job-change-radar`. Price: 2 cr per item resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.JobChangeRadarRequest]) -> m.UnmaskedMoveList:
        """Job changes as they become known, with the names that the free feed masks.

        `POST /v1/job-change-radar`. Price: 2 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        return cast(m.UnmaskedMoveList, await self._transport.call(_JOB_CHANGE_RADAR, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.JobChangeRadarRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_JOB_CHANGE_RADAR, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.JobChangeRadarRequest]) -> AsyncGenerator[m.UnmaskedMoveList]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_JOB_CHANGE_RADAR, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.JobChangeRadarRequest]) -> AsyncGenerator[m.UnmaskedMove]:
        """One result after the other, over all pages. A page is asked for, and charged, when it is
        reached.
        """
        return self._transport.iterate(_JOB_CHANGE_RADAR, (), input, options)


class FundingRadarCalls:
    """Companies that raised money lately, each with the person who decides there.

    `POST /v1/funding-radar`. Price: 3 cr per item resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.FundingRadarRequest]) -> m.FundedAccountList:
        """Companies that raised money lately, each with the person who decides there.

        `POST /v1/funding-radar`. Price: 3 cr per item resolved. Needs a key with the scope `spend`.
        """
        return cast(m.FundedAccountList, await self._transport.call(_FUNDING_RADAR, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.FundingRadarRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_FUNDING_RADAR, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.FundingRadarRequest]) -> AsyncGenerator[m.FundedAccountList]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_FUNDING_RADAR, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.FundingRadarRequest]) -> AsyncGenerator[m.FundedAccount]:
        """One result after the other, over all pages. A page is asked for, and charged, when it is
        reached.
        """
        return self._transport.iterate(_FUNDING_RADAR, (), input, options)


class FundedAndHiringCalls:
    """Companies that raised money lately and are hiring, each with the person who decides there.

    `POST /v1/funded-and-hiring`. Price: 10 cr per item resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.FundedAndHiringRequest]) -> m.FundedAndHiringAccountList:
        """Companies that raised money lately and are hiring, each with the person who decides there.

        `POST /v1/funded-and-hiring`. Price: 10 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        return cast(m.FundedAndHiringAccountList, await self._transport.call(_FUNDED_AND_HIRING, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.FundedAndHiringRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_FUNDED_AND_HIRING, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.FundedAndHiringRequest]) -> AsyncGenerator[m.FundedAndHiringAccountList]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_FUNDED_AND_HIRING, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.FundedAndHiringRequest]) -> AsyncGenerator[m.FundedAndHiringAccount]:
        """One result after the other, over all pages. A page is asked for, and charged, when it is
        reached.
        """
        return self._transport.iterate(_FUNDED_AND_HIRING, (), input, options)


class HiringIntentCalls:
    """Companies that are hiring for a title or department, each with the person who owns that budget.

    `POST /v1/hiring-intent`. Price: 8 cr per item resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.HiringIntentRequest]) -> m.HiringAccountList:
        """Companies that are hiring for a title or department, each with the person who owns that
        budget.

        `POST /v1/hiring-intent`. Price: 8 cr per item resolved. Needs a key with the scope `spend`.
        """
        return cast(m.HiringAccountList, await self._transport.call(_HIRING_INTENT, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.HiringIntentRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_HIRING_INTENT, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.HiringIntentRequest]) -> AsyncGenerator[m.HiringAccountList]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_HIRING_INTENT, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.HiringIntentRequest]) -> AsyncGenerator[m.HiringAccount]:
        """One result after the other, over all pages. A page is asked for, and charged, when it is
        reached.
        """
        return self._transport.iterate(_HIRING_INTENT, (), input, options)


class TechStackTargetsCalls:
    """Companies that use a technology, each with the person who decides there.

    `POST /v1/tech-stack-targets`. Price: 4 cr per item resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.TechStackTargetsRequest]) -> m.TechAccountList:
        """Companies that use a technology, each with the person who decides there.

        `POST /v1/tech-stack-targets`. Price: 4 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        return cast(m.TechAccountList, await self._transport.call(_TECH_STACK_TARGETS, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.TechStackTargetsRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_TECH_STACK_TARGETS, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.TechStackTargetsRequest]) -> AsyncGenerator[m.TechAccountList]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_TECH_STACK_TARGETS, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.TechStackTargetsRequest]) -> AsyncGenerator[m.TechAccount]:
        """One result after the other, over all pages. A page is asked for, and charged, when it is
        reached.
        """
        return self._transport.iterate(_TECH_STACK_TARGETS, (), input, options)


class LookalikeAccountsCalls:
    """Companies like up to five others, with what they have in common.

    `POST /v1/lookalike-accounts`. Price: 0.6 cr per item resolved. Needs a key with the scope
    `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.LookalikeAccountsRequest]) -> m.LookalikeList:
        """Companies like up to five others, with what they have in common.

        `POST /v1/lookalike-accounts`. Price: 0.6 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        return cast(m.LookalikeList, await self._transport.call(_LOOKALIKE_ACCOUNTS, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.LookalikeAccountsRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_LOOKALIKE_ACCOUNTS, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.LookalikeAccountsRequest]) -> AsyncGenerator[m.LookalikeList]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_LOOKALIKE_ACCOUNTS, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.LookalikeAccountsRequest]) -> AsyncGenerator[m.Lookalike]:
        """One result after the other, over all pages. A page is asked for, and charged, when it is
        reached.
        """
        return self._transport.iterate(_LOOKALIKE_ACCOUNTS, (), input, options)


class FindSimilarPeopleCalls:
    """People like one person, at other companies, with what they have in common.

    `POST /v1/find-similar-people`. Price: 1 cr and 0.8 cr per result, when any is found. Needs a key
    with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.FindSimilarPeopleRequest]) -> m.SimilarPersonList:
        """People like one person, at other companies, with what they have in common.

        `POST /v1/find-similar-people`. Price: 1 cr and 0.8 cr per result, when any is found. Needs a
        key with the scope `spend`.
        """
        return cast(m.SimilarPersonList, await self._transport.call(_FIND_SIMILAR_PEOPLE, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.FindSimilarPeopleRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_FIND_SIMILAR_PEOPLE, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.FindSimilarPeopleRequest]) -> AsyncGenerator[m.SimilarPersonList]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_FIND_SIMILAR_PEOPLE, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.FindSimilarPeopleRequest]) -> AsyncGenerator[m.SimilarPerson]:
        """One result after the other, over all pages. A page is asked for, and charged, when it is
        reached.
        """
        return self._transport.iterate(_FIND_SIMILAR_PEOPLE, (), input, options)


class ChampionJustMovedCalls:
    """Which of your contacts have changed companies, and where they are now.

    `POST /v1/champion-just-moved`. Price: 2 cr per item resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.ChampionJustMovedRequest]) -> m.MovedChampionList:
        """Which of your contacts have changed companies, and where they are now.

        `POST /v1/champion-just-moved`. Price: 2 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        return cast(m.MovedChampionList, await self._transport.call(_CHAMPION_JUST_MOVED, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.ChampionJustMovedRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_CHAMPION_JUST_MOVED, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.ChampionJustMovedRequest]) -> AsyncGenerator[m.MovedChampionList]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_CHAMPION_JUST_MOVED, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.ChampionJustMovedRequest]) -> AsyncGenerator[m.MovedChampion]:
        """One result after the other, over all pages. A page is asked for, and charged, when it is
        reached.
        """
        return self._transport.iterate(_CHAMPION_JUST_MOVED, (), input, options)


class LowCompetitionHiresCalls:
    """Open positions with fewer than 25 applicants.

    `POST /v1/low-competition-hires`. Price: 1 cr per item resolved. Needs a key with the scope
    `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.LowCompetitionHiresRequest]) -> m.LowCompetitionJobList:
        """Open positions with fewer than 25 applicants.

        `POST /v1/low-competition-hires`. Price: 1 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        return cast(m.LowCompetitionJobList, await self._transport.call(_LOW_COMPETITION_HIRES, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.LowCompetitionHiresRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_LOW_COMPETITION_HIRES, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.LowCompetitionHiresRequest]) -> AsyncGenerator[m.LowCompetitionJobList]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_LOW_COMPETITION_HIRES, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.LowCompetitionHiresRequest]) -> AsyncGenerator[m.LowCompetitionJob]:
        """One result after the other, over all pages. A page is asked for, and charged, when it is
        reached.
        """
        return self._transport.iterate(_LOW_COMPETITION_HIRES, (), input, options)


class LocalBusinessOwnersCalls:
    """Small businesses by industry, city and size, with the owner's mobile or email.

    `POST /v1/local-business-owners`. Price: 3 cr per item resolved. Needs a key with the scope
    `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.LocalBusinessOwnersRequest]) -> m.OwnedBusinessList:
        """Small businesses by industry, city and size, with the owner's mobile or email.

        `POST /v1/local-business-owners`. Price: 3 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        return cast(m.OwnedBusinessList, await self._transport.call(_LOCAL_BUSINESS_OWNERS, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.LocalBusinessOwnersRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_LOCAL_BUSINESS_OWNERS, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.LocalBusinessOwnersRequest]) -> AsyncGenerator[m.OwnedBusinessList]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_LOCAL_BUSINESS_OWNERS, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.LocalBusinessOwnersRequest]) -> AsyncGenerator[m.OwnedBusiness]:
        """One result after the other, over all pages. A page is asked for, and charged, when it is
        reached.
        """
        return self._transport.iterate(_LOCAL_BUSINESS_OWNERS, (), input, options)


class JustFundedSmbLeadersCalls:
    """Small businesses funded within the last 30 days, with the owner's mobile or email.

    `POST /v1/just-funded-smb-leaders`. Price: 6 cr per item resolved. Needs a key with the scope
    `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.JustFundedSmbLeadersRequest]) -> m.FundedBusinessList:
        """Small businesses funded within the last 30 days, with the owner's mobile or email.

        `POST /v1/just-funded-smb-leaders`. Price: 6 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        return cast(m.FundedBusinessList, await self._transport.call(_JUST_FUNDED_SMB_LEADERS, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.JustFundedSmbLeadersRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_JUST_FUNDED_SMB_LEADERS, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.JustFundedSmbLeadersRequest]) -> AsyncGenerator[m.FundedBusinessList]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_JUST_FUNDED_SMB_LEADERS, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.JustFundedSmbLeadersRequest]) -> AsyncGenerator[m.FundedBusiness]:
        """One result after the other, over all pages. A page is asked for, and charged, when it is
        reached.
        """
        return self._transport.iterate(_JUST_FUNDED_SMB_LEADERS, (), input, options)


class CompetitorTalentLeavingCalls:
    """People who left a company within the last 30 days, with a verified way to reach them.

    `POST /v1/competitor-talent-leaving`. Price: 3 cr per item resolved. Needs a key with the scope
    `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.CompetitorTalentLeavingRequest]) -> m.DepartedTalentList:
        """People who left a company within the last 30 days, with a verified way to reach them.

        `POST /v1/competitor-talent-leaving`. Price: 3 cr per item resolved. Needs a key with the
        scope `spend`.
        """
        return cast(m.DepartedTalentList, await self._transport.call(_COMPETITOR_TALENT_LEAVING, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.CompetitorTalentLeavingRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_COMPETITOR_TALENT_LEAVING, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.CompetitorTalentLeavingRequest]) -> AsyncGenerator[m.DepartedTalentList]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_COMPETITOR_TALENT_LEAVING, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.CompetitorTalentLeavingRequest]) -> AsyncGenerator[m.DepartedTalent]:
        """One result after the other, over all pages. A page is asked for, and charged, when it is
        reached.
        """
        return self._transport.iterate(_COMPETITOR_TALENT_LEAVING, (), input, options)


class SilentPromoterRadarCalls:
    """Which of your contacts were promoted at their company within the last 90 days.

    `POST /v1/silent-promoter-radar`. Price: 2 cr per item resolved. Needs a key with the scope
    `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.SilentPromoterRadarRequest]) -> m.PromotedList:
        """Which of your contacts were promoted at their company within the last 90 days.

        `POST /v1/silent-promoter-radar`. Price: 2 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        return cast(m.PromotedList, await self._transport.call(_SILENT_PROMOTER_RADAR, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.SilentPromoterRadarRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_SILENT_PROMOTER_RADAR, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.SilentPromoterRadarRequest]) -> AsyncGenerator[m.PromotedList]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_SILENT_PROMOTER_RADAR, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.SilentPromoterRadarRequest]) -> AsyncGenerator[m.Promoted]:
        """One result after the other, over all pages. A page is asked for, and charged, when it is
        reached.
        """
        return self._transport.iterate(_SILENT_PROMOTER_RADAR, (), input, options)


class HiringVelocityCalls:
    """Companies with five or more positions in one department posted this quarter, with the budget's
    owner.

    `POST /v1/hiring-velocity`. Price: 5 cr per item resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.HiringVelocityRequest]) -> m.FastHiringAccountList:
        """Companies with five or more positions in one department posted this quarter, with the budget's
        owner.

        `POST /v1/hiring-velocity`. Price: 5 cr per item resolved. Needs a key with the scope `spend`.
        """
        return cast(m.FastHiringAccountList, await self._transport.call(_HIRING_VELOCITY, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.HiringVelocityRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_HIRING_VELOCITY, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.HiringVelocityRequest]) -> AsyncGenerator[m.FastHiringAccountList]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_HIRING_VELOCITY, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.HiringVelocityRequest]) -> AsyncGenerator[m.FastHiringAccount]:
        """One result after the other, over all pages. A page is asked for, and charged, when it is
        reached.
        """
        return self._transport.iterate(_HIRING_VELOCITY, (), input, options)


class JustAcquiredBuyersCalls:
    """Companies bought within the last 30 days, with the person who decides at the buyer.

    `POST /v1/just-acquired-buyers`. Price: 4 cr per item resolved. Needs a key with the scope
    `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.JustAcquiredBuyersRequest]) -> m.AcquiredAccountList:
        """Companies bought within the last 30 days, with the person who decides at the buyer.

        `POST /v1/just-acquired-buyers`. Price: 4 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        return cast(m.AcquiredAccountList, await self._transport.call(_JUST_ACQUIRED_BUYERS, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.JustAcquiredBuyersRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_JUST_ACQUIRED_BUYERS, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.JustAcquiredBuyersRequest]) -> AsyncGenerator[m.AcquiredAccountList]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_JUST_ACQUIRED_BUYERS, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.JustAcquiredBuyersRequest]) -> AsyncGenerator[m.AcquiredAccount]:
        """One result after the other, over all pages. A page is asked for, and charged, when it is
        reached.
        """
        return self._transport.iterate(_JUST_ACQUIRED_BUYERS, (), input, options)


class BuyerBudgetWindowCalls:
    """Companies funded 6 to 18 months ago that are hiring, with the person who decides there.

    `POST /v1/buyer-budget-window`. Price: 6 cr per item resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.BuyerBudgetWindowRequest]) -> m.BudgetAccountList:
        """Companies funded 6 to 18 months ago that are hiring, with the person who decides there.

        `POST /v1/buyer-budget-window`. Price: 6 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        return cast(m.BudgetAccountList, await self._transport.call(_BUYER_BUDGET_WINDOW, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.BuyerBudgetWindowRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_BUYER_BUDGET_WINDOW, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.BuyerBudgetWindowRequest]) -> AsyncGenerator[m.BudgetAccountList]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_BUYER_BUDGET_WINDOW, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.BuyerBudgetWindowRequest]) -> AsyncGenerator[m.BudgetAccount]:
        """One result after the other, over all pages. A page is asked for, and charged, when it is
        reached.
        """
        return self._transport.iterate(_BUYER_BUDGET_WINDOW, (), input, options)


class MultiSourcePhoneCalls:
    """A person's mobile, asked of one source after the other, with what each said.

    `POST /v1/multi-source-phone`. Price: 14 cr per item resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.MultiSourcePhoneRequest]) -> m.MultiSourcePhoneAnswer:
        """A person's mobile, asked of one source after the other, with what each said.

        `POST /v1/multi-source-phone`. Price: 14 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        return cast(m.MultiSourcePhoneAnswer, await self._transport.call(_MULTI_SOURCE_PHONE, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.MultiSourcePhoneRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_MULTI_SOURCE_PHONE, (), input, options))


class SmbBuyingCommitteeCalls:
    """Owner, manager, dispatcher and operations lead of a small business.

    `POST /v1/smb-buying-committee`. Price: 4 cr per item resolved. Needs a key with the scope
    `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.SmbBuyingCommitteeRequest]) -> m.SmbBuyingCommitteeAnswer:
        """Owner, manager, dispatcher and operations lead of a small business.

        `POST /v1/smb-buying-committee`. Price: 4 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        return cast(m.SmbBuyingCommitteeAnswer, await self._transport.call(_SMB_BUYING_COMMITTEE, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.SmbBuyingCommitteeRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_SMB_BUYING_COMMITTEE, (), input, options))


class FundedAndUsingTechCalls:
    """Companies that raised money lately and use a technology, with the person who decides there.

    `POST /v1/funded-and-using-tech`. Price: 7 cr per item resolved. Needs a key with the scope
    `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.FundedAndUsingTechRequest]) -> m.FundedTechAccountList:
        """Companies that raised money lately and use a technology, with the person who decides there.

        `POST /v1/funded-and-using-tech`. Price: 7 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        return cast(m.FundedTechAccountList, await self._transport.call(_FUNDED_AND_USING_TECH, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.FundedAndUsingTechRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_FUNDED_AND_USING_TECH, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.FundedAndUsingTechRequest]) -> AsyncGenerator[m.FundedTechAccountList]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_FUNDED_AND_USING_TECH, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.FundedAndUsingTechRequest]) -> AsyncGenerator[m.FundedTechAccount]:
        """One result after the other, over all pages. A page is asked for, and charged, when it is
        reached.
        """
        return self._transport.iterate(_FUNDED_AND_USING_TECH, (), input, options)


class QuietPowerUsersCalls:
    """Which of your champions changed jobs or titles, or suddenly engage far more.

    `POST /v1/quiet-power-users`. Price: 2 cr per item resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.QuietPowerUsersRequest]) -> m.PowerUserList:
        """Which of your champions changed jobs or titles, or suddenly engage far more.

        `POST /v1/quiet-power-users`. Price: 2 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        return cast(m.PowerUserList, await self._transport.call(_QUIET_POWER_USERS, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.QuietPowerUsersRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_QUIET_POWER_USERS, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.QuietPowerUsersRequest]) -> AsyncGenerator[m.PowerUserList]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_QUIET_POWER_USERS, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.QuietPowerUsersRequest]) -> AsyncGenerator[m.PowerUser]:
        """One result after the other, over all pages. A page is asked for, and charged, when it is
        reached.
        """
        return self._transport.iterate(_QUIET_POWER_USERS, (), input, options)


class LocalServiceByRevenueCalls:
    """Small businesses by yearly revenue, with the owner's mobile or email.

    `POST /v1/local-service-by-revenue`. Price: 4 cr per item resolved. Needs a key with the scope
    `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.LocalServiceByRevenueRequest]) -> m.BusinessByRevenueList:
        """Small businesses by yearly revenue, with the owner's mobile or email.

        `POST /v1/local-service-by-revenue`. Price: 4 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        return cast(m.BusinessByRevenueList, await self._transport.call(_LOCAL_SERVICE_BY_REVENUE, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.LocalServiceByRevenueRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_LOCAL_SERVICE_BY_REVENUE, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.LocalServiceByRevenueRequest]) -> AsyncGenerator[m.BusinessByRevenueList]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_LOCAL_SERVICE_BY_REVENUE, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.LocalServiceByRevenueRequest]) -> AsyncGenerator[m.BusinessByRevenue]:
        """One result after the other, over all pages. A page is asked for, and charged, when it is
        reached.
        """
        return self._transport.iterate(_LOCAL_SERVICE_BY_REVENUE, (), input, options)


class BundlesSalesDeckCalls:
    """A brief on an account: who decides, who has a say, money, moves and companies like it.

    `POST /v1/bundles/sales-deck`. Price: 25 cr when resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.SalesDeckRequest]) -> m.SalesDeckAnswer:
        """A brief on an account: who decides, who has a say, money, moves and companies like it.

        `POST /v1/bundles/sales-deck`. Price: 25 cr when resolved. Needs a key with the scope `spend`.
        """
        return cast(m.SalesDeckAnswer, await self._transport.call(_SALES_DECK, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.SalesDeckRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_SALES_DECK, (), input, options))


class BundlesRecruiterPackCalls:
    """A candidate and eight similar candidates at other companies.

    `POST /v1/bundles/recruiter-pack`. Price: 30 cr when resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.RecruiterPackRequest]) -> m.RecruiterPackAnswer:
        """A candidate and eight similar candidates at other companies.

        `POST /v1/bundles/recruiter-pack`. Price: 30 cr when resolved. Needs a key with the scope
        `spend`.
        """
        return cast(m.RecruiterPackAnswer, await self._transport.call(_RECRUITER_PACK, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.RecruiterPackRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_RECRUITER_PACK, (), input, options))


class BundlesFounderResearchCalls:
    """A company with its founders, funding history and technologies.

    `POST /v1/bundles/founder-research`. Price: 20 cr when resolved. Needs a key with the scope
    `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.FounderResearchRequest]) -> m.FounderResearchAnswer:
        """A company with its founders, funding history and technologies.

        `POST /v1/bundles/founder-research`. Price: 20 cr when resolved. Needs a key with the scope
        `spend`.
        """
        return cast(m.FounderResearchAnswer, await self._transport.call(_FOUNDER_RESEARCH, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.FounderResearchRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_FOUNDER_RESEARCH, (), input, options))


class BundlesCompetitiveIntelCalls:
    """A competitor's leadership, recent moves, technologies and lookalikes.

    `POST /v1/bundles/competitive-intel`. Price: 25 cr when resolved. Needs a key with the scope
    `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.CompetitiveIntelRequest]) -> m.CompetitiveIntelAnswer:
        """A competitor's leadership, recent moves, technologies and lookalikes.

        `POST /v1/bundles/competitive-intel`. Price: 25 cr when resolved. Needs a key with the scope
        `spend`.
        """
        return cast(m.CompetitiveIntelAnswer, await self._transport.call(_COMPETITIVE_INTEL, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.CompetitiveIntelRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_COMPETITIVE_INTEL, (), input, options))


class BundlesRelationshipGraphCalls:
    """A person's past and present coworkers by overlapping employment, with ways to be introduced.

    `POST /v1/bundles/relationship-graph`. Price: 15 cr when resolved. Needs a key with the scope
    `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.RelationshipGraphRequest]) -> m.RelationshipGraphAnswer:
        """A person's past and present coworkers by overlapping employment, with ways to be introduced.

        `POST /v1/bundles/relationship-graph`. Price: 15 cr when resolved. Needs a key with the scope
        `spend`.
        """
        return cast(m.RelationshipGraphAnswer, await self._transport.call(_RELATIONSHIP_GRAPH, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.RelationshipGraphRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_RELATIONSHIP_GRAPH, (), input, options))


class BundlesCalls:
    """Calls under `bundles`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.sales_deck = BundlesSalesDeckCalls(transport)
        """A brief on an account: who decides, who has a say, money, moves and companies like it.

        `POST /v1/bundles/sales-deck`. Price: 25 cr when resolved. Needs a key with the scope `spend`.
        """
        self.recruiter_pack = BundlesRecruiterPackCalls(transport)
        """A candidate and eight similar candidates at other companies.

        `POST /v1/bundles/recruiter-pack`. Price: 30 cr when resolved. Needs a key with the scope
        `spend`.
        """
        self.founder_research = BundlesFounderResearchCalls(transport)
        """A company with its founders, funding history and technologies.

        `POST /v1/bundles/founder-research`. Price: 20 cr when resolved. Needs a key with the scope
        `spend`.
        """
        self.competitive_intel = BundlesCompetitiveIntelCalls(transport)
        """A competitor's leadership, recent moves, technologies and lookalikes.

        `POST /v1/bundles/competitive-intel`. Price: 25 cr when resolved. Needs a key with the scope
        `spend`.
        """
        self.relationship_graph = BundlesRelationshipGraphCalls(transport)
        """A person's past and present coworkers by overlapping employment, with ways to be introduced.

        `POST /v1/bundles/relationship-graph`. Price: 15 cr when resolved. Needs a key with the scope
        `spend`.
        """


class WatchListsListCalls:
    """Lists your watch lists.

    `GET /v1/watch-lists`. Price: free. Needs a key with the scope `read`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.ListWatchListsQuery]) -> m.ListWatchListsAnswer:
        """Lists your watch lists.

        `GET /v1/watch-lists`. Price: free. Needs a key with the scope `read`.
        """
        return cast(m.ListWatchListsAnswer, await self._transport.call(_LIST_WATCH_LISTS, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.ListWatchListsQuery]) -> AsyncGenerator[m.ListWatchListsAnswer]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_LIST_WATCH_LISTS, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.ListWatchListsQuery]) -> AsyncGenerator[m.WatchListView]:
        """One result after the other, over all pages. A page is asked for when it is reached."""
        return self._transport.iterate(_LIST_WATCH_LISTS, (), input, options)


class WatchListsRunCalls:
    """What is new about a watch list's entries since its last run, with the people and companies.

    `POST /v1/watch-lists/{id}/run`. Price: 2 cr per item resolved. Needs a key with the scope
    `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, id: str, /, *, options: CallOptions | None = None, **input: Unpack[m.RunWatchListRequest]) -> m.RunWatchListAnswer:
        """What is new about a watch list's entries since its last run, with the people and companies.

        `POST /v1/watch-lists/{id}/run`. Price: 2 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        return cast(m.RunWatchListAnswer, await self._transport.call(_RUN_WATCH_LIST, (id,), input, options))

    async def quote(self, id: str, /, *, options: CallOptions | None = None, **input: Unpack[m.RunWatchListRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_RUN_WATCH_LIST, (id,), input, options))


class WatchListsCalls:
    """Calls under `watch_lists`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.list = WatchListsListCalls(transport)
        """Lists your watch lists.

        `GET /v1/watch-lists`. Price: free. Needs a key with the scope `read`.
        """
        self.run = WatchListsRunCalls(transport)
        """What is new about a watch list's entries since its last run, with the people and companies.

        `POST /v1/watch-lists/{id}/run`. Price: 2 cr per item resolved. Needs a key with the scope
        `spend`.
        """

    async def create(self, *, options: CallOptions | None = None, **input: Unpack[m.CreateWatchListRequest]) -> m.WatchListView:
        """Makes a watch list of profiles or companies.

        `POST /v1/watch-lists`. Price: free. Needs a key with the scope `read`.
        """
        return cast(m.WatchListView, await self._transport.call(_CREATE_WATCH_LIST, (), input, options))

    async def read(self, id: str, /, *, options: CallOptions | None = None) -> m.WatchListAnswer:
        """A watch list with its entries.

        `GET /v1/watch-lists/{id}`. Price: free. Needs a key with the scope `read`.
        """
        return cast(m.WatchListAnswer, await self._transport.call(_READ_WATCH_LIST, (id,), {}, options))

    async def change(self, id: str, /, *, options: CallOptions | None = None, **input: Unpack[m.ChangeWatchListRequest]) -> m.WatchListView:
        """Changes a watch list.

        `PATCH /v1/watch-lists/{id}`. Price: free. Needs a key with the scope `read`.
        """
        return cast(m.WatchListView, await self._transport.call(_CHANGE_WATCH_LIST, (id,), input, options))

    async def delete(self, id: str, /, *, options: CallOptions | None = None) -> m.WatchListView:
        """Deletes a watch list.

        `DELETE /v1/watch-lists/{id}`. Price: free. Needs a key with the scope `read`.
        """
        return cast(m.WatchListView, await self._transport.call(_DELETE_WATCH_LIST, (id,), {}, options))


class SavedIcpsListCalls:
    """Lists your saved ICPs.

    `GET /v1/saved-icps`. Price: free. Needs a key with the scope `read`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.ListIcpsQuery]) -> m.ListIcpsAnswer:
        """Lists your saved ICPs.

        `GET /v1/saved-icps`. Price: free. Needs a key with the scope `read`.
        """
        return cast(m.ListIcpsAnswer, await self._transport.call(_LIST_ICPS, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.ListIcpsQuery]) -> AsyncGenerator[m.ListIcpsAnswer]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_LIST_ICPS, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.ListIcpsQuery]) -> AsyncGenerator[m.SavedIcpView]:
        """One result after the other, over all pages. A page is asked for when it is reached."""
        return self._transport.iterate(_LIST_ICPS, (), input, options)


class SavedIcpsRunCalls:
    """Runs a saved ICP again; what an earlier run has answered is not charged again.

    `POST /v1/saved-icps/{id}/run`. Price: 1 cr, and 0.5 cr per result. Needs a key with the scope
    `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, id: str, /, *, options: CallOptions | None = None, **input: Unpack[m.RunIcpRequest]) -> m.RunIcpAnswer:
        """Runs a saved ICP again; what an earlier run has answered is not charged again.

        `POST /v1/saved-icps/{id}/run`. Price: 1 cr, and 0.5 cr per result. Needs a key with the scope
        `spend`.
        """
        return cast(m.RunIcpAnswer, await self._transport.call(_RUN_ICP, (id,), input, options))

    async def quote(self, id: str, /, *, options: CallOptions | None = None, **input: Unpack[m.RunIcpRequest]) -> m.PricePreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.PricePreview, await self._transport.quote(_RUN_ICP, (id,), input, options))

    def pages(self, id: str, /, *, options: CallOptions | None = None, **input: Unpack[m.RunIcpRequest]) -> AsyncGenerator[m.RunIcpAnswer]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_RUN_ICP, (id,), input, options)

    def iterate(self, id: str, /, *, options: CallOptions | None = None, **input: Unpack[m.RunIcpRequest]) -> AsyncGenerator[m.IcpResult]:
        """One result after the other, over all pages. A page is asked for, and charged, when it is
        reached.
        """
        return self._transport.iterate(_RUN_ICP, (id,), input, options)


class SavedIcpsCalls:
    """Calls under `saved_icps`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.list = SavedIcpsListCalls(transport)
        """Lists your saved ICPs.

        `GET /v1/saved-icps`. Price: free. Needs a key with the scope `read`.
        """
        self.run = SavedIcpsRunCalls(transport)
        """Runs a saved ICP again; what an earlier run has answered is not charged again.

        `POST /v1/saved-icps/{id}/run`. Price: 1 cr, and 0.5 cr per result. Needs a key with the scope
        `spend`.
        """

    async def save(self, *, options: CallOptions | None = None, **input: Unpack[m.SaveIcpRequest]) -> m.SavedIcpView:
        """Saves a filter to run again.

        `POST /v1/saved-icps`. Price: free. Needs a key with the scope `read`.
        """
        return cast(m.SavedIcpView, await self._transport.call(_SAVE_ICP, (), input, options))

    async def read(self, id: str, /, *, options: CallOptions | None = None) -> m.SavedIcpView:
        """A saved ICP.

        `GET /v1/saved-icps/{id}`. Price: free. Needs a key with the scope `read`.
        """
        return cast(m.SavedIcpView, await self._transport.call(_READ_ICP, (id,), {}, options))

    async def delete(self, id: str, /, *, options: CallOptions | None = None) -> m.SavedIcpView:
        """Deletes a saved ICP.

        `DELETE /v1/saved-icps/{id}`. Price: free. Needs a key with the scope `read`.
        """
        return cast(m.SavedIcpView, await self._transport.call(_DELETE_ICP, (id,), {}, options))


class BulkEnrichCalls:
    """Up to 500 people at once, answered in the background.

    `POST /v1/bulk/enrich`. Price: 1 cr per item resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.BulkEnrichRequest]) -> m.BulkJobAccepted:
        """Up to 500 people at once, answered in the background.

        `POST /v1/bulk/enrich`. Price: 1 cr per item resolved. Needs a key with the scope `spend`.
        """
        return cast(m.BulkJobAccepted, await self._transport.call(_BULK_ENRICH, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.BulkEnrichRequest]) -> m.BulkPreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.BulkPreview, await self._transport.quote(_BULK_ENRICH, (), input, options))

    async def submit(
        self, rows: Iterable[m.BulkItemInput], *, webhook: m.WebhookInput | None = None, options: CallOptions | None = None
    ) -> AsyncBulkJob:
        """Submits up to 500 rows as one job, which can be waited for."""
        return await submit(self._transport, _BULK_ENRICH, rows, webhook, options)

    def run(
        self, rows: Iterable[m.BulkItemInput], *, jobs: int = 2, options: CallOptions | None = None
    ) -> AsyncGenerator[m.BulkResultView]:
        """Submits any number of rows as jobs of up to 500, and yields their results in the order of the
        rows. `index` counts over all rows. At most `jobs` of them are open at a time.
        """
        return run(self._transport, _BULK_ENRICH, rows, jobs, options)


class BulkCompaniesCalls:
    """Up to 500 companies at once, answered in the background.

    `POST /v1/bulk/companies`. Price: 1 cr per item resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.BulkCompaniesRequest]) -> m.BulkJobAccepted:
        """Up to 500 companies at once, answered in the background.

        `POST /v1/bulk/companies`. Price: 1 cr per item resolved. Needs a key with the scope `spend`.
        """
        return cast(m.BulkJobAccepted, await self._transport.call(_BULK_COMPANIES, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.BulkCompaniesRequest]) -> m.BulkPreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.BulkPreview, await self._transport.quote(_BULK_COMPANIES, (), input, options))

    async def submit(
        self, rows: Iterable[m.BulkCompaniesItem], *, webhook: m.WebhookInput | None = None, options: CallOptions | None = None
    ) -> AsyncBulkJob:
        """Submits up to 500 rows as one job, which can be waited for."""
        return await submit(self._transport, _BULK_COMPANIES, rows, webhook, options)

    def run(
        self, rows: Iterable[m.BulkCompaniesItem], *, jobs: int = 2, options: CallOptions | None = None
    ) -> AsyncGenerator[m.BulkResultView]:
        """Submits any number of rows as jobs of up to 500, and yields their results in the order of the
        rows. `index` counts over all rows. At most `jobs` of them are open at a time.
        """
        return run(self._transport, _BULK_COMPANIES, rows, jobs, options)


class BulkVerifyEmailCalls:
    """Verifies up to 500 addresses in the background; a verdict of unknown is free.

    `POST /v1/bulk/verify-email`. Price: 0.5 cr per item resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.BulkVerifyEmailRequest]) -> m.BulkJobAccepted:
        """Verifies up to 500 addresses in the background; a verdict of unknown is free.

        `POST /v1/bulk/verify-email`. Price: 0.5 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        return cast(m.BulkJobAccepted, await self._transport.call(_BULK_VERIFY_EMAIL, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.BulkVerifyEmailRequest]) -> m.BulkPreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.BulkPreview, await self._transport.quote(_BULK_VERIFY_EMAIL, (), input, options))

    async def submit(
        self, rows: Iterable[m.BulkVerifyEmailItem], *, webhook: m.WebhookInput | None = None, options: CallOptions | None = None
    ) -> AsyncBulkJob:
        """Submits up to 500 rows as one job, which can be waited for."""
        return await submit(self._transport, _BULK_VERIFY_EMAIL, rows, webhook, options)

    def run(
        self, rows: Iterable[m.BulkVerifyEmailItem], *, jobs: int = 2, options: CallOptions | None = None
    ) -> AsyncGenerator[m.BulkResultView]:
        """Submits any number of rows as jobs of up to 500, and yields their results in the order of the
        rows. `index` counts over all rows. At most `jobs` of them are open at a time.
        """
        return run(self._transport, _BULK_VERIFY_EMAIL, rows, jobs, options)


class BulkFindEmailCalls:
    """Finds up to 500 business emails in the background.

    `POST /v1/bulk/find-email`. Price: 2 cr per item resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.BulkFindEmailRequest]) -> m.BulkJobAccepted:
        """Finds up to 500 business emails in the background.

        `POST /v1/bulk/find-email`. Price: 2 cr per item resolved. Needs a key with the scope `spend`.
        """
        return cast(m.BulkJobAccepted, await self._transport.call(_BULK_FIND_EMAIL, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.BulkFindEmailRequest]) -> m.BulkPreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.BulkPreview, await self._transport.quote(_BULK_FIND_EMAIL, (), input, options))

    async def submit(
        self, rows: Iterable[m.BulkFindEmailItem], *, webhook: m.WebhookInput | None = None, options: CallOptions | None = None
    ) -> AsyncBulkJob:
        """Submits up to 500 rows as one job, which can be waited for."""
        return await submit(self._transport, _BULK_FIND_EMAIL, rows, webhook, options)

    def run(
        self, rows: Iterable[m.BulkFindEmailItem], *, jobs: int = 2, options: CallOptions | None = None
    ) -> AsyncGenerator[m.BulkResultView]:
        """Submits any number of rows as jobs of up to 500, and yields their results in the order of the
        rows. `index` counts over all rows. At most `jobs` of them are open at a time.
        """
        return run(self._transport, _BULK_FIND_EMAIL, rows, jobs, options)


class BulkFindPhoneCalls:
    """Finds up to 500 mobiles in the background.

    `POST /v1/bulk/find-phone`. Price: 12 cr per item resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.BulkFindPhoneRequest]) -> m.BulkJobAccepted:
        """Finds up to 500 mobiles in the background.

        `POST /v1/bulk/find-phone`. Price: 12 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        return cast(m.BulkJobAccepted, await self._transport.call(_BULK_FIND_PHONE, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.BulkFindPhoneRequest]) -> m.BulkPreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.BulkPreview, await self._transport.quote(_BULK_FIND_PHONE, (), input, options))

    async def submit(
        self, rows: Iterable[m.BulkFindPhoneItem], *, webhook: m.WebhookInput | None = None, options: CallOptions | None = None
    ) -> AsyncBulkJob:
        """Submits up to 500 rows as one job, which can be waited for."""
        return await submit(self._transport, _BULK_FIND_PHONE, rows, webhook, options)

    def run(
        self, rows: Iterable[m.BulkFindPhoneItem], *, jobs: int = 2, options: CallOptions | None = None
    ) -> AsyncGenerator[m.BulkResultView]:
        """Submits any number of rows as jobs of up to 500, and yields their results in the order of the
        rows. `index` counts over all rows. At most `jobs` of them are open at a time.
        """
        return run(self._transport, _BULK_FIND_PHONE, rows, jobs, options)


class BulkReverseEmailCalls:
    """The people behind up to 500 emails, answered in the background.

    `POST /v1/bulk/reverse-email`. Price: 1 cr per item resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.BulkReverseEmailRequest]) -> m.BulkJobAccepted:
        """The people behind up to 500 emails, answered in the background.

        `POST /v1/bulk/reverse-email`. Price: 1 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        return cast(m.BulkJobAccepted, await self._transport.call(_BULK_REVERSE_EMAIL, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.BulkReverseEmailRequest]) -> m.BulkPreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.BulkPreview, await self._transport.quote(_BULK_REVERSE_EMAIL, (), input, options))

    async def submit(
        self, rows: Iterable[m.BulkReverseEmailItem], *, webhook: m.WebhookInput | None = None, options: CallOptions | None = None
    ) -> AsyncBulkJob:
        """Submits up to 500 rows as one job, which can be waited for."""
        return await submit(self._transport, _BULK_REVERSE_EMAIL, rows, webhook, options)

    def run(
        self, rows: Iterable[m.BulkReverseEmailItem], *, jobs: int = 2, options: CallOptions | None = None
    ) -> AsyncGenerator[m.BulkResultView]:
        """Submits any number of rows as jobs of up to 500, and yields their results in the order of the
        rows. `index` counts over all rows. At most `jobs` of them are open at a time.
        """
        return run(self._transport, _BULK_REVERSE_EMAIL, rows, jobs, options)


class BulkReversePhoneCalls:
    """The people behind up to 500 phone numbers, answered in the background.

    `POST /v1/bulk/reverse-phone`. Price: 2 cr per item resolved. Needs a key with the scope `spend`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.BulkReversePhoneRequest]) -> m.BulkJobAccepted:
        """The people behind up to 500 phone numbers, answered in the background.

        `POST /v1/bulk/reverse-phone`. Price: 2 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        return cast(m.BulkJobAccepted, await self._transport.call(_BULK_REVERSE_PHONE, (), input, options))

    async def quote(self, *, options: CallOptions | None = None, **input: Unpack[m.BulkReversePhoneRequest]) -> m.BulkPreview:
        """What the call would cost, at most and as estimated. Charges nothing."""
        return cast(m.BulkPreview, await self._transport.quote(_BULK_REVERSE_PHONE, (), input, options))

    async def submit(
        self, rows: Iterable[m.BulkReversePhoneItem], *, webhook: m.WebhookInput | None = None, options: CallOptions | None = None
    ) -> AsyncBulkJob:
        """Submits up to 500 rows as one job, which can be waited for."""
        return await submit(self._transport, _BULK_REVERSE_PHONE, rows, webhook, options)

    def run(
        self, rows: Iterable[m.BulkReversePhoneItem], *, jobs: int = 2, options: CallOptions | None = None
    ) -> AsyncGenerator[m.BulkResultView]:
        """Submits any number of rows as jobs of up to 500, and yields their results in the order of the
        rows. `index` counts over all rows. At most `jobs` of them are open at a time.
        """
        return run(self._transport, _BULK_REVERSE_PHONE, rows, jobs, options)


class BulkReadCalls:
    """How a bulk job stands, with its results so far.

    `GET /v1/bulk/{id}`. Price: free. Needs a key with the scope `read`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, id: str, /, *, options: CallOptions | None = None, **input: Unpack[m.ReadBulkJobQuery]) -> m.ReadBulkJobAnswer:
        """How a bulk job stands, with its results so far.

        `GET /v1/bulk/{id}`. Price: free. Needs a key with the scope `read`.
        """
        return cast(m.ReadBulkJobAnswer, await self._transport.call(_READ_BULK_JOB, (id,), input, options))

    def pages(self, id: str, /, *, options: CallOptions | None = None, **input: Unpack[m.ReadBulkJobQuery]) -> AsyncGenerator[m.ReadBulkJobAnswer]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_READ_BULK_JOB, (id,), input, options)

    def iterate(self, id: str, /, *, options: CallOptions | None = None, **input: Unpack[m.ReadBulkJobQuery]) -> AsyncGenerator[m.BulkResultView]:
        """One result after the other, over all pages. A page is asked for when it is reached."""
        return self._transport.iterate(_READ_BULK_JOB, (id,), input, options)


class BulkListCalls:
    """Lists your bulk jobs.

    `GET /v1/bulk`. Price: free. Needs a key with the scope `read`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.ListBulkJobsQuery]) -> m.ListBulkJobsAnswer:
        """Lists your bulk jobs.

        `GET /v1/bulk`. Price: free. Needs a key with the scope `read`.
        """
        return cast(m.ListBulkJobsAnswer, await self._transport.call(_LIST_BULK_JOBS, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.ListBulkJobsQuery]) -> AsyncGenerator[m.ListBulkJobsAnswer]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_LIST_BULK_JOBS, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.ListBulkJobsQuery]) -> AsyncGenerator[m.BulkJobView]:
        """One result after the other, over all pages. A page is asked for when it is reached."""
        return self._transport.iterate(_LIST_BULK_JOBS, (), input, options)


class BulkCalls:
    """Calls under `bulk`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.enrich = BulkEnrichCalls(transport)
        """Up to 500 people at once, answered in the background.

        `POST /v1/bulk/enrich`. Price: 1 cr per item resolved. Needs a key with the scope `spend`.
        """
        self.companies = BulkCompaniesCalls(transport)
        """Up to 500 companies at once, answered in the background.

        `POST /v1/bulk/companies`. Price: 1 cr per item resolved. Needs a key with the scope `spend`.
        """
        self.verify_email = BulkVerifyEmailCalls(transport)
        """Verifies up to 500 addresses in the background; a verdict of unknown is free.

        `POST /v1/bulk/verify-email`. Price: 0.5 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        self.find_email = BulkFindEmailCalls(transport)
        """Finds up to 500 business emails in the background.

        `POST /v1/bulk/find-email`. Price: 2 cr per item resolved. Needs a key with the scope `spend`.
        """
        self.find_phone = BulkFindPhoneCalls(transport)
        """Finds up to 500 mobiles in the background.

        `POST /v1/bulk/find-phone`. Price: 12 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        self.reverse_email = BulkReverseEmailCalls(transport)
        """The people behind up to 500 emails, answered in the background.

        `POST /v1/bulk/reverse-email`. Price: 1 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        self.reverse_phone = BulkReversePhoneCalls(transport)
        """The people behind up to 500 phone numbers, answered in the background.

        `POST /v1/bulk/reverse-phone`. Price: 2 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        self.read = BulkReadCalls(transport)
        """How a bulk job stands, with its results so far.

        `GET /v1/bulk/{id}`. Price: free. Needs a key with the scope `read`.
        """
        self.list = BulkListCalls(transport)
        """Lists your bulk jobs.

        `GET /v1/bulk`. Price: free. Needs a key with the scope `read`.
        """

    async def export(self, id: str, /, *, options: CallOptions | None = None, **input: Unpack[m.ExportBulkJobQuery]) -> str:
        """The results of a bulk job as a CSV, Excel or JSON Lines file.

        `GET /v1/bulk/{id}/export`. Price: free. Needs a key with the scope `read`.
        """
        return await self._transport.text(_EXPORT_BULK_JOB, (id,), input, options)

    async def cancel(self, id: str, /, *, options: CallOptions | None = None) -> m.BulkJobView:
        """Stops a job; items that are answered already stay, the others cost nothing.

        `POST /v1/bulk/{id}/cancel`. Price: free. Needs a key with the scope `spend`.
        """
        return cast(m.BulkJobView, await self._transport.call(_CANCEL_BULK_JOB, (id,), {}, options))

    async def resume(self, id: str, /, *, options: CallOptions | None = None) -> m.BulkJobView:
        """Goes on with a paused job under this key, and asks again what the balance did not cover or no
        source answered.

        `POST /v1/bulk/{id}/resume`. Price: free. Needs a key with the scope `spend`.
        """
        return cast(m.BulkJobView, await self._transport.call(_RESUME_BULK_JOB, (id,), {}, options))


class MeKeysListCalls:
    """Lists the account's keys.

    `GET /v1/me/keys`. Price: free. Needs a key with the scope `manage`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None) -> m.ListKeysAnswer:
        """Lists the account's keys.

        `GET /v1/me/keys`. Price: free. Needs a key with the scope `manage`.
        """
        return cast(m.ListKeysAnswer, await self._transport.call(_LIST_KEYS, (), {}, options))

    def pages(self, *, options: CallOptions | None = None) -> AsyncGenerator[m.ListKeysAnswer]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_LIST_KEYS, (), {}, options)

    def iterate(self, *, options: CallOptions | None = None) -> AsyncGenerator[m.KeyView]:
        """One result after the other, over all pages. A page is asked for when it is reached."""
        return self._transport.iterate(_LIST_KEYS, (), {}, options)


class MeKeysCalls:
    """Calls under `me.keys`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.list = MeKeysListCalls(transport)
        """Lists the account's keys.

        `GET /v1/me/keys`. Price: free. Needs a key with the scope `manage`.
        """

    async def create(self, *, options: CallOptions | None = None, **input: Unpack[m.CreateKeyRequest]) -> m.NewKeyAnswer:
        """Makes a key; it is shown once.

        `POST /v1/me/keys`. Price: free. Needs a key with the scope `manage`.
        """
        return cast(m.NewKeyAnswer, await self._transport.call(_CREATE_KEY, (), input, options))

    async def change(self, id: str, /, *, options: CallOptions | None = None, **input: Unpack[m.ChangeKeyRequest]) -> m.KeyView:
        """Gives a key a monthly cap of credits, or takes it away.

        `PATCH /v1/me/keys/{id}`. Price: free. Needs a key with the scope `manage`.
        """
        return cast(m.KeyView, await self._transport.call(_CHANGE_KEY, (id,), input, options))

    async def revoke(self, id: str, /, *, options: CallOptions | None = None) -> m.KeyView:
        """Revokes a key at once.

        `DELETE /v1/me/keys/{id}`. Price: free. Needs a key with the scope `manage`.
        """
        return cast(m.KeyView, await self._transport.call(_REVOKE_KEY, (id,), {}, options))

    async def rotate(self, id: str, /, *, options: CallOptions | None = None, **input: Unpack[m.RotateKeyRequest]) -> m.RotateKeyAnswer:
        """Replaces a key; the old one works on for a while.

        `POST /v1/me/keys/{id}/rotate`. Price: free. Needs a key with the scope `manage`.
        """
        return cast(m.RotateKeyAnswer, await self._transport.call(_ROTATE_KEY, (id,), input, options))


class MeWebhooksListCalls:
    """Lists the account's webhooks.

    `GET /v1/me/webhooks`. Price: free. Needs a key with the scope `manage`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None) -> m.ListWebhooksAnswer:
        """Lists the account's webhooks.

        `GET /v1/me/webhooks`. Price: free. Needs a key with the scope `manage`.
        """
        return cast(m.ListWebhooksAnswer, await self._transport.call(_LIST_WEBHOOKS, (), {}, options))

    def pages(self, *, options: CallOptions | None = None) -> AsyncGenerator[m.ListWebhooksAnswer]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_LIST_WEBHOOKS, (), {}, options)

    def iterate(self, *, options: CallOptions | None = None) -> AsyncGenerator[m.WebhookView]:
        """One result after the other, over all pages. A page is asked for when it is reached."""
        return self._transport.iterate(_LIST_WEBHOOKS, (), {}, options)


class MeWebhooksDeliveriesListCalls:
    """Lists the events sent to webhooks, with every attempt.

    `GET /v1/me/webhooks/deliveries`. Price: free. Needs a key with the scope `manage`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.ListDeliveriesQuery]) -> m.ListDeliveriesAnswer:
        """Lists the events sent to webhooks, with every attempt.

        `GET /v1/me/webhooks/deliveries`. Price: free. Needs a key with the scope `manage`.
        """
        return cast(m.ListDeliveriesAnswer, await self._transport.call(_LIST_DELIVERIES, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.ListDeliveriesQuery]) -> AsyncGenerator[m.ListDeliveriesAnswer]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_LIST_DELIVERIES, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.ListDeliveriesQuery]) -> AsyncGenerator[m.DeliveryView]:
        """One result after the other, over all pages. A page is asked for when it is reached."""
        return self._transport.iterate(_LIST_DELIVERIES, (), input, options)


class MeWebhooksDeliveriesCalls:
    """Calls under `me.webhooks.deliveries`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.list = MeWebhooksDeliveriesListCalls(transport)
        """Lists the events sent to webhooks, with every attempt.

        `GET /v1/me/webhooks/deliveries`. Price: free. Needs a key with the scope `manage`.
        """

    async def read(self, id: str, /, *, options: CallOptions | None = None) -> m.DeliveryAnswer:
        """An event with everything it tells, whether a receiver took it or not.

        `GET /v1/me/webhooks/deliveries/{id}`. Price: free. Needs a key with the scope `manage`.
        """
        return cast(m.DeliveryAnswer, await self._transport.call(_READ_DELIVERY, (id,), {}, options))

    async def redeliver(self, id: str, /, *, options: CallOptions | None = None) -> m.DeliveryView:
        """Delivers an event once more, under the same id.

        `POST /v1/me/webhooks/deliveries/{id}/redeliver`. Price: free. Needs a key with the scope
        `manage`.
        """
        return cast(m.DeliveryView, await self._transport.call(_REDELIVER, (id,), {}, options))


class MeWebhooksCalls:
    """Calls under `me.webhooks`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.list = MeWebhooksListCalls(transport)
        """Lists the account's webhooks.

        `GET /v1/me/webhooks`. Price: free. Needs a key with the scope `manage`.
        """
        self.deliveries = MeWebhooksDeliveriesCalls(transport)

    async def create(self, *, options: CallOptions | None = None, **input: Unpack[m.WebhookInput]) -> m.WebhookSecretView:
        """Makes a webhook, or gives the one at this address another secret.

        `POST /v1/me/webhooks`. Price: free. Needs a key with the scope `manage`.
        """
        return cast(m.WebhookSecretView, await self._transport.call(_CREATE_WEBHOOK, (), input, options))

    async def redeliver(self, *, options: CallOptions | None = None, **input: Unpack[m.RedeliverSinceRequest]) -> m.RedeliverSinceAnswer:
        """Delivers once more what happened since a time and was given up.

        `POST /v1/me/webhooks/redeliver`. Price: free. Needs a key with the scope `manage`.
        """
        return cast(m.RedeliverSinceAnswer, await self._transport.call(_REDELIVER_SINCE, (), input, options))

    async def read(self, id: str, /, *, options: CallOptions | None = None) -> m.WebhookSecretView:
        """A webhook with its signing secret.

        `GET /v1/me/webhooks/{id}`. Price: free. Needs a key with the scope `manage`.
        """
        return cast(m.WebhookSecretView, await self._transport.call(_READ_WEBHOOK, (id,), {}, options))

    async def change(self, id: str, /, *, options: CallOptions | None = None, **input: Unpack[m.ChangeWebhookRequest]) -> m.WebhookView:
        """Chooses the events of a webhook, disables it, or enables it again.

        `PATCH /v1/me/webhooks/{id}`. Price: free. Needs a key with the scope `manage`.
        """
        return cast(m.WebhookView, await self._transport.call(_CHANGE_WEBHOOK, (id,), input, options))

    async def delete(self, id: str, /, *, options: CallOptions | None = None) -> m.DeletedWebhookView:
        """Deletes a webhook; what it was not sent is given up, and lists that tell it rest.

        `DELETE /v1/me/webhooks/{id}`. Price: free. Needs a key with the scope `manage`.
        """
        return cast(m.DeletedWebhookView, await self._transport.call(_DELETE_WEBHOOK, (id,), {}, options))

    async def rotate(self, id: str, /, *, options: CallOptions | None = None, **input: Unpack[m.RotateWebhookRequest]) -> m.WebhookSecretView:
        """Gives a webhook a new secret; both are used for a while.

        `POST /v1/me/webhooks/{id}/rotate`. Price: free. Needs a key with the scope `manage`.
        """
        return cast(m.WebhookSecretView, await self._transport.call(_ROTATE_WEBHOOK_SECRET, (id,), input, options))

    async def test(self, id: str, /, *, options: CallOptions | None = None) -> m.WebhookView:
        """Sends a test event to a webhook.

        `POST /v1/me/webhooks/{id}/test`. Price: free. Needs a key with the scope `manage`.
        """
        return cast(m.WebhookView, await self._transport.call(_TEST_WEBHOOK, (id,), {}, options))


class MeHistoryCalls:
    """Every call made: what was asked, how it ended, credits, latency and cache use.

    `GET /v1/me/history`. Price: free. Needs a key with the scope `read`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.HistoryQuery]) -> m.HistoryAnswer:
        """Every call made: what was asked, how it ended, credits, latency and cache use.

        `GET /v1/me/history`. Price: free. Needs a key with the scope `read`.
        """
        return cast(m.HistoryAnswer, await self._transport.call(_HISTORY, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.HistoryQuery]) -> AsyncGenerator[m.HistoryAnswer]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_HISTORY, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.HistoryQuery]) -> AsyncGenerator[m.HistoryView]:
        """One result after the other, over all pages. A page is asked for when it is reached."""
        return self._transport.iterate(_HISTORY, (), input, options)

    async def export(self, *, options: CallOptions | None = None, **input: Unpack[m.ExportHistoryQuery]) -> str:
        """Every call made, as a CSV file.

        `GET /v1/me/history/export`. Price: free. Needs a key with the scope `read`.
        """
        return await self._transport.text(_EXPORT_HISTORY, (), input, options)

    async def read(self, request_id: str, /, *, options: CallOptions | None = None) -> m.HistoryDetailAnswer:
        """One call: what was asked, found and charged, and which sources were queried.

        `GET /v1/me/history/{request_id}`. Price: free. Needs a key with the scope `read`.
        """
        return cast(m.HistoryDetailAnswer, await self._transport.call(_HISTORY_DETAIL, (request_id,), {}, options))

    async def answer(self, request_id: str, /, *, options: CallOptions | None = None) -> m.ChargedAnswer:
        """The answer of a charged call once more, for 24 hours, free.

        `GET /v1/me/history/{request_id}/answer`. Price: free. Needs a key with the scope `read`.
        """
        return cast(m.ChargedAnswer, await self._transport.call(_CHARGED_ANSWER, (request_id,), {}, options))


class MeUsageCalls:
    """Calls, hits and credits added up by day, endpoint, both, or key.

    `GET /v1/me/usage`. Price: free. Needs a key with the scope `read`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.UsageQuery]) -> m.UsageAnswer:
        """Calls, hits and credits added up by day, endpoint, both, or key.

        `GET /v1/me/usage`. Price: free. Needs a key with the scope `read`.
        """
        return cast(m.UsageAnswer, await self._transport.call(_USAGE, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.UsageQuery]) -> AsyncGenerator[m.UsageAnswer]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_USAGE, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.UsageQuery]) -> AsyncGenerator[m.UsageView]:
        """One result after the other, over all pages. A page is asked for when it is reached."""
        return self._transport.iterate(_USAGE, (), input, options)


class MeLedgerCalls:
    """Every movement of credits, with the balance after it.

    `GET /v1/me/ledger`. Price: free. Needs a key with the scope `read`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.LedgerQuery]) -> m.LedgerAnswer:
        """Every movement of credits, with the balance after it.

        `GET /v1/me/ledger`. Price: free. Needs a key with the scope `read`.
        """
        return cast(m.LedgerAnswer, await self._transport.call(_LEDGER, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.LedgerQuery]) -> AsyncGenerator[m.LedgerAnswer]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_LEDGER, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.LedgerQuery]) -> AsyncGenerator[m.LedgerView]:
        """One result after the other, over all pages. A page is asked for when it is reached."""
        return self._transport.iterate(_LEDGER, (), input, options)


class MePeopleCalls:
    """Every person ever resolved, once each, with the contacts that were paid for.

    `GET /v1/me/people`. Price: free. Needs a key with the scope `read`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.PeopleSeenQuery]) -> m.PeopleAnswer:
        """Every person ever resolved, once each, with the contacts that were paid for.

        `GET /v1/me/people`. Price: free. Needs a key with the scope `read`.
        """
        return cast(m.PeopleAnswer, await self._transport.call(_PEOPLE_SEEN, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.PeopleSeenQuery]) -> AsyncGenerator[m.PeopleAnswer]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_PEOPLE_SEEN, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.PeopleSeenQuery]) -> AsyncGenerator[m.SeenPersonView]:
        """One result after the other, over all pages. A page is asked for when it is reached."""
        return self._transport.iterate(_PEOPLE_SEEN, (), input, options)


class MeCalls:
    """The account: plan, balance, trial and limits.

    `GET /v1/me`. Price: free. Needs a key with the scope `read`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.keys = MeKeysCalls(transport)
        self.webhooks = MeWebhooksCalls(transport)
        self.history = MeHistoryCalls(transport)
        """Every call made: what was asked, how it ended, credits, latency and cache use.

        `GET /v1/me/history`. Price: free. Needs a key with the scope `read`.
        """
        self.usage = MeUsageCalls(transport)
        """Calls, hits and credits added up by day, endpoint, both, or key.

        `GET /v1/me/usage`. Price: free. Needs a key with the scope `read`.
        """
        self.ledger = MeLedgerCalls(transport)
        """Every movement of credits, with the balance after it.

        `GET /v1/me/ledger`. Price: free. Needs a key with the scope `read`.
        """
        self.people = MePeopleCalls(transport)
        """Every person ever resolved, once each, with the contacts that were paid for.

        `GET /v1/me/people`. Price: free. Needs a key with the scope `read`.
        """

    async def __call__(self, *, options: CallOptions | None = None) -> m.MeAnswer:
        """The account: plan, balance, trial and limits.

        `GET /v1/me`. Price: free. Needs a key with the scope `read`.
        """
        return cast(m.MeAnswer, await self._transport.call(_ME, (), {}, options))


class IngestCalls:
    """Calls under `ingest`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def people(self, *, options: CallOptions | None = None, **input: Unpack[m.IngestPeopleRequest]) -> m.IngestAnswer:
        """Files what a source of your own says about people; the same rows twice change nothing.

        `POST /v1/ingest/people`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.IngestAnswer, await self._transport.call(_INGEST_PEOPLE, (), input, options))

    async def companies(self, *, options: CallOptions | None = None, **input: Unpack[m.IngestCompaniesRequest]) -> m.IngestAnswer:
        """Files what a source of your own says about companies; the same rows twice change nothing.

        `POST /v1/ingest/companies`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.IngestAnswer, await self._transport.call(_INGEST_COMPANIES, (), input, options))

    async def signals(self, *, options: CallOptions | None = None, **input: Unpack[m.IngestSignalsRequest]) -> m.IngestAnswer:
        """Files signals of a source of your own; they are in the feeds at once.

        `POST /v1/ingest/signals`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.IngestAnswer, await self._transport.call(_INGEST_SIGNALS, (), input, options))


class OperatorAccountsLedgerCalls:
    """Every movement of an account's credits, newest first, with the balance after it.

    `GET /v1/operator/accounts/{id}/ledger`. Price: free. Needs a key with the scope `operate`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, id: str, /, *, options: CallOptions | None = None, **input: Unpack[m.OperatorLedgerQuery]) -> m.LedgerAnswer:
        """Every movement of an account's credits, newest first, with the balance after it.

        `GET /v1/operator/accounts/{id}/ledger`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.LedgerAnswer, await self._transport.call(_OPERATOR_LEDGER, (id,), input, options))

    def pages(self, id: str, /, *, options: CallOptions | None = None, **input: Unpack[m.OperatorLedgerQuery]) -> AsyncGenerator[m.LedgerAnswer]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_OPERATOR_LEDGER, (id,), input, options)

    def iterate(self, id: str, /, *, options: CallOptions | None = None, **input: Unpack[m.OperatorLedgerQuery]) -> AsyncGenerator[m.LedgerView]:
        """One result after the other, over all pages. A page is asked for when it is reached."""
        return self._transport.iterate(_OPERATOR_LEDGER, (id,), input, options)


class OperatorAccountsCalls:
    """Lists accounts with plan, credits and last use.

    `GET /v1/operator/accounts`. Price: free. Needs a key with the scope `operate`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.ledger = OperatorAccountsLedgerCalls(transport)
        """Every movement of an account's credits, newest first, with the balance after it.

        `GET /v1/operator/accounts/{id}/ledger`. Price: free. Needs a key with the scope `operate`.
        """

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.OperatorAccountsQuery]) -> m.ListAccountsAnswer:
        """Lists accounts with plan, credits and last use.

        `GET /v1/operator/accounts`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.ListAccountsAnswer, await self._transport.call(_OPERATOR_ACCOUNTS, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.OperatorAccountsQuery]) -> AsyncGenerator[m.ListAccountsAnswer]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_OPERATOR_ACCOUNTS, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.OperatorAccountsQuery]) -> AsyncGenerator[m.ListedAccountView]:
        """One result after the other, over all pages. A page is asked for when it is reached."""
        return self._transport.iterate(_OPERATOR_ACCOUNTS, (), input, options)

    async def grants(self, id: str, /, *, options: CallOptions | None = None, **input: Unpack[m.GrantRequest]) -> m.EnteredAnswer:
        """Grants credits to an account, once for each reference.

        `POST /v1/operator/accounts/{id}/grants`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.EnteredAnswer, await self._transport.call(_OPERATOR_GRANT, (id,), input, options))

    async def refunds(self, id: str, /, *, options: CallOptions | None = None, **input: Unpack[m.RefundRequest]) -> m.EnteredAnswer:
        """Gives back what a request was charged, in all never more than that.

        `POST /v1/operator/accounts/{id}/refunds`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.EnteredAnswer, await self._transport.call(_OPERATOR_REFUND, (id,), input, options))

    async def plan(self, id: str, /, *, options: CallOptions | None = None, **input: Unpack[m.SetPlanRequest]) -> m.OperatorAccountView:
        """Puts an account on a plan; that ends a trial.

        `POST /v1/operator/accounts/{id}/plan`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.OperatorAccountView, await self._transport.call(_OPERATOR_SET_PLAN, (id,), input, options))

    async def close(self, id: str, /, *, options: CallOptions | None = None) -> m.OperatorAccountView:
        """Closes an account: every call of its keys is refused, its balance and history stay.

        `POST /v1/operator/accounts/{id}/close`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.OperatorAccountView, await self._transport.call(_OPERATOR_CLOSE_ACCOUNT, (id,), {}, options))

    async def reopen(self, id: str, /, *, options: CallOptions | None = None) -> m.OperatorAccountView:
        """Opens a closed account again.

        `POST /v1/operator/accounts/{id}/reopen`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.OperatorAccountView, await self._transport.call(_OPERATOR_REOPEN_ACCOUNT, (id,), {}, options))

    async def statement(self, id: str, /, *, options: CallOptions | None = None, **input: Unpack[m.OperatorStatementQuery]) -> m.StatementAnswer:
        """An account's statement: opening balance, every movement, closing balance.

        `GET /v1/operator/accounts/{id}/statement`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.StatementAnswer, await self._transport.call(_OPERATOR_STATEMENT, (id,), input, options))


class OperatorReviewCalls:
    """Lists pairs of records that may be one and wait for a decision.

    `GET /v1/operator/review`. Price: free. Needs a key with the scope `operate`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.OperatorReviewListQuery]) -> m.ReviewListAnswer:
        """Lists pairs of records that may be one and wait for a decision.

        `GET /v1/operator/review`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.ReviewListAnswer, await self._transport.call(_OPERATOR_REVIEW_LIST, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.OperatorReviewListQuery]) -> AsyncGenerator[m.ReviewListAnswer]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_OPERATOR_REVIEW_LIST, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.OperatorReviewListQuery]) -> AsyncGenerator[m.ReviewPairView]:
        """One result after the other, over all pages. A page is asked for when it is reached."""
        return self._transport.iterate(_OPERATOR_REVIEW_LIST, (), input, options)

    async def explain(self, *, options: CallOptions | None = None, **input: Unpack[m.OperatorReviewExplainQuery]) -> m.PairAnswer:
        """The evidence for and against two records being one, and both records.

        `GET /v1/operator/review/explain`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.PairAnswer, await self._transport.call(_OPERATOR_REVIEW_EXPLAIN, (), input, options))

    async def merge(self, *, options: CallOptions | None = None, **input: Unpack[m.PairRequest]) -> m.DecidedRecord:
        """Makes two records one; both ids then mean the first, and later imports keep it so.

        `POST /v1/operator/review/merge`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.DecidedRecord, await self._transport.call(_OPERATOR_MERGE, (), input, options))

    async def apart(self, *, options: CallOptions | None = None, **input: Unpack[m.PairRequest]) -> m.KeptApart:
        """Marks two records as different; no import joins them.

        `POST /v1/operator/review/apart`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.KeptApart, await self._transport.call(_OPERATOR_KEEP_APART, (), input, options))

    async def split(self, *, options: CallOptions | None = None, **input: Unpack[m.SplitRequest]) -> m.DecidedRecord:
        """Takes rows of a record out into a new one; later imports keep them apart.

        `POST /v1/operator/review/split`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.DecidedRecord, await self._transport.call(_OPERATOR_SPLIT, (), input, options))


class OperatorAuditCalls:
    """What operators have changed, over the API and on the command line: who, what, on what, when.

    `GET /v1/operator/audit`. Price: free. Needs a key with the scope `operate`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.OperatorAuditQuery]) -> m.AuditAnswer:
        """What operators have changed, over the API and on the command line: who, what, on what, when.

        `GET /v1/operator/audit`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.AuditAnswer, await self._transport.call(_OPERATOR_AUDIT, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.OperatorAuditQuery]) -> AsyncGenerator[m.AuditAnswer]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_OPERATOR_AUDIT, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.OperatorAuditQuery]) -> AsyncGenerator[m.AuditView]:
        """One result after the other, over all pages. A page is asked for when it is reached."""
        return self._transport.iterate(_OPERATOR_AUDIT, (), input, options)


class OperatorWaterfallCalls:
    """In which order vendors are asked for each fact, and why.

    `GET /v1/operator/waterfall`. Price: free. Needs a key with the scope `operate`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None) -> m.WaterfallAnswer:
        """In which order vendors are asked for each fact, and why.

        `GET /v1/operator/waterfall`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.WaterfallAnswer, await self._transport.call(_OPERATOR_WATERFALL, (), {}, options))

    def pages(self, *, options: CallOptions | None = None) -> AsyncGenerator[m.WaterfallAnswer]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_OPERATOR_WATERFALL, (), {}, options)

    def iterate(self, *, options: CallOptions | None = None) -> AsyncGenerator[m.WaterfallView]:
        """One result after the other, over all pages. A page is asked for when it is reached."""
        return self._transport.iterate(_OPERATOR_WATERFALL, (), {}, options)

    async def choose(self, *, options: CallOptions | None = None, **input: Unpack[m.ChooseOrderRequest]) -> m.ChosenOrderAnswer:
        """Chooses the order in which vendors are asked for a fact; in force on every node within
        seconds.

        `POST /v1/operator/waterfall/choose`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.ChosenOrderAnswer, await self._transport.call(_OPERATOR_CHOOSE_ORDER, (), input, options))

    async def reset(self, *, options: CallOptions | None = None, **input: Unpack[m.ResetOrderRequest]) -> m.ChosenOrderAnswer:
        """Goes back to the configured order of vendors for a fact.

        `POST /v1/operator/waterfall/reset`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.ChosenOrderAnswer, await self._transport.call(_OPERATOR_RESET_ORDER, (), input, options))


class OperatorFeedsCalls:
    """Feeds with their lag and failures.

    `GET /v1/operator/feeds`. Price: free. Needs a key with the scope `operate`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None) -> m.FeedsAnswer:
        """Feeds with their lag and failures.

        `GET /v1/operator/feeds`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.FeedsAnswer, await self._transport.call(_OPERATOR_FEEDS, (), {}, options))

    def pages(self, *, options: CallOptions | None = None) -> AsyncGenerator[m.FeedsAnswer]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_OPERATOR_FEEDS, (), {}, options)

    def iterate(self, *, options: CallOptions | None = None) -> AsyncGenerator[m.FeedView]:
        """One result after the other, over all pages. A page is asked for when it is reached."""
        return self._transport.iterate(_OPERATOR_FEEDS, (), {}, options)


class OperatorCalibrationCalls:
    """Stated confidences beside the share of answers that were right, as measured last.

    `GET /v1/operator/calibration`. Price: free. Needs a key with the scope `operate`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None) -> m.CalibrationAnswer:
        """Stated confidences beside the share of answers that were right, as measured last.

        `GET /v1/operator/calibration`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.CalibrationAnswer, await self._transport.call(_OPERATOR_CALIBRATION, (), {}, options))

    async def start(self, *, options: CallOptions | None = None, **input: Unpack[m.StartCalibrationRequest]) -> m.StartCalibrationAnswer:
        """Measures in the background whether stated confidences are true of the stored data.

        `POST /v1/operator/calibration/start`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.StartCalibrationAnswer, await self._transport.call(_OPERATOR_START_CALIBRATION, (), input, options))


class OperatorSettingsCalls:
    """Every setting with its value and where that comes from, without secrets.

    `GET /v1/operator/settings`. Price: free. Needs a key with the scope `operate`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None) -> m.SettingsAnswer:
        """Every setting with its value and where that comes from, without secrets.

        `GET /v1/operator/settings`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.SettingsAnswer, await self._transport.call(_OPERATOR_SETTINGS, (), {}, options))

    def pages(self, *, options: CallOptions | None = None) -> AsyncGenerator[m.SettingsAnswer]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_OPERATOR_SETTINGS, (), {}, options)

    def iterate(self, *, options: CallOptions | None = None) -> AsyncGenerator[m.ShownSetting]:
        """One result after the other, over all pages. A page is asked for when it is reached."""
        return self._transport.iterate(_OPERATOR_SETTINGS, (), {}, options)


class OperatorImportsCalls:
    """Files that were sent for an import, and imports that are under way or were cut off.

    `GET /v1/operator/imports`. Price: free. Needs a key with the scope `operate`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None) -> m.ImportsAnswer:
        """Files that were sent for an import, and imports that are under way or were cut off.

        `GET /v1/operator/imports`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.ImportsAnswer, await self._transport.call(_OPERATOR_IMPORTS, (), {}, options))

    def pages(self, *, options: CallOptions | None = None) -> AsyncGenerator[m.ImportsAnswer]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_OPERATOR_IMPORTS, (), {}, options)

    def iterate(self, *, options: CallOptions | None = None) -> AsyncGenerator[m.ImportView]:
        """One result after the other, over all pages. A page is asked for when it is reached."""
        return self._transport.iterate(_OPERATOR_IMPORTS, (), {}, options)

    async def receive(self, *, options: CallOptions | None = None, **input: Unpack[m.ReceiveImportRequest]) -> m.ImportFileView:
        """Takes a csv file for an import; nothing of it is stored before it is started.

        `POST /v1/operator/imports`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.ImportFileView, await self._transport.call(_OPERATOR_RECEIVE_IMPORT, (), input, options))

    async def read(self, id: str, /, *, options: CallOptions | None = None, **input: Unpack[m.OperatorImportQuery]) -> m.ReadImportAnswer:
        """A file that was sent for an import: its columns as guessed, how far it is, and its first
        rejected rows.

        `GET /v1/operator/imports/{id}`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.ReadImportAnswer, await self._transport.call(_OPERATOR_IMPORT, (id,), input, options))

    async def remove(self, id: str, /, *, options: CallOptions | None = None) -> m.ImportFileView:
        """Stops an import and removes its files; what is filed stays.

        `DELETE /v1/operator/imports/{id}`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.ImportFileView, await self._transport.call(_OPERATOR_REMOVE_IMPORT, (id,), {}, options))

    async def start(self, id: str, /, *, options: CallOptions | None = None, **input: Unpack[m.StartImportRequest]) -> m.ImportFileView:
        """Imports a file that was sent, in the background; one that ended early goes on.

        `POST /v1/operator/imports/{id}/start`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.ImportFileView, await self._transport.call(_OPERATOR_START_IMPORT, (id,), input, options))

    async def rejects(self, id: str, /, *, options: CallOptions | None = None) -> str:
        """The rejected rows of an import as csv, with the reason of each, to be corrected and sent
        again.

        `GET /v1/operator/imports/{id}/rejects`. Price: free. Needs a key with the scope `operate`.
        """
        return await self._transport.text(_OPERATOR_IMPORT_REJECTS, (id,), {}, options)


class OperatorCalls:
    """Calls under `operator`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.accounts = OperatorAccountsCalls(transport)
        """Lists accounts with plan, credits and last use.

        `GET /v1/operator/accounts`. Price: free. Needs a key with the scope `operate`.
        """
        self.review = OperatorReviewCalls(transport)
        """Lists pairs of records that may be one and wait for a decision.

        `GET /v1/operator/review`. Price: free. Needs a key with the scope `operate`.
        """
        self.audit = OperatorAuditCalls(transport)
        """What operators have changed, over the API and on the command line: who, what, on what, when.

        `GET /v1/operator/audit`. Price: free. Needs a key with the scope `operate`.
        """
        self.waterfall = OperatorWaterfallCalls(transport)
        """In which order vendors are asked for each fact, and why.

        `GET /v1/operator/waterfall`. Price: free. Needs a key with the scope `operate`.
        """
        self.feeds = OperatorFeedsCalls(transport)
        """Feeds with their lag and failures.

        `GET /v1/operator/feeds`. Price: free. Needs a key with the scope `operate`.
        """
        self.calibration = OperatorCalibrationCalls(transport)
        """Stated confidences beside the share of answers that were right, as measured last.

        `GET /v1/operator/calibration`. Price: free. Needs a key with the scope `operate`.
        """
        self.settings = OperatorSettingsCalls(transport)
        """Every setting with its value and where that comes from, without secrets.

        `GET /v1/operator/settings`. Price: free. Needs a key with the scope `operate`.
        """
        self.imports = OperatorImportsCalls(transport)
        """Files that were sent for an import, and imports that are under way or were cut off.

        `GET /v1/operator/imports`. Price: free. Needs a key with the scope `operate`.
        """

    async def sources(self, *, options: CallOptions | None = None, **input: Unpack[m.OperatorSourcesQuery]) -> m.SourcesAnswer:
        """Sources with health, hit rate, latency, cost and margin in a period.

        `GET /v1/operator/sources`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.SourcesAnswer, await self._transport.call(_OPERATOR_SOURCES, (), input, options))

    async def health(self, *, options: CallOptions | None = None) -> m.HealthAnswer:
        """What `brimful doctor` checks, as it was found last: ledger, history, jobs, events, schema,
        index, files and mail.

        `GET /v1/operator/health`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.HealthAnswer, await self._transport.call(_OPERATOR_HEALTH, (), {}, options))


class PrivacyRequestsListCalls:
    """What people have asked for.

    `GET /v1/privacy/requests`. Price: free. Needs a key with the scope `operate`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.ListPrivacyRequestsQuery]) -> m.ListPrivacyRequestsAnswer:
        """What people have asked for.

        `GET /v1/privacy/requests`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.ListPrivacyRequestsAnswer, await self._transport.call(_LIST_PRIVACY_REQUESTS, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.ListPrivacyRequestsQuery]) -> AsyncGenerator[m.ListPrivacyRequestsAnswer]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_LIST_PRIVACY_REQUESTS, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.ListPrivacyRequestsQuery]) -> AsyncGenerator[m.PrivacyRequestView]:
        """One result after the other, over all pages. A page is asked for when it is reached."""
        return self._transport.iterate(_LIST_PRIVACY_REQUESTS, (), input, options)


class PrivacyRequestsCalls:
    """Calls under `privacy.requests`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.list = PrivacyRequestsListCalls(transport)
        """What people have asked for.

        `GET /v1/privacy/requests`. Price: free. Needs a key with the scope `operate`.
        """

    async def file(self, *, options: CallOptions | None = None, **input: Unpack[m.FilePrivacyRequest]) -> m.FiledPrivacyRequest:
        """Asks to be erased and kept out; anyone may.

        `POST /v1/privacy/requests`. Price: free. No key needed.
        """
        return cast(m.FiledPrivacyRequest, await self._transport.call(_FILE_PRIVACY_REQUEST, (), input, options))

    async def approve(self, id: str, /, *, options: CallOptions | None = None) -> m.PrivacyRequestView:
        """Approves a request: erases the person and suppresses their identifiers.

        `POST /v1/privacy/requests/{id}/approve`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.PrivacyRequestView, await self._transport.call(_APPROVE_PRIVACY_REQUEST, (id,), {}, options))

    async def refuse(self, id: str, /, *, options: CallOptions | None = None) -> m.PrivacyRequestView:
        """Does nothing of what was asked, and forgets who asked.

        `POST /v1/privacy/requests/{id}/refuse`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.PrivacyRequestView, await self._transport.call(_REFUSE_PRIVACY_REQUEST, (id,), {}, options))


class PrivacyCalls:
    """Calls under `privacy`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.requests = PrivacyRequestsCalls(transport)


class SuppressionsListCalls:
    """The list of those who must not be kept, without who they are.

    `GET /v1/suppressions`. Price: free. Needs a key with the scope `operate`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(self, *, options: CallOptions | None = None, **input: Unpack[m.ListSuppressionsQuery]) -> m.ListSuppressionsAnswer:
        """The list of those who must not be kept, without who they are.

        `GET /v1/suppressions`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.ListSuppressionsAnswer, await self._transport.call(_LIST_SUPPRESSIONS, (), input, options))

    def pages(self, *, options: CallOptions | None = None, **input: Unpack[m.ListSuppressionsQuery]) -> AsyncGenerator[m.ListSuppressionsAnswer]:
        """One answer after the other, until the last page."""
        return self._transport.pages(_LIST_SUPPRESSIONS, (), input, options)

    def iterate(self, *, options: CallOptions | None = None, **input: Unpack[m.ListSuppressionsQuery]) -> AsyncGenerator[m.SuppressionView]:
        """One result after the other, over all pages. A page is asked for when it is reached."""
        return self._transport.iterate(_LIST_SUPPRESSIONS, (), input, options)


class SuppressionsCalls:
    """Calls under `suppressions`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.list = SuppressionsListCalls(transport)
        """The list of those who must not be kept, without who they are.

        `GET /v1/suppressions`. Price: free. Needs a key with the scope `operate`.
        """

    async def add(self, *, options: CallOptions | None = None, **input: Unpack[m.AddSuppressionRequest]) -> m.AddSuppressionAnswer:
        """Erases a person or company and suppresses its identifiers in later imports.

        `POST /v1/suppressions`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.AddSuppressionAnswer, await self._transport.call(_ADD_SUPPRESSION, (), input, options))

    async def remove(self, id: str, /, *, options: CallOptions | None = None) -> m.SuppressionView:
        """Takes an entry off the list; sources may tell of them again.

        `DELETE /v1/suppressions/{id}`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.SuppressionView, await self._transport.call(_REMOVE_SUPPRESSION, (id,), {}, options))


class SandboxCalls:
    """Calls under `sandbox`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def info(self, *, options: CallOptions | None = None) -> m.SandboxInfoAnswer:
        """Lists the sandbox's endpoints and its daily limit.

        `GET /v1/sandbox/info`. Price: free. No key needed.
        """
        return cast(m.SandboxInfoAnswer, await self._transport.call(_SANDBOX_INFO, (), {}, options))


class AsyncOperations:
    """Every call."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.enrich = EnrichCalls(transport)
        """A profile URL, email, phone, or name and company gives a person.

        `POST /v1/enrich`. Price: 1 cr when resolved. Needs a key with the scope `spend`.
        """
        self.companies = CompaniesCalls(transport)
        """A domain, professional-network page, register identifier or name gives a company.

        `POST /v1/companies`. Price: 1 cr when resolved. Needs a key with the scope `spend`.
        """
        self.verify_email = VerifyEmailCalls(transport)
        """Whether mail to an address arrives, asked of its mail server.

        `POST /v1/verify-email`. Price: 0.5 cr when resolved. Needs a key with the scope `spend`.
        """
        self.find_email = FindEmailCalls(transport)
        """A profile, or a name and a company's domain, gives a business email that is proven to work.

        `POST /v1/find-email`. Price: 2 cr when resolved. Needs a key with the scope `spend`.
        """
        self.find_personal_email = FindPersonalEmailCalls(transport)
        """A person's email at a free mail provider that is proven to work.

        `POST /v1/find-personal-email`. Price: 2 cr when resolved. Needs a key with the scope `spend`.
        """
        self.find_phone = FindPhoneCalls(transport)
        """A name and a company's domain, or a person's id, give the person's mobile.

        `POST /v1/find-phone`. Price: 12 cr when resolved. Needs a key with the scope `spend`.
        """
        self.reverse_email = ReverseEmailCalls(transport)
        """An email gives the person behind it, with profile and company.

        `POST /v1/reverse-email`. Price: 1 cr when resolved. Needs a key with the scope `spend`.
        """
        self.reverse_phone = ReversePhoneCalls(transport)
        """A phone number gives the person behind it, with profile and company.

        `POST /v1/reverse-phone`. Price: 2 cr when resolved. Needs a key with the scope `spend`.
        """
        self.ad_audience = AdAudienceCalls(transport)
        """Hashes emails for ad-platform audiences and says how many are known.

        `POST /v1/ad-audience`. Price: 0.1 cr per item resolved. Needs a key with the scope `spend`.
        """
        self.search = SearchCalls(transport)
        self.signals = SignalsCalls(transport)
        """Funding, acquisitions, hiring, promotions, job or company changes, newest first; live with
        Accept: text/event-stream.

        `GET /v1/signals`. Price: free. Needs a key with the scope `read`.
        """
        self.find_decision_maker = FindDecisionMakerCalls(transport)
        """The three people at a company who most likely decide on a role's matters, with the score
        explained.

        `POST /v1/find-decision-maker`. Price: 4 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        self.buying_committee = BuyingCommitteeCalls(transport)
        """Who decides, who advises and who uses at a company, by the kind of deal.

        `POST /v1/buying-committee`. Price: 3 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        self.prospect_package = ProspectPackageCalls(transport)
        """A person with email and phone, three peers, and four first lines made from facts.

        `POST /v1/prospect-package`. Price: 12 cr when resolved. Needs a key with the scope `spend`.
        """
        self.congrats_trigger = CongratsTriggerCalls(transport)
        """People who changed jobs, with the text of their post and a first line to send.

        `POST /v1/congrats-trigger`. Price: 2 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        self.job_change_radar = JobChangeRadarCalls(transport)
        """Job changes as they become known, with the names that the free feed masks.

        `POST /v1/job-change-radar`. Price: 2 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        self.funding_radar = FundingRadarCalls(transport)
        """Companies that raised money lately, each with the person who decides there.

        `POST /v1/funding-radar`. Price: 3 cr per item resolved. Needs a key with the scope `spend`.
        """
        self.funded_and_hiring = FundedAndHiringCalls(transport)
        """Companies that raised money lately and are hiring, each with the person who decides there.

        `POST /v1/funded-and-hiring`. Price: 10 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        self.hiring_intent = HiringIntentCalls(transport)
        """Companies that are hiring for a title or department, each with the person who owns that
        budget.

        `POST /v1/hiring-intent`. Price: 8 cr per item resolved. Needs a key with the scope `spend`.
        """
        self.tech_stack_targets = TechStackTargetsCalls(transport)
        """Companies that use a technology, each with the person who decides there.

        `POST /v1/tech-stack-targets`. Price: 4 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        self.lookalike_accounts = LookalikeAccountsCalls(transport)
        """Companies like up to five others, with what they have in common.

        `POST /v1/lookalike-accounts`. Price: 0.6 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        self.find_similar_people = FindSimilarPeopleCalls(transport)
        """People like one person, at other companies, with what they have in common.

        `POST /v1/find-similar-people`. Price: 1 cr and 0.8 cr per result, when any is found. Needs a
        key with the scope `spend`.
        """
        self.champion_just_moved = ChampionJustMovedCalls(transport)
        """Which of your contacts have changed companies, and where they are now.

        `POST /v1/champion-just-moved`. Price: 2 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        self.low_competition_hires = LowCompetitionHiresCalls(transport)
        """Open positions with fewer than 25 applicants.

        `POST /v1/low-competition-hires`. Price: 1 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        self.local_business_owners = LocalBusinessOwnersCalls(transport)
        """Small businesses by industry, city and size, with the owner's mobile or email.

        `POST /v1/local-business-owners`. Price: 3 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        self.just_funded_smb_leaders = JustFundedSmbLeadersCalls(transport)
        """Small businesses funded within the last 30 days, with the owner's mobile or email.

        `POST /v1/just-funded-smb-leaders`. Price: 6 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        self.competitor_talent_leaving = CompetitorTalentLeavingCalls(transport)
        """People who left a company within the last 30 days, with a verified way to reach them.

        `POST /v1/competitor-talent-leaving`. Price: 3 cr per item resolved. Needs a key with the
        scope `spend`.
        """
        self.silent_promoter_radar = SilentPromoterRadarCalls(transport)
        """Which of your contacts were promoted at their company within the last 90 days.

        `POST /v1/silent-promoter-radar`. Price: 2 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        self.hiring_velocity = HiringVelocityCalls(transport)
        """Companies with five or more positions in one department posted this quarter, with the budget's
        owner.

        `POST /v1/hiring-velocity`. Price: 5 cr per item resolved. Needs a key with the scope `spend`.
        """
        self.just_acquired_buyers = JustAcquiredBuyersCalls(transport)
        """Companies bought within the last 30 days, with the person who decides at the buyer.

        `POST /v1/just-acquired-buyers`. Price: 4 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        self.buyer_budget_window = BuyerBudgetWindowCalls(transport)
        """Companies funded 6 to 18 months ago that are hiring, with the person who decides there.

        `POST /v1/buyer-budget-window`. Price: 6 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        self.multi_source_phone = MultiSourcePhoneCalls(transport)
        """A person's mobile, asked of one source after the other, with what each said.

        `POST /v1/multi-source-phone`. Price: 14 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        self.smb_buying_committee = SmbBuyingCommitteeCalls(transport)
        """Owner, manager, dispatcher and operations lead of a small business.

        `POST /v1/smb-buying-committee`. Price: 4 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        self.funded_and_using_tech = FundedAndUsingTechCalls(transport)
        """Companies that raised money lately and use a technology, with the person who decides there.

        `POST /v1/funded-and-using-tech`. Price: 7 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        self.quiet_power_users = QuietPowerUsersCalls(transport)
        """Which of your champions changed jobs or titles, or suddenly engage far more.

        `POST /v1/quiet-power-users`. Price: 2 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        self.local_service_by_revenue = LocalServiceByRevenueCalls(transport)
        """Small businesses by yearly revenue, with the owner's mobile or email.

        `POST /v1/local-service-by-revenue`. Price: 4 cr per item resolved. Needs a key with the scope
        `spend`.
        """
        self.bundles = BundlesCalls(transport)
        self.watch_lists = WatchListsCalls(transport)
        self.saved_icps = SavedIcpsCalls(transport)
        self.bulk = BulkCalls(transport)
        self.me = MeCalls(transport)
        """The account: plan, balance, trial and limits.

        `GET /v1/me`. Price: free. Needs a key with the scope `read`.
        """
        self.ingest = IngestCalls(transport)
        self.operator = OperatorCalls(transport)
        self.privacy = PrivacyCalls(transport)
        self.suppressions = SuppressionsCalls(transport)
        self.sandbox = SandboxCalls(transport)

    async def engagement_events(self, *, options: CallOptions | None = None, **input: Unpack[m.EngagementEventsRequest]) -> m.EngagementEventsAnswer:
        """Tells when your contacts engaged with you, for quiet-power-users to measure.

        `POST /v1/engagement-events`. Price: free. Needs a key with the scope `read`.
        """
        return cast(m.EngagementEventsAnswer, await self._transport.call(_ENGAGEMENT_EVENTS, (), input, options))

    async def signup(self, *, options: CallOptions | None = None, **input: Unpack[m.SignupRequest]) -> m.SignupAnswer:
        """Opens an account with a trial and answers its first key.

        `POST /v1/signup`. Price: free. No key needed.
        """
        return cast(m.SignupAnswer, await self._transport.call(_SIGNUP, (), input, options))

    async def login(self, *, options: CallOptions | None = None, **input: Unpack[m.LoginRequest]) -> m.LoginAnswer:
        """Signs in with email and password: a session cookie for the pages, and a key when asked for.

        `POST /v1/login`. Price: free. No key needed.
        """
        return cast(m.LoginAnswer, await self._transport.call(_LOGIN, (), input, options))

    async def erase(self, *, options: CallOptions | None = None, **input: Unpack[m.EraseRequest]) -> m.EraseAnswer:
        """Erases a person or company from records, index, caches, lists, jobs and events.

        `POST /v1/erase`. Price: free. Needs a key with the scope `operate`.
        """
        return cast(m.EraseAnswer, await self._transport.call(_ERASE, (), input, options))
