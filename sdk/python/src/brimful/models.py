# Written by sdk/generate from the OpenAPI document. Change the API or the generator.

"""What the API takes and answers. Every name is as on the wire."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class IdentifierInputObject(TypedDict):
    """Scheme and value."""

    scheme: str
    """Register, as org-id.guide writes it, or `ORCID`."""
    value: str
    """Value in any spelling."""


class IngestCompaniesRequestCompaniesItem(TypedDict):
    """Facts that a source can state about a company. Identifiers are in normal form."""

    name: NotRequired[str | None]
    """Name."""
    legalName: NotRequired[str | None]
    """Registered name."""
    formerNames: NotRequired[list[str]]
    """Former names."""
    aliases: NotRequired[list[str]]
    """Other names, such as a trade name."""
    status: NotRequired[CompanyStatus | None]
    """Whether it is in business."""
    dissolvedAt: NotRequired[PartialDate | None]
    """When it ended."""
    street: NotRequired[str | None]
    """Street and house number."""
    postcode: NotRequired[str | None]
    """Postcode."""
    domains: NotRequired[list[str]]
    """Registrable domains, the main one first."""
    identifiers: NotRequired[list[ExternalId]]
    """Identifiers of registers, such as `GB-COH`."""
    networkUrl: NotRequired[str | None]
    """Professional-network page."""
    description: NotRequired[str | None]
    """Description."""
    industries: NotRequired[list[str]]
    """Industries, the main one first."""
    tags: NotRequired[list[str]]
    """Keywords."""
    employeeCount: NotRequired[int | None]
    """Employees, where they are counted."""
    employeeRange: NotRequired[EmployeeRangeInput | None]
    """Employees, where a band is stated."""
    revenue: NotRequired[RevenueRangeInput | None]
    """Revenue band."""
    foundedYear: NotRequired[int | None]
    """Year of foundation."""
    locations: NotRequired[list[LocationInput]]
    """Places, headquarters first."""
    phone: NotRequired[str | None]
    """Published phone, E.164."""
    emails: NotRequired[list[str]]
    """Published addresses of roles, such as info@."""
    logoUrl: NotRequired[str | None]
    """Address of its logo."""
    profiles: NotRequired[list[str]]
    """Public profiles outside the professional network."""
    emailProvider: NotRequired[str | None]
    """Provider that hosts its mail."""
    technologies: NotRequired[list[TechnologyInput]]
    """Technologies seen."""
    fundingRounds: NotRequired[list[FundingRoundInput]]
    """Funding rounds."""
    acquisitions: NotRequired[list[AcquisitionInput]]
    """Companies bought."""
    openings: NotRequired[OpeningsInput | None]
    """Open positions."""
    id: NotRequired[str]
    """The source's own id of the row."""
    observedAt: NotRequired[str]
    """When the source saw it."""


class IngestPeopleRequestPeopleItem(TypedDict):
    """Facts that a source can state about a person. Identifiers are in normal form."""

    fullName: NotRequired[str | None]
    """Full name as written."""
    firstName: NotRequired[str | None]
    """Given name."""
    lastName: NotRequired[str | None]
    """Family name."""
    headline: NotRequired[str | None]
    """Headline."""
    title: NotRequired[str | None]
    """Current title."""
    companyName: NotRequired[str | None]
    """Current employer's name."""
    companyDomain: NotRequired[str | None]
    """Current employer's registrable domain."""
    companyNetworkUrl: NotRequired[str | None]
    """Current employer's professional-network page."""
    startedAt: NotRequired[PartialDate | None]
    """Start of the current role."""
    location: NotRequired[LocationInput | None]
    """Place."""
    networkUrl: NotRequired[str | None]
    """Professional-network profile."""
    profiles: NotRequired[list[str]]
    """Other profiles."""
    emails: NotRequired[list[EmailFact]]
    """Emails."""
    phones: NotRequired[list[PhoneFact]]
    """Phones."""
    experience: NotRequired[list[ExperienceFact]]
    """Positions held; the current one may be among them."""
    education: NotRequired[list[EducationInput]]
    """Schools."""
    skills: NotRequired[list[str]]
    """Skills."""
    languages: NotRequired[list[str]]
    """Languages."""
    certifications: NotRequired[list[str]]
    """Certifications."""
    announcement: NotRequired[Announcement | None]
    """A post about a new role."""
    identifiers: NotRequired[list[ExternalId]]
    """Identifiers of registers, such as `ORCID`."""
    companyIdentifier: NotRequired[ExternalId | None]
    """Identifier of the current employer."""
    private: NotRequired[PrivateTraits | None]
    """Traits used only for identity matching."""
    id: NotRequired[str]
    """The source's own id of the row."""
    observedAt: NotRequired[str]
    """When the source saw it."""


class AccountMove(TypedDict):
    """A person who joined or left a company."""

    direction: Direction
    """Whether they joined or left."""
    person: Person
    """The person, without contact values."""
    title: NotRequired[str]
    """Title at the company."""
    other_company: NotRequired[Employer]
    """The company they came from or went to; absent if unknown."""
    changed_at: PartialDate
    """Date of the move, as precisely as known."""


class AcquiredAccount(TypedDict):
    """An acquisition, with the decision maker at the acquirer."""

    target: AcquiredCompany
    """The acquired company."""
    acquirer: Company
    """The acquirer."""
    acquired_at: PartialDate
    """When it was announced."""
    observed_at: str
    """When it became known."""
    decision_maker: DecisionMaker
    """The person with the requested role, or else the acquirer's leader."""


class AcquiredAccountList(TypedDict):
    """A page of a recipe's answer."""

    results: list[AcquiredAccount]
    """The results, in order. Each has all data that the endpoint promises."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""
    looked_at: int
    """Number of candidates examined for this page."""
    exhausted: bool
    """Whether no candidate is left after this page."""
    time_limit_seconds: NotRequired[int]
    """The time limit, in seconds, if it ended the page early; the cursor continues where it stopped."""
    why_not: NotRequired[WhyNot]
    """Effect of each filter on companies and the nearest filters with results, if the filters leave
    none.
    """
    rates: NotRequired[Rates]
    """Rates at which amounts were compared, if amounts were asked for."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class AcquiredCompany(TypedDict):
    """An acquired company: as reported in the news, with its record if there is one."""

    name: str
    """Name of the company bought."""
    domain: NotRequired[str]
    """Its domain."""
    announcedAt: NotRequired[PartialDate]
    """When it was announced."""
    price: NotRequired[Money]
    """Price paid."""
    company: NotRequired[Company]
    """The company's record."""


class Acquisition(TypedDict):
    """A company bought by this one."""

    name: str
    """Name of the company bought."""
    domain: NotRequired[str]
    """Its domain."""
    announcedAt: NotRequired[PartialDate]
    """When it was announced."""
    price: NotRequired[Money]
    """Price paid."""


class AcquisitionInput(TypedDict):
    """A company bought by this one."""

    name: NotRequired[str]
    """Name of the company bought."""
    domain: NotRequired[str | None]
    """Its domain."""
    announcedAt: NotRequired[PartialDate | None]
    """When it was announced."""
    price: NotRequired[Money | None]
    """Price paid."""


ActOutcome: TypeAlias = "Literal['begun', 'done', 'refused', 'failed']"
"""How an operator's act ended.

- `begun`: It has begun; if it stays so, the process ended meanwhile, and the change may have been made.
- `done`: It was done.
- `refused`: It was refused, and nothing was changed.
- `failed`: It failed; a part of it may have been done.
"""


ActorKind: TypeAlias = "Literal['key', 'command_line']"
"""Where a change came from.

- `key`: A call with a key.
- `command_line`: A command on the server's machine.
"""


class AdAudienceAnswer(TypedDict):
    """Hashes and match statistics."""

    hashes: list[str]
    """SHA-256 of each distinct valid email, in hex, in the order of first appearance."""
    stats: AudienceStats
    """Counts for the list."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class AdAudienceRequest(TypedDict):
    """Emails to hash."""

    emails: list[str]
    """The emails; duplicates and invalid ones are not charged."""
    platform: NotRequired[Platform]
    """Ad platform whose normal form to hash."""


class AddSuppressionAnswer(TypedDict):
    """The new entry, and the erased records."""

    id: str
    """Entry id."""
    kind: str
    """Kind of identifier it was created from: `email`, `phone`, `profile`, `domain` or `id`."""
    reason: str
    """Reason."""
    created_at: str
    """When it was created."""
    identifiers: int
    """Number of suppressed identifiers, stored as hashes."""
    erased: ErasedView
    """Counts of erased rows."""


class AddSuppressionRequest(TypedDict):
    """The person or company to suppress."""

    email: NotRequired[str | None]
    """Email of the person."""
    phone: NotRequired[str | None]
    """Phone number of the person, with country code."""
    profile: NotRequired[str | None]
    """URL of a public profile of the person."""
    domain: NotRequired[str | None]
    """Domain of a company: selects the company, its current employees, and all people with an email at
    the domain.
    """
    reason: NotRequired[str | None]
    """Reason for the suppression."""


class Announcement(TypedDict):
    """A post in which a person announces a new role."""

    url: str
    """Address of the post."""
    text: str
    """Its text."""
    postedAt: str
    """When it was posted."""


AskedFact: TypeAlias = "Literal['person', 'business_email', 'personal_email', 'mobile', 'phone_check', 'company']"
"""What vendors are asked for.

- `person`: Who a person is.
- `business_email`: Email address at the employer.
- `personal_email`: Personal email address.
- `mobile`: A mobile number.
- `phone_check`: Line type of a phone number, and whether it is in service.
- `company`: Facts about a company.
"""


AttemptOutcome: TypeAlias = "Literal['found', 'not_found', 'not_mobile', 'out_of_date', 'unverified', 'shared', 'fictional', 'failed', 'timed_out']"
"""How an attempt at one source ended.

- `found`: It gave a mobile.
- `not_found`: It knows no phone.
- `not_mobile`: What it knows is no mobile.
- `out_of_date`: What it knows was checked too long ago, or is known not to work.
- `unverified`: What it knows was never checked.
- `shared`: Several people have the number that it knows.
- `fictional`: What it knows is in a range that is reserved for fiction.
- `failed`: It could not answer.
- `timed_out`: It did not answer in time.
"""


class AttemptView(TypedDict):
    """One delivery attempt."""

    at: str
    """When it was made."""
    latency_ms: float
    """Latency in milliseconds."""
    status: NotRequired[int]
    """HTTP status returned by the receiver."""
    error: NotRequired[str]
    """Why no response was received."""
    request: str
    """The request, truncated to 2 kB."""
    answer: NotRequired[str]
    """The receiver's response, truncated to 2 kB."""


class AudienceStats(TypedDict):
    """Statistics of a list of emails."""

    submitted: int
    """Emails sent."""
    valid: int
    """Distinct valid emails."""
    invalid: int
    """Texts that are not valid emails."""
    duplicates: int
    """Duplicates of earlier emails in the list."""
    matched: int
    """Valid emails that belong to a known person."""
    match_rate: float
    """`matched` divided by `valid`, 0 to 1."""


class AuditAnswer(TypedDict):
    """A page of the audit log."""

    results: list[AuditView]
    """Newest first. Entries are kept for three years."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""


class AuditView(TypedDict):
    """A change by an operator."""

    at: str
    """When it began."""
    by: ActorKind
    """Where it came from."""
    account_id: NotRequired[str]
    """Account of the key."""
    account_email: NotRequired[str]
    """Email of the account."""
    system_user: NotRequired[str]
    """Who ran the command, by the operating system's name for them; `ada as root` if it ran through
    sudo. Absent for commands of earlier versions.
    """
    key_id: NotRequired[str]
    """The key."""
    action: str
    """What was done: the operation id of the endpoint, also for the command that does the same."""
    subject: NotRequired[str]
    """Ids of what it was done to, with spaces between. `(erased)` in the place of the ids of a person
    who was erased.
    """
    outcome: ActOutcome
    """How it ended."""
    code: NotRequired[str]
    """Problem code, if it was refused or failed."""
    request_id: NotRequired[str]
    """Request id of the call."""


BoughtKind: TypeAlias = "Literal['email', 'phone']"
"""What kind of contact it is.

- `email`: An email address.
- `phone`: A phone number.
"""


class BoughtView(TypedDict):
    """A contact value that was paid for."""

    kind: BoughtKind
    """Kind of the value."""
    value: str
    """The value as it was answered."""
    endpoint: str
    """Operation id of the endpoint that answered it first."""
    request_id: str
    """Id of the request that paid for it first."""
    bought_at: str
    """When it was bought."""


class BudgetAccount(TypedDict):
    """A company with budget, and its decision maker."""

    company: Company
    """The company."""
    funding: FundingRound
    """The funding round of 6 to 18 months ago."""
    observed_at: str
    """When the round became known."""
    openings: list[Job]
    """Its open positions, newest first."""
    decision_maker: DecisionMaker
    """The person with the requested role, or else the company's leader."""


class BudgetAccountList(TypedDict):
    """A page of a recipe's answer."""

    results: list[BudgetAccount]
    """The results, in order. Each has all data that the endpoint promises."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""
    looked_at: int
    """Number of candidates examined for this page."""
    exhausted: bool
    """Whether no candidate is left after this page."""
    time_limit_seconds: NotRequired[int]
    """The time limit, in seconds, if it ended the page early; the cursor continues where it stopped."""
    why_not: NotRequired[WhyNot]
    """Effect of each filter on companies and the nearest filters with results, if the filters leave
    none.
    """
    rates: NotRequired[Rates]
    """Rates at which amounts were compared, if amounts were asked for."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class BulkCompaniesItem(TypedDict):
    """A request to `/v1/companies`, and a `ref` and `row` of your own."""

    company_id: NotRequired[str | None]
    """Id of the company, `com_…`, alone. The id of a record that was joined into another means the
    other.
    """
    domain: NotRequired[str | None]
    """Domain or website of the company."""
    networkUrl: NotRequired[str | None]
    """URL of the company's professional-network page."""
    name: NotRequired[str | None]
    """Name of the company."""
    identifier: NotRequired[IdentifierInput | None]
    """Identifier of the company in a register."""
    country: NotRequired[str | None]
    """Country of its headquarters, as a code or name; distinguishes companies with the same name."""
    min_confidence: NotRequired[float | None]
    """Minimum confidence of a match, 0 to 1; a weaker match is not returned."""
    ref: NotRequired[str | None]
    """Your own name for the item, given back with its result."""
    row: NotRequired[dict[str, str] | None]
    """Your own columns of the item, text by name, given back with its result. Exports begin with them,
    in their order.
    """


class BulkCompaniesRequest(TypedDict):
    """The items of the job."""

    items: list[BulkCompaniesItem]
    """Each item is a request as for `/v1/companies`, with an optional `ref` and `row` of your own that
    are returned with its result. An item with invalid values is marked `invalid` and is free; the
    others are processed. Items of one job with the same answer are charged once; another job charges
    them again.
    """
    webhook: NotRequired[WebhookInput | None]
    """Webhook that receives `bulk.completed` or `bulk.failed` when the job is done. Requires the plan
    pro or above.
    """


class BulkCompletedEvent(TypedDict):
    """Event `bulk.completed`: Every item of a bulk job has ended."""

    type: Literal['bulk.completed']
    """Kind of the event."""
    timestamp: str
    """When it happened."""
    data: BulkEventData


class BulkEnrichRequest(TypedDict):
    """The items of the job."""

    items: list[BulkItemInput]
    """Each item is a request as for `/v1/enrich`, with an optional `ref` and `row` of your own that are
    returned with its result. An item with invalid values is marked `invalid` and is free; the others
    are processed. Items of one job with the same answer are charged once; another job charges them
    again.
    """
    webhook: NotRequired[WebhookInput | None]
    """Webhook that receives `bulk.completed` or `bulk.failed` when the job is done. Requires the plan
    pro or above.
    """


class BulkEventData(TypedDict):
    """How a bulk job stands."""

    id: str
    """Id of the job."""
    endpoint: str
    """The call that answers its items."""
    status: BulkStatus
    total: int
    """Items of the job."""
    processed: int
    """Items that have ended."""
    resolved: int
    """Items that were found."""
    invalid: int
    """Items that were refused."""
    failed: int
    """Items that no source answered."""
    insufficient_credits: int
    """Items that the balance did not cover."""
    credits: float
    """Credits charged."""
    created_at: str
    """When it was submitted."""
    finished_at: str | None
    """When it ended."""
    results: str
    """Path of its results."""
    reason: NotRequired[str]
    """Why it is paused."""


class BulkFailedEvent(TypedDict):
    """Event `bulk.failed`: A bulk job has ended and no item was answered."""

    type: Literal['bulk.failed']
    """Kind of the event."""
    timestamp: str
    """When it happened."""
    data: BulkEventData


class BulkFindEmailItem(TypedDict):
    """A request to `/v1/find-email`, and a `ref` and `row` of your own."""

    kind: NotRequired[FindEmailKind | None]
    """The form of the input; must match the fields sent."""
    networkUrl: NotRequired[str | None]
    """URL of a professional-network profile, in any spelling."""
    person_id: NotRequired[str | None]
    """Id of the person's record, in place of a profile or name."""
    firstName: NotRequired[str | None]
    """Given name; send `lastName` and `domain` with it."""
    lastName: NotRequired[str | None]
    """Family name."""
    fullName: NotRequired[str | None]
    """Full name, instead of the two parts; send `domain` with it."""
    domain: NotRequired[str | None]
    """Domain of the company at which to find the address."""
    company_domain: NotRequired[DomainName | None]
    """Domain or website of the company."""
    company_id: NotRequired[str | None]
    """Id of the company, `com_…`. The id of a record that was joined into another means the other."""
    company_name: NotRequired[str | None]
    """Name of the company, with or without its legal form. A name that several companies have is
    refused, with the companies listed; such a call is free.
    """
    company_city: NotRequired[str | None]
    """City of the company, where several have the name."""
    company_country: NotRequired[str | None]
    """Country of the company by ISO 3166 code or name, where several have the name."""
    verified_only: NotRequired[bool]
    """Only an address whose mailbox was proven within the last 30 days."""
    webhook: NotRequired[WebhookInput | None]
    """Webhook that receives `email.settled`, free of charge, when a search that a mail server put off
    has ended; the next call reads its result and pays for it. Requires the plan pro or above.
    """
    ref: NotRequired[str | None]
    """Your own name for the item, given back with its result."""
    row: NotRequired[dict[str, str] | None]
    """Your own columns of the item, text by name, given back with its result. Exports begin with them,
    in their order.
    """


class BulkFindEmailRequest(TypedDict):
    """The items of the job."""

    items: list[BulkFindEmailItem]
    """Each item is a request as for `/v1/find-email`, with an optional `ref` and `row` of your own that
    are returned with its result. An item with invalid values is marked `invalid` and is free; the
    others are processed. Items of one job with the same answer are charged once; another job charges
    them again.
    """
    webhook: NotRequired[WebhookInput | None]
    """Webhook that receives `bulk.completed` or `bulk.failed` when the job is done. Requires the plan
    pro or above.
    """


class BulkFindPhoneItem(TypedDict):
    """A request to `/v1/find-phone`, and a `ref` and `row` of your own."""

    domain: NotRequired[str | None]
    """Domain of the company the person works for."""
    company_domain: NotRequired[DomainName | None]
    """Domain or website of the company."""
    company_id: NotRequired[str | None]
    """Id of the company, `com_…`. The id of a record that was joined into another means the other."""
    company_name: NotRequired[str | None]
    """Name of the company, with or without its legal form. A name that several companies have is
    refused, with the companies listed; such a call is free.
    """
    company_city: NotRequired[str | None]
    """City of the company, where several have the name."""
    company_country: NotRequired[str | None]
    """Country of the company by ISO 3166 code or name, where several have the name."""
    firstName: NotRequired[str | None]
    """Given name."""
    lastName: NotRequired[str | None]
    """Family name."""
    person_id: NotRequired[str | None]
    """Id of the person's record, in place of name and company."""
    verified_only: NotRequired[bool]
    """Only a number whose line was checked within a year."""
    ref: NotRequired[str | None]
    """Your own name for the item, given back with its result."""
    row: NotRequired[dict[str, str] | None]
    """Your own columns of the item, text by name, given back with its result. Exports begin with them,
    in their order.
    """


class BulkFindPhoneRequest(TypedDict):
    """The items of the job."""

    items: list[BulkFindPhoneItem]
    """Each item is a request as for `/v1/find-phone`, with an optional `ref` and `row` of your own that
    are returned with its result. An item with invalid values is marked `invalid` and is free; the
    others are processed. Items of one job with the same answer are charged once; another job charges
    them again.
    """
    webhook: NotRequired[WebhookInput | None]
    """Webhook that receives `bulk.completed` or `bulk.failed` when the job is done. Requires the plan
    pro or above.
    """


class BulkItemInput(TypedDict):
    """A request to `/v1/enrich`, and a `ref` and `row` of your own."""

    kind: NotRequired[PersonInputKind | None]
    """The form of the input; must match the fields sent."""
    person_id: NotRequired[str | None]
    """Id of the person, `per_…`, alone. The id of a record that was joined into another means the other."""
    networkUrl: NotRequired[str | None]
    """URL of a professional-network profile, in any spelling."""
    email: NotRequired[str | None]
    """An email of the person."""
    phone: NotRequired[str | None]
    """A phone number of the person, with country code."""
    fullName: NotRequired[str | None]
    """Full name; send a company with it."""
    firstName: NotRequired[str | None]
    """Given name; send `lastName` and a company with it."""
    lastName: NotRequired[str | None]
    """Family name."""
    company_domain: NotRequired[str | None]
    """Domain of a company the person works or worked for."""
    company_id: NotRequired[str | None]
    """Id of a company the person works or worked for, `com_…`."""
    company_name: NotRequired[str | None]
    """Name of a company the person works or worked for."""
    company_identifier: NotRequired[IdentifierInput | None]
    """Identifier of a company the person works or worked for."""
    identifier: NotRequired[IdentifierInput | None]
    """Identifier of the person in a register."""
    min_confidence: NotRequired[float | None]
    """Minimum confidence of a match, 0 to 1; a weaker match is not returned."""
    fields: NotRequired[list[str] | None]
    """Only these fields of the person, such as `title`, and the id. The price is the same."""
    required: NotRequired[list[str] | None]
    """Fields that the person must have, such as `email`. A person without one of them is not returned,
    and not charged.
    """
    ref: NotRequired[str | None]
    """Your own name for the item, given back with its result."""
    row: NotRequired[dict[str, str] | None]
    """Your own columns of the item, text by name, given back with its result. Exports begin with them,
    in their order.
    """


BulkItemStatus: TypeAlias = "Literal['pending', 'resolved', 'not_found', 'invalid', 'failed', 'insufficient_credits', 'cancelled']"
"""How an item stands.

- `pending`: Not answered yet.
- `resolved`: Answered and charged, once for items of the job with the same answer.
- `not_found`: Nothing was found, or no verdict was reached; free.
- `invalid`: The item's input is invalid; free.
- `failed`: No source could answer, time and again; free.
- `insufficient_credits`: The balance did not cover it; resume the job after a top-up.
- `cancelled`: The job was cancelled before its turn came.
"""


class BulkJobAccepted(TypedDict):
    """An accepted job."""

    id: str
    """Job id; poll `GET /v1/bulk/{id}` for its results."""
    status: BulkStatus
    """Status of the job."""
    total: int
    """Items accepted."""
    invalid: int
    """Of these, items with invalid values."""
    webhook: NotRequired[str]
    """Id of the notified webhook; `GET /v1/me/webhooks/{id}` returns its signing secret."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


BulkJobRequest: TypeAlias = 'dict[str, Any]'
"""Id of a bulk job."""


class BulkJobView(TypedDict):
    """A bulk job."""

    id: str
    """Job id."""
    endpoint: str
    """Operation id of the endpoint it was submitted to."""
    status: BulkStatus
    """Status of the job."""
    paused_reason: NotRequired[str]
    """Why it is paused: the problem code that a call with the job's key would get now."""
    total: int
    """Number of items."""
    processed: int
    """Items processed, with any result."""
    resolved: int
    """Of these, items resolved and charged."""
    invalid: int
    """Of these, items with invalid values; free."""
    failed: int
    """Of these, items that no source could answer; free. Resuming the job retries them."""
    insufficient_credits: int
    """Of these, items that the balance did not cover. Resuming the job after a top-up retries them."""
    credits: Credits
    """Credits charged so far."""
    created_at: str
    """When it was submitted."""
    started_at: NotRequired[str]
    """When processing of the first item started."""
    finished_at: NotRequired[str]
    """When it finished. The job is stored for 30 days after that."""


class BulkPausedEvent(TypedDict):
    """Event `bulk.paused`: A bulk job waits until it is resumed."""

    type: Literal['bulk.paused']
    """Kind of the event."""
    timestamp: str
    """When it happened."""
    data: BulkEventData


class BulkPreview(TypedDict):
    """What the preview of a job shows besides its price."""

    preview: Literal[True]
    """Always true."""
    would_cost: WouldCost
    total: NotRequired[int]
    """How many there are in all, for a search."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    rows: list[BulkPreviewRow]
    """The first ten items. Items that the day's rows do not cover are left out."""
    rows_left_today: NotRequired[int]
    """Rows that previews may still show this account until midnight UTC; absent in the sandbox."""


class BulkPreviewRow(TypedDict):
    """What is known of an item before its job runs."""

    index: int
    """Zero-based index of the item."""
    ref: NotRequired[str]
    """`ref` of the item."""
    status: BulkPreviewStatus
    """Whether it would be found."""
    record: NotRequired[BulkRecordKind]
    """What kind of record would be answered."""
    has: NotRequired[list[str]]
    """Fields that the record of a company has, such as `industry`, without their values. Of people
    nothing is told.
    """
    errors: NotRequired[list[Fault]]
    """What is wrong with an invalid item."""


BulkPreviewStatus: TypeAlias = "Literal['found', 'not_found', 'invalid', 'asked_when_run']"
"""Whether an item would be found.

- `found`: The records answer it. Neither `required` nor what a mail server would say is looked at.
- `not_found`: Nothing answers it; it will be free.
- `invalid`: The item is wrong, and `errors` says why; it will be free.
- `asked_when_run`: The records do not answer it; an outside source is asked when the job runs.
"""


BulkRecordKind: TypeAlias = "Literal['person', 'company']"
"""Kinds of records.

- `person`: A person, or a contact of one.
- `company`: A company.
"""


class BulkResultView(TypedDict):
    """Result of one item."""

    index: int
    """Zero-based index in the request."""
    ref: NotRequired[str]
    """Your reference for it, as sent."""
    row: NotRequired[dict[str, str]]
    """Your own row of it, as sent."""
    status: BulkItemStatus
    """Status of the item."""
    credits: Credits
    """Credits charged; 0 for an item with the same answer as another one of the job, which was charged."""
    request_id: NotRequired[str]
    """Request id of the item's call in the history."""
    confidence: NotRequired[float]
    """Confidence of the match, 0 to 1."""
    matched_on: NotRequired[list[str]]
    """The identifiers that matched."""
    person: NotRequired[Person]
    """The person, if the job is about people."""
    company: NotRequired[Company]
    """The company, if the job is about companies."""
    email: NotRequired[str]
    """The email that was found or verified."""
    phone: NotRequired[str]
    """The mobile that was found, in E.164 form."""
    retry_after_seconds: NotRequired[int]
    """Seconds after which to ask again, if the result may change then."""
    answer: NotRequired[dict[str, Any]]
    """The whole answer of the single call, except in jobs of `/v1/bulk/enrich`, whose results hold it
    already.
    """
    detail: NotRequired[str]
    """What is invalid, or why the item failed."""
    errors: NotRequired[list[Fault]]
    """Validation errors of the item."""


class BulkReverseEmailItem(TypedDict):
    """A request to `/v1/reverse-email`, and a `ref` and `row` of your own."""

    email: NotRequired[str]
    """The address, business or personal."""
    ref: NotRequired[str | None]
    """Your own name for the item, given back with its result."""
    row: NotRequired[dict[str, str] | None]
    """Your own columns of the item, text by name, given back with its result. Exports begin with them,
    in their order.
    """


class BulkReverseEmailRequest(TypedDict):
    """The items of the job."""

    items: list[BulkReverseEmailItem]
    """Each item is a request as for `/v1/reverse-email`, with an optional `ref` and `row` of your own
    that are returned with its result. An item with invalid values is marked `invalid` and is free;
    the others are processed. Items of one job with the same answer are charged once; another job
    charges them again.
    """
    webhook: NotRequired[WebhookInput | None]
    """Webhook that receives `bulk.completed` or `bulk.failed` when the job is done. Requires the plan
    pro or above.
    """


class BulkReversePhoneItem(TypedDict):
    """A request to `/v1/reverse-phone`, and a `ref` and `row` of your own."""

    phone: NotRequired[str]
    """The number, with country code."""
    ref: NotRequired[str | None]
    """Your own name for the item, given back with its result."""
    row: NotRequired[dict[str, str] | None]
    """Your own columns of the item, text by name, given back with its result. Exports begin with them,
    in their order.
    """


class BulkReversePhoneRequest(TypedDict):
    """The items of the job."""

    items: list[BulkReversePhoneItem]
    """Each item is a request as for `/v1/reverse-phone`, with an optional `ref` and `row` of your own
    that are returned with its result. An item with invalid values is marked `invalid` and is free;
    the others are processed. Items of one job with the same answer are charged once; another job
    charges them again.
    """
    webhook: NotRequired[WebhookInput | None]
    """Webhook that receives `bulk.completed` or `bulk.failed` when the job is done. Requires the plan
    pro or above.
    """


BulkStatus: TypeAlias = "Literal['queued', 'running', 'completed', 'cancelled', 'failed', 'paused']"
"""How a job stands.

- `queued`: No item has been taken yet.
- `running`: Items are being answered.
- `completed`: Every item has come to an end.
- `cancelled`: Stopped by its owner; what was done by then stays.
- `failed`: No item could be answered.
- `paused`: Not to be worked on, because the key it runs under may not spend any more; resume it with another key.
"""


class BulkVerifyEmailItem(TypedDict):
    """A request to `/v1/verify-email`, and a `ref` and `row` of your own."""

    email: NotRequired[str]
    """The address; text that is not a valid address gets a verdict, too."""
    webhook: NotRequired[WebhookInput | None]
    """Webhook that receives `email.settled`, free of charge, when a mail server that put the check off
    has given its verdict; the next call reads it and pays for it. Requires the plan pro or above.
    """
    ref: NotRequired[str | None]
    """Your own name for the item, given back with its result."""
    row: NotRequired[dict[str, str] | None]
    """Your own columns of the item, text by name, given back with its result. Exports begin with them,
    in their order.
    """


class BulkVerifyEmailRequest(TypedDict):
    """The items of the job."""

    items: list[BulkVerifyEmailItem]
    """Each item is a request as for `/v1/verify-email`, with an optional `ref` and `row` of your own
    that are returned with its result. An item with invalid values is marked `invalid` and is free;
    the others are processed. Items of one job with the same answer are charged once; another job
    charges them again.
    """
    webhook: NotRequired[WebhookInput | None]
    """Webhook that receives `bulk.completed` or `bulk.failed` when the job is done. Requires the plan
    pro or above.
    """


class BusinessByRevenue(TypedDict):
    """A business with its revenue, its owner and the owner's contact data."""

    business: Company
    """The business."""
    owner: Person
    """The owner or leader of the business."""
    revenue: RevenueRange
    """Its yearly revenue."""
    overlaps: bool
    """Whether its revenue is known as a band that overlaps the range asked for without lying inside: it
    may be outside. `whole_bands` leaves such businesses out.
    """
    email: NotRequired[str]
    """Verified email: a business email if there is one, otherwise a personal one."""
    email_kind: NotRequired[EmailKind]
    """Whether the email is a business or a personal one."""
    email_status: NotRequired[Status]
    """Result of the last check of the email."""
    email_last_validated_at: NotRequired[str]
    """When the mail server confirmed it."""
    mobile: NotRequired[str]
    """Mobile number in E.164 form."""
    mobile_status: NotRequired[PhoneStatus]
    """Whether the line of the mobile number was checked."""
    mobile_last_validated_at: NotRequired[str]
    """When the mobile number was last validated, if known."""
    mobile_shared_by: NotRequired[int]
    """Number of people in the records who have the mobile number, if several do."""


class BusinessByRevenueList(TypedDict):
    """A page of a recipe's answer."""

    results: list[BusinessByRevenue]
    """The results, in order. Each has all data that the endpoint promises."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""
    looked_at: int
    """Number of candidates examined for this page."""
    exhausted: bool
    """Whether no candidate is left after this page."""
    time_limit_seconds: NotRequired[int]
    """The time limit, in seconds, if it ended the page early; the cursor continues where it stopped."""
    why_not: NotRequired[WhyNot]
    """Effect of each filter on companies and the nearest filters with results, if the filters leave
    none.
    """
    rates: NotRequired[Rates]
    """Rates at which amounts were compared, if amounts were asked for."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


BusinessSize: TypeAlias = 'SizeBand | NumberRange'
"""Number of employees of a business."""


class BuyerBudgetWindowRequest(TypedDict):
    """Filters for companies, and the role to find there."""

    limit: NotRequired[int | None]
    """Maximum number of results per page."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the previous page; send it with otherwise the same request."""
    new_only: NotRequired[bool]
    """Leave out what this endpoint has already answered to this account. With or without it, an item is
    charged once per account and endpoint.
    """
    icp: NotRequired[CompanyFilters | None]
    """Only companies that match these filters, the same as in `search/companies`."""
    role: NotRequired[str | None]
    """Role to find there: a title, a function, or a question such as `who buys security tooling`."""
    min_score: NotRequired[float | None]
    """Lowest score of an answer; 0.5 if omitted. People of a lower rank than asked for have scores below
    0.5.
    """
    fallback: NotRequired[bool]
    """Answer the nearest match, marked with `fallback: true`, where no one reaches the score. Such an
    answer is charged like any other.
    """
    saved_icp_id: NotRequired[str | None]
    """Id of a saved ICP over companies, instead of `icp`."""
    observed_since: NotRequired[str | None]
    """Only rounds that became known at or after this time."""


class BuyingCommitteeAnswer(TypedDict):
    """The people by role in the purchase."""

    total_people: int
    """Number of people in all roles."""
    committee: Committee
    """The people in each role, best match first; a person appears in one role only."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class BuyingCommitteeRequest(TypedDict):
    """The company, and the kind of deal."""

    company_domain: NotRequired[DomainName | None]
    """Domain or website of the company."""
    company_id: NotRequired[str | None]
    """Id of the company, `com_…`. The id of a record that was joined into another means the other."""
    company_name: NotRequired[str | None]
    """Name of the company, with or without its legal form. A name that several companies have is
    refused, with the companies listed; such a call is free.
    """
    company_city: NotRequired[str | None]
    """City of the company, where several have the name."""
    company_country: NotRequired[str | None]
    """Country of the company by ISO 3166 code or name, where several have the name."""
    deal_type: DealType
    """Kind of product sold."""
    max_per_role: NotRequired[int | None]
    """Maximum number of people per role; 3 if omitted."""


CacheUse: TypeAlias = "Literal['hit', 'partial', 'miss']"
"""Whether a call was answered from what was known already.

- `hit`: Everything was known.
- `partial`: Some was cached, some came from external sources.
- `miss`: Everything came from external sources, or nothing was cached.
"""


class CalibrationAnswer(TypedDict):
    """The last measurement."""

    running: bool
    """Whether this server is measuring at the moment."""
    failed: bool
    """Whether its last run failed; its log says why."""
    last: NotRequired[KeptCalibration]
    """The last measurement of any server or of `brimful calibrate`; absent before the first."""


CallOutcome: TypeAlias = "Literal['answered', 'accepted', 'preview', 'replayed', 'refused', 'failed']"
"""How a call ended.

- `answered`: It was answered.
- `accepted`: What it asks for was queued, and is done in the background; status 202.
- `preview`: Only its price was asked for.
- `replayed`: The stored answer of an earlier call with the same idempotency key was given again.
- `refused`: It was refused because of the request, the key, the plan or the balance.
- `failed`: The server or its sources failed.
"""


class ChampionJustMovedRequest(TypedDict):
    """The caller's contacts."""

    limit: NotRequired[int | None]
    """Maximum number of results per page."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the previous page; send it with otherwise the same request."""
    new_only: NotRequired[bool]
    """Leave out what this endpoint has already answered to this account. With or without it, an item is
    charged once per account and endpoint.
    """
    since: NotRequired[str | None]
    """Only events at or after this time."""
    within_days: NotRequired[int | None]
    """Only events within this many days before now."""
    observed_since: NotRequired[str | None]
    """Only events that became known at or after this time, whenever they happened. Without `since` and
    `within_days`, events of any age.
    """
    icp: NotRequired[CompanyFilters | None]
    """Only results at companies that match these filters, the same as in `search/companies`."""
    contacts: list[ContactInput]
    """The contacts, each with the company at which you know them."""


class Change(TypedDict):
    """A person's move."""

    personId: str
    """Id of the person."""
    fullName: str
    """Full name."""
    networkUrl: NotRequired[str]
    """Professional-network profile."""
    oldTitle: NotRequired[str]
    """Title before."""
    oldCompany: Employer
    """Employer before."""
    newTitle: NotRequired[str]
    """Title after."""
    seniority: NotRequired[Seniority]
    """Seniority after."""
    departments: NotRequired[list[Department]]
    """Departments after."""
    country: NotRequired[str]
    """Country of the person, ISO 3166-1 alpha-2."""
    changedAt: PartialDate
    """Date of the change, with the precision that is known."""
    announcement: NotRequired[Announcement]
    """The person's own post about it."""


class ChangeKeyRequest(TypedDict):
    """What to change of a key."""

    monthly_cap: NotRequired[int | None]
    """Credits that calls with the key may cost in a month; null takes the cap away. What it has cost in
    this month counts.
    """


ChangeKind: TypeAlias = "Literal['job_change', 'title_change', 'engagement_spike']"
"""Kind of change.

- `job_change`: Moved to another company.
- `title_change`: New title at the same company.
- `engagement_spike`: Far more engagement than usual.
"""


class ChangeWatchListRequest(TypedDict):
    """The changes; omitted fields stay unchanged."""

    name: NotRequired[str | None]
    """New name."""
    profiles: NotRequired[list[ProfileUrl] | None]
    """Profiles that replace the current ones."""
    domains: NotRequired[list[DomainName] | None]
    """Domains that replace the current ones."""
    contacts: NotRequired[list[ContactInput] | None]
    """Contacts that replace the current ones."""
    signals: NotRequired[list[SignalKind] | None]
    """Signal kinds that replace the current ones."""
    live: NotRequired[bool | None]
    """Whether to send matches to the webhook as their signals arrive."""
    every_minutes: NotRequired[int | None]
    """Interval of scheduled runs in minutes, at most 43,200 (30 days). 0 turns them off."""
    monthly_budget: NotRequired[int | None]
    """Credits that automatic runs may spend per calendar month (UTC). Matches beyond it wait for the
    next month.
    """
    webhook: NotRequired[WebhookInput | None]
    """Webhook that receives the events: `watch_list.matched`, or `quiet_power_user.matched` for lists of
    contacts. Requires the plan pro or above.
    """


class ChangeWebhookRequest(TypedDict):
    """The change to a webhook."""

    enabled: NotRequired[bool | None]
    """Whether events are sent. Events that occur while it is disabled are queued and sent once it is
    enabled again.
    """
    events: NotRequired[list[EventKind] | None]
    """Kinds of events that are sent from now on; null means all. Events of other kinds that wait already
    are sent.
    """


ChangedField: TypeAlias = "Literal['name', 'status', 'address']"
"""A field whose change is a signal.

- `name`: The name.
- `status`: Whether it is in business.
- `address`: Street, postcode and city.
"""


ChargeLine = TypedDict(
    'ChargeLine',
    {
        # What is charged.
        'for': 'ChargedFor',
        # How many.
        'quantity': 'int',
        # Price of one.
        'credits_each': 'Credits',
        # Price of all.
        'credits': 'Credits',
    },
)
"""One line of a charge. The lines of a call add up to its credits."""


ChargedAnswer: TypeAlias = 'dict[str, Any]'
"""The answer of the endpoint that was called, byte for byte."""


ChargedFor: TypeAlias = "Literal['answer', 'base', 'item']"
"""What a line of a charge is for.

- `answer`: The answer as a whole.
- `base`: The base price of the call.
- `item`: Each item resolved.
"""


class ChargedView(TypedDict):
    """A charge and its lines."""

    credits: Credits
    """Credits charged."""
    refunded: Credits
    """Credits refunded of those."""
    lines: list[ChargeLine]
    """What the charge is made of; the lines add up to `credits`. Empty for free calls."""


class Check(TypedDict):
    """The result of one check."""

    name: str
    """What was checked."""
    ok: bool
    """Whether it is well."""
    warning: bool
    """Whether it works, but not as well as it could, or was not tried."""
    detail: str
    """What was found."""


class ChooseOrderRequest(TypedDict):
    """A fact, and the order of its vendors."""

    fact: AskedFact
    """What is asked for."""
    order: NotRequired[list[str]]
    """Names of the vendors that are asked, in this order. Others that offer the fact are not asked. All
    of them are, in the order of the configuration, if it is omitted.
    """
    adaptive: NotRequired[bool]
    """Whether to ask these vendors in the order of their expected cost of a hit instead; `order` then
    only says which are asked.
    """


class ChosenOrderAnswer(TypedDict):
    """What was chosen."""

    fact: AskedFact
    """What is asked for."""
    order: NotRequired[list[str]]
    """The chosen order; absent if that of the configuration is in force again."""
    adaptive: NotRequired[bool]
    """Whether these are asked in the order of their expected cost of a hit; absent without a chosen
    order.
    """


class Committee(TypedDict):
    """Roles in a purchase."""

    decision_maker: list[DecisionMaker]
    """Decision makers, who approve the purchase."""
    influencer: list[DecisionMaker]
    """Influencers, who advise on the purchase."""
    user: list[DecisionMaker]
    """Users of the product."""


class CompaniesAnswer(TypedDict):
    """The company, if one was found."""

    found: bool
    """Whether a company was found."""
    confidence: NotRequired[float]
    """Confidence of the match, 0 to 1."""
    matched_on: NotRequired[list[str]]
    """The identifiers that matched."""
    company: NotRequired[Company]
    """The company."""
    reason: NotRequired[str]
    """Why none was found although some are known: `ambiguous`."""
    alternatives: NotRequired[list[str]]
    """Names of the companies that the name fits, if it fits several. Send a domain, an identifier or a
    country.
    """
    explain: NotRequired[Explanation]
    """The explanation, if requested."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class CompaniesRequest(TypedDict):
    """Identifiers of the company."""

    company_id: NotRequired[str | None]
    """Id of the company, `com_…`, alone. The id of a record that was joined into another means the
    other.
    """
    domain: NotRequired[str | None]
    """Domain or website of the company."""
    networkUrl: NotRequired[str | None]
    """URL of the company's professional-network page."""
    name: NotRequired[str | None]
    """Name of the company."""
    identifier: NotRequired[IdentifierInput | None]
    """Identifier of the company in a register."""
    country: NotRequired[str | None]
    """Country of its headquarters, as a code or name; distinguishes companies with the same name."""
    min_confidence: NotRequired[float | None]
    """Minimum confidence of a match, 0 to 1; a weaker match is not returned."""
    explain: NotRequired[bool | None]
    """Explain the match and give the source of each value."""


class Company(TypedDict):
    """A company as it appears in answers. A field that no source has stated is absent, never inferred."""

    id: str
    """Stable id, `com_…`."""
    name: str
    """Usual name."""
    legalName: NotRequired[str]
    """Registered name."""
    formerNames: NotRequired[list[str]]
    """Names it had before."""
    aliases: NotRequired[list[str]]
    """Other names it is known by, such as a trade name."""
    identifiers: NotRequired[list[ExternalId]]
    """Identifiers of registers, such as `GB-COH`."""
    status: NotRequired[CompanyStatus]
    """Whether it is in business."""
    dissolvedAt: NotRequired[PartialDate]
    """When it ended."""
    domain: NotRequired[str]
    """Main registrable domain."""
    domains: NotRequired[list[str]]
    """Every known domain, the main one first."""
    networkUrl: NotRequired[str]
    """Professional-network page."""
    description: NotRequired[str]
    """The company's own description of its business."""
    industry: NotRequired[str]
    """Main industry."""
    industries: NotRequired[list[str]]
    """Every industry claimed, the main one first."""
    tags: NotRequired[list[str]]
    """Free keywords."""
    employeeCount: NotRequired[int]
    """Employees, if counted."""
    employeeRange: NotRequired[EmployeeRange]
    """Employees, if only a band is known."""
    headcountGrowth: NotRequired[int]
    """Growth of the employee count over about a year, in percent: the newest count against the one that
    the same source stated nearest to a year before, 6 to 18 months. Absent without such a count.
    """
    sizeBand: NotRequired[SizeBand]
    """Band of the employee count."""
    revenue: NotRequired[RevenueRange]
    """Yearly revenue."""
    foundedYear: NotRequired[int]
    """Year of foundation."""
    location: NotRequired[Location]
    """Headquarters."""
    locations: NotRequired[list[Location]]
    """Every known place, headquarters first."""
    street: NotRequired[str]
    """Street and house number of the headquarters."""
    postcode: NotRequired[str]
    """Postcode of the headquarters."""
    phone: NotRequired[str]
    """Published phone, E.164."""
    emails: NotRequired[list[str]]
    """Published addresses of roles, such as info@."""
    logoUrl: NotRequired[str]
    """Address of its logo."""
    profiles: NotRequired[list[Profile]]
    """Public profiles outside the professional network."""
    emailProvider: NotRequired[str]
    """Provider that hosts its mail."""
    technologies: NotRequired[list[Technology]]
    """Technologies in use."""
    funding: NotRequired[Funding]
    """Money raised."""
    acquisitions: NotRequired[list[Acquisition]]
    """Companies it bought."""
    openings: NotRequired[Openings]
    """Open positions."""
    updatedAt: NotRequired[str]
    """When the newest claim behind this record was observed."""
    sources: NotRequired[list[SourceStamp]]
    """Sources with claims about this company, each with its newest observation."""


class CompanyChange(TypedDict):
    """A fact about a company that changed."""

    field: ChangedField
    """What changed."""
    before: str
    """The value before."""
    after: str
    """The value after."""
    changedAt: PartialDate
    """When it changed: as the source states, else when it was first seen."""


class CompanyFilters(TypedDict):
    """Filters for companies. A company must pass every given filter."""

    domains: NotRequired[list[str]]
    """Domains of the company."""
    domains_all: NotRequired[list[str]]
    """Like `domains`, but every value must match."""
    exclude_domains: NotRequired[list[str]]
    """Like `domains`, but no value may match."""
    industries: NotRequired[list[str]]
    """Industries by label, usual synonym or NAICS or SIC code. A sector includes its sub-industries."""
    industries_all: NotRequired[list[str]]
    """Like `industries`, but every value must match."""
    exclude_industries: NotRequired[list[str]]
    """Like `industries`, but no value may match."""
    technologies: NotRequired[list[str]]
    """Technologies in use, by any usual name."""
    technologies_all: NotRequired[list[str]]
    """Like `technologies`, but every value must match."""
    exclude_technologies: NotRequired[list[str]]
    """Like `technologies`, but no value may match."""
    size_bands: NotRequired[list[str]]
    """Size bands, such as `51-200`."""
    size_bands_all: NotRequired[list[str]]
    """Like `size_bands`, but every value must match."""
    exclude_size_bands: NotRequired[list[str]]
    """Like `size_bands`, but no value may match."""
    countries: NotRequired[list[str]]
    """Countries of the headquarters, by ISO 3166 code or name."""
    countries_all: NotRequired[list[str]]
    """Like `countries`, but every value must match."""
    exclude_countries: NotRequired[list[str]]
    """Like `countries`, but no value may match."""
    regions: NotRequired[list[str]]
    """States, provinces or regions of the headquarters, by name or ISO 3166-2 code."""
    regions_all: NotRequired[list[str]]
    """Like `regions`, but every value must match."""
    exclude_regions: NotRequired[list[str]]
    """Like `regions`, but no value may match."""
    cities: NotRequired[list[str]]
    """Cities of the headquarters, in any language."""
    cities_all: NotRequired[list[str]]
    """Like `cities`, but every value must match."""
    exclude_cities: NotRequired[list[str]]
    """Like `cities`, but no value may match."""
    funding_stages: NotRequired[list[str]]
    """Stages of the newest funding round, such as `series_a`."""
    funding_stages_all: NotRequired[list[str]]
    """Like `funding_stages`, but every value must match."""
    exclude_funding_stages: NotRequired[list[str]]
    """Like `funding_stages`, but no value may match."""
    hiring_departments: NotRequired[list[str]]
    """Departments with open positions."""
    hiring_departments_all: NotRequired[list[str]]
    """Like `hiring_departments`, but every value must match."""
    exclude_hiring_departments: NotRequired[list[str]]
    """Like `hiring_departments`, but no value may match."""
    tags: NotRequired[list[str]]
    """Keywords of the company."""
    tags_all: NotRequired[list[str]]
    """Like `tags`, but every value must match."""
    exclude_tags: NotRequired[list[str]]
    """Like `tags`, but no value may match."""
    employee_count: NotRequired[NumberRange | None]
    """Employees; a band passes when it overlaps."""
    revenue: NotRequired[MoneyRange | None]
    """Yearly revenue; a band passes when it overlaps."""
    whole_bands: NotRequired[bool | None]
    """Only bands that lie inside the range."""
    headcount_growth: NotRequired[NumberRange | None]
    """Growth of the headcount over about a year, in percent; negative if it shrank."""
    founded_year: NotRequired[NumberRange | None]
    """Year of foundation."""
    funding_amount: NotRequired[MoneyRange | None]
    """Total money raised."""
    funded_within_days: NotRequired[int | None]
    """The newest round is at most this many days old."""
    min_openings: NotRequired[int | None]
    """Minimum number of open positions; with `hiring_departments`, in one of those departments."""
    near: NotRequired[Near | None]
    """Within a radius of a city or a point. A record whose city is unknown never matches."""
    name: NotRequired[str | None]
    """Words of the name, in any order; registered and former names count."""
    text: NotRequired[str | None]
    """Words anywhere in the names, description, industries, tags and technologies."""


CompanyId: TypeAlias = 'str'
"""Id of a company, `com_…`."""


class CompanyPreviewRow(TypedDict):
    """A row of a preview: whole if the account has the record already, else without name, id and URL."""

    owned: bool
    """Whether the account has this record already; the row is whole then."""
    ref: str
    """Send it in `refs` within an hour to have this record."""
    hasEmail: NotRequired[bool]
    """Whether a published email is known."""
    hasPhone: NotRequired[bool]
    """Whether a published phone is known."""
    id: NotRequired[str]
    """Stable id, `com_…`."""
    name: NotRequired[str]
    """Usual name."""
    legalName: NotRequired[str]
    """Registered name."""
    formerNames: NotRequired[list[str]]
    """Names it had before."""
    aliases: NotRequired[list[str]]
    """Other names it is known by, such as a trade name."""
    identifiers: NotRequired[list[ExternalId]]
    """Identifiers of registers, such as `GB-COH`."""
    status: NotRequired[CompanyStatus]
    """Whether it is in business."""
    dissolvedAt: NotRequired[PartialDate]
    """When it ended."""
    domain: NotRequired[str]
    """Main registrable domain."""
    domains: NotRequired[list[str]]
    """Every known domain, the main one first."""
    networkUrl: NotRequired[str]
    """Professional-network page."""
    description: NotRequired[str]
    """The company's own description of its business."""
    industry: NotRequired[str]
    """Main industry."""
    industries: NotRequired[list[str]]
    """Every industry claimed, the main one first."""
    tags: NotRequired[list[str]]
    """Free keywords."""
    employeeCount: NotRequired[int]
    """Employees, if counted."""
    employeeRange: NotRequired[EmployeeRange]
    """Employees, if only a band is known."""
    headcountGrowth: NotRequired[int]
    """Growth of the employee count over about a year, in percent: the newest count against the one that
    the same source stated nearest to a year before, 6 to 18 months. Absent without such a count.
    """
    sizeBand: NotRequired[SizeBand]
    """Band of the employee count."""
    revenue: NotRequired[RevenueRange]
    """Yearly revenue."""
    foundedYear: NotRequired[int]
    """Year of foundation."""
    location: NotRequired[Location]
    """Headquarters."""
    locations: NotRequired[list[Location]]
    """Every known place, headquarters first."""
    street: NotRequired[str]
    """Street and house number of the headquarters."""
    postcode: NotRequired[str]
    """Postcode of the headquarters."""
    phone: NotRequired[str]
    """Published phone, E.164."""
    emails: NotRequired[list[str]]
    """Published addresses of roles, such as info@."""
    logoUrl: NotRequired[str]
    """Address of its logo."""
    profiles: NotRequired[list[Profile]]
    """Public profiles outside the professional network."""
    emailProvider: NotRequired[str]
    """Provider that hosts its mail."""
    technologies: NotRequired[list[Technology]]
    """Technologies in use."""
    funding: NotRequired[Funding]
    """Money raised."""
    acquisitions: NotRequired[list[Acquisition]]
    """Companies it bought."""
    openings: NotRequired[Openings]
    """Open positions."""
    updatedAt: NotRequired[str]
    """When the newest claim behind this record was observed."""
    sources: NotRequired[list[SourceStamp]]
    """Sources with claims about this company, each with its newest observation."""


class CompanySearchAnswer(TypedDict):
    """A page of search results."""

    results: list[Company]
    """The records in sort order. People have no contact values; `hasEmail` and `hasPhone` show which
    exist.
    """
    overlapping: NotRequired[list[str]]
    """Ids of `results` whose band of employees or revenue only overlaps the range."""
    total: NotRequired[int]
    """Total number of matches, if requested."""
    facets: NotRequired[list[FacetCounts]]
    """The requested facet counts."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""
    why_not: NotRequired[WhyNot]
    """Effect of each filter and the nearest filters with results, if nothing was found."""
    looked_at: NotRequired[int]
    """Number of candidates examined for this page."""
    exhausted: NotRequired[bool]
    """Whether no candidate is left after this page."""
    time_limit_seconds: NotRequired[int]
    """The time limit, in seconds, if it ended the page early; the cursor continues where it stopped."""
    rates: NotRequired[Rates]
    """Rates at which amounts were compared, if amounts were asked for."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class CompanySearchPreview(TypedDict):
    """What the preview of a search shows besides its price."""

    preview: Literal[True]
    """Always true."""
    would_cost: WouldCost
    total: NotRequired[int]
    """How many there are in all, for a search."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    rows: list[CompanyPreviewRow]
    """The page, masked, as far as the day's rows reach. Empty in a preview of `refs`, and where a filter
    by name, words or domain leaves fewer than 5 matches or stands beside other filters: the preview
    then has neither `total` nor an exact price.
    """
    rows_left_today: NotRequired[int]
    """Masked rows that previews may still show this account until midnight UTC; absent in the sandbox."""
    facets: NotRequired[list[FacetCounts]]
    """The requested facet counts, if at least 5 match."""
    next_cursor: NotRequired[str]
    """Cursor of the next page of the preview; absent on the last page, and where rows are hidden or
    beyond the day's limit.
    """


CompanySort: TypeAlias = "Literal['relevance', 'name', 'recently_updated', 'employee_count', 'founded_year', 'funding_amount', 'recently_funded', 'openings']"
"""Sort order of companies; ties are ordered by id.

- `relevance`: Matches in the name first, then records with more known facts, then newer ones.
- `name`: By name.
- `recently_updated`: The most recently updated record first.
- `employee_count`: The largest company first.
- `founded_year`: The most recently founded company first.
- `funding_amount`: The most money raised first.
- `recently_funded`: The most recently funded first.
- `openings`: The most open positions first.
"""


CompanyStatus: TypeAlias = "Literal['active', 'inactive', 'acquired', 'dissolved']"
"""Whether a company is in business.

- `active`: In business.
- `inactive`: Registered, without business.
- `acquired`: Bought by another company.
- `dissolved`: Closed.
"""


class CompetitiveIntelAnswer(TypedDict):
    """Research on a competitor."""

    company: Company | None
    """The company; null if no record matches."""
    leadership: list[DecisionMaker]
    """Leaders of the company, most senior first: its head, then chiefs, vice presidents and heads."""
    recent_moves: list[AccountMove]
    """People who joined or left within the last 180 days, newest first."""
    technologies: list[Technology]
    """Technologies in use."""
    lookalikes: list[Lookalike]
    """Similar companies, most similar first."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class CompetitiveIntelRequest(TypedDict):
    """The competitor to research."""

    company_domain: NotRequired[DomainName | None]
    """Domain or website of the company."""
    company_id: NotRequired[str | None]
    """Id of the company, `com_…`. The id of a record that was joined into another means the other."""
    company_name: NotRequired[str | None]
    """Name of the company, with or without its legal form. A name that several companies have is
    refused, with the companies listed; such a call is free.
    """
    company_city: NotRequired[str | None]
    """City of the company, where several have the name."""
    company_country: NotRequired[str | None]
    """Country of the company by ISO 3166 code or name, where several have the name."""


class CompetitorTalentLeavingRequest(TypedDict):
    """The competitor, and filters for current companies."""

    limit: NotRequired[int | None]
    """Maximum number of results per page."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the previous page; send it with otherwise the same request."""
    new_only: NotRequired[bool]
    """Leave out what this endpoint has already answered to this account. With or without it, an item is
    charged once per account and endpoint.
    """
    icp: NotRequired[CompanyFilters | None]
    """Only results at companies that match these filters, the same as in `search/companies`."""
    company_domain: NotRequired[DomainName | None]
    """Domain or website of the company."""
    company_id: NotRequired[str | None]
    """Id of the company, `com_…`. The id of a record that was joined into another means the other."""
    company_name: NotRequired[str | None]
    """Name of the company, with or without its legal form. A name that several companies have is
    refused, with the companies listed; such a call is free.
    """
    company_city: NotRequired[str | None]
    """City of the company, where several have the name."""
    company_country: NotRequired[str | None]
    """Country of the company by ISO 3166 code or name, where several have the name."""
    competitor_domain: NotRequired[DomainName | None]
    """Another name of `company_domain`; send one of the two."""


class ConfidenceStep(TypedDict):
    """The confidence after a piece of evidence."""

    because: Evidence
    """The evidence."""
    confidence: float
    """Probability that the address reaches the person, 0 to 1."""


class Conflict(TypedDict):
    """A different value that another source states."""

    value: Any
    """The value that the source states."""
    source: str
    """Name of the source."""
    observedAt: str
    """When the source observed it."""


class CongratsTriggerRequest(TypedDict):
    """Page, time window and company filters."""

    limit: NotRequired[int | None]
    """Maximum number of results per page."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the previous page; send it with otherwise the same request."""
    new_only: NotRequired[bool]
    """Leave out what this endpoint has already answered to this account. With or without it, an item is
    charged once per account and endpoint.
    """
    since: NotRequired[str | None]
    """Only events at or after this time."""
    within_days: NotRequired[int | None]
    """Only events within this many days before now."""
    observed_since: NotRequired[str | None]
    """Only events that became known at or after this time, whenever they happened. Without `since` and
    `within_days`, events of any age.
    """
    icp: NotRequired[CompanyFilters | None]
    """Only results at companies that match these filters, the same as in `search/companies`."""
    departments: NotRequired[list[Department] | None]
    """Departments of the new role."""
    seniorities: NotRequired[list[Seniority] | None]
    """Seniorities of the new role."""
    language: NotRequired[Language]
    """Language of the first lines; English if omitted."""
    explain: NotRequired[bool]
    """Return the fact behind each seed."""


class Congratulation(TypedDict):
    """A person who announced a new role."""

    person_unmasked: Person
    """The person, without contact values."""
    new_role: str
    """Current title."""
    announcement_post_url: str
    """URL of the announcement."""
    announcement_text: str
    """Text of the announcement."""
    observed_at: str
    """When the job change became known."""
    personalization_seed: str
    """A suggested first line of a message."""
    explain: NotRequired[Opener]
    """The fact behind the seed, if requested."""


class CongratulationList(TypedDict):
    """A page of a recipe's answer."""

    results: list[Congratulation]
    """The results, in order. Each has all data that the endpoint promises."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""
    looked_at: int
    """Number of candidates examined for this page."""
    exhausted: bool
    """Whether no candidate is left after this page."""
    time_limit_seconds: NotRequired[int]
    """The time limit, in seconds, if it ended the page early; the cursor continues where it stopped."""
    why_not: NotRequired[WhyNot]
    """Effect of each filter on companies and the nearest filters with results, if the filters leave
    none.
    """
    rates: NotRequired[Rates]
    """Rates at which amounts were compared, if amounts were asked for."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class Contact(TypedDict):
    """A contact of the caller."""

    networkUrl: NotRequired[str]
    """URL of a professional-network profile, in any spelling."""
    email: NotRequired[str]
    """An email of the contact."""
    company_domain: NotRequired[str]
    """Domain of the company at which you know the contact; taken from a business email if omitted."""
    company_id: NotRequired[str]
    """Id of that company, `com_…`."""
    company_name: NotRequired[str]
    """Name of that company."""
    ref: NotRequired[str]
    """Your own id of the contact; returned unchanged."""


class ContactInput(TypedDict):
    """A contact of the caller."""

    networkUrl: NotRequired[str | None]
    """URL of a professional-network profile, in any spelling."""
    email: NotRequired[str | None]
    """An email of the contact."""
    company_domain: NotRequired[str | None]
    """Domain of the company at which you know the contact; taken from a business email if omitted."""
    company_id: NotRequired[str | None]
    """Id of that company, `com_…`."""
    company_name: NotRequired[str | None]
    """Name of that company."""
    ref: NotRequired[str | None]
    """Your own id of the contact; returned unchanged."""


class ContactPoints(TypedDict):
    """Contact data of a person: email, mobile number or both."""

    email: NotRequired[str]
    """Verified email: a business email if there is one, otherwise a personal one."""
    email_kind: NotRequired[EmailKind]
    """Whether the email is a business or a personal one."""
    email_status: NotRequired[Status]
    """Result of the last check of the email."""
    email_last_validated_at: NotRequired[str]
    """When the mail server confirmed it."""
    mobile: NotRequired[str]
    """Mobile number in E.164 form."""
    mobile_status: NotRequired[PhoneStatus]
    """Whether the line of the mobile number was checked."""
    mobile_last_validated_at: NotRequired[str]
    """When the mobile number was last validated, if known."""
    mobile_shared_by: NotRequired[int]
    """Number of people in the records who have the mobile number, if several do."""


ContactStatus: TypeAlias = "Literal['deliverable', 'risky', 'unknown', 'undeliverable']"
"""Verification status of an email or phone.

- `deliverable`: Verified to work.
- `risky`: May work, for example at a catch-all domain.
- `unknown`: Never checked, or the check was inconclusive.
- `undeliverable`: Verified not to work.
"""


class Cost(TypedDict):
    """What the call cost."""

    credits: float
    """Credits charged."""
    balance_remaining: NotRequired[float]
    """Credits left; absent in the sandbox."""


class CoworkerView(TypedDict):
    """A coworker."""

    person: Person
    """The coworker, without contact values."""
    shared: SharedTime
    """Shared employer and period."""
    strength: float
    """Strength of the relationship: higher for a longer overlap, a smaller company and the same
    department.
    """
    path: list[PathStep]
    """Path from a person you have looked up yourself to this person, each step with the relationship to
    the next; empty if there is none.
    """


class CreateKeyRequest(TypedDict):
    """The key to create."""

    name: str
    """Your name for it, for display."""
    scopes: NotRequired[list[Scope] | None]
    """Scopes of the new key; the scopes of the calling key if omitted."""
    expires_at: NotRequired[str | None]
    """Expiry of the new key; that of the calling key if omitted, and never later than that."""
    monthly_cap: NotRequired[int | None]
    """Credits that calls with the new key may cost in a month; no cap if omitted. A key with a cap can
    only make keys that share it.
    """


class CreateWatchListRequest(TypedDict):
    """The watch list to create: of profiles, domains or contacts."""

    name: str
    """Your name for it, for display."""
    profiles: NotRequired[list[ProfileUrl] | None]
    """URLs of professional-network profiles, in any spelling."""
    domains: NotRequired[list[DomainName] | None]
    """Company domains or websites."""
    contacts: NotRequired[list[ContactInput] | None]
    """Champions, as for `/v1/quiet-power-users`; their changes are sent to the webhook as
    `quiet_power_user.matched`.
    """
    signals: NotRequired[list[SignalKind] | None]
    """Signal kinds that match; all if omitted."""
    live: NotRequired[bool | None]
    """Whether to send matches to the webhook as their signals arrive."""
    every_minutes: NotRequired[int | None]
    """Interval of scheduled runs in minutes, at most 43,200 (30 days). 0 turns them off."""
    monthly_budget: NotRequired[int | None]
    """Credits that automatic runs may spend per calendar month (UTC). Matches beyond it wait for the
    next month.
    """
    webhook: NotRequired[WebhookInput | None]
    """Webhook that receives the events: `watch_list.matched`, or `quiet_power_user.matched` for lists of
    contacts. Requires the plan pro or above.
    """


Credits: TypeAlias = 'float'
"""Credits, exact to the thousandth."""


DealType: TypeAlias = "Literal['security', 'data_infra', 'sales_ops', 'exec', 'marketing', 'engineering']"
"""What is being sold.

- `security`: Security products.
- `data_infra`: Data platforms and infrastructure.
- `sales_ops`: Tools for sales and revenue teams.
- `exec`: What the head of the company decides on.
- `marketing`: Tools for marketing.
- `engineering`: Tools for developers.
"""


DecidePrivacyRequest: TypeAlias = 'dict[str, Any]'
"""Id of a request."""


class DecidedRecord(TypedDict):
    """The record that a decision left."""

    id: str
    """Id of the record."""


class DecisionMaker(TypedDict):
    """A person who fits a role, without contact values."""

    id: str
    """Stable id, `per_…`."""
    fullName: str
    """Full name: the newest of the most complete claims."""
    firstName: NotRequired[str]
    """Given name."""
    lastName: NotRequired[str]
    """Family name, with particles."""
    headline: NotRequired[str]
    """Headline of the person's profile."""
    title: NotRequired[str]
    """Current job title."""
    seniority: NotRequired[Seniority]
    """Seniority read from the title."""
    departments: NotRequired[list[Department]]
    """Departments read from the title."""
    company: NotRequired[Employer]
    """Current employer."""
    startedAt: NotRequired[PartialDate]
    """Start of the current role."""
    location: NotRequired[Location]
    """Where the person lives or works."""
    networkUrl: NotRequired[str]
    """Professional-network profile."""
    profiles: NotRequired[list[Profile]]
    """Other public profiles."""
    email: NotRequired[str]
    """Best business email; only on endpoints whose price includes it."""
    emailVerified: NotRequired[bool]
    """Whether `email` was proven deliverable."""
    emailStatus: NotRequired[ContactStatus]
    """Verification status of `email`."""
    emailLastValidatedAt: NotRequired[str]
    """When `email` was last checked with its mail server."""
    hasEmail: bool
    """Whether a business email is known."""
    hasPhone: bool
    """Whether a phone is known."""
    experience: NotRequired[list[Experience]]
    """Positions, newest first, the current one included."""
    education: NotRequired[list[Education]]
    """Schools and degrees."""
    skills: NotRequired[list[str]]
    """Skills."""
    languages: NotRequired[list[str]]
    """Languages spoken."""
    certifications: NotRequired[list[str]]
    """Certifications held."""
    updatedAt: NotRequired[str]
    """When the newest claim behind this record was observed."""
    identifiers: NotRequired[list[ExternalId]]
    """Identifiers of registers, such as `ORCID`."""
    sources: NotRequired[list[SourceStamp]]
    """Sources with claims about this person, each with its newest observation."""
    department: NotRequired[Department]
    """The department that makes them fit."""
    score: float
    """How well they fit, 0 to 1. From 0.5 on they have the role or are above it."""
    score_parts: list[ScorePart]
    """What the score is made of: its share of the points is the score."""
    reasons: list[str]
    """Why they fit, in sentences."""
    fallback: NotRequired[bool]
    """True if no one has the role and this is the nearest match; answered only where `fallback` was
    sent.
    """


class DeletedWebhookView(TypedDict):
    """A deleted webhook."""

    id: str
    """Webhook id."""
    url: str
    """URL that receives the events."""
    status: WebhookStatus
    """Whether events are sent to it."""
    events: list[EventKind] | None
    """Kinds of events that are sent to it; null means all, also those that are added later."""
    failing_since: NotRequired[str]
    """Start of the current series of failed attempts."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When it was last changed."""
    watch_lists: list[str]
    """Ids of the watch lists that sent events to it. They are paused, free of charge, until they get
    another webhook.
    """


class DeliveryAnswer(TypedDict):
    """A delivery with the whole event."""

    id: str
    """Id of the event, as in `webhook-id`; the same for every attempt."""
    webhook: str
    """Id of the webhook."""
    type: str
    """Event type, such as `bulk.completed`."""
    subject: str
    """Id of the job or list that the event is about."""
    at: str
    """When the event occurred."""
    status: DeliveryStatus
    """Status of the delivery."""
    next_attempt_at: NotRequired[str]
    """Time of the next attempt."""
    attempts: list[AttemptView]
    """Attempts, oldest first."""
    event: Any
    """The event payload, present even if no receiver accepted it."""


DeliveryStatus: TypeAlias = "Literal['pending', 'delivered', 'given_up']"
"""How a delivery stands.

- `pending`: Not delivered yet.
- `delivered`: The receiver took it.
- `given_up`: Every attempt failed, or the receiver is gone.
"""


class DeliveryView(TypedDict):
    """Delivery of an event to a webhook."""

    id: str
    """Id of the event, as in `webhook-id`; the same for every attempt."""
    webhook: str
    """Id of the webhook."""
    type: str
    """Event type, such as `bulk.completed`."""
    subject: str
    """Id of the job or list that the event is about."""
    at: str
    """When the event occurred."""
    status: DeliveryStatus
    """Status of the delivery."""
    next_attempt_at: NotRequired[str]
    """Time of the next attempt."""
    attempts: list[AttemptView]
    """Attempts, oldest first."""


class DepartedTalent(TypedDict):
    """A person who left the competitor."""

    person: Person
    """The person."""
    left_at: PartialDate
    """Date of leaving, as precisely as known."""
    previous: PreviousRole
    """Their position at the competitor."""
    contact: ContactPoints
    """Verified email, verified mobile number or both."""


class DepartedTalentList(TypedDict):
    """A page of a recipe's answer."""

    results: list[DepartedTalent]
    """The results, in order. Each has all data that the endpoint promises."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""
    looked_at: int
    """Number of candidates examined for this page."""
    exhausted: bool
    """Whether no candidate is left after this page."""
    time_limit_seconds: NotRequired[int]
    """The time limit, in seconds, if it ended the page early; the cursor continues where it stopped."""
    why_not: NotRequired[WhyNot]
    """Effect of each filter on companies and the nearest filters with results, if the filters leave
    none.
    """
    rates: NotRequired[Rates]
    """Rates at which amounts were compared, if amounts were asked for."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


Department: TypeAlias = "Literal['executive', 'engineering', 'it', 'security', 'product', 'design', 'data', 'marketing', 'sales', 'business_development', 'customer_success', 'support', 'operations', 'project_management', 'procurement', 'administration', 'finance', 'hr', 'legal', 'education', 'health', 'research', 'consulting', 'other']"
"""Department of a position."""


Direction: TypeAlias = "Literal['hire', 'leaver']"
"""Whether a person joined or left.

- `hire`: Joined the company.
- `leaver`: Left the company.
"""


DomainName: TypeAlias = 'str'
"""A company's domain or website, in any spelling."""


class Education(TypedDict):
    """A school attended."""

    school: str
    """School name."""
    degree: NotRequired[str]
    """Degree."""
    field: NotRequired[str]
    """Field of study."""
    startedAt: NotRequired[PartialDate]
    """First year or day."""
    endedAt: NotRequired[PartialDate]
    """Last year or day."""


class EducationInput(TypedDict):
    """A school attended."""

    school: NotRequired[str]
    """School name."""
    degree: NotRequired[str | None]
    """Degree."""
    field: NotRequired[str | None]
    """Field of study."""
    startedAt: NotRequired[PartialDate | None]
    """First year or day."""
    endedAt: NotRequired[PartialDate | None]
    """Last year or day."""


class EmailExplanation(TypedDict):
    """How the result of a search for an email came about."""

    learned_from: int
    """Number of the company's known addresses from which its pattern was learned."""
    candidates: list[TriedCandidate]
    """The addresses that came into question: stated ones, then derived ones, most likely first. In an
    answer without an address, only those that the mail server refused.
    """
    confidence: list[ConfidenceStep]
    """What the confidence is made of: the confidence after each piece of evidence. The last one is that
    of the answer.
    """
    conversation: list[Exchange]
    """The steps of the conversation with the mail servers, with their replies, shortened."""
    from_cache: bool
    """Whether the result is one of an earlier call."""


class EmailFact(TypedDict):
    """An email address as the source stated it."""

    address: NotRequired[str]
    """Normal form of the address."""
    kind: NotRequired[EmailKind | None]
    """Business or personal, if the source states it."""
    status: NotRequired[ContactStatus | None]
    """Verification status, if the source states one."""
    lastValidatedAt: NotRequired[str | None]
    """When the source checked it."""


EmailKind: TypeAlias = "Literal['business', 'personal']"
"""Business or personal email.

- `business`: At an employer's domain.
- `personal`: At a free mail provider, or marked as personal by a source.
"""


EmailOrigin: TypeAlias = "Literal['records', 'pattern']"
"""Where an address comes from.

- `records`: A source gave it.
- `pattern`: It follows from the name and from how the company writes its addresses.
"""


class EmailSettledData(TypedDict):
    """The end of a check that a mail server had put off."""

    request_id: str
    """The call that asked."""
    endpoint: str
    """Its endpoint; ask it again for the verdict."""
    asked_at: str
    """When it asked."""
    outcome: Literal['settled', 'given_up']
    """Whether there is a verdict."""


class EmailSettledEvent(TypedDict):
    """Event `email.settled`: A check that a mail server had put off has ended."""

    type: Literal['email.settled']
    """Kind of the event."""
    timestamp: str
    """When it happened."""
    data: EmailSettledData


class EmployeeRange(TypedDict):
    """A band of employees."""

    min: int
    """Fewest."""
    max: NotRequired[int]
    """Most; absent if open, as in `10001+`."""


class EmployeeRangeInput(TypedDict):
    """A band of employees."""

    min: int
    """Fewest."""
    max: NotRequired[int | None]
    """Most; absent if open, as in `10001+`."""


class Employer(TypedDict):
    """A current or past employer, as far as it is known."""

    id: NotRequired[str]
    """Id of the company record, if there is one."""
    name: NotRequired[str]
    """Company name."""
    domain: NotRequired[str]
    """Registrable domain."""
    networkUrl: NotRequired[str]
    """Professional-network page."""
    identifier: NotRequired[ExternalId]
    """Identifier in a register."""
    industry: NotRequired[str]
    """Industry."""
    employeeCount: NotRequired[int]
    """Employees."""


class EngagementEvent(TypedDict):
    """One engagement: an open, click, visit, reply or login."""

    networkUrl: NotRequired[str | None]
    """URL of a professional-network profile, in any spelling."""
    email: NotRequired[str | None]
    """An email of the contact."""
    at: NotRequired[str | None]
    """When it occurred; the current time if omitted."""


class EngagementEventsAnswer(TypedDict):
    """Number of stored events."""

    accepted: int
    """Events accepted."""


class EngagementEventsRequest(TypedDict):
    """Engagement events to store."""

    events: list[EngagementEvent]
    """The events; events with the same contact and time count once."""


class EnrichAnswer(TypedDict):
    """The person, if one was found."""

    found: bool
    """Whether a person was found."""
    confidence: NotRequired[float]
    """Confidence of the match, 0 to 1."""
    matched_on: NotRequired[list[str]]
    """The identifiers that matched."""
    person: NotRequired[Person]
    """The person."""
    reason: NotRequired[str]
    """Why none was found although one is known: `name_conflict`, if an identifier belongs to a person of
    another name; `ambiguous`, if several people fit about as well and a further identifier would tell
    them apart; `required_missing`, if the person lacks a field of `required`.
    """
    explain: NotRequired[Explanation]
    """The explanation, if requested."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class EnrichRequest(TypedDict):
    """Identifiers of the person: a profile, an email, a phone, or a name with a company."""

    kind: NotRequired[PersonInputKind | None]
    """The form of the input; must match the fields sent."""
    person_id: NotRequired[str | None]
    """Id of the person, `per_…`, alone. The id of a record that was joined into another means the other."""
    networkUrl: NotRequired[str | None]
    """URL of a professional-network profile, in any spelling."""
    email: NotRequired[str | None]
    """An email of the person."""
    phone: NotRequired[str | None]
    """A phone number of the person, with country code."""
    fullName: NotRequired[str | None]
    """Full name; send a company with it."""
    firstName: NotRequired[str | None]
    """Given name; send `lastName` and a company with it."""
    lastName: NotRequired[str | None]
    """Family name."""
    company_domain: NotRequired[str | None]
    """Domain of a company the person works or worked for."""
    company_id: NotRequired[str | None]
    """Id of a company the person works or worked for, `com_…`."""
    company_name: NotRequired[str | None]
    """Name of a company the person works or worked for."""
    company_identifier: NotRequired[IdentifierInput | None]
    """Identifier of a company the person works or worked for."""
    identifier: NotRequired[IdentifierInput | None]
    """Identifier of the person in a register."""
    min_confidence: NotRequired[float | None]
    """Minimum confidence of a match, 0 to 1; a weaker match is not returned."""
    explain: NotRequired[bool | None]
    """Explain the match and give the source of each value."""
    fields: NotRequired[list[str] | None]
    """Only these fields of the person, such as `title`, and the id. The price is the same."""
    required: NotRequired[list[str] | None]
    """Fields that the person must have, such as `email`. A person without one of them is not returned,
    and not charged.
    """


class EnteredAnswer(TypedDict):
    """A booked credit movement, and the account afterwards."""

    credits: Credits
    """Credits added to the account; negative if withdrawn."""
    at: str
    """When it was booked."""
    already_entered: bool
    """Whether the reference was already booked; this request then changed nothing."""
    account: OperatorAccountView
    """The account after the booking."""


class EraseAnswer(TypedDict):
    """Result of the erasure."""

    erased: ErasedView
    """Counts of erased rows."""
    suppression: NotRequired[str]
    """Id of the suppression entry, if one was added."""


class EraseRequest(TypedDict):
    """The person or company to erase."""

    email: NotRequired[str | None]
    """Email of the person."""
    phone: NotRequired[str | None]
    """Phone number of the person, with country code."""
    profile: NotRequired[str | None]
    """URL of a public profile of the person."""
    domain: NotRequired[str | None]
    """Domain of a company: selects the company, its current employees, and all people with an email at
    the domain.
    """
    id: NotRequired[str | None]
    """Id of the record, instead of an identifier."""
    keep_out: NotRequired[bool | None]
    """Whether to add them to the suppression list, so that sources cannot add them again; false if
    omitted.
    """
    reason: NotRequired[str | None]
    """Reason, stored with the suppression entry."""


class ErasedView(TypedDict):
    """Counts of erased rows."""

    people: int
    """Erased people."""
    companies: int
    """Erased companies."""
    jobs: int
    """Erased open positions."""
    claims: int
    """Erased claims about them."""
    signals: int
    """Erased signals about them."""
    rows: int
    """Erased entries of lists, jobs, caches, stored answers and events that named them."""
    cleaned: bool
    """Whether compaction has already removed the bytes from disk; otherwise it follows shortly."""
    waiting_imports: list[str]
    """Ids of imports whose files wait on this server. An erasure does not look into files, so that they
    may still name the person; rows about people on the suppression list are dropped when they are
    imported. `DELETE /v1/operator/imports/{id}` removes a file.
    """


EventKind: TypeAlias = "Literal['bulk.completed', 'bulk.failed', 'bulk.paused', 'email.settled', 'quiet_power_user.matched', 'watch_list.matched', 'watch_list.resting', 'webhook.test']"
"""What an event tells.

- `bulk.completed`: Every item of a bulk job has ended.
- `bulk.failed`: A bulk job has ended and no item was answered.
- `bulk.paused`: A bulk job waits until it is resumed.
- `email.settled`: A check that a mail server had put off has ended.
- `quiet_power_user.matched`: A contact of a watched list changed the job, the title or the engagement.
- `watch_list.matched`: A watch list has new matches.
- `watch_list.resting`: A watch list rests until its owner changes something.
- `webhook.test`: A test that the owner asked for; sent whatever was chosen.
"""


Evidence: TypeAlias = "Literal['stated_by_source', 'name_pattern', 'others_refused', 'name_of_others', 'mailbox_exists', 'mailbox_unproven', 'old_check', 'not_checked']"
"""What raises or lowers the confidence in an address.

- `stated_by_source`: A source states the address.
- `name_pattern`: The name, and how the company and others write addresses.
- `others_refused`: The mail server refused likelier candidates.
- `name_of_others`: Other people have this form of the name as their own.
- `mailbox_exists`: The mail server knows the mailbox; a namesake may have it.
- `mailbox_unproven`: The mail server accepts every address, or may do so.
- `old_check`: The last check is older than 30 days.
- `not_checked`: No mail server could be asked about the address.
"""


class EvidenceView(TypedDict):
    """One part of the evidence."""

    name: str
    """The trait that was compared."""
    bits: float
    """Its bits; negative if it speaks against."""


class Exchange(TypedDict):
    """One step of an SMTP session and its outcome."""

    host: str
    """Host name of the mail server."""
    step: str
    """The command or step, such as `RCPT`."""
    outcome: str
    """The reply or the failure, shortened."""


class Experience(TypedDict):
    """One position a person holds or held."""

    company: Employer
    """Employer."""
    title: NotRequired[str]
    """Job title."""
    seniority: NotRequired[Seniority]
    """Seniority read from the title."""
    departments: NotRequired[list[Department]]
    """Departments read from the title."""
    startedAt: NotRequired[PartialDate]
    """First day."""
    endedAt: NotRequired[PartialDate]
    """Last day; absent while current or when unknown."""


class ExperienceFact(TypedDict):
    """A position as the source stated it."""

    companyName: NotRequired[str | None]
    """Employer's name."""
    companyDomain: NotRequired[str | None]
    """Employer's registrable domain."""
    title: NotRequired[str | None]
    """Title."""
    startedAt: NotRequired[PartialDate | None]
    """First day."""
    endedAt: NotRequired[PartialDate | None]
    """Last day; absent while current."""


class Explanation(TypedDict):
    """Why a record was answered, or why none was."""

    candidates: int
    """Records that were compared with the question."""
    decision: NotRequired[MatchDecision]
    """How the best of them compared; absent when there was none, and in a miss whose best candidate
    would have been answered at the default `min_confidence`.
    """
    values: NotRequired[list[Origin]]
    """Where each value of the answer comes from."""
    upstream: NotRequired[list[UpstreamCallView]]
    """Upstream calls made for the answer."""


class ExportBulkJobQuery(TypedDict):
    """What `export_bulk_job` can be asked."""

    format: NotRequired[ExportFormat]
    """File format; `csv` if omitted."""


ExportFormat: TypeAlias = "Literal['csv', 'xlsx', 'jsonl']"
"""File format of an export.

- `csv`: CSV with a header, with cells escaped against spreadsheet formulas; `text/csv`.
- `xlsx`: Excel workbook with one sheet; texts are text cells, so that none is a formula. The file is binary.
- `jsonl`: JSON Lines: one object per line, as in `results`; `application/x-ndjson`.
"""


class ExportHistoryQuery(TypedDict):
    """What `export_history` can be asked."""

    since: NotRequired[str]
    """Only calls at or after this time."""
    until: NotRequired[str]
    """Only calls before this time."""
    endpoint: NotRequired[str]
    """Only calls of this endpoint: its path (`/v1/find-email`), the last part of the path (`find-email`)
    or its operation id (`find_email`).
    """
    status: NotRequired[int]
    """Only calls with this HTTP status."""
    key: NotRequired[str]
    """Only calls with this key, by its id or its name."""
    charged: NotRequired[bool]
    """Only calls that were charged, or only those that were not."""


class ExternalId(TypedDict):
    """An identifier assigned by a register. Two different values of one scheme are two subjects."""

    scheme: str
    """Register, as org-id.guide writes it, or `ORCID`."""
    value: str
    """Value in the normal form of the scheme."""


class FacetCount(TypedDict):
    """A value and how often it occurs."""

    value: str
    """The value."""
    count: int
    """How many have it."""


class FacetCounts(TypedDict):
    """How often the values of a field occur among what was found."""

    field: str
    """The field."""
    values: list[FacetCount]
    """Values, the most frequent first."""


class FastHiringAccount(TypedDict):
    """A company with many open positions, and the budget owner."""

    company: Company
    """The company."""
    department: Department
    """The department."""
    openings: list[Job]
    """Positions posted this quarter and still open, newest first."""
    velocity: float
    """Positions posted per month in the quarter so far."""
    buyer: DecisionMaker
    """The person with the requested role, or else the budget owner."""


class FastHiringAccountList(TypedDict):
    """A page of a recipe's answer."""

    results: list[FastHiringAccount]
    """The results, in order. Each has all data that the endpoint promises."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""
    looked_at: int
    """Number of candidates examined for this page."""
    exhausted: bool
    """Whether no candidate is left after this page."""
    time_limit_seconds: NotRequired[int]
    """The time limit, in seconds, if it ended the page early; the cursor continues where it stopped."""
    why_not: NotRequired[WhyNot]
    """Effect of each filter on companies and the nearest filters with results, if the filters leave
    none.
    """
    rates: NotRequired[Rates]
    """Rates at which amounts were compared, if amounts were asked for."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class Fault(TypedDict):
    """One thing wrong with a request."""

    pointer: str
    """JSON Pointer to the value."""
    code: str
    """Stable code."""
    message: str
    """What is wrong, and what would be right."""


class Feature(TypedDict):
    """One comparison and its weight."""

    feature: str
    """What was compared."""
    outcome: str
    """Result of the comparison."""
    weight: float
    """Contribution to the score."""


class FeedView(TypedDict):
    """A feed."""

    name: str
    """Name of the feed."""
    found: bool
    """Whether it was found at a website rather than configured."""
    every_seconds: int
    """How often it is polled."""
    polls: int
    """Polls so far."""
    claims: int
    """Claims that it gave."""
    failures: int
    """Consecutive failures."""
    fault: NotRequired[str]
    """Reason of the last failure; absent if the last poll succeeded."""
    polled_at: NotRequired[str]
    """Time of the last poll."""
    changed_at: NotRequired[str]
    """Time of the last poll that gave something new."""
    lag_seconds: NotRequired[int]
    """Seconds since the last successful poll; absent before the first."""


class FeedsAnswer(TypedDict):
    """The feeds."""

    results: list[FeedView]
    """Those that are configured, then job boards that were found at websites."""


class FilePrivacyRequest(TypedDict):
    """An erasure request."""

    email: NotRequired[str | None]
    """Email of the person."""
    phone: NotRequired[str | None]
    """Phone number of the person, with country code."""
    profile: NotRequired[str | None]
    """URL of a public profile of the person."""
    domain: NotRequired[str | None]
    """Domain of a company: selects the company, its current employees, and all people with an email at
    the domain.
    """


class FiledPrivacyRequest(TypedDict):
    """Confirmation; the same whether or not any record matches."""

    id: str
    """Id of the request."""
    message: str
    """Next steps."""


class FilterEffect(TypedDict):
    """What one filter does to the answer."""

    filter: str
    """Name of the filter."""
    alone: int
    """How many pass this filter alone."""
    removes: int
    """How many more would be found without it."""


class FindDecisionMakerAnswer(TypedDict):
    """The best matching people."""

    results: list[DecisionMaker]
    """Up to three people, best match first: of the rank asked for, else of the nearest above in the same
    function. The last of three is the chief or vice president of the function, if there is one.
    """
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class FindDecisionMakerRequest(TypedDict):
    """The company, and the role."""

    company_domain: NotRequired[DomainName | None]
    """Domain or website of the company."""
    company_id: NotRequired[str | None]
    """Id of the company, `com_…`. The id of a record that was joined into another means the other."""
    company_name: NotRequired[str | None]
    """Name of the company, with or without its legal form. A name that several companies have is
    refused, with the companies listed; such a call is free.
    """
    company_city: NotRequired[str | None]
    """City of the company, where several have the name."""
    company_country: NotRequired[str | None]
    """Country of the company by ISO 3166 code or name, where several have the name."""
    role: str
    """Role to find: a title, a function, or a question such as `who buys security tooling`."""
    min_score: NotRequired[float | None]
    """Lowest score of an answer; 0.5 if omitted. People of a lower rank than asked for have scores below
    0.5.
    """
    fallback: NotRequired[bool]
    """Answer the nearest match, marked with `fallback: true`, where no one reaches the score. Such an
    answer is charged like any other.
    """


class FindEmailAnswer(TypedDict):
    """The email address, if one was found."""

    found: bool
    """Whether an address was found."""
    email: NotRequired[str]
    """The email address."""
    email_verified: NotRequired[bool]
    """Whether the mailbox was verified within the last 30 days."""
    status: NotRequired[Status]
    """Result of the last check of the address; `unknown` if it was never checked."""
    mx_found: NotRequired[bool]
    """Whether the domain has a mail server; absent if DNS gave no conclusive answer."""
    provider: NotRequired[str]
    """Mail provider of the domain."""
    free_provider: NotRequired[bool]
    """Whether the domain is a free email provider."""
    generic: NotRequired[bool]
    """Whether it is a role address, such as `info@`."""
    catch_all: NotRequired[bool]
    """Whether the server accepts every address of the domain; absent if that could not be determined."""
    confidence: NotRequired[float]
    """Calibrated probability that the address reaches the person, 0 to 1: of answers with 0.9, nine in
    ten do.
    """
    last_validated_at: NotRequired[str]
    """When the address was last validated; absent if never."""
    source: NotRequired[EmailOrigin]
    """Origin of the address: `records` if a source stated it, `pattern` if it was derived."""
    reason: NotRequired[Reason]
    """Meaning of the mail server's reply; absent if the server was not queried."""
    retry_after_seconds: NotRequired[int]
    """Seconds after which to repeat the request, if the result may change."""
    will_notify: NotRequired[bool]
    """Whether the webhook is told when the search has ended; absent if there is nothing to wait for."""
    explain: NotRequired[EmailExplanation]
    """How the result came about, if `explain` was set."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


FindEmailKind: TypeAlias = "Literal['network', 'name']"
"""Forms of identifying the person.

- `network`: By `networkUrl`.
- `name`: By a name and a domain.
"""


class FindEmailRequest(TypedDict):
    """The person whose business email to find: a profile, or a name with the company's domain."""

    kind: NotRequired[FindEmailKind | None]
    """The form of the input; must match the fields sent."""
    networkUrl: NotRequired[str | None]
    """URL of a professional-network profile, in any spelling."""
    person_id: NotRequired[str | None]
    """Id of the person's record, in place of a profile or name."""
    firstName: NotRequired[str | None]
    """Given name; send `lastName` and `domain` with it."""
    lastName: NotRequired[str | None]
    """Family name."""
    fullName: NotRequired[str | None]
    """Full name, instead of the two parts; send `domain` with it."""
    domain: NotRequired[str | None]
    """Domain of the company at which to find the address."""
    company_domain: NotRequired[DomainName | None]
    """Domain or website of the company."""
    company_id: NotRequired[str | None]
    """Id of the company, `com_…`. The id of a record that was joined into another means the other."""
    company_name: NotRequired[str | None]
    """Name of the company, with or without its legal form. A name that several companies have is
    refused, with the companies listed; such a call is free.
    """
    company_city: NotRequired[str | None]
    """City of the company, where several have the name."""
    company_country: NotRequired[str | None]
    """Country of the company by ISO 3166 code or name, where several have the name."""
    verified_only: NotRequired[bool]
    """Only an address whose mailbox was proven within the last 30 days."""
    explain: NotRequired[bool]
    """Whether to show the candidates, what the confidence is made of, and the conversation with the mail
    servers.
    """
    webhook: NotRequired[WebhookInput | None]
    """Webhook that receives `email.settled`, free of charge, when a search that a mail server put off
    has ended; the next call reads its result and pays for it. Requires the plan pro or above.
    """


class FindPersonalEmailRequest(TypedDict):
    """The person whose personal email to find."""

    kind: NotRequired[PersonInputKind | None]
    """The form of the input; must match the fields sent."""
    person_id: NotRequired[str | None]
    """Id of the person, `per_…`, alone. The id of a record that was joined into another means the other."""
    networkUrl: NotRequired[str | None]
    """URL of a professional-network profile, in any spelling."""
    email: NotRequired[str | None]
    """An email of the person."""
    phone: NotRequired[str | None]
    """A phone number of the person, with country code."""
    fullName: NotRequired[str | None]
    """Full name; send a company with it."""
    firstName: NotRequired[str | None]
    """Given name; send `lastName` and a company with it."""
    lastName: NotRequired[str | None]
    """Family name."""
    company_domain: NotRequired[str | None]
    """Domain of a company the person works or worked for."""
    company_id: NotRequired[str | None]
    """Id of a company the person works or worked for, `com_…`."""
    company_name: NotRequired[str | None]
    """Name of a company the person works or worked for."""
    company_identifier: NotRequired[IdentifierInput | None]
    """Identifier of a company the person works or worked for."""
    identifier: NotRequired[IdentifierInput | None]
    """Identifier of the person in a register."""
    verified_only: NotRequired[bool]
    """Only an address whose mailbox was proven within the last 30 days."""
    explain: NotRequired[bool]
    """Whether to show the candidates, what the confidence is made of, and the conversation with the mail
    servers.
    """


class FindPhoneAnswer(TypedDict):
    """The mobile number, if one was found."""

    found: bool
    """Whether a mobile number was found."""
    phone: NotRequired[str]
    """Mobile number in E.164 form."""
    network_url: NotRequired[str]
    """URL of the person's professional-network profile."""
    source: NotRequired[str]
    """Source of the number: `records`, or the name of a provider."""
    line_type: NotRequired[LineType]
    """Line type."""
    carrier: NotRequired[str]
    """The carrier, if known."""
    country: NotRequired[str]
    """ISO 3166-1 alpha-2 code of the number's country."""
    status: NotRequired[PhoneStatus]
    """Whether the line was checked."""
    last_validated_at: NotRequired[str]
    """When the number was last validated; absent if unknown."""
    shared_by: NotRequired[int]
    """Number of people in the records who have this number, if several do. One that three people have is
    not answered as verified.
    """
    fictional: NotRequired[bool]
    """Present and true if the number is in a range that is reserved for fiction, and thus never
    assigned.
    """
    reason: NotRequired[AttemptOutcome]
    """Why no number is answered."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class FindPhoneRequest(TypedDict):
    """The person whose mobile number to find."""

    domain: NotRequired[str | None]
    """Domain of the company the person works for."""
    company_domain: NotRequired[DomainName | None]
    """Domain or website of the company."""
    company_id: NotRequired[str | None]
    """Id of the company, `com_…`. The id of a record that was joined into another means the other."""
    company_name: NotRequired[str | None]
    """Name of the company, with or without its legal form. A name that several companies have is
    refused, with the companies listed; such a call is free.
    """
    company_city: NotRequired[str | None]
    """City of the company, where several have the name."""
    company_country: NotRequired[str | None]
    """Country of the company by ISO 3166 code or name, where several have the name."""
    firstName: NotRequired[str | None]
    """Given name."""
    lastName: NotRequired[str | None]
    """Family name."""
    person_id: NotRequired[str | None]
    """Id of the person's record, in place of name and company."""
    verified_only: NotRequired[bool]
    """Only a number whose line was checked within a year."""


class FindSimilarPeopleRequest(TypedDict):
    """The reference person, and filters."""

    limit: NotRequired[int | None]
    """Maximum number of results per page."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the previous page; send it with otherwise the same request."""
    new_only: NotRequired[bool]
    """Leave out what this endpoint has already answered to this account. With or without it, an item is
    charged once per account and endpoint.
    """
    kind: NotRequired[PersonInputKind | None]
    """The form of the input; must match the fields sent."""
    person_id: NotRequired[str | None]
    """Id of the person, `per_…`, alone. The id of a record that was joined into another means the other."""
    networkUrl: NotRequired[str | None]
    """URL of a professional-network profile, in any spelling."""
    email: NotRequired[str | None]
    """An email of the person."""
    phone: NotRequired[str | None]
    """A phone number of the person, with country code."""
    fullName: NotRequired[str | None]
    """Full name; send a company with it."""
    firstName: NotRequired[str | None]
    """Given name; send `lastName` and a company with it."""
    lastName: NotRequired[str | None]
    """Family name."""
    company_domain: NotRequired[str | None]
    """Domain of a company the person works or worked for."""
    company_id: NotRequired[str | None]
    """Id of a company the person works or worked for, `com_…`."""
    company_name: NotRequired[str | None]
    """Name of a company the person works or worked for."""
    company_identifier: NotRequired[IdentifierInput | None]
    """Identifier of a company the person works or worked for."""
    identifier: NotRequired[IdentifierInput | None]
    """Identifier of the person in a register."""
    filters: NotRequired[PeopleFilters | None]
    """Only people who match these filters, the same as in `search/people`."""
    include_shared_employers: NotRequired[bool]
    """Include people who share a past employer with this person; current coworkers are never included."""


class FounderResearchAnswer(TypedDict):
    """Research on a company and its founders."""

    company: Company | None
    """The company; null if no record matches."""
    founders: list[DecisionMaker]
    """Founders and owners who still work there."""
    funding_history: list[FundingRound]
    """Funding rounds, newest first."""
    tech_stack: list[Technology]
    """Technologies in use."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class FounderResearchRequest(TypedDict):
    """The company to research."""

    company_domain: NotRequired[DomainName | None]
    """Domain or website of the company."""
    company_id: NotRequired[str | None]
    """Id of the company, `com_…`. The id of a record that was joined into another means the other."""
    company_name: NotRequired[str | None]
    """Name of the company, with or without its legal form. A name that several companies have is
    refused, with the companies listed; such a call is free.
    """
    company_city: NotRequired[str | None]
    """City of the company, where several have the name."""
    company_country: NotRequired[str | None]
    """Country of the company by ISO 3166 code or name, where several have the name."""


class FundedAccount(TypedDict):
    """A funded company with its decision maker."""

    company: Company
    """The company."""
    funding: FundingRound
    """The funding round."""
    observed_at: str
    """When the round became known."""
    decision_maker: DecisionMaker
    """The person with the requested role, or else the company's leader."""


class FundedAccountList(TypedDict):
    """A page of a recipe's answer."""

    results: list[FundedAccount]
    """The results, in order. Each has all data that the endpoint promises."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""
    looked_at: int
    """Number of candidates examined for this page."""
    exhausted: bool
    """Whether no candidate is left after this page."""
    time_limit_seconds: NotRequired[int]
    """The time limit, in seconds, if it ended the page early; the cursor continues where it stopped."""
    why_not: NotRequired[WhyNot]
    """Effect of each filter on companies and the nearest filters with results, if the filters leave
    none.
    """
    rates: NotRequired[Rates]
    """Rates at which amounts were compared, if amounts were asked for."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class FundedAndHiringAccount(TypedDict):
    """A funded company that is hiring, with its decision maker."""

    company: Company
    """The company."""
    funding: FundingRound
    """The funding round."""
    observed_at: str
    """When the round became known."""
    openings: list[Job]
    """Its open positions, newest first."""
    decision_maker: DecisionMaker
    """The person with the requested role; otherwise the leader of the hiring department or of the
    company.
    """


class FundedAndHiringAccountList(TypedDict):
    """A page of a recipe's answer."""

    results: list[FundedAndHiringAccount]
    """The results, in order. Each has all data that the endpoint promises."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""
    looked_at: int
    """Number of candidates examined for this page."""
    exhausted: bool
    """Whether no candidate is left after this page."""
    time_limit_seconds: NotRequired[int]
    """The time limit, in seconds, if it ended the page early; the cursor continues where it stopped."""
    why_not: NotRequired[WhyNot]
    """Effect of each filter on companies and the nearest filters with results, if the filters leave
    none.
    """
    rates: NotRequired[Rates]
    """Rates at which amounts were compared, if amounts were asked for."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class FundedAndHiringRequest(TypedDict):
    """Filters for rounds, open positions and companies, and the role to find there."""

    limit: NotRequired[int | None]
    """Maximum number of results per page."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the previous page; send it with otherwise the same request."""
    new_only: NotRequired[bool]
    """Leave out what this endpoint has already answered to this account. With or without it, an item is
    charged once per account and endpoint.
    """
    icp: NotRequired[CompanyFilters | None]
    """Only companies that match these filters, the same as in `search/companies`."""
    role: NotRequired[str | None]
    """Role to find there: a title, a function, or a question such as `who buys security tooling`."""
    min_score: NotRequired[float | None]
    """Lowest score of an answer; 0.5 if omitted. People of a lower rank than asked for have scores below
    0.5.
    """
    fallback: NotRequired[bool]
    """Answer the nearest match, marked with `fallback: true`, where no one reaches the score. Such an
    answer is charged like any other.
    """
    since: NotRequired[str | None]
    """Only events at or after this time."""
    within_days: NotRequired[int | None]
    """Only events within this many days before now."""
    observed_since: NotRequired[str | None]
    """Only events that became known at or after this time, whenever they happened. Without `since` and
    `within_days`, events of any age.
    """
    rounds: NotRequired[list[str] | None]
    """Round types, such as `series_a`."""
    min_amount: NotRequired[int | None]
    """Minimum amount raised, in whole units of `currency`. Rounds in other currencies are converted at
    the reference rates whose date the answer names.
    """
    currency: NotRequired[str | None]
    """Currency of `min_amount`, ISO 4217; USD if omitted."""
    department: NotRequired[Department | None]
    """Department of the open positions."""
    min_openings: NotRequired[int | None]
    """Minimum number of open positions."""


class FundedAndUsingTechRequest(TypedDict):
    """Filters for rounds, technologies and companies, and the role to find there."""

    limit: NotRequired[int | None]
    """Maximum number of results per page."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the previous page; send it with otherwise the same request."""
    new_only: NotRequired[bool]
    """Leave out what this endpoint has already answered to this account. With or without it, an item is
    charged once per account and endpoint.
    """
    icp: NotRequired[CompanyFilters | None]
    """Only companies that match these filters, the same as in `search/companies`."""
    role: NotRequired[str | None]
    """Role to find there: a title, a function, or a question such as `who buys security tooling`."""
    min_score: NotRequired[float | None]
    """Lowest score of an answer; 0.5 if omitted. People of a lower rank than asked for have scores below
    0.5.
    """
    fallback: NotRequired[bool]
    """Answer the nearest match, marked with `fallback: true`, where no one reaches the score. Such an
    answer is charged like any other.
    """
    since: NotRequired[str | None]
    """Only events at or after this time."""
    within_days: NotRequired[int | None]
    """Only events within this many days before now."""
    observed_since: NotRequired[str | None]
    """Only events that became known at or after this time, whenever they happened. Without `since` and
    `within_days`, events of any age.
    """
    rounds: NotRequired[list[str] | None]
    """Round types, such as `series_a`."""
    min_amount: NotRequired[int | None]
    """Minimum amount raised, in whole units of `currency`. Rounds in other currencies are converted at
    the reference rates whose date the answer names.
    """
    currency: NotRequired[str | None]
    """Currency of `min_amount`, ISO 4217; USD if omitted."""
    technologies: NotRequired[list[str] | None]
    """Companies that use any of these."""
    technologies_all: NotRequired[list[str] | None]
    """Companies that use all of these."""
    exclude_technologies: NotRequired[list[str] | None]
    """Companies that use none of these."""


class FundedBusiness(TypedDict):
    """A recently funded small business, with its owner and the owner's contact data."""

    business: Company
    """The business."""
    funding: FundingRound
    """The funding round."""
    observed_at: str
    """When the round became known."""
    owner: Person
    """The owner or leader of the business."""
    email: NotRequired[str]
    """Verified email: a business email if there is one, otherwise a personal one."""
    email_kind: NotRequired[EmailKind]
    """Whether the email is a business or a personal one."""
    email_status: NotRequired[Status]
    """Result of the last check of the email."""
    email_last_validated_at: NotRequired[str]
    """When the mail server confirmed it."""
    mobile: NotRequired[str]
    """Mobile number in E.164 form."""
    mobile_status: NotRequired[PhoneStatus]
    """Whether the line of the mobile number was checked."""
    mobile_last_validated_at: NotRequired[str]
    """When the mobile number was last validated, if known."""
    mobile_shared_by: NotRequired[int]
    """Number of people in the records who have the mobile number, if several do."""


class FundedBusinessList(TypedDict):
    """A page of a recipe's answer."""

    results: list[FundedBusiness]
    """The results, in order. Each has all data that the endpoint promises."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""
    looked_at: int
    """Number of candidates examined for this page."""
    exhausted: bool
    """Whether no candidate is left after this page."""
    time_limit_seconds: NotRequired[int]
    """The time limit, in seconds, if it ended the page early; the cursor continues where it stopped."""
    why_not: NotRequired[WhyNot]
    """Effect of each filter on companies and the nearest filters with results, if the filters leave
    none.
    """
    rates: NotRequired[Rates]
    """Rates at which amounts were compared, if amounts were asked for."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class FundedTechAccount(TypedDict):
    """A funded company that uses the technology, with its decision maker."""

    company: Company
    """The company."""
    funding: FundingRound
    """The funding round."""
    observed_at: str
    """When the round became known."""
    technologies: list[Technology]
    """The requested technologies that the company uses."""
    decision_maker: DecisionMaker
    """The person with the requested role, or else the person who decides on technology."""


class FundedTechAccountList(TypedDict):
    """A page of a recipe's answer."""

    results: list[FundedTechAccount]
    """The results, in order. Each has all data that the endpoint promises."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""
    looked_at: int
    """Number of candidates examined for this page."""
    exhausted: bool
    """Whether no candidate is left after this page."""
    time_limit_seconds: NotRequired[int]
    """The time limit, in seconds, if it ended the page early; the cursor continues where it stopped."""
    why_not: NotRequired[WhyNot]
    """Effect of each filter on companies and the nearest filters with results, if the filters leave
    none.
    """
    rates: NotRequired[Rates]
    """Rates at which amounts were compared, if amounts were asked for."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class Funding(TypedDict):
    """Money raised so far."""

    stage: NotRequired[str]
    """The newest round's kind."""
    total: NotRequired[Money]
    """Sum of all rounds; absent when the rounds are of several currencies and no source gives the sum."""
    lastRoundAt: NotRequired[PartialDate]
    """Date of the newest round."""
    rounds: NotRequired[list[FundingRound]]
    """Rounds, newest first."""


class FundingRadarRequest(TypedDict):
    """Filters for rounds and companies, and the role to find there."""

    limit: NotRequired[int | None]
    """Maximum number of results per page."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the previous page; send it with otherwise the same request."""
    new_only: NotRequired[bool]
    """Leave out what this endpoint has already answered to this account. With or without it, an item is
    charged once per account and endpoint.
    """
    icp: NotRequired[CompanyFilters | None]
    """Only companies that match these filters, the same as in `search/companies`."""
    role: NotRequired[str | None]
    """Role to find there: a title, a function, or a question such as `who buys security tooling`."""
    min_score: NotRequired[float | None]
    """Lowest score of an answer; 0.5 if omitted. People of a lower rank than asked for have scores below
    0.5.
    """
    fallback: NotRequired[bool]
    """Answer the nearest match, marked with `fallback: true`, where no one reaches the score. Such an
    answer is charged like any other.
    """
    since: NotRequired[str | None]
    """Only events at or after this time."""
    within_days: NotRequired[int | None]
    """Only events within this many days before now."""
    observed_since: NotRequired[str | None]
    """Only events that became known at or after this time, whenever they happened. Without `since` and
    `within_days`, events of any age.
    """
    rounds: NotRequired[list[str] | None]
    """Round types, such as `series_a`."""
    min_amount: NotRequired[int | None]
    """Minimum amount raised, in whole units of `currency`. Rounds in other currencies are converted at
    the reference rates whose date the answer names.
    """
    currency: NotRequired[str | None]
    """Currency of `min_amount`, ISO 4217; USD if omitted."""


class FundingRound(TypedDict):
    """One funding round."""

    round: str
    """Kind, such as `seed` or `series_a`."""
    amount: NotRequired[Money]
    """Amount raised."""
    announcedAt: NotRequired[PartialDate]
    """Announcement date."""
    investors: NotRequired[list[str]]
    """Investors."""


class FundingRoundInput(TypedDict):
    """One funding round."""

    round: NotRequired[str]
    """Kind, such as `seed` or `series_a`."""
    amount: NotRequired[Money | None]
    """Amount raised."""
    announcedAt: NotRequired[PartialDate | None]
    """Announcement date."""
    investors: NotRequired[list[str]]
    """Investors."""


class GrantRequest(TypedDict):
    """The account, and the credits to grant."""

    credits: float
    """Credits with at most three decimals; a negative number withdraws credits from the remaining
    balance.
    """
    reference: str
    """Your unique reference for this grant, such as an invoice number. Repeating a reference changes
    nothing.
    """
    reason: NotRequired[str | None]
    """Reason, shown in the statement."""


class HealthAnswer(TypedDict):
    """What was checked last."""

    ok: NotRequired[bool]
    """Whether every check is well; absent until they have been made once."""
    checked_at: NotRequired[str]
    """When they were made; at most two minutes ago, unless `checking`."""
    checking: bool
    """Whether they are being made again in the background. Reading everything takes long where much is
    stored.
    """
    checks: list[Check]
    """The checks."""


class HiringAccount(TypedDict):
    """A company that is hiring, with the budget owner."""

    company: Company
    """The company."""
    openings: list[Job]
    """The open positions, newest first."""
    observed_at: str
    """When the newest position became known."""
    buyer: DecisionMaker
    """The person with the requested role, or else the budget owner of the newest position."""


class HiringAccountList(TypedDict):
    """A page of a recipe's answer."""

    results: list[HiringAccount]
    """The results, in order. Each has all data that the endpoint promises."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""
    looked_at: int
    """Number of candidates examined for this page."""
    exhausted: bool
    """Whether no candidate is left after this page."""
    time_limit_seconds: NotRequired[int]
    """The time limit, in seconds, if it ended the page early; the cursor continues where it stopped."""
    why_not: NotRequired[WhyNot]
    """Effect of each filter on companies and the nearest filters with results, if the filters leave
    none.
    """
    rates: NotRequired[Rates]
    """Rates at which amounts were compared, if amounts were asked for."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class HiringIntentRequest(TypedDict):
    """Filters for open positions and companies."""

    limit: NotRequired[int | None]
    """Maximum number of results per page."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the previous page; send it with otherwise the same request."""
    new_only: NotRequired[bool]
    """Leave out what this endpoint has already answered to this account. With or without it, an item is
    charged once per account and endpoint.
    """
    icp: NotRequired[CompanyFilters | None]
    """Only companies that match these filters, the same as in `search/companies`."""
    role: NotRequired[str | None]
    """Role to find there: a title, a function, or a question such as `who buys security tooling`."""
    min_score: NotRequired[float | None]
    """Lowest score of an answer; 0.5 if omitted. People of a lower rank than asked for have scores below
    0.5.
    """
    fallback: NotRequired[bool]
    """Answer the nearest match, marked with `fallback: true`, where no one reaches the score. Such an
    answer is charged like any other.
    """
    since: NotRequired[str | None]
    """Only events at or after this time."""
    within_days: NotRequired[int | None]
    """Only events within this many days before now."""
    observed_since: NotRequired[str | None]
    """Only events that became known at or after this time, whenever they happened. Without `since` and
    `within_days`, events of any age.
    """
    titles: NotRequired[list[str] | None]
    """Titles of the open positions; spelling variants and similar titles match too."""
    department: NotRequired[Department | None]
    """Department of the open positions."""


class HiringVelocityRequest(TypedDict):
    """Filters for department and companies."""

    limit: NotRequired[int | None]
    """Maximum number of results per page."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the previous page; send it with otherwise the same request."""
    new_only: NotRequired[bool]
    """Leave out what this endpoint has already answered to this account. With or without it, an item is
    charged once per account and endpoint.
    """
    icp: NotRequired[CompanyFilters | None]
    """Only companies that match these filters, the same as in `search/companies`."""
    role: NotRequired[str | None]
    """Role to find there: a title, a function, or a question such as `who buys security tooling`."""
    min_score: NotRequired[float | None]
    """Lowest score of an answer; 0.5 if omitted. People of a lower rank than asked for have scores below
    0.5.
    """
    fallback: NotRequired[bool]
    """Answer the nearest match, marked with `fallback: true`, where no one reaches the score. Such an
    answer is charged like any other.
    """
    department: NotRequired[Department | None]
    """The department; the one with the most open positions if omitted."""
    min_openings: NotRequired[int | None]
    """Minimum number of open positions; 5 if omitted."""


class HistoryAnswer(TypedDict):
    """A page of history."""

    results: list[HistoryView]
    """Newest first."""
    summary: SummaryView
    """Totals over all calls that match the filter."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""


class HistoryDetailAnswer(TypedDict):
    """One call in full."""

    request_id: str
    """Request id, as in `X-Request-Id`."""
    at: str
    """When the request was received."""
    endpoint: str
    """Operation id of the endpoint; `unknown_path` if no endpoint has the path that was called."""
    path: NotRequired[str]
    """Path of the endpoint."""
    key_id: str
    """Id of the key it was made with."""
    key_name: NotRequired[str]
    """Name of the key."""
    status: int
    """HTTP status."""
    outcome: CallOutcome
    """How it ended."""
    code: NotRequired[str]
    """Problem code, if it was refused or failed."""
    replays: NotRequired[str]
    """Id of the call whose stored answer was given again, if it was replayed."""
    asked: NotRequired[Any]
    """The request, long values shortened and secrets left out. Absent if it was not valid JSON, is about
    erasing or about a person on the suppression list, or is no longer kept.
    """
    credits: Credits
    """Credits charged."""
    refunded: NotRequired[Credits]
    """Credits refunded of those charged; absent if none were."""
    latency_ms: float
    """Latency in milliseconds."""
    cache: NotRequired[CacheUse]
    """How much came from stored records: all (`hit`), part (`partial`) or none (`miss`). Absent if
    nothing was looked up.
    """
    resolved: int
    """Items resolved."""
    upstream: NotRequired[list[UpstreamCallView]]
    """Upstream calls to vendors and websites."""
    found: list[str]
    """Ids of the people, companies and signals in the answer."""
    charged: ChargedView
    """What was charged, and for what."""


class HistoryQuery(TypedDict):
    """What `history` can be asked."""

    since: NotRequired[str]
    """Only calls at or after this time."""
    until: NotRequired[str]
    """Only calls before this time."""
    endpoint: NotRequired[str]
    """Only calls of this endpoint: its path (`/v1/find-email`), the last part of the path (`find-email`)
    or its operation id (`find_email`).
    """
    status: NotRequired[int]
    """Only calls with this HTTP status."""
    key: NotRequired[str]
    """Only calls with this key, by its id or its name."""
    charged: NotRequired[bool]
    """Only calls that were charged, or only those that were not."""
    limit: NotRequired[int]
    """Rows per page."""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page."""


class HistoryView(TypedDict):
    """One call."""

    request_id: str
    """Request id, as in `X-Request-Id`."""
    at: str
    """When the request was received."""
    endpoint: str
    """Operation id of the endpoint; `unknown_path` if no endpoint has the path that was called."""
    path: NotRequired[str]
    """Path of the endpoint."""
    key_id: str
    """Id of the key it was made with."""
    key_name: NotRequired[str]
    """Name of the key."""
    status: int
    """HTTP status."""
    outcome: CallOutcome
    """How it ended."""
    code: NotRequired[str]
    """Problem code, if it was refused or failed."""
    replays: NotRequired[str]
    """Id of the call whose stored answer was given again, if it was replayed."""
    asked: NotRequired[Any]
    """The request, long values shortened and secrets left out. Absent if it was not valid JSON, is about
    erasing or about a person on the suppression list, or is no longer kept.
    """
    credits: Credits
    """Credits charged."""
    refunded: NotRequired[Credits]
    """Credits refunded of those charged; absent if none were."""
    latency_ms: float
    """Latency in milliseconds."""
    cache: NotRequired[CacheUse]
    """How much came from stored records: all (`hit`), part (`partial`) or none (`miss`). Absent if
    nothing was looked up.
    """
    resolved: int
    """Items resolved."""
    upstream: NotRequired[list[UpstreamCallView]]
    """Upstream calls to vendors and websites."""


IcpResult: TypeAlias = 'Person | Company'
"""A person or a company."""


IcpTarget: TypeAlias = "Literal['people', 'companies']"
"""What a saved ICP searches.

- `people`: People.
- `companies`: Companies.
"""


IdentifierInput: TypeAlias = 'str | IdentifierInputObject'
"""An identifier of a register: `"GB-COH-05389805"`, or an object of scheme and value."""


class ImportColumn(TypedDict):
    """A column of a file."""

    column: str
    """Its heading."""
    field: NotRequired[str]
    """The field it is guessed to be; absent if it is left out."""
    reason: NotRequired[str]
    """Why, or what it seems to be."""
    samples: list[str]
    """Some of its values."""


class ImportCounts(TypedDict):
    """What the rows of an import came to so far."""

    accepted: int
    """Rows with new facts."""
    unchanged: int
    """Rows that repeated earlier facts of the same source."""
    suppressed: int
    """Rows about people on the suppression list; they were not stored."""
    rejected: int
    """Rows that were rejected."""
    created: int
    """Records made."""
    updated: int
    """Records that rows were added to."""
    joined: int
    """Records that turned out to be one and were joined."""


class ImportFileView(TypedDict):
    """A file that was sent for an import."""

    id: str
    """Import id."""
    name: str
    """Name of the file."""
    bytes: int
    """Its size in bytes."""
    received_at: str
    """When it was received."""
    state: ImportState
    """What became of it."""
    subject: NotRequired[ImportSubject]
    """What its rows are about, once it was started."""
    source: NotRequired[str]
    """Name of the source, once it was started."""
    started_by: NotRequired[str]
    """Account that started it."""
    started_at: NotRequired[str]
    """When it was started."""
    ended_at: NotRequired[str]
    """When it ended."""
    rows: int
    """Rows that were read and filed so far."""
    counts: ImportCounts
    """What they came to."""
    fault: NotRequired[str]
    """Why it ended early."""


ImportState: TypeAlias = "Literal['received', 'waiting', 'running', 'done', 'failed']"
"""What became of an import.

- `received`: The file is there, and nothing of it is imported.
- `waiting`: It is imported after those before it.
- `running`: Its rows are being filed. After a restart it goes on where it was.
- `done`: Every row was read; the file is removed.
- `failed`: It ended early, and `fault` says why. Starting it again goes on where it was.
"""


ImportSubject: TypeAlias = "Literal['people', 'companies']"
"""What the rows of a file are about.

- `people`: One person per row.
- `companies`: One company per row.
"""


class ImportView(TypedDict):
    """How far a file was read."""

    file: str
    """Fingerprint of the file and its mapping; its name is not stored."""
    rows: int
    """Rows that are stored."""
    at: str
    """When the last of them were."""


class ImportsAnswer(TypedDict):
    """Imports."""

    files: list[ImportFileView]
    """Files that were sent to this server, the latest first. Those that are over stay for a week."""
    results: list[ImportView]
    """Imports that were begun and not finished, the latest first. One that a command makes beside the
    server, or that was cut off and can be resumed, is here until its end, and so is one of `files`
    while it runs.
    """


class IngestAnswer(TypedDict):
    """Result of an ingestion."""

    accepted: int
    """Rows with new facts."""
    unchanged: int
    """Rows that repeated earlier facts of the same source."""
    suppressed: int
    """Rows about people on the suppression list; they were not stored."""
    rejected: list[RejectedItem]
    """Rows that were rejected."""


class IngestCompaniesRequest(TypedDict):
    """Companies to store."""

    source: str
    """Name of the source, as shown in answers."""
    companies: list[IngestCompaniesRequestCompaniesItem]
    """Facts about each company."""


class IngestPeopleRequest(TypedDict):
    """People to store."""

    source: str
    """Name of the source, as shown in answers."""
    people: list[IngestPeopleRequestPeopleItem]
    """Facts about each person."""


class IngestSignalsRequest(TypedDict):
    """Signals to store."""

    source: str
    """Name of the source, as shown in answers."""
    signals: list[SignalReport]
    """The signals."""


class Job(TypedDict):
    """An open position, merged from the claims about it."""

    id: str
    """Stable id, `job_…`."""
    title: str
    """Title of the position."""
    seniority: NotRequired[Seniority]
    """Seniority read from the title."""
    departments: NotRequired[list[Department]]
    """Departments, the claimed one first."""
    company: Employer
    """Who hires."""
    location: NotRequired[Location]
    """Place."""
    url: NotRequired[str]
    """Address of the posting."""
    postedAt: NotRequired[PartialDate]
    """When it was posted."""
    closedAt: NotRequired[PartialDate]
    """When it disappeared; absent while open."""
    applicants: NotRequired[int]
    """Applicants so far."""
    updatedAt: NotRequired[str]
    """When the newest claim behind this record was observed."""
    sources: NotRequired[list[SourceStamp]]
    """Sources with claims about it, each with its newest observation."""


class JobChangeRadarRequest(TypedDict):
    """Filters for the job changes."""

    limit: NotRequired[int | None]
    """Maximum number of results per page."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the previous page; send it with otherwise the same request."""
    new_only: NotRequired[bool]
    """Leave out what this endpoint has already answered to this account. With or without it, an item is
    charged once per account and endpoint.
    """
    since: NotRequired[str | None]
    """Only events at or after this time."""
    within_days: NotRequired[int | None]
    """Only events within this many days before now."""
    observed_since: NotRequired[str | None]
    """Only events that became known at or after this time, whenever they happened. Without `since` and
    `within_days`, events of any age.
    """
    icp: NotRequired[CompanyFilters | None]
    """Only results at companies that match these filters, the same as in `search/companies`."""
    departments: NotRequired[list[Department] | None]
    """Departments of the new role."""
    seniorities: NotRequired[list[Seniority] | None]
    """Seniorities of the new role."""
    to_domains: NotRequired[list[DomainName] | None]
    """Only moves to these companies, by any of their domains."""
    to_company_ids: NotRequired[list[CompanyId] | None]
    """Only moves to these companies, by the ids of their records."""
    from_domains: NotRequired[list[DomainName] | None]
    """Only moves from these companies, by any of their domains."""
    from_company_ids: NotRequired[list[CompanyId] | None]
    """Only moves from these companies, by the ids of their records."""


class JustAcquiredBuyersRequest(TypedDict):
    """Filters for acquirers, and the role to find there."""

    limit: NotRequired[int | None]
    """Maximum number of results per page."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the previous page; send it with otherwise the same request."""
    new_only: NotRequired[bool]
    """Leave out what this endpoint has already answered to this account. With or without it, an item is
    charged once per account and endpoint.
    """
    icp: NotRequired[CompanyFilters | None]
    """Only companies that match these filters, the same as in `search/companies`."""
    role: NotRequired[str | None]
    """Role to find there: a title, a function, or a question such as `who buys security tooling`."""
    min_score: NotRequired[float | None]
    """Lowest score of an answer; 0.5 if omitted. People of a lower rank than asked for have scores below
    0.5.
    """
    fallback: NotRequired[bool]
    """Answer the nearest match, marked with `fallback: true`, where no one reaches the score. Such an
    answer is charged like any other.
    """
    observed_since: NotRequired[str | None]
    """Only acquisitions that became known at or after this time."""


class JustFundedSmbLeadersRequest(TypedDict):
    """Filters for the businesses."""

    limit: NotRequired[int | None]
    """Maximum number of results per page."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the previous page; send it with otherwise the same request."""
    new_only: NotRequired[bool]
    """Leave out what this endpoint has already answered to this account. With or without it, an item is
    charged once per account and endpoint.
    """
    industry: NotRequired[str | None]
    """The industry; a sector includes its sub-industries."""
    city: NotRequired[str | None]
    """City of the business."""
    country: NotRequired[str | None]
    """Country of the business, by ISO 3166 code or name."""
    icp: NotRequired[CompanyFilters | None]
    """Only businesses that match these filters, the same as in `search/companies`."""
    observed_since: NotRequired[str | None]
    """Only rounds that became known at or after this time."""


class KeptApart(TypedDict):
    """Two records that stay two."""

    one: str
    """Id of the first."""
    other: str
    """Id of the second."""


KeptBand = TypedDict(
    'KeptBand',
    {
        # Least confidence.
        'from': 'float',
        # Answers in this band.
        'pairs': 'int',
        # Their mean confidence.
        'stated': 'float',
        # The share of them that is right.
        'right': 'float',
    },
)
"""Answers of similar confidence."""


class KeptCalibration(TypedDict):
    """A measurement: what was stated, and how much of it was right."""

    measured_at: str
    """When it was made."""
    people: KeptMeasurement
    """People, asked for by name and employer."""
    companies: KeptMeasurement
    """Companies, asked for by name."""
    emails: KeptMeasurement
    """Business mailboxes that are guessed, before a mail server is asked."""


class KeptMeasurement(TypedDict):
    """Questions of one kind and their answers."""

    known: int
    """Questions about what is on record."""
    found: int
    """Those that were answered rightly, at the default confidence."""
    strangers: int
    """Questions about what was taken away."""
    strangers_answered: int
    """Those that were answered, at the default confidence."""
    pairs: int
    """Answers at any confidence, each a pair of what was stated and whether it is right."""
    error: float
    """Expected calibration error: the mean distance of stated and right, each band weighted by its
    pairs.
    """
    bands: list[KeptBand]
    """Bands of similar confidence that have pairs, the least sure first."""


class KeyView(TypedDict):
    """An API key. The secret itself is only in the answer that created it."""

    id: str
    """Key id."""
    name: str
    """Name of the key."""
    hint: str
    """Last characters of the key."""
    scopes: list[Scope]
    """Scopes of the key."""
    created_at: str
    """When it was created."""
    expires_at: NotRequired[str]
    """When it expires."""
    revoked_at: NotRequired[str]
    """When it was revoked; absent if it was not."""
    last_used_at: NotRequired[str]
    """When it was last used, accurate to some seconds."""
    monthly_cap: NotRequired[Credits]
    """Credits that calls with the key may cost in a month of the calendar, in UTC."""
    used_this_month: NotRequired[Credits]
    """Credits charged in this month, by this key and by those that share its cap."""
    cap_resets_at: NotRequired[str]
    """When the next month begins."""


Language: TypeAlias = "Literal['en', 'de', 'fr', 'es']"
"""Language of the sentences of an answer, by its ISO 639-1 code.

- `en`: English.
- `de`: German, with `Sie`.
- `fr`: French, with `vous`.
- `es`: Spanish, with `usted`.
"""


class LedgerAnswer(TypedDict):
    """A page of the ledger."""

    results: list[LedgerView]
    """Newest first."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""


class LedgerQuery(TypedDict):
    """What `ledger` can be asked."""

    limit: NotRequired[int]
    """Movements per page."""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page."""


class LedgerView(TypedDict):
    """One movement of credits."""

    at: str
    """When it was booked."""
    kind: MovementKind
    """Kind of the movement."""
    credits: Credits
    """Change of the balance."""
    balance_after: Credits
    """The balance after it."""
    reason: str
    """Reason: the endpoint of a charge, or the operator's text."""
    request_id: NotRequired[str]
    """Id of the charged request."""
    refunds: NotRequired[str]
    """Id of the request whose charge is refunded."""
    reference: NotRequired[str]
    """The operator's reference."""


LineType: TypeAlias = "Literal['mobile', 'landline', 'mobile_or_landline', 'voip', 'other', 'unknown']"
"""Line type of a phone number.

- `mobile`: A mobile.
- `landline`: A landline, direct dials included.
- `mobile_or_landline`: Mobile or landline: the numbering plan does not distinguish them (NANP).
- `voip`: Voice over IP.
- `other`: Toll-free, premium and other non-personal numbers.
- `unknown`: Not known.
"""


class ListAccountsAnswer(TypedDict):
    """A page of accounts."""

    results: list[ListedAccountView]
    """Oldest first."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""


class ListBulkJobsAnswer(TypedDict):
    """A page of bulk jobs."""

    results: list[BulkJobView]
    """Newest first."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""


class ListBulkJobsQuery(TypedDict):
    """What `list_bulk_jobs` can be asked."""

    limit: NotRequired[int]
    """Jobs per page."""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page."""


class ListDeliveriesAnswer(TypedDict):
    """A page of deliveries."""

    results: list[DeliveryView]
    """Newest first."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""


class ListDeliveriesQuery(TypedDict):
    """What `list_deliveries` can be asked."""

    webhook: NotRequired[str]
    """Only deliveries to this webhook."""
    status: NotRequired[DeliveryStatus]
    """Only deliveries with this status."""
    limit: NotRequired[int]
    """Deliveries per page."""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page."""


class ListIcpsAnswer(TypedDict):
    """A page of saved ICPs."""

    results: list[SavedIcpView]
    """Newest first."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""


class ListIcpsQuery(TypedDict):
    """What `list_icps` can be asked."""

    limit: NotRequired[int]
    """ICPs per page."""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page."""


class ListKeysAnswer(TypedDict):
    """The account's keys."""

    results: list[KeyView]
    """Oldest first, revoked ones included."""


class ListPrivacyRequestsAnswer(TypedDict):
    """A page of requests."""

    results: list[PrivacyRequestView]
    """Newest first."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""


class ListPrivacyRequestsQuery(TypedDict):
    """What `list_privacy_requests` can be asked."""

    status: NotRequired[PrivacyRequestStatus]
    """Only requests with this status; open requests if omitted."""
    limit: NotRequired[int]
    """Requests per page."""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page."""


class ListSuppressionsAnswer(TypedDict):
    """A page of the suppression list."""

    results: list[SuppressionView]
    """Newest first."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""


class ListSuppressionsQuery(TypedDict):
    """What `list_suppressions` can be asked."""

    limit: NotRequired[int]
    """Entries per page."""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page."""


class ListWatchListsAnswer(TypedDict):
    """A page of watch lists."""

    results: list[WatchListView]
    """Newest first."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""


class ListWatchListsQuery(TypedDict):
    """What `list_watch_lists` can be asked."""

    limit: NotRequired[int]
    """Lists per page."""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page."""


class ListWebhooksAnswer(TypedDict):
    """The account's webhooks."""

    results: list[WebhookView]
    """Oldest first."""


class ListedAccountView(TypedDict):
    """An account and its use."""

    account_id: str
    """Account id."""
    plan: Plan
    """The plan set for the account; while a trial runs, the rights are those of indie."""
    balance: Credits
    """Current balance in credits."""
    closed_at: NotRequired[str]
    """When the account was closed; absent while it is open."""
    email: str
    """Address that it signs in with."""
    created_at: str
    """When it was created."""
    effective_plan: Plan
    """The plan in effect, as the account sees it: while a trial runs, indie."""
    trial_ends_at: NotRequired[str]
    """When its trial ends; absent without one."""
    keys: int
    """Keys that are not revoked."""
    last_used_at: NotRequired[str]
    """When one of its keys was last used, accurate to some seconds; absent if none was."""


class LocalBusinessOwnersRequest(TypedDict):
    """Filters for local businesses: shops, trades, practices and others that serve the people of a
    place.
    """

    limit: NotRequired[int | None]
    """Maximum number of results per page."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the previous page; send it with otherwise the same request."""
    new_only: NotRequired[bool]
    """Leave out what this endpoint has already answered to this account. With or without it, an item is
    charged once per account and endpoint.
    """
    industry: NotRequired[str | None]
    """The industry; a sector includes its sub-industries."""
    city: NotRequired[str | None]
    """City of the business."""
    country: NotRequired[str | None]
    """Country of the business, by ISO 3166 code or name."""
    icp: NotRequired[CompanyFilters | None]
    """Only businesses that match these filters, the same as in `search/companies`."""
    size: NotRequired[BusinessSize | None]
    """Number of employees: a band such as `1-10`, or a range."""
    observed_since: NotRequired[str | None]
    """Only businesses that became known at or after this time."""


class LocalServiceByRevenueRequest(TypedDict):
    """Filters for the businesses."""

    limit: NotRequired[int | None]
    """Maximum number of results per page."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the previous page; send it with otherwise the same request."""
    new_only: NotRequired[bool]
    """Leave out what this endpoint has already answered to this account. With or without it, an item is
    charged once per account and endpoint.
    """
    industry: NotRequired[str | None]
    """The industry; a sector includes its sub-industries."""
    city: NotRequired[str | None]
    """City of the business."""
    country: NotRequired[str | None]
    """Country of the business, by ISO 3166 code or name."""
    icp: NotRequired[CompanyFilters | None]
    """Only businesses that match these filters, the same as in `search/companies`."""
    revenue: NotRequired[MoneyRange | None]
    """Yearly revenue; a business whose revenue is known as a band matches if the band overlaps the
    range.
    """
    whole_bands: NotRequired[bool | None]
    """With true, a business matches only if its band of revenue and its band of employees lie inside the
    ranges.
    """
    observed_since: NotRequired[str | None]
    """Only businesses that became known at or after this time."""


class Location(TypedDict):
    """A place."""

    city: NotRequired[str]
    """City name."""
    region: NotRequired[str]
    """State, province or region name."""
    country: NotRequired[str]
    """ISO 3166-1 alpha-2 code."""


class LocationInput(TypedDict):
    """A place."""

    city: NotRequired[str | None]
    """City name."""
    region: NotRequired[str | None]
    """State, province or region name."""
    country: NotRequired[str | None]
    """ISO 3166-1 alpha-2 code."""


class LoginAnswer(TypedDict):
    """The account. A new key is shown only in this answer."""

    account_id: str
    """Account id."""
    key: NotRequired[str]
    """The new key with all customer scopes, if one was requested."""
    details: NotRequired[KeyView]
    """Details of the key, as stored."""


class LoginKey(TypedDict):
    """The key to create."""

    name: str
    """Your name for it, for display."""


class LoginRequest(TypedDict):
    """Credentials."""

    email: str
    """Email address of the account."""
    password: str
    """Password of the account."""
    key: NotRequired[LoginKey | None]
    """Key to create; none is created if omitted."""


class Lookalike(TypedDict):
    """A company similar to the reference companies."""

    company: Company
    """The company."""
    similarity: float
    """Similarity, from 0 (nothing in common) to 1; the mean over the reference companies."""
    reasons: list[str]
    """What they have in common, most important first."""


class LookalikeAccountsRequest(TypedDict):
    """The reference companies, and filters."""

    limit: NotRequired[int | None]
    """Maximum number of results per page."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the previous page; send it with otherwise the same request."""
    new_only: NotRequired[bool]
    """Leave out what this endpoint has already answered to this account. With or without it, an item is
    charged once per account and endpoint.
    """
    domains: NotRequired[list[DomainName] | None]
    """Domains of reference companies, of which one to five are sent in all."""
    company_ids: NotRequired[list[CompanyId] | None]
    """Ids of reference companies."""
    company_names: NotRequired[list[str] | None]
    """Names of reference companies. A name that several companies have is refused, with the companies
    listed.
    """
    icp: NotRequired[CompanyFilters | None]
    """Only companies that match these filters, the same as in `search/companies`."""


class LookalikeList(TypedDict):
    """A page of a recipe's answer."""

    results: list[Lookalike]
    """The results, in order. Each has all data that the endpoint promises."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""
    looked_at: int
    """Number of candidates examined for this page."""
    exhausted: bool
    """Whether no candidate is left after this page."""
    time_limit_seconds: NotRequired[int]
    """The time limit, in seconds, if it ended the page early; the cursor continues where it stopped."""
    why_not: NotRequired[WhyNot]
    """Effect of each filter on companies and the nearest filters with results, if the filters leave
    none.
    """
    rates: NotRequired[Rates]
    """Rates at which amounts were compared, if amounts were asked for."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class LowCompetitionHiresRequest(TypedDict):
    """Filters for open positions."""

    limit: NotRequired[int | None]
    """Maximum number of results per page."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the previous page; send it with otherwise the same request."""
    new_only: NotRequired[bool]
    """Leave out what this endpoint has already answered to this account. With or without it, an item is
    charged once per account and endpoint.
    """
    since: NotRequired[str | None]
    """Only events at or after this time."""
    within_days: NotRequired[int | None]
    """Only events within this many days before now."""
    observed_since: NotRequired[str | None]
    """Only events that became known at or after this time, whenever they happened. Without `since` and
    `within_days`, events of any age.
    """
    icp: NotRequired[CompanyFilters | None]
    """Only results at companies that match these filters, the same as in `search/companies`."""
    titles: NotRequired[list[str] | None]
    """Titles; spelling variants and similar titles match too."""
    department: NotRequired[Department | None]
    """Department of the positions."""
    country: NotRequired[str | None]
    """Country of the positions, by ISO 3166 code or name."""
    max_applicants: NotRequired[int | None]
    """Maximum number of applicants; 24 if omitted."""


class LowCompetitionJob(TypedDict):
    """A position with few applicants."""

    job: Job
    """The position."""
    observed_at: str
    """When it became known."""


class LowCompetitionJobList(TypedDict):
    """A page of a recipe's answer."""

    results: list[LowCompetitionJob]
    """The results, in order. Each has all data that the endpoint promises."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""
    looked_at: int
    """Number of candidates examined for this page."""
    exhausted: bool
    """Whether no candidate is left after this page."""
    time_limit_seconds: NotRequired[int]
    """The time limit, in seconds, if it ended the page early; the cursor continues where it stopped."""
    why_not: NotRequired[WhyNot]
    """Effect of each filter on companies and the nearest filters with results, if the filters leave
    none.
    """
    rates: NotRequired[Rates]
    """Rates at which amounts were compared, if amounts were asked for."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class MaskedChange(TypedDict):
    """A job change or promotion with a masked person; the name costs credits."""

    person: str
    """Initials and new title, such as `J. M., VP Sales`."""
    oldTitle: NotRequired[str]
    """Previous title."""
    oldCompany: Employer
    """Previous employer."""
    newTitle: NotRequired[str]
    """New title."""
    seniority: NotRequired[Seniority]
    """Seniority of the new role."""
    departments: NotRequired[list[Department]]
    """Departments of the new role."""
    country: NotRequired[str]
    """Country of the person."""
    changedAt: PartialDate
    """Date of the move, as precisely as known."""


class MatchDecision(TypedDict):
    """How the best candidate compared: `score` is `prior` plus the weight of every feature."""

    confidence: float
    """How sure the match is, 0 to 1."""
    min_confidence: float
    """What it had to reach."""
    score: float
    """Log odds of the match."""
    prior: float
    """Log odds before anything was compared."""
    features: list[Feature]
    """What was compared, and what each comparison weighs."""
    runner_up: NotRequired[RunnerUp]
    """The second best candidate, nameless."""


class MeAnswer(TypedDict):
    """The account."""

    account_id: str
    """Account id."""
    email: str
    """Email address used to sign in."""
    plan: Plan
    """The plan in effect."""
    balance: Credits
    """Current balance in credits."""
    trial_ends_at: NotRequired[str]
    """End of the trial, past or future; absent once a plan was chosen."""
    limits: PlanLimits
    """Limits of the plan."""
    created_at: str
    """When the account was created."""


class Money(TypedDict):
    """An amount of money in whole units of a currency."""

    amount: int
    """Whole currency units."""
    currency: str
    """ISO 4217 code."""


class MoneyRange(TypedDict):
    """A range of amounts in whole currency units, inclusive. A missing bound is open."""

    min: NotRequired[int | None]
    """Minimum, inclusive."""
    max: NotRequired[int | None]
    """Maximum, inclusive."""
    currency: NotRequired[str | None]
    """ISO 4217 code of the currency of `min` and `max`; USD if omitted. Amounts in other currencies are
    converted at the reference rates whose date the answer names; amounts in a currency without a rate
    do not pass.
    """


class MovedChampion(TypedDict):
    """A contact who moved."""

    contact: Contact
    """The contact as sent in the request."""
    person_unmasked: Person
    """The person, without contact values."""
    previous: PreviousRole
    """The position they left."""
    new_role: NotRequired[str]
    """Current title."""
    company: NotRequired[Employer]
    """The company they joined."""
    changed_at: PartialDate
    """Date of the move, as precisely as known."""
    observed_at: str
    """When the move became known."""


class MovedChampionList(TypedDict):
    """A page of a recipe's answer."""

    results: list[MovedChampion]
    """The results, in order. Each has all data that the endpoint promises."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""
    looked_at: int
    """Number of candidates examined for this page."""
    exhausted: bool
    """Whether no candidate is left after this page."""
    time_limit_seconds: NotRequired[int]
    """The time limit, in seconds, if it ended the page early; the cursor continues where it stopped."""
    why_not: NotRequired[WhyNot]
    """Effect of each filter on companies and the nearest filters with results, if the filters leave
    none.
    """
    rates: NotRequired[Rates]
    """Rates at which amounts were compared, if amounts were asked for."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


MovementKind: TypeAlias = "Literal['charge', 'refund', 'grant', 'withdrawal']"
"""Kind of a movement.

- `charge`: The price of a call.
- `refund`: The price of a call, given back in whole or in part.
- `grant`: Credits of the plan, or given by the operator.
- `withdrawal`: Credits taken back by the operator.
"""


class MovementView(TypedDict):
    """One movement of credits."""

    at: str
    """When it was booked."""
    credits: Credits
    """Change of the balance."""
    reason: str
    """Reason: the endpoint of a charge, or the operator's text."""
    request_id: NotRequired[str]
    """Id of the charged request."""
    refunds: NotRequired[str]
    """Id of the request whose charge is refunded."""
    reference: NotRequired[str]
    """The operator's reference."""


class MultiSourcePhoneAnswer(TypedDict):
    """The mobile number, if one was found, and the sources queried."""

    found: bool
    """Whether a mobile number was found."""
    phone: NotRequired[str]
    """Mobile number in E.164 form."""
    network_url: NotRequired[str]
    """URL of the person's professional-network profile."""
    source: NotRequired[str]
    """Source of the number: `records`, or the name of a provider."""
    line_type: NotRequired[LineType]
    """Line type."""
    carrier: NotRequired[str]
    """The carrier, if known."""
    country: NotRequired[str]
    """ISO 3166-1 alpha-2 code of the number's country."""
    status: NotRequired[PhoneStatus]
    """Whether the line was checked."""
    last_validated_at: NotRequired[str]
    """When the number was last validated; absent if unknown."""
    shared_by: NotRequired[int]
    """Number of people in the records who have this number, if several do. One that three people have is
    not answered as verified.
    """
    fictional: NotRequired[bool]
    """Present and true if the number is in a range that is reserved for fiction, and thus never
    assigned.
    """
    reason: NotRequired[AttemptOutcome]
    """Why no number is answered."""
    attempts: list[PhoneAttempt]
    """All sources queried, in order."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class MultiSourcePhoneRequest(TypedDict):
    """The person whose mobile number to find."""

    kind: NotRequired[PersonInputKind | None]
    """The form of the input; must match the fields sent."""
    person_id: NotRequired[str | None]
    """Id of the person, `per_…`, alone. The id of a record that was joined into another means the other."""
    networkUrl: NotRequired[str | None]
    """URL of a professional-network profile, in any spelling."""
    email: NotRequired[str | None]
    """An email of the person."""
    phone: NotRequired[str | None]
    """A phone number of the person, with country code."""
    fullName: NotRequired[str | None]
    """Full name; send a company with it."""
    firstName: NotRequired[str | None]
    """Given name; send `lastName` and a company with it."""
    lastName: NotRequired[str | None]
    """Family name."""
    company_domain: NotRequired[str | None]
    """Domain of a company the person works or worked for."""
    company_id: NotRequired[str | None]
    """Id of a company the person works or worked for, `com_…`."""
    company_name: NotRequired[str | None]
    """Name of a company the person works or worked for."""
    company_identifier: NotRequired[IdentifierInput | None]
    """Identifier of a company the person works or worked for."""
    identifier: NotRequired[IdentifierInput | None]
    """Identifier of the person in a register."""
    verified_only: NotRequired[bool]
    """Only a number whose line was checked within a year."""


class NamedRecord(TypedDict):
    """A record by id and name."""

    id: str
    """Id of the record."""
    name: str
    """Its name, in lower case."""


class Near(TypedDict):
    """A circle around a city, given by name, or around a point, given by latitude and longitude."""

    city: NotRequired[str | None]
    """Name of the city at the centre. If several cities have this name, the largest is used."""
    region: NotRequired[str | None]
    """State, province or region of that city."""
    country: NotRequired[str | None]
    """Country of that city, by ISO 3166 code or name."""
    latitude: NotRequired[float | None]
    """Latitude of the centre in degrees, instead of a city; north is positive."""
    longitude: NotRequired[float | None]
    """Longitude of the centre in degrees, instead of a city; east is positive."""
    radius_km: float
    """Radius in kilometres."""


class NearestFilters(TypedDict):
    """Filters that would answer."""

    dropped: list[str]
    """The names of those to give up."""
    total: int
    """How many the rest finds."""


class NewKeyAnswer(TypedDict):
    """A new key. The secret is shown only in this answer."""

    key: str
    """The secret key. Save it; only a hash is stored."""
    details: KeyView
    """Details of the key, as stored."""


NoCommittee: TypeAlias = "Literal['too_large']"
"""Why a company has no committee of a small business.

- `too_large`: The company is too large for a small business.
"""


class NumberRange(TypedDict):
    """A range of numbers, inclusive. A missing bound is open."""

    min: NotRequired[int | None]
    """Minimum, inclusive."""
    max: NotRequired[int | None]
    """Maximum, inclusive."""


class Opener(TypedDict):
    """A first line, and the fact it is made from."""

    text: str
    """The sentence."""
    fact: str
    """Which field of the person or company it is made from."""
    value: str
    """The fact itself."""


class Openings(TypedDict):
    """Open positions at a company."""

    count: int
    """All open positions."""
    byDepartment: dict[str, int]
    """Open positions by department word."""


class OpeningsInput(TypedDict):
    """Open positions at a company."""

    count: NotRequired[int]
    """All open positions."""
    byDepartment: NotRequired[dict[str, int]]
    """Open positions by department word."""


OperatorAccountRequest: TypeAlias = 'dict[str, Any]'
"""The account."""


class OperatorAccountView(TypedDict):
    """An account in operator answers."""

    account_id: str
    """Account id."""
    plan: Plan
    """The plan set for the account; while a trial runs, the rights are those of indie."""
    balance: Credits
    """Current balance in credits."""
    closed_at: NotRequired[str]
    """When the account was closed; absent while it is open."""


class OperatorAccountsQuery(TypedDict):
    """What `operator_accounts` can be asked."""

    q: NotRequired[str]
    """Only accounts whose address or id contains this text."""
    limit: NotRequired[int]
    """Accounts per page."""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page."""


class OperatorAuditQuery(TypedDict):
    """What `operator_audit` can be asked."""

    limit: NotRequired[int]
    """Entries per page."""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page."""


class OperatorImportQuery(TypedDict):
    """What `operator_import` can be asked."""

    subject: NotRequired[ImportSubject]
    """What the rows are about, for the guess of the columns; people if omitted."""


class OperatorLedgerQuery(TypedDict):
    """What `operator_ledger` can be asked."""

    limit: NotRequired[int]
    """Movements per page."""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page."""


class OperatorReviewExplainQuery(TypedDict):
    """What `operator_review_explain` can be asked."""

    one: str
    """Id of a record."""
    other: str
    """Id of another record."""


class OperatorReviewListQuery(TypedDict):
    """What `operator_review_list` can be asked."""

    limit: NotRequired[int]
    """Pairs per page."""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page."""


class OperatorSourcesQuery(TypedDict):
    """What `operator_sources` can be asked."""

    period: NotRequired[Period]
    """The period; the last 30 days if omitted."""


class OperatorStatementQuery(TypedDict):
    """What `operator_statement` can be asked."""

    since: NotRequired[str]
    """Only movements at or after this time; from the creation of the account if omitted."""
    until: NotRequired[str]
    """Only movements before this time; until now if omitted."""


OrderFrom: TypeAlias = "Literal['default', 'configuration', 'operator']"
"""Where an order comes from.

- `default`: Nothing was set.
- `configuration`: The configuration of the server.
- `operator`: An operator chose it.
"""


class Origin(TypedDict):
    """The origin of a value: the claim that stated it, and the sources that agree or disagree."""

    field: str
    """Path of the field in the record, such as `title` or `experience[0]`."""
    source: str
    """Source of the value."""
    reference: str
    """The source's own id or row number for the subject."""
    observedAt: str
    """When the source observed it."""
    stated: NotRequired[str]
    """The source's own words, where the record shows the usual name instead."""
    confidence: float
    """Confidence in the value, 0 to 1."""
    agreeing: NotRequired[list[str]]
    """Names of other sources that state the same value."""
    conflicting: NotRequired[list[Conflict]]
    """Different values of other sources, newest first."""


class OwnedBusiness(TypedDict):
    """A business, with its owner and the owner's contact data."""

    business: Company
    """The business."""
    owner: Person
    """The owner or leader of the business."""
    email: NotRequired[str]
    """Verified email: a business email if there is one, otherwise a personal one."""
    email_kind: NotRequired[EmailKind]
    """Whether the email is a business or a personal one."""
    email_status: NotRequired[Status]
    """Result of the last check of the email."""
    email_last_validated_at: NotRequired[str]
    """When the mail server confirmed it."""
    mobile: NotRequired[str]
    """Mobile number in E.164 form."""
    mobile_status: NotRequired[PhoneStatus]
    """Whether the line of the mobile number was checked."""
    mobile_last_validated_at: NotRequired[str]
    """When the mobile number was last validated, if known."""
    mobile_shared_by: NotRequired[int]
    """Number of people in the records who have the mobile number, if several do."""


class OwnedBusinessList(TypedDict):
    """A page of a recipe's answer."""

    results: list[OwnedBusiness]
    """The results, in order. Each has all data that the endpoint promises."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""
    looked_at: int
    """Number of candidates examined for this page."""
    exhausted: bool
    """Whether no candidate is left after this page."""
    time_limit_seconds: NotRequired[int]
    """The time limit, in seconds, if it ended the page early; the cursor continues where it stopped."""
    why_not: NotRequired[WhyNot]
    """Effect of each filter on companies and the nearest filters with results, if the filters leave
    none.
    """
    rates: NotRequired[Rates]
    """Rates at which amounts were compared, if amounts were asked for."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class PairAnswer(TypedDict):
    """The evidence for and against two records being one."""

    one: PairSideView
    """The first record."""
    other: PairSideView
    """The second record."""
    joined: bool
    """Whether they are one record already."""
    kept_apart: bool
    """Whether a decision keeps them apart."""
    shared: list[str]
    """Identifiers that both have."""
    joined_by_identifiers: bool
    """Whether these identifiers join them."""
    bits: NotRequired[float]
    """The evidence in bits; absent if it is not weighed."""
    enough: NotRequired[float]
    """Bits that would join them."""
    parts: list[EvidenceView]
    """What the evidence is made of. Birth dates and addresses take part; their values are not shown."""
    names_alike: NotRequired[float]
    """Of companies: how alike their names are, 0 to 1."""


class PairRequest(TypedDict):
    """Two records."""

    one: str
    """Id of a record."""
    other: str
    """Id of another record."""


class PairSideView(TypedDict):
    """One side of a pair."""

    id: str
    """Id of the record."""
    name: str
    """Its name, in lower case."""
    rows: list[str]
    """Rows of sources that it is made of, as `source:row`."""
    person: NotRequired[Person]
    """The record, if it is a person."""
    company: NotRequired[Company]
    """The record, if it is a company."""


PartialDate: TypeAlias = 'str'
"""A date with the precision that is known: a year, a month or a day."""


class PathStep(TypedDict):
    """One step of an introduction path."""

    fullName: str
    """Full name."""
    networkUrl: NotRequired[str]
    """URL of the professional-network profile."""
    knows_next: NotRequired[str]
    """Relationship to the next person; absent in the last step."""


Pattern: TypeAlias = "Literal['first_dot_last', 'initial_last', 'first', 'initial_dot_last', 'first_initial', 'first_last', 'first_underscore_last', 'first_hyphen_last', 'last_dot_first', 'last', 'last_initial', 'last_first', 'first_dot_initial', 'last_dot_initial', 'initial_underscore_last', 'initial_hyphen_last', 'initials', 'last_underscore_first']"
"""Pattern of a local part; the examples are for Anna Weber.

- `first_dot_last`: anna.weber
- `initial_last`: aweber
- `first`: anna
- `initial_dot_last`: a.weber
- `first_initial`: annaw
- `first_last`: annaweber
- `first_underscore_last`: anna_weber
- `first_hyphen_last`: anna-weber
- `last_dot_first`: weber.anna
- `last`: weber
- `last_initial`: webera
- `last_first`: weberanna
- `first_dot_initial`: anna.w
- `last_dot_initial`: weber.a
- `initial_underscore_last`: a_weber
- `initial_hyphen_last`: a-weber
- `initials`: aw
- `last_underscore_first`: weber_anna
"""


class PeopleAnswer(TypedDict):
    """A page of people."""

    results: list[SeenPersonView]
    """Ordered by first resolution, newest first."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""


class PeopleFilters(TypedDict):
    """Filters for people. A person must pass every given filter."""

    titles: NotRequired[list[str]]
    """Current job titles. Spellings and similar titles count: `VP Sales` finds a Vice President of
    Sales. In double quotes only the words count.
    """
    titles_all: NotRequired[list[str]]
    """Like `titles`, but every value must match."""
    exclude_titles: NotRequired[list[str]]
    """Like `titles`, but no value may match."""
    seniorities: NotRequired[list[str]]
    """Seniorities, such as `vp`. Names used by other services are accepted."""
    seniorities_all: NotRequired[list[str]]
    """Like `seniorities`, but every value must match."""
    exclude_seniorities: NotRequired[list[str]]
    """Like `seniorities`, but no value may match."""
    departments: NotRequired[list[str]]
    """Departments, such as `engineering`. Names used by other services are accepted."""
    departments_all: NotRequired[list[str]]
    """Like `departments`, but every value must match."""
    exclude_departments: NotRequired[list[str]]
    """Like `departments`, but no value may match."""
    skills: NotRequired[list[str]]
    """Skills."""
    skills_all: NotRequired[list[str]]
    """Like `skills`, but every value must match."""
    exclude_skills: NotRequired[list[str]]
    """Like `skills`, but no value may match."""
    industries: NotRequired[list[str]]
    """Industries of the current employer, by label, usual synonym or NAICS or SIC code. A sector
    includes its sub-industries.
    """
    industries_all: NotRequired[list[str]]
    """Like `industries`, but every value must match."""
    exclude_industries: NotRequired[list[str]]
    """Like `industries`, but no value may match."""
    countries: NotRequired[list[str]]
    """Countries, by ISO 3166 code or name."""
    countries_all: NotRequired[list[str]]
    """Like `countries`, but every value must match."""
    exclude_countries: NotRequired[list[str]]
    """Like `countries`, but no value may match."""
    regions: NotRequired[list[str]]
    """States, provinces or regions, by name or ISO 3166-2 code."""
    regions_all: NotRequired[list[str]]
    """Like `regions`, but every value must match."""
    exclude_regions: NotRequired[list[str]]
    """Like `regions`, but no value may match."""
    cities: NotRequired[list[str]]
    """Cities, in any language."""
    cities_all: NotRequired[list[str]]
    """Like `cities`, but every value must match."""
    exclude_cities: NotRequired[list[str]]
    """Like `cities`, but no value may match."""
    languages: NotRequired[list[str]]
    """Languages spoken."""
    languages_all: NotRequired[list[str]]
    """Like `languages`, but every value must match."""
    exclude_languages: NotRequired[list[str]]
    """Like `languages`, but no value may match."""
    certifications: NotRequired[list[str]]
    """Certifications, or any part of their name."""
    certifications_all: NotRequired[list[str]]
    """Like `certifications`, but every value must match."""
    exclude_certifications: NotRequired[list[str]]
    """Like `certifications`, but no value may match."""
    schools: NotRequired[list[str]]
    """Schools attended, or any part of their name."""
    schools_all: NotRequired[list[str]]
    """Like `schools`, but every value must match."""
    exclude_schools: NotRequired[list[str]]
    """Like `schools`, but no value may match."""
    past_titles: NotRequired[list[str]]
    """Titles held before the current one. Spellings and similar titles count."""
    past_titles_all: NotRequired[list[str]]
    """Like `past_titles`, but every value must match."""
    exclude_past_titles: NotRequired[list[str]]
    """Like `past_titles`, but no value may match."""
    email_statuses: NotRequired[list[str]]
    """Status of the best known business email: `deliverable`, `risky`, `unknown` or `undeliverable`."""
    email_statuses_all: NotRequired[list[str]]
    """Like `email_statuses`, but every value must match."""
    exclude_email_statuses: NotRequired[list[str]]
    """Like `email_statuses`, but no value may match."""
    company_ids: NotRequired[list[str]]
    """Ids of the current employer, `com_…`."""
    company_ids_all: NotRequired[list[str]]
    """Like `company_ids`, but every value must match."""
    exclude_company_ids: NotRequired[list[str]]
    """Like `company_ids`, but no value may match."""
    company_names: NotRequired[list[str]]
    """Names of the current employer, or any part of them; registered and former names count."""
    company_names_all: NotRequired[list[str]]
    """Like `company_names`, but every value must match."""
    exclude_company_names: NotRequired[list[str]]
    """Like `company_names`, but no value may match."""
    company_countries: NotRequired[list[str]]
    """Countries of the current employer's headquarters, by ISO 3166 code or name."""
    company_countries_all: NotRequired[list[str]]
    """Like `company_countries`, but every value must match."""
    exclude_company_countries: NotRequired[list[str]]
    """Like `company_countries`, but no value may match."""
    company_domains: NotRequired[list[str]]
    """Domains of the current employer."""
    company_domains_all: NotRequired[list[str]]
    """Like `company_domains`, but every value must match."""
    exclude_company_domains: NotRequired[list[str]]
    """Like `company_domains`, but no value may match."""
    past_company_domains: NotRequired[list[str]]
    """Domains of earlier employers."""
    past_company_domains_all: NotRequired[list[str]]
    """Like `past_company_domains`, but every value must match."""
    exclude_past_company_domains: NotRequired[list[str]]
    """Like `past_company_domains`, but no value may match."""
    past_company_names: NotRequired[list[str]]
    """Names of earlier employers, or any part of them."""
    past_company_names_all: NotRequired[list[str]]
    """Like `past_company_names`, but every value must match."""
    exclude_past_company_names: NotRequired[list[str]]
    """Like `past_company_names`, but no value may match."""
    company_technologies: NotRequired[list[str]]
    """Technologies the current employer uses, by any usual name."""
    company_technologies_all: NotRequired[list[str]]
    """Like `company_technologies`, but every value must match."""
    exclude_company_technologies: NotRequired[list[str]]
    """Like `company_technologies`, but no value may match."""
    company_size_bands: NotRequired[list[str]]
    """Size bands of the current employer, such as `51-200`."""
    company_size_bands_all: NotRequired[list[str]]
    """Like `company_size_bands`, but every value must match."""
    exclude_company_size_bands: NotRequired[list[str]]
    """Like `company_size_bands`, but no value may match."""
    company_funding_stages: NotRequired[list[str]]
    """Funding stages of the current employer, such as `series_a`."""
    company_funding_stages_all: NotRequired[list[str]]
    """Like `company_funding_stages`, but every value must match."""
    exclude_company_funding_stages: NotRequired[list[str]]
    """Like `company_funding_stages`, but no value may match."""
    company_hiring_departments: NotRequired[list[str]]
    """Departments in which the current employer has open positions."""
    company_hiring_departments_all: NotRequired[list[str]]
    """Like `company_hiring_departments`, but every value must match."""
    exclude_company_hiring_departments: NotRequired[list[str]]
    """Like `company_hiring_departments`, but no value may match."""
    employee_count: NotRequired[NumberRange | None]
    """Employees of the current employer; a band passes when it overlaps."""
    company_revenue: NotRequired[MoneyRange | None]
    """Yearly revenue of the current employer; a band passes when it overlaps."""
    whole_bands: NotRequired[bool | None]
    """Only bands that lie inside the range."""
    company_founded_year: NotRequired[NumberRange | None]
    """Year the current employer was founded."""
    company_funding_amount: NotRequired[MoneyRange | None]
    """Total money raised by the current employer."""
    company_funded_within_days: NotRequired[int | None]
    """The current employer's newest round is at most this many days old."""
    years_experience: NotRequired[NumberRange | None]
    """Whole years since the first job."""
    months_in_role: NotRequired[NumberRange | None]
    """Whole months in the current role."""
    company_headcount_growth: NotRequired[NumberRange | None]
    """Growth of the current employer's headcount over about a year, in percent; negative if it shrank."""
    changed_jobs_within_days: NotRequired[int | None]
    """Came to the current employer from another one at most this many days ago."""
    has_email: NotRequired[bool | None]
    """Whether a business email is known."""
    has_phone: NotRequired[bool | None]
    """Whether a phone is known."""
    near: NotRequired[Near | None]
    """Within a radius of a city or a point. A record whose city is unknown never matches."""
    name: NotRequired[str | None]
    """Words of the name, in any order; nicknames count."""
    text: NotRequired[str | None]
    """Words anywhere in the name, title, employer, headline, skills, certifications and schools."""


class PeopleSeenQuery(TypedDict):
    """What `people_seen` can be asked."""

    q: NotRequired[str]
    """Only people whose name, company, company domain, or bought email or phone contains this text."""
    id: NotRequired[str]
    """Only the person of this id."""
    limit: NotRequired[int]
    """People per page."""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page."""


PeopleSort: TypeAlias = "Literal['relevance', 'name', 'recently_updated', 'recently_changed', 'employee_count']"
"""Sort order of people; ties are ordered by id.

- `relevance`: Matches in name, title or employer first, then records with more known facts, then newer ones.
- `name`: By name.
- `recently_updated`: The most recently updated record first.
- `recently_changed`: The most recent change of employer first.
- `employee_count`: The largest employer first.
"""


Period: TypeAlias = "Literal['7d', '30d', '90d']"
"""A period that ends now.

- `7d`: The last 7 days.
- `30d`: The last 30 days.
- `90d`: The last 90 days.
"""


class Person(TypedDict):
    """A person as it appears in answers. A field that no source has stated is absent, never inferred."""

    id: str
    """Stable id, `per_…`."""
    fullName: str
    """Full name: the newest of the most complete claims."""
    firstName: NotRequired[str]
    """Given name."""
    lastName: NotRequired[str]
    """Family name, with particles."""
    headline: NotRequired[str]
    """Headline of the person's profile."""
    title: NotRequired[str]
    """Current job title."""
    seniority: NotRequired[Seniority]
    """Seniority read from the title."""
    departments: NotRequired[list[Department]]
    """Departments read from the title."""
    company: NotRequired[Employer]
    """Current employer."""
    startedAt: NotRequired[PartialDate]
    """Start of the current role."""
    location: NotRequired[Location]
    """Where the person lives or works."""
    networkUrl: NotRequired[str]
    """Professional-network profile."""
    profiles: NotRequired[list[Profile]]
    """Other public profiles."""
    email: NotRequired[str]
    """Best business email; only on endpoints whose price includes it."""
    emailVerified: NotRequired[bool]
    """Whether `email` was proven deliverable."""
    emailStatus: NotRequired[ContactStatus]
    """Verification status of `email`."""
    emailLastValidatedAt: NotRequired[str]
    """When `email` was last checked with its mail server."""
    hasEmail: bool
    """Whether a business email is known."""
    hasPhone: bool
    """Whether a phone is known."""
    experience: NotRequired[list[Experience]]
    """Positions, newest first, the current one included."""
    education: NotRequired[list[Education]]
    """Schools and degrees."""
    skills: NotRequired[list[str]]
    """Skills."""
    languages: NotRequired[list[str]]
    """Languages spoken."""
    certifications: NotRequired[list[str]]
    """Certifications held."""
    updatedAt: NotRequired[str]
    """When the newest claim behind this record was observed."""
    identifiers: NotRequired[list[ExternalId]]
    """Identifiers of registers, such as `ORCID`."""
    sources: NotRequired[list[SourceStamp]]
    """Sources with claims about this person, each with its newest observation."""


PersonInputKind: TypeAlias = "Literal['network', 'email', 'phone', 'name']"
"""Forms of identifying a person.

- `network`: By `networkUrl`.
- `email`: By `email`.
- `phone`: By `phone`.
- `name`: By a name and a company.
"""


class PersonPreviewRow(TypedDict):
    """A row of a preview: whole if the account has the record already, else without name, id and URL."""

    owned: bool
    """Whether the account has this record already; the row is whole then."""
    ref: str
    """Send it in `refs` within an hour to have this record."""
    initials: NotRequired[str]
    """First letters of the given and the family name; absent in scripts where a letter is a whole name."""
    id: NotRequired[str]
    """Stable id, `per_…`."""
    fullName: NotRequired[str]
    """Full name: the newest of the most complete claims."""
    firstName: NotRequired[str]
    """Given name."""
    lastName: NotRequired[str]
    """Family name, with particles."""
    headline: NotRequired[str]
    """Headline of the person's profile."""
    title: NotRequired[str]
    """Current job title."""
    seniority: NotRequired[Seniority]
    """Seniority read from the title."""
    departments: NotRequired[list[Department]]
    """Departments read from the title."""
    company: NotRequired[Employer]
    """Current employer."""
    startedAt: NotRequired[PartialDate]
    """Start of the current role."""
    location: NotRequired[Location]
    """Where the person lives or works."""
    networkUrl: NotRequired[str]
    """Professional-network profile."""
    profiles: NotRequired[list[Profile]]
    """Other public profiles."""
    email: NotRequired[str]
    """Best business email; only on endpoints whose price includes it."""
    emailVerified: NotRequired[bool]
    """Whether `email` was proven deliverable."""
    emailStatus: NotRequired[ContactStatus]
    """Verification status of `email`."""
    emailLastValidatedAt: NotRequired[str]
    """When `email` was last checked with its mail server."""
    hasEmail: NotRequired[bool]
    """Whether a business email is known."""
    hasPhone: NotRequired[bool]
    """Whether a phone is known."""
    experience: NotRequired[list[Experience]]
    """Positions, newest first, the current one included."""
    education: NotRequired[list[Education]]
    """Schools and degrees."""
    skills: NotRequired[list[str]]
    """Skills."""
    languages: NotRequired[list[str]]
    """Languages spoken."""
    certifications: NotRequired[list[str]]
    """Certifications held."""
    updatedAt: NotRequired[str]
    """When the newest claim behind this record was observed."""
    identifiers: NotRequired[list[ExternalId]]
    """Identifiers of registers, such as `ORCID`."""
    sources: NotRequired[list[SourceStamp]]
    """Sources with claims about this person, each with its newest observation."""


class PersonSearchAnswer(TypedDict):
    """A page of search results."""

    results: list[Person]
    """The records in sort order. People have no contact values; `hasEmail` and `hasPhone` show which
    exist.
    """
    overlapping: NotRequired[list[str]]
    """Ids of `results` whose band of employees or revenue only overlaps the range."""
    total: NotRequired[int]
    """Total number of matches, if requested."""
    facets: NotRequired[list[FacetCounts]]
    """The requested facet counts."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""
    why_not: NotRequired[WhyNot]
    """Effect of each filter and the nearest filters with results, if nothing was found."""
    looked_at: NotRequired[int]
    """Number of candidates examined for this page."""
    exhausted: NotRequired[bool]
    """Whether no candidate is left after this page."""
    time_limit_seconds: NotRequired[int]
    """The time limit, in seconds, if it ended the page early; the cursor continues where it stopped."""
    rates: NotRequired[Rates]
    """Rates at which amounts were compared, if amounts were asked for."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class PersonSearchPreview(TypedDict):
    """What the preview of a search shows besides its price."""

    preview: Literal[True]
    """Always true."""
    would_cost: WouldCost
    total: NotRequired[int]
    """How many there are in all, for a search."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    rows: list[PersonPreviewRow]
    """The page, masked, as far as the day's rows reach. Empty in a preview of `refs`, and where a filter
    by name, words or domain leaves fewer than 5 matches or stands beside other filters: the preview
    then has neither `total` nor an exact price.
    """
    rows_left_today: NotRequired[int]
    """Masked rows that previews may still show this account until midnight UTC; absent in the sandbox."""
    facets: NotRequired[list[FacetCounts]]
    """The requested facet counts, if at least 5 match."""
    next_cursor: NotRequired[str]
    """Cursor of the next page of the preview; absent on the last page, and where rows are hidden or
    beyond the day's limit.
    """


class PhoneAttempt(TypedDict):
    """One source that was queried."""

    provider: str
    """Name of the source."""
    outcome: AttemptOutcome
    """How it ended."""
    latency_ms: int
    """How long it took."""


class PhoneFact(TypedDict):
    """A phone number as the source stated it."""

    number: NotRequired[str]
    """E.164."""
    lineType: NotRequired[LineType | None]
    """Line type, if the source states it."""
    carrier: NotRequired[str | None]
    """Carrier, if the source states it."""
    status: NotRequired[ContactStatus | None]
    """Verification status, if the source states one."""
    lastValidatedAt: NotRequired[str | None]
    """When the source checked it."""


PhoneStatus: TypeAlias = "Literal['verified', 'unverified', 'stale']"
"""Whether the line of a number was checked.

- `verified`: Checked within the last year, by its carrier or by a vendor that says so.
- `unverified`: Never checked.
- `stale`: Checked longer ago.
"""


Plan: TypeAlias = "Literal['free', 'indie', 'starter', 'pro', 'scale']"
"""What an account pays for, the lowest first."""


class PlanLimits(TypedDict):
    """Limits of a plan."""

    requests_per_second: int
    """Requests per second; 0 means no limit. Bursts of up to twice as many are accepted."""
    monthly_credits: int
    """Credits per month."""
    webhooks: bool
    """Whether jobs may send webhook events."""


Platform: TypeAlias = "Literal['plain', 'meta', 'google', 'linkedin-style']"
"""Ad platforms, by how they normalise an address before hashing.

- `plain`: Trimmed and lower-cased.
- `meta`: Meta custom audiences: trimmed and lower-cased.
- `google`: Google customer match: as plain, and for Gmail addresses without dots and plus-tag.
- `linkedin-style`: The professional network's matched audiences: trimmed and lower-cased.
"""


class PowerUser(TypedDict):
    """A champion with a change."""

    contact: Contact
    """The contact as sent in the request."""
    change: ChangeKind
    """Kind of change."""
    detail: str
    """Description of the change."""
    at: str
    """When it changed."""
    observed_at: str
    """When the change became known."""
    person: NotRequired[Person]
    """The person, without contact values; absent if unknown."""


class PowerUserList(TypedDict):
    """A page of a recipe's answer."""

    results: list[PowerUser]
    """The results, in order. Each has all data that the endpoint promises."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""
    looked_at: int
    """Number of candidates examined for this page."""
    exhausted: bool
    """Whether no candidate is left after this page."""
    time_limit_seconds: NotRequired[int]
    """The time limit, in seconds, if it ended the page early; the cursor continues where it stopped."""
    why_not: NotRequired[WhyNot]
    """Effect of each filter on companies and the nearest filters with results, if the filters leave
    none.
    """
    rates: NotRequired[Rates]
    """Rates at which amounts were compared, if amounts were asked for."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class PreviousRole(TypedDict):
    """A position that a person left."""

    title: NotRequired[str]
    """Title of the position."""
    company: Employer
    """Company of the position."""


class PricePreview(TypedDict):
    """What a call would cost; the answer to `preview: true`. The charge never exceeds it."""

    preview: Literal[True]
    """Always true."""
    would_cost: WouldCost
    total: NotRequired[int]
    """How many there are in all, for a search."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""


PrivacyRequestStatus: TypeAlias = "Literal['open', 'approved', 'refused']"
"""How a request stands.

- `open`: Waits for a decision.
- `approved`: The person was erased and is kept out.
- `refused`: Nothing was done.
"""


class PrivacyRequestView(TypedDict):
    """A request in operator answers."""

    id: str
    """Id of the request."""
    kind: str
    """Kind of identifier: `email`, `phone`, `profile` or `domain`."""
    value: NotRequired[str]
    """The identifier; deleted once the request is decided."""
    status: PrivacyRequestStatus
    """Status of the request."""
    created_at: str
    """When it was received."""
    decided_at: NotRequired[str]
    """When it was decided."""
    erased: NotRequired[ErasedView]
    """Counts of erased rows; only in the answer to an approval."""


class PrivateTraits(TypedDict):
    """Traits of a person that are used only for identity matching. They stay in the claim: no record,
    answer, feed or export contains them, and they are erased with the claim.
    """

    birthDate: NotRequired[str | None]
    """Digits of the date of birth, year first, as the source has them: a date with a typo is still
    evidence.
    """
    nationalId: NotRequired[str | None]
    """Number of a national register of people, such as a social security number."""
    houseNumber: NotRequired[str | None]
    """House number."""
    street: NotRequired[str | None]
    """Street."""
    addressLine: NotRequired[str | None]
    """Rest of the address: flat, building, estate."""
    postcode: NotRequired[str | None]
    """Postcode."""


class Problem(TypedDict):
    """An error, as RFC 9457 problem details."""

    type: str
    """Where the code is explained."""
    title: str
    """What the code means, whatever the request."""
    status: int
    """HTTP status."""
    detail: str
    """What happened and what to do next."""
    code: str
    """Stable code. Take an unknown one by its status. Known: `invalid_json`, `missing_key`,
    `invalid_key`, `expired_key`, `revoked_key`, `insufficient_credits`, `plan_required`,
    `scope_required`, `trial_expired`, `signup_closed`, `account_closed`, `not_found`,
    `method_not_allowed`, `request_in_progress`, `reference_used`, `webhook_not_receiving`,
    `refund_refused`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
    `invalid_request`, `unknown_field`, `idempotency_mismatch`, `rate_limited`, `sandbox_limit`,
    `internal`, `outcome_unknown`, `sources_unavailable`, `overloaded`, `storage_unavailable`,
    `malformed_request`, `invalid_credentials`, `limit_reached`, `key_cap_reached`,
    `max_credits_exceeded`, `head_too_large`.
    """
    request_id: str
    """As in `X-Request-Id`."""
    errors: NotRequired[list[Fault]]
    """Every fault of an invalid request."""
    required: NotRequired[float]
    """With insufficient_credits, key_cap_reached and max_credits_exceeded: credits needed."""
    max_credits: NotRequired[float]
    """With max_credits_exceeded: what Max-Credits allows."""
    monthly_cap: NotRequired[float]
    """With key_cap_reached: the cap."""
    used_this_month: NotRequired[float]
    """With key_cap_reached: credits spent of it."""
    resets_at: NotRequired[str]
    """With key_cap_reached: when the next month begins."""
    balance: NotRequired[float]
    """With insufficient_credits: credits there."""
    largest_affordable_limit: NotRequired[int]
    """With insufficient_credits and max_credits_exceeded: the largest `limit` that fits."""
    affordable_items: NotRequired[int]
    """With insufficient_credits and max_credits_exceeded: how many items fit."""
    required_scope: NotRequired[str]
    """With scope_required: the scope."""
    required_plan: NotRequired[str]
    """With plan_required: the lowest plan."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""


class Profile(TypedDict):
    """A public profile outside the professional network."""

    network: str
    """Site, such as `github`."""
    url: str
    """Address."""


ProfileUrl: TypeAlias = 'str'
"""URL of a professional-network profile, in any spelling."""


class Promoted(TypedDict):
    """A contact who was promoted."""

    contact: Contact
    """The contact as sent in the request."""
    person: Person
    """The person, without contact values."""
    old_title: str
    """Previous title."""
    new_title: str
    """Current title."""
    company: NotRequired[Employer]
    """The company at which they were promoted."""
    promoted_at: PartialDate
    """Date of the promotion, as precisely as known."""
    observed_at: str
    """When the promotion became known."""


class PromotedList(TypedDict):
    """A page of a recipe's answer."""

    results: list[Promoted]
    """The results, in order. Each has all data that the endpoint promises."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""
    looked_at: int
    """Number of candidates examined for this page."""
    exhausted: bool
    """Whether no candidate is left after this page."""
    time_limit_seconds: NotRequired[int]
    """The time limit, in seconds, if it ended the page early; the cursor continues where it stopped."""
    why_not: NotRequired[WhyNot]
    """Effect of each filter on companies and the nearest filters with results, if the filters leave
    none.
    """
    rates: NotRequired[Rates]
    """Rates at which amounts were compared, if amounts were asked for."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class ProspectPackageAnswer(TypedDict):
    """The person with contact data, peers and suggested first lines."""

    person: Person | None
    """The person, with the business email if one was found; null if no record matches the profile."""
    phone: str | None
    """Mobile number in E.164 form; null if unknown."""
    phone_status: NotRequired[PhoneStatus]
    """Whether the line of the mobile number was checked."""
    phone_last_validated_at: NotRequired[str]
    """When the mobile number was last validated, if known."""
    phone_shared_by: NotRequired[int]
    """Number of people in the records who have the mobile number, if several do."""
    peers_at_company: list[DecisionMaker]
    """Up to three coworkers closest in function and seniority."""
    personalization_hooks: list[str]
    """Suggested first lines, each based on one recorded fact."""
    explain: NotRequired[list[Opener]]
    """The fact behind each hook, if requested."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class ProspectPackageRequest(TypedDict):
    """The person to contact."""

    networkUrl: NotRequired[ProfileUrl | None]
    """URL of a professional-network profile, in any spelling."""
    person_id: NotRequired[str | None]
    """Id of the person's record, `per_…`, in place of a profile."""
    language: NotRequired[Language]
    """Language of the first lines; English if omitted."""
    explain: NotRequired[bool]
    """Return the fact behind each hook."""


class QuietPowerUserMatchedData(TypedDict):
    """New matches of a watch list."""

    watch_list: WatchedList
    matches: list[PowerUser]
    """The matches, each charged once."""
    credits: float
    """Credits charged."""


class QuietPowerUserMatchedEvent(TypedDict):
    """Event `quiet_power_user.matched`: A contact of a watched list changed job, title or engagement."""

    type: Literal['quiet_power_user.matched']
    """Kind of the event."""
    timestamp: str
    """When it happened."""
    data: QuietPowerUserMatchedData


class QuietPowerUsersRequest(TypedDict):
    """The champions to check."""

    limit: NotRequired[int | None]
    """Maximum number of results per page."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the previous page; send it with otherwise the same request."""
    new_only: NotRequired[bool]
    """Leave out what this endpoint has already answered to this account. With or without it, an item is
    charged once per account and endpoint.
    """
    since: NotRequired[str | None]
    """Only events at or after this time."""
    within_days: NotRequired[int | None]
    """Only events within this many days before now."""
    observed_since: NotRequired[str | None]
    """Only events that became known at or after this time, whenever they happened. Without `since` and
    `within_days`, events of any age.
    """
    icp: NotRequired[CompanyFilters | None]
    """Only results at companies that match these filters, the same as in `search/companies`."""
    contacts: list[ContactInput]
    """The caller's champions to check."""


class Rates(TypedDict):
    """Rates at which amounts in different currencies were compared."""

    currencies: list[str]
    """Currencies of the amounts in the request."""
    date: str
    """Day of the reference rates by which other currencies were converted, `YYYY-MM-DD`."""


class ReadBulkJobAnswer(TypedDict):
    """A job with a page of its results."""

    id: str
    """Job id."""
    endpoint: str
    """Operation id of the endpoint it was submitted to."""
    status: BulkStatus
    """Status of the job."""
    paused_reason: NotRequired[str]
    """Why it is paused: the problem code that a call with the job's key would get now."""
    total: int
    """Number of items."""
    processed: int
    """Items processed, with any result."""
    resolved: int
    """Of these, items resolved and charged."""
    invalid: int
    """Of these, items with invalid values; free."""
    failed: int
    """Of these, items that no source could answer; free. Resuming the job retries them."""
    insufficient_credits: int
    """Of these, items that the balance did not cover. Resuming the job after a top-up retries them."""
    credits: Credits
    """Credits charged so far."""
    created_at: str
    """When it was submitted."""
    started_at: NotRequired[str]
    """When processing of the first item started."""
    finished_at: NotRequired[str]
    """When it finished. The job is stored for 30 days after that."""
    results: list[BulkResultView]
    """All items in the order of submission, including `pending` ones."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""


class ReadBulkJobQuery(TypedDict):
    """What `read_bulk_job` can be asked."""

    limit: NotRequired[int]
    """Results per page."""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page."""


class ReadImportAnswer(TypedDict):
    """An import, with its columns before it was started and its first rejected rows."""

    id: str
    """Import id."""
    name: str
    """Name of the file."""
    bytes: int
    """Its size in bytes."""
    received_at: str
    """When it was received."""
    state: ImportState
    """What became of it."""
    subject: NotRequired[ImportSubject]
    """What its rows are about, once it was started."""
    source: NotRequired[str]
    """Name of the source, once it was started."""
    started_by: NotRequired[str]
    """Account that started it."""
    started_at: NotRequired[str]
    """When it was started."""
    ended_at: NotRequired[str]
    """When it ended."""
    rows: int
    """Rows that were read and filed so far."""
    counts: ImportCounts
    """What they came to."""
    fault: NotRequired[str]
    """Why it ended early."""
    columns: list[ImportColumn]
    """The columns as they are guessed; empty once it was started."""
    fields: list[str]
    """Fields that a column can be."""
    preset: NotRequired[str]
    """The product whose export the file was recognised as."""
    missing: NotRequired[str]
    """Why every row would be rejected with these columns, or why the file cannot be read."""
    rejects: list[RejectedRow]
    """The first rejected rows."""


Reason: TypeAlias = "Literal['mailbox_exists', 'invalid_syntax', 'domain_not_found', 'no_mail_server', 'null_mx', 'mailbox_not_found', 'mailbox_disabled', 'mailbox_moved', 'address_not_allowed', 'international_mail_unsupported', 'catch_all', 'catch_all_unproven', 'mailbox_full', 'disposable', 'dns_failure', 'forbidden_network', 'unreachable', 'timed_out', 'connection_dropped', 'protocol_error', 'greylisted', 'temporary_failure', 'rate_limited', 'refused_network', 'refused_sender', 'relay_denied', 'authentication_required', 'encryption_failed', 'refused_by_policy', 'unclear_refusal']"
"""Why an address got its status.

- `mailbox_exists`: The server accepted the address and refused a made-up one.
- `invalid_syntax`: The text is not an email address.
- `domain_not_found`: The domain does not exist.
- `no_mail_server`: The domain exists but has no mail server.
- `null_mx`: The domain declares that it accepts no mail (null MX, RFC 7505).
- `mailbox_not_found`: The server has no such mailbox.
- `mailbox_disabled`: The mailbox is disabled.
- `mailbox_moved`: The mailbox has moved and mail is not forwarded.
- `address_not_allowed`: The server does not allow addresses of this form.
- `international_mail_unsupported`: The address needs SMTPUTF8, which the server does not support.
- `catch_all`: The server accepts every address of the domain.
- `catch_all_unproven`: The server accepted the address, but the catch-all check was inconclusive.
- `mailbox_full`: The mailbox exists and is full.
- `disposable`: The domain is a disposable-address provider.
- `dns_failure`: The DNS lookup failed.
- `forbidden_network`: The mail server's address is in a network that the network policy forbids.
- `unreachable`: No mail server could be reached.
- `timed_out`: The mail server did not reply in time.
- `connection_dropped`: The mail server closed the connection before it replied.
- `protocol_error`: The mail server's reply is not valid SMTP.
- `greylisted`: The mail server uses greylisting: it accepts unknown senders only on a later attempt.
- `temporary_failure`: The mail server has a temporary problem.
- `rate_limited`: The mail server limits our rate of requests.
- `refused_network`: The mail server refuses our IP address or network.
- `refused_sender`: The mail server refuses our return path.
- `relay_denied`: The mail server refuses to relay mail for this domain.
- `authentication_required`: The mail server requires authentication.
- `encryption_failed`: The mail server requires encryption and it could not be established.
- `refused_by_policy`: The mail server refuses the mail by policy, independent of the recipient.
- `unclear_refusal`: The mail server refuses without saying whether the cause is the mailbox or the sender.
"""


class ReceiveImportRequest(TypedDict):
    """A file for an import."""

    name: str
    """Name of the file, for display."""
    csv: str
    """The file: a line of headings, then rows. Larger ones are sent on the pages."""


class RecruiterPackAnswer(TypedDict):
    """The candidate, and similar people."""

    candidate: Person | None
    """The candidate, without contact values; null if no record matches."""
    similar_candidates: list[SimilarPerson]
    """Eight similar people at other companies, most similar first."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class RecruiterPackRequest(TypedDict):
    """The candidate."""

    kind: NotRequired[PersonInputKind | None]
    """The form of the input; must match the fields sent."""
    person_id: NotRequired[str | None]
    """Id of the person, `per_…`, alone. The id of a record that was joined into another means the other."""
    networkUrl: NotRequired[str | None]
    """URL of a professional-network profile, in any spelling."""
    email: NotRequired[str | None]
    """An email of the person."""
    phone: NotRequired[str | None]
    """A phone number of the person, with country code."""
    fullName: NotRequired[str | None]
    """Full name; send a company with it."""
    firstName: NotRequired[str | None]
    """Given name; send `lastName` and a company with it."""
    lastName: NotRequired[str | None]
    """Family name."""
    company_domain: NotRequired[str | None]
    """Domain of a company the person works or worked for."""
    company_id: NotRequired[str | None]
    """Id of a company the person works or worked for, `com_…`."""
    company_name: NotRequired[str | None]
    """Name of a company the person works or worked for."""
    company_identifier: NotRequired[IdentifierInput | None]
    """Identifier of a company the person works or worked for."""
    identifier: NotRequired[IdentifierInput | None]
    """Identifier of the person in a register."""


RedeliverRequest: TypeAlias = 'dict[str, Any]'
"""A delivery, by event id."""


class RedeliverSinceAnswer(TypedDict):
    """Number of redelivered events."""

    redelivered: int
    """Events redelivered, oldest first; 10,000 at most."""


class RedeliverSinceRequest(TypedDict):
    """Which events to redeliver."""

    since: str
    """Events that occurred at or after this time."""
    webhook: NotRequired[str | None]
    """Only events of this webhook; all webhooks if omitted."""
    include_delivered: NotRequired[bool | None]
    """Include delivered events; if omitted, only events whose delivery was given up."""


class RefundRequest(TypedDict):
    """The charge to refund."""

    request_id: str
    """Id of the charged request, as in the history."""
    credits: NotRequired[float | None]
    """Credits with at most three decimals; the unrefunded rest of the charge if omitted."""
    reference: str
    """Your unique reference for this refund. Repeating a reference changes nothing."""
    reason: NotRequired[str | None]
    """Reason, shown in the statement."""


class RejectedItem(TypedDict):
    """A rejected row."""

    index: int
    """Zero-based index in the request."""
    pointer: str
    """JSON pointer to the row in the request."""
    reason: str
    """Why it was rejected."""


class RejectedRow(TypedDict):
    """A rejected row."""

    line: int
    """Line of the file on which it begins."""
    reason: str
    """Why it was rejected."""
    cells: dict[str, str]
    """Its cells that are not empty, by their headings."""


class RelationshipGraphAnswer(TypedDict):
    """The person and their coworkers."""

    person: Person | None
    """The person, without contact values; null if no record matches."""
    coworkers: list[CoworkerView]
    """Coworkers by overlapping employment, strongest relationship first."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class RelationshipGraphRequest(TypedDict):
    """The person at the centre of the graph."""

    kind: NotRequired[PersonInputKind | None]
    """The form of the input; must match the fields sent."""
    person_id: NotRequired[str | None]
    """Id of the person, `per_…`, alone. The id of a record that was joined into another means the other."""
    networkUrl: NotRequired[str | None]
    """URL of a professional-network profile, in any spelling."""
    email: NotRequired[str | None]
    """An email of the person."""
    phone: NotRequired[str | None]
    """A phone number of the person, with country code."""
    fullName: NotRequired[str | None]
    """Full name; send a company with it."""
    firstName: NotRequired[str | None]
    """Given name; send `lastName` and a company with it."""
    lastName: NotRequired[str | None]
    """Family name."""
    company_domain: NotRequired[str | None]
    """Domain of a company the person works or worked for."""
    company_id: NotRequired[str | None]
    """Id of a company the person works or worked for, `com_…`."""
    company_name: NotRequired[str | None]
    """Name of a company the person works or worked for."""
    company_identifier: NotRequired[IdentifierInput | None]
    """Identifier of a company the person works or worked for."""
    identifier: NotRequired[IdentifierInput | None]
    """Identifier of the person in a register."""


class ResetOrderRequest(TypedDict):
    """A fact."""

    fact: AskedFact
    """What is asked for."""


class RevenueRange(TypedDict):
    """A band of yearly revenue."""

    min: NotRequired[int]
    """Lower bound in whole currency units."""
    max: NotRequired[int]
    """Upper bound in whole currency units."""
    currency: str
    """ISO 4217 code."""


class RevenueRangeInput(TypedDict):
    """A band of yearly revenue."""

    min: NotRequired[int | None]
    """Lower bound in whole currency units."""
    max: NotRequired[int | None]
    """Upper bound in whole currency units."""
    currency: str
    """ISO 4217 code."""


class ReverseEmailRequest(TypedDict):
    """The email address to look up."""

    email: str
    """The address, business or personal."""
    explain: NotRequired[bool | None]
    """Explain the match and give the source of each value."""


class ReversePhoneRequest(TypedDict):
    """The phone number to look up."""

    phone: str
    """The number, with country code."""
    explain: NotRequired[bool | None]
    """Explain the match and give the source of each value."""


class ReviewListAnswer(TypedDict):
    """A page of the review list."""

    results: list[ReviewPairView]
    """Pairs just below the threshold of being joined, the strongest evidence first."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""


class ReviewPairView(TypedDict):
    """Two records that may be one."""

    one: NamedRecord
    """The first record."""
    other: NamedRecord
    """The second record."""
    bits: float
    """The evidence in bits; each one doubles the odds that they are one."""


class RotateKeyAnswer(TypedDict):
    """The new key, and the old key with its expiry."""

    key: str
    """The new secret key. Save it; only a hash is stored."""
    details: KeyView
    """Details of the key, as stored."""
    replaced: KeyView
    """The replaced key."""


class RotateKeyRequest(TypedDict):
    """The key to rotate."""

    overlap_seconds: NotRequired[int | None]
    """Seconds for which the old key stays valid; one day (86,400) if omitted."""


class RotateWebhookRequest(TypedDict):
    """The webhook, and how long both secrets are used."""

    overlap_seconds: NotRequired[int | None]
    """Seconds for which events are also signed with the old secret; one day (86,400) if omitted."""


class RunIcpAnswer(TypedDict):
    """Current results of the ICP."""

    target: IcpTarget
    """What it searches: people or companies."""
    results: list[IcpResult]
    """The people or companies, in search order."""
    new: int
    """Number of results that no earlier run has returned; only those are charged."""
    total: int
    """Total number of matches."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""
    why_not: NotRequired[WhyNot]
    """Effect of each filter and the nearest filters with results, if nothing was found."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class RunIcpRequest(TypedDict):
    """The ICP, and the page of its results."""

    limit: NotRequired[int | None]
    """Results per page."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the previous page."""
    new_only: NotRequired[bool]
    """Return only results that no earlier run of this ICP has returned; run it again for the rest."""


class RunWatchListAnswer(TypedDict):
    """Matches since the last run."""

    matches: list[WatchMatchView]
    """Newest first. A list returns a match once, and an account pays for it once, also where several
    lists return it.
    """
    more: bool
    """Whether more matches are available for another run."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class RunWatchListRequest(TypedDict):
    """The list, and the maximum number of matches."""

    limit: NotRequired[int | None]
    """Maximum number of matches; the next run returns the rest."""


class RunnerUp(TypedDict):
    """Scores of the second-best candidate. Its identity is not disclosed."""

    confidence: float
    """Probability that it is the right one, 0 to 1."""
    score: float
    """Its log odds."""
    margin: float
    """Difference to the best score."""


class SalesDeckAnswer(TypedDict):
    """The briefing."""

    company: Company | None
    """The company; null if no record matches."""
    decision_maker: DecisionMaker | None
    """The person to meet; null if no one has the role."""
    buying_committee_extras: list[DecisionMaker]
    """Two further members of the buying committee: of the same function, then of the company's
    leadership.
    """
    recent_funding: FundingRound | None
    """The newest funding round of the last 24 months."""
    recent_job_changes_at_account: list[AccountMove]
    """People who joined or left within the last 180 days, newest first."""
    similar_companies: list[Lookalike]
    """Three similar companies."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class SalesDeckRequest(TypedDict):
    """The account, and the role to meet there."""

    company_domain: NotRequired[DomainName | None]
    """Domain or website of the company."""
    company_id: NotRequired[str | None]
    """Id of the company, `com_…`. The id of a record that was joined into another means the other."""
    company_name: NotRequired[str | None]
    """Name of the company, with or without its legal form. A name that several companies have is
    refused, with the companies listed; such a call is free.
    """
    company_city: NotRequired[str | None]
    """City of the company, where several have the name."""
    company_country: NotRequired[str | None]
    """Country of the company by ISO 3166 code or name, where several have the name."""
    target_role: NotRequired[str | None]
    """Role to meet: a title, a function, or a question such as `who buys security tooling`; the
    company's leader if omitted.
    """
    min_score: NotRequired[float | None]
    """Lowest score of an answer; 0.5 if omitted. People of a lower rank than asked for have scores below
    0.5.
    """
    fallback: NotRequired[bool]
    """Answer the nearest match, marked with `fallback: true`, where no one reaches the score. Such an
    answer is charged like any other.
    """


class SandboxInfoAnswer(TypedDict):
    """Description of the sandbox."""

    sandbox: bool
    """Always true."""
    description: str
    """Description of the sandbox."""
    daily_limit: int
    """Calls per day and client."""
    endpoints: dict[str, list[str]]
    """Sandbox paths by endpoint family."""
    note: str
    """How to get a key."""


class SaveIcpRequest(TypedDict):
    """The ICP to save."""

    name: str
    """Your name for it, for display."""
    target: IcpTarget
    """What it searches: people or companies."""
    filters: dict[str, Any]
    """The filters of `search/people` or `search/companies`."""


class SavedIcpView(TypedDict):
    """A saved ICP."""

    id: str
    """ICP id."""
    name: str
    """Your name for it, for display."""
    target: IcpTarget
    """What it searches: people or companies."""
    filters: dict[str, Any]
    """The filters, as in a search request."""
    created_at: str
    """When it was saved."""
    last_run_at: NotRequired[str]
    """When it was last run."""


Scope: TypeAlias = "Literal['read', 'spend', 'manage', 'operate']"
"""What a key may do.

- `read`: Free endpoints.
- `spend`: Charging endpoints.
- `manage`: Keys and webhooks.
- `operate`: The operator's own: filing facts. Given only on the command line.
"""


class ScorePart(TypedDict):
    """One part of a score."""

    name: str
    """What was compared: `seniority`, `department`, `title` or `recency`."""
    points: float
    """Points gained."""
    of: float
    """Points that could be gained."""


class SearchCompanyFiltersRequest(TypedDict):
    """Filters, sort order and page of a search."""

    filters: NotRequired[CompanyFilters]
    """Filters, combined with AND; an empty set matches everything."""
    refs: NotRequired[list[str] | None]
    """In place of filters: exactly the records of these rows of a preview, each `ref` of which is valid
    for an hour, in this order. It costs what a search with as many results costs.
    """
    sort: NotRequired[CompanySort]
    """Sort order."""
    limit: NotRequired[int | None]
    """Results per page."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the previous page; send the same filters and sort with it."""
    include_total: NotRequired[bool]
    """Return the total number of matches."""
    observed_since: NotRequired[str | None]
    """Only records that became known at or after this time."""
    new_only: NotRequired[bool]
    """Leave out records that this endpoint has already answered to this account. With or without it, a
    record is charged once per account and endpoint.
    """
    facets: NotRequired[list[str] | None]
    """Fields to count values of."""
    fields: NotRequired[list[str] | None]
    """Only these fields of each record, such as `title`, and its id. The price is the same."""


class SearchPeopleRequest(TypedDict):
    """A search of people."""

    filters: NotRequired[PeopleFilters]
    """Filters, combined with AND; an empty set matches everything."""
    refs: NotRequired[list[str] | None]
    """In place of filters: exactly the records of these rows of a preview, each `ref` of which is valid
    for an hour, in this order. It costs what a search with as many results costs.
    """
    sort: NotRequired[PeopleSort]
    """Sort order."""
    limit: NotRequired[int | None]
    """Results per page."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the previous page; send the same filters and sort with it."""
    include_total: NotRequired[bool]
    """Return the total number of matches."""
    observed_since: NotRequired[str | None]
    """Only records that became known at or after this time."""
    new_only: NotRequired[bool]
    """Leave out records that this endpoint has already answered to this account. With or without it, a
    record is charged once per account and endpoint.
    """
    facets: NotRequired[list[str] | None]
    """Fields to count values of."""
    fields: NotRequired[list[str] | None]
    """Only these fields of each record, such as `title`, and its id. The price is the same."""
    exclude_seen: NotRequired[bool]
    """Leave out people whom the account has resolved already, as `GET /v1/me/people` lists them. `total`
    and facets count them.
    """


class SeenPersonView(TypedDict):
    """A person, and when the account resolved them."""

    person: Person
    """The person as currently known, without contact values; those paid for are in `bought`."""
    first_resolved_at: str
    """When first resolved."""
    first_resolved_by: str
    """Endpoint of the first resolution."""
    last_resolved_at: str
    """When last resolved."""
    last_resolved_by: str
    """Endpoint of the last resolution."""
    times: int
    """Number of times resolved."""
    endpoints: list[str]
    """Operation ids of all endpoints that resolved them."""
    bought: list[BoughtView]
    """Contact values that were paid for, oldest first."""


Seniority: TypeAlias = "Literal['owner', 'founder', 'c_suite', 'partner', 'vp', 'head', 'director', 'manager', 'senior', 'entry', 'intern', 'professional']"
"""Seniority of a position, highest first.

- `professional`: An individual contributor without a modifier.
"""


class SetPlanRequest(TypedDict):
    """The account, and its new plan."""

    plan: Plan
    """The new plan, effective immediately."""


class SettingsAnswer(TypedDict):
    """The settings of the process."""

    results: list[ShownSetting]
    """Every setting, as `brimful config show` lists them. Secrets are `***`."""


SharedTime = TypedDict(
    'SharedTime',
    {
        # The company.
        'company': 'Employer',
        # First common month, as exactly as it is known.
        'from': 'PartialDate',
        # Last common month; absent while both are there.
        'to': 'NotRequired[PartialDate]',
        # Months of overlap.
        'months': 'int',
    },
)
"""Time two people worked at the same company."""


ShownSetting = TypedDict(
    'ShownSetting',
    {
        # Path of the setting, such as `api.limits.call_seconds`.
        'setting': 'str',
        # Its value.
        'value': 'Any',
        # Where the value comes from: `default`, a file, a variable of the environment, or a flag.
        'from': 'str',
    },
)
"""A setting with its value and where that comes from. Secrets are left out of the value."""


class Signal(TypedDict):
    """An event, with the sources that report it."""

    id: str
    """Stable id, `sig_…`."""
    kind: SignalKind
    """Kind of event."""
    at: str
    """When it happened; the start of the day if only the day is known."""
    company: NotRequired[Employer]
    """The company it happened at."""
    funding: NotRequired[FundingRound]
    """The round, for funding."""
    acquisition: NotRequired[Acquisition]
    """The purchase, for an acquisition; `company` is the buyer."""
    job: NotRequired[Job]
    """The position, for hiring."""
    change: NotRequired[Change]
    """The move, for a job change or a promotion."""
    companyChange: NotRequired[CompanyChange]
    """What changed at the company, for a company change."""
    sources: list[SignalSource]
    """Sources that report it."""


SignalKind: TypeAlias = "Literal['funding', 'acquisition', 'hiring', 'job-change', 'promotion', 'company-change']"
"""Kind of event.

- `funding`: Money was raised.
- `acquisition`: A company was bought.
- `hiring`: A position was opened.
- `job-change`: A person joined another company.
- `promotion`: A person was promoted within the company.
- `company-change`: A company was renamed, closed, bought or moved.
"""


class SignalReport(TypedDict):
    """A reported signal; each kind uses some of the fields."""

    kind: NotRequired[SignalKind | None]
    """Kind of event."""
    id: NotRequired[str | None]
    """The source's own id for it."""
    observedAt: NotRequired[str | None]
    """When the source observed it."""
    date: NotRequired[PartialDate | None]
    """When it happened."""
    companyName: NotRequired[str | None]
    """The company that raised, bought or hires, or that the person joined."""
    companyDomain: NotRequired[str | None]
    """Its domain or website."""
    round: NotRequired[str | None]
    """Kind of the round, such as `series_a`."""
    amount: NotRequired[int | None]
    """Amount raised or paid, in whole units."""
    currency: NotRequired[str | None]
    """ISO 4217 code of the amount; USD if omitted."""
    investors: NotRequired[list[str]]
    """Investors."""
    targetName: NotRequired[str | None]
    """Company bought."""
    targetDomain: NotRequired[str | None]
    """Its domain or website."""
    title: NotRequired[str | None]
    """Title of the position, or the person's new title."""
    location: NotRequired[str | None]
    """Place of the position, such as `Berlin, Germany`."""
    url: NotRequired[str | None]
    """Address of the posting or of the announcement."""
    applicants: NotRequired[int | None]
    """Applicants so far."""
    closedAt: NotRequired[PartialDate | None]
    """When the posting disappeared."""
    fullName: NotRequired[str | None]
    """Name of the person."""
    networkUrl: NotRequired[str | None]
    """Professional-network profile of the person."""
    oldTitle: NotRequired[str | None]
    """Title before."""
    oldCompanyName: NotRequired[str | None]
    """Employer before."""
    oldCompanyDomain: NotRequired[str | None]
    """Its domain or website."""
    text: NotRequired[str | None]
    """Text of the announcement."""


class SignalSource(TypedDict):
    """A source of a signal."""

    name: str
    """Its name."""
    observedAt: str
    """Its first observation of the event."""
    url: NotRequired[str]
    """Address of the report."""


class SignalView(TypedDict):
    """A signal."""

    id: str
    """Stable id of the signal."""
    kind: SignalKind
    """Kind of signal."""
    at: str
    """When it occurred; the start of the day if only the day is known."""
    observedAt: str
    """When it became known."""
    company: NotRequired[Employer]
    """The company concerned; the acquirer, for an acquisition."""
    funding: NotRequired[FundingRound]
    """The round, for funding."""
    acquisition: NotRequired[Acquisition]
    """The acquired company, for an acquisition."""
    job: NotRequired[Job]
    """The position, for hiring."""
    change: NotRequired[MaskedChange]
    """The move, for a job change or a promotion; the person is masked."""
    companyChange: NotRequired[CompanyChange]
    """What changed at the company, for a company change."""
    sources: list[SignalSource]
    """Sources of the signal."""


class SignalsAnswer(TypedDict):
    """A page of a feed."""

    kind: SignalKind
    """The feed."""
    results: list[SignalView]
    """Newest first."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""
    refreshed_at: str
    """Time of the read; all signals stored by then are included."""
    next_observed_since: str
    """Send this as `observed_since` of the next poll to miss nothing. A signal that became known at this
    very time may be answered again.
    """
    rates: NotRequired[Rates]
    """Rates at which amounts were compared, if `min_amount` was sent."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""


class SignalsQuery(TypedDict):
    """What `signals` can be asked."""

    kind: SignalKind
    """The feed."""
    since: NotRequired[str]
    """Only signals at or after this time."""
    until: NotRequired[str]
    """Only signals before this time."""
    domain: NotRequired[str]
    """The same as `company_domain`."""
    company_domain: NotRequired[DomainName]
    """Domain or website of the company."""
    company_id: NotRequired[str]
    """Id of the company, `com_…`. The id of a record that was joined into another means the other."""
    company_name: NotRequired[str]
    """Name of the company, with or without its legal form. A name that several companies have is
    refused, with the companies listed; such a call is free.
    """
    company_city: NotRequired[str]
    """City of the company, where several have the name."""
    company_country: NotRequired[str]
    """Country of the company by ISO 3166 code or name, where several have the name."""
    country: NotRequired[str]
    """Only signals in this country, as a code or name."""
    industry: NotRequired[str]
    """Only signals of companies in this industry, by label, usual synonym or NAICS or SIC code; a sector
    includes its sub-industries.
    """
    observed_since: NotRequired[str]
    """Only signals that became known at or after this time, whenever they happened."""
    new_only: NotRequired[bool]
    """Leave out signals that this endpoint has already answered to this account in a page."""
    min_amount: NotRequired[int]
    """Minimum funding amount, in whole units of `currency`. Rounds in other currencies are converted at
    the reference rates whose date the answer names.
    """
    currency: NotRequired[str]
    """Currency of `min_amount`, ISO 4217; USD if omitted."""
    round: NotRequired[str]
    """Only funding rounds of this stage, such as `seed` or `series_a`. Names used by other services are
    accepted.
    """
    department: NotRequired[Department]
    """Only positions, job changes and promotions in this department."""
    max_applicants: NotRequired[int]
    """Only positions with at most this many applicants."""
    limit: NotRequired[int]
    """Signals per page."""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page."""


class SignupAnswer(TypedDict):
    """The account. The key is shown only in this answer."""

    account_id: str
    """Account id."""
    key: str
    """The first key, or another one if the account exists and has this password; with all customer
    scopes.
    """
    plan: Plan
    """Plan of the account."""
    balance: Credits
    """Credits of the account."""
    trial_ends_at: str | None
    """When the trial ends."""


class SignupRequest(TypedDict):
    """Credentials of the new account."""

    email: str
    """Email address, used to sign in."""
    password: str
    """At least ten characters; common passwords are rejected."""
    invite_code: NotRequired[str | None]
    """Invitation code, where sign-up requires one."""


class SilentPromoterRadarRequest(TypedDict):
    """The caller's contacts."""

    limit: NotRequired[int | None]
    """Maximum number of results per page."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the previous page; send it with otherwise the same request."""
    new_only: NotRequired[bool]
    """Leave out what this endpoint has already answered to this account. With or without it, an item is
    charged once per account and endpoint.
    """
    icp: NotRequired[CompanyFilters | None]
    """Only results at companies that match these filters, the same as in `search/companies`."""
    contacts: list[ContactInput]
    """The caller's contacts to check."""
    observed_since: NotRequired[str | None]
    """Only promotions that became known at or after this time."""


class SimilarPerson(TypedDict):
    """A person similar to the reference person."""

    person: Person
    """The person, without contact values."""
    similarity: float
    """Similarity, from 0 (nothing in common) to 1."""
    reasons: list[str]
    """What they have in common, most important first."""


class SimilarPersonList(TypedDict):
    """A page of a recipe's answer."""

    results: list[SimilarPerson]
    """The results, in order. Each has all data that the endpoint promises."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""
    looked_at: int
    """Number of candidates examined for this page."""
    exhausted: bool
    """Whether no candidate is left after this page."""
    time_limit_seconds: NotRequired[int]
    """The time limit, in seconds, if it ended the page early; the cursor continues where it stopped."""
    why_not: NotRequired[WhyNot]
    """Effect of each filter on companies and the nearest filters with results, if the filters leave
    none.
    """
    rates: NotRequired[Rates]
    """Rates at which amounts were compared, if amounts were asked for."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


SizeBand: TypeAlias = "Literal['1-10', '11-50', '51-200', '201-500', '501-1000', '1001-5000', '5001-10000', '10001+']"
"""A band of employee counts."""


class SmbBuyingCommitteeAnswer(TypedDict):
    """The people by role in the purchase."""

    total_people: int
    """Number of people in all roles."""
    committee: SmbCommittee
    """The people in each role, best match first; a person appears in one role only."""
    reason: NotRequired[NoCommittee]
    """`too_large` if the company has more than 250 employees; its committee is answered by `buying-
    committee`.
    """
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class SmbBuyingCommitteeRequest(TypedDict):
    """The business."""

    company_domain: NotRequired[DomainName | None]
    """Domain or website of the company."""
    company_id: NotRequired[str | None]
    """Id of the company, `com_…`. The id of a record that was joined into another means the other."""
    company_name: NotRequired[str | None]
    """Name of the company, with or without its legal form. A name that several companies have is
    refused, with the companies listed; such a call is free.
    """
    company_city: NotRequired[str | None]
    """City of the company, where several have the name."""
    company_country: NotRequired[str | None]
    """Country of the company by ISO 3166 code or name, where several have the name."""
    max_per_role: NotRequired[int | None]
    """Maximum number of people per role; one if omitted."""


class SmbCommittee(TypedDict):
    """Roles at a small business."""

    owner: list[DecisionMaker]
    """The owner or leader of the business."""
    manager: list[DecisionMaker]
    """Managers of the office, a branch or a team."""
    dispatcher: list[DecisionMaker]
    """Dispatchers, who schedule the crews."""
    ops_lead: list[DecisionMaker]
    """Leaders of operations."""


SourceKind: TypeAlias = "Literal['website', 'vendor', 'former']"
"""What a source is.

- `website`: Companies' own websites.
- `vendor`: A vendor.
- `former`: A source that was asked in the period and is not set up any more.
"""


class SourceStamp(TypedDict):
    """A source with claims about a record, and its newest observation."""

    name: str
    """Source name."""
    observedAt: str
    """Its newest observation."""


class SourceView(TypedDict):
    """A source in a period. What cannot be known is null."""

    name: str
    """Name of the source."""
    kind: SourceKind
    """What it is."""
    asked: int
    """Requests sent."""
    answered: int
    """Replies: what was asked for, or that it is not known."""
    hits: int
    """Replies with what was asked for."""
    hit_percent: float | None
    """Hits in percent of the replies."""
    errors: int
    """Requests that failed or were refused."""
    skipped: int
    """Times that it was passed over: a miss that is known, a limit, the budget, or a pause after
    failures.
    """
    outcomes: dict[str, int]
    """Requests, and times that it was passed over, by outcome."""
    latency_p50_ms: int | None
    """Latency that half of the requests do not exceed, in milliseconds."""
    latency_p95_ms: int | None
    """Latency that 95 percent of the requests do not exceed, in milliseconds."""
    cost_usd: float | None
    """What its requests cost, in US dollars. Null if no price of the vendor is configured."""
    cost_per_hit_usd: float | None
    """The same for each hit."""
    calls: int
    """Calls of customers in which it gave what was asked for. Answers from records that it filled before
    are not among them.
    """
    paid_credits: Credits
    """What customers paid for these calls, less refunds. A call to which two sources contributed counts
    for both.
    """
    paid_usd: float
    """The same at the present price of a credit in the plan of each account, taken as US dollars."""
    margin_usd: float | None
    """What customers paid less what its requests cost."""


class SourcesAnswer(TypedDict):
    """What is asked outside."""

    websites: bool
    """Whether companies' own websites are asked."""
    period: Period
    """The period of `sources` and `total`."""
    since: NotRequired[str]
    """When the period begins. Never before the time that the history is kept. Absent until it was
    counted once.
    """
    counted_at: NotRequired[str]
    """When it was counted last; at most some seconds ago, unless `counting`."""
    counting: bool
    """Whether it is being counted again in the background."""
    sources: list[SourceView]
    """What sources brought and cost in the period: those that are set up, and those that were."""
    total: NotRequired[SourcesTotal]
    """All calls of the period that asked a source, each counted once."""
    vendors: list[VendorView]
    """Vendors, with what this process has seen of them since it started."""


class SourcesTotal(TypedDict):
    """All calls of a period that asked a source."""

    calls: int
    """Calls of customers."""
    paid_credits: Credits
    """What they paid for these, less refunds."""
    paid_usd: float
    """The same at the present price of a credit in the plan of each account, taken as US dollars."""
    cost_usd: float
    """What was recorded as the cost of all requests, in US dollars."""
    margin_usd: float
    """What customers paid less what was recorded as cost."""


class SplitRequest(TypedDict):
    """The record, and the rows to take out of it."""

    id: str
    """Id of the record."""
    rows: list[str]
    """Rows that become a record of their own, as `rows` of an explanation names them."""


class StartCalibrationAnswer(TypedDict):
    """Whether a measurement was started."""

    started: bool
    """False if one was under way on this server; that one goes on."""


class StartCalibrationRequest(TypedDict):
    """How much is measured."""

    questions: NotRequired[int | None]
    """Questions of each kind at most; 5,000 if omitted."""


class StartImportRequest(TypedDict):
    """How to import a file that was sent."""

    subject: ImportSubject
    """What the rows are about."""
    source: str
    """Name of the source, as shown in answers."""
    columns: NotRequired[dict[str, str] | None]
    """The field of each column that is used, by the heading of the column; as guessed if omitted."""


class StatementAnswer(TypedDict):
    """The movements of an account between two balances."""

    account_id: str
    """Account id."""
    opening: Credits
    """The balance before the first movement."""
    movements: list[MovementView]
    """Oldest first."""
    more: bool
    """Whether the range has more movements than the answer (10,000 at most); `closing` is then the
    balance after the last movement returned.
    """
    closing: Credits
    """The balance after the last movement."""


Status: TypeAlias = "Literal['deliverable', 'undeliverable', 'risky', 'unknown']"
"""Whether mail to an address can be delivered.

- `deliverable`: The mail server accepts mail for this mailbox and refuses it for unknown names.
- `undeliverable`: Mail to the address cannot be delivered.
- `risky`: Mail is accepted, but the mailbox is not confirmed, or mail may bounce later.
- `unknown`: No mail server could be reached, or its reply does not say whether the mailbox exists.
"""


class SuggestAnswer(TypedDict):
    """Suggested companies."""

    results: list[SuggestedCompany]
    """The companies: exact matches first, then names and domains that begin with the text, then other
    matches; the largest first in each.
    """
    sandbox: NotRequired[bool]
    """True in the sandbox."""


class SuggestCompaniesQuery(TypedDict):
    """What `suggest_companies` can be asked."""

    q: str
    """Beginning of a company's name, of any word of its names, or of its domain."""
    limit: NotRequired[int]
    """Maximum number of suggestions."""


class SuggestedCompany(TypedDict):
    """A suggested company."""

    id: str
    """Id of its record, `com_…`."""
    name: str
    """Usual name."""
    domain: NotRequired[str]
    """Main domain."""
    logoUrl: NotRequired[str]
    """Address of its logo, if a source stated one."""


class SummaryView(TypedDict):
    """Totals over calls."""

    requests: int
    """Number of calls."""
    credits: Credits
    """Credits charged."""
    resolved: int
    """Items resolved."""
    cache_hits: int
    """Calls answered entirely from stored records."""
    mean_latency_ms: float
    """Mean latency per call in milliseconds."""


class SuppressionView(TypedDict):
    """An entry of the suppression list. Identifiers are stored as hashes, so it does not reveal the
    person.
    """

    id: str
    """Entry id."""
    kind: str
    """Kind of identifier it was created from: `email`, `phone`, `profile`, `domain` or `id`."""
    reason: str
    """Reason."""
    created_at: str
    """When it was created."""
    identifiers: int
    """Number of suppressed identifiers, stored as hashes."""


class TechAccount(TypedDict):
    """A company that uses the technology, with its decision maker."""

    company: Company
    """The company."""
    technologies: list[Technology]
    """The requested technologies that the company uses."""
    decision_maker: DecisionMaker
    """The person with the requested role, or else the person who decides on technology."""


class TechAccountList(TypedDict):
    """A page of a recipe's answer."""

    results: list[TechAccount]
    """The results, in order. Each has all data that the endpoint promises."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""
    looked_at: int
    """Number of candidates examined for this page."""
    exhausted: bool
    """Whether no candidate is left after this page."""
    time_limit_seconds: NotRequired[int]
    """The time limit, in seconds, if it ended the page early; the cursor continues where it stopped."""
    why_not: NotRequired[WhyNot]
    """Effect of each filter on companies and the nearest filters with results, if the filters leave
    none.
    """
    rates: NotRequired[Rates]
    """Rates at which amounts were compared, if amounts were asked for."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class TechStackTargetsRequest(TypedDict):
    """Filters for technologies and companies, and the role to find there."""

    limit: NotRequired[int | None]
    """Maximum number of results per page."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the previous page; send it with otherwise the same request."""
    new_only: NotRequired[bool]
    """Leave out what this endpoint has already answered to this account. With or without it, an item is
    charged once per account and endpoint.
    """
    icp: NotRequired[CompanyFilters | None]
    """Only companies that match these filters, the same as in `search/companies`."""
    role: NotRequired[str | None]
    """Role to find there: a title, a function, or a question such as `who buys security tooling`."""
    min_score: NotRequired[float | None]
    """Lowest score of an answer; 0.5 if omitted. People of a lower rank than asked for have scores below
    0.5.
    """
    fallback: NotRequired[bool]
    """Answer the nearest match, marked with `fallback: true`, where no one reaches the score. Such an
    answer is charged like any other.
    """
    technologies: NotRequired[list[str] | None]
    """Companies that use any of these."""
    technologies_all: NotRequired[list[str] | None]
    """Companies that use all of these."""
    exclude_technologies: NotRequired[list[str] | None]
    """Companies that use none of these."""
    observed_since: NotRequired[str | None]
    """Only companies that became known at or after this time."""


class Technology(TypedDict):
    """A technology a company was seen to use."""

    name: str
    """Product name."""
    category: NotRequired[str]
    """Product category."""
    lastSeenAt: NotRequired[str]
    """When it was last seen in use."""


class TechnologyInput(TypedDict):
    """A technology a company was seen to use."""

    name: str
    """Product name."""
    category: NotRequired[str | None]
    """Product category."""
    lastSeenAt: NotRequired[str | None]
    """When it was last seen in use."""


class TriedCandidate(TypedDict):
    """An address that came into question."""

    address: str
    """The address."""
    pattern: NotRequired[Pattern]
    """The pattern that it follows; absent if a source states the address."""
    probability: float
    """Probability that it is the person's, before the mail server was asked."""
    reason: NotRequired[Reason]
    """What the mail server's reply means; absent if it was not asked."""


class UnknownValue(TypedDict):
    """A value that no record has."""

    filter: str
    """Name of the filter."""
    value: str
    """The value as given."""
    did_you_mean: NotRequired[list[str]]
    """Known values like it, best match first."""


class UnmaskedMove(TypedDict):
    """A job change with the person's name."""

    person_unmasked: Person
    """The person who moved, without contact values."""
    previous: PreviousRole
    """The position they left."""
    new_role: NotRequired[str]
    """Current title."""
    company: NotRequired[Employer]
    """The company they joined."""
    changed_at: PartialDate
    """Date of the move, as precisely as known."""
    observed_at: str
    """When the move became known."""
    source_url: NotRequired[str]
    """URL of the source."""


class UnmaskedMoveList(TypedDict):
    """A page of a recipe's answer."""

    results: list[UnmaskedMove]
    """The results, in order. Each has all data that the endpoint promises."""
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""
    looked_at: int
    """Number of candidates examined for this page."""
    exhausted: bool
    """Whether no candidate is left after this page."""
    time_limit_seconds: NotRequired[int]
    """The time limit, in seconds, if it ended the page early; the cursor continues where it stopped."""
    why_not: NotRequired[WhyNot]
    """Effect of each filter on companies and the nearest filters with results, if the filters leave
    none.
    """
    rates: NotRequired[Rates]
    """Rates at which amounts were compared, if amounts were asked for."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class UpstreamCallView(TypedDict):
    """An upstream call as an account sees it: without the operator's cost."""

    provider: str
    """Who."""
    fact: str
    """For what."""
    outcome: str
    """How it ended, such as `hit` or `miss`."""
    started_ms: NotRequired[int]
    """When it began, in milliseconds after the API call arrived. Sources that are asked side by side
    overlap. Absent for calls of earlier versions.
    """
    latency_ms: int
    """How long it took."""
    cost_usd: NotRequired[float]
    """What it cost in US dollars; shown to keys with the scope `operate` only."""


class UsageAnswer(TypedDict):
    """Usage in groups, and in total."""

    by: UsageBy
    """What it is grouped by."""
    results: list[UsageView]
    """The groups: days oldest first, endpoints and keys by id. A day without calls is no group."""
    total: UsageTotals
    """All groups together."""


UsageBy: TypeAlias = "Literal['day', 'endpoint', 'day_and_endpoint', 'key']"
"""What usage is grouped by.

- `day`: The day in UTC on which the call came in.
- `endpoint`: The endpoint.
- `day_and_endpoint`: The day in UTC and the endpoint.
- `key`: The key.
"""


class UsageQuery(TypedDict):
    """What `usage` can be asked."""

    by: NotRequired[UsageBy]
    """What to group by; `day` if omitted."""
    since: NotRequired[str]
    """Only calls at or after this time."""
    until: NotRequired[str]
    """Only calls before this time."""


class UsageTotals(TypedDict):
    """What calls add up to. Calls that cost nothing count as long as the history keeps them."""

    requests: int
    """Number of calls."""
    charged_requests: int
    """Of these, calls that were charged."""
    resolved: int
    """Items resolved."""
    credits: Credits
    """Credits charged."""
    refunded: Credits
    """Credits refunded of those charged."""
    cache_hits: int
    """Calls answered entirely from stored records."""
    looked_up: int
    """Calls answered at once whose price depends on what they find. Previews, replays, refused and
    failed calls, submitted jobs and free endpoints are not among them; each item of a job counts as a
    call.
    """
    found: int
    """Of the calls in `looked_up`, those that resolved at least one item. The hit rate is `found`
    divided by `looked_up`.
    """


class UsageView(TypedDict):
    """One group."""

    day: NotRequired[str]
    """The day in UTC, if grouped by day or by day and endpoint."""
    endpoint: NotRequired[str]
    """Operation id of the endpoint, if grouped by endpoint or by day and endpoint."""
    path: NotRequired[str]
    """Path of the endpoint."""
    key_id: NotRequired[str]
    """Key id, if grouped by key."""
    key_name: NotRequired[str]
    """Name of the key."""
    monthly_cap: NotRequired[Credits]
    """Credits that calls with the key may cost in a month of the calendar, in UTC."""
    used_this_month: NotRequired[Credits]
    """Credits charged in this month, by this key and by those that share its cap."""
    cap_resets_at: NotRequired[str]
    """When the next month begins."""
    requests: int
    """Number of calls."""
    charged_requests: int
    """Of these, calls that were charged."""
    resolved: int
    """Items resolved."""
    credits: Credits
    """Credits charged."""
    refunded: Credits
    """Credits refunded of those charged."""
    cache_hits: int
    """Calls answered entirely from stored records."""
    looked_up: int
    """Calls answered at once whose price depends on what they find. Previews, replays, refused and
    failed calls, submitted jobs and free endpoints are not among them; each item of a job counts as a
    call.
    """
    found: int
    """Of the calls in `looked_up`, those that resolved at least one item. The hit rate is `found`
    divided by `looked_up`.
    """


class VendorView(TypedDict):
    """A vendor."""

    name: str
    """Name of the vendor."""
    left_alone: bool
    """Whether it is left alone for a while, because it failed too often."""
    left_alone_seconds: NotRequired[int]
    """Seconds until it is tried again; absent unless it is left alone."""
    failures: int
    """Consecutive failures."""
    priced: bool
    """Whether a price is configured; without one its cost is not known."""
    asked: int
    """Requests sent."""
    outcomes: dict[str, int]
    """Replies by outcome, such as `hit` and `miss`."""
    hit_percent: dict[str, int]
    """Recent hit rate in percent, by fact."""
    latency_ms: dict[str, int]
    """Recent mean latency in milliseconds, by fact."""
    cost_usd: float
    """What it cost in US dollars."""


class VerdictExplanation(TypedDict):
    """How a verdict came about."""

    conversation: list[Exchange]
    """The steps of the conversation with the mail servers, with their replies, shortened. Empty if the
    address or its domain alone decided.
    """
    from_cache: bool
    """Whether the verdict is one of an earlier call."""


class VerifyEmailAnswer(TypedDict):
    """The verdict. A verdict of `unknown` is free."""

    email: str
    """The address in normal form."""
    status: Status
    """Deliverability."""
    reason: Reason
    """Reason for the status."""
    syntax_valid: bool
    """Whether the syntax is valid."""
    disposable: bool
    """Whether the domain provides disposable addresses."""
    free_provider: bool
    """Whether the domain is a free email provider."""
    generic: bool
    """Whether it is a role address, such as `info@`."""
    catch_all: NotRequired[bool]
    """Whether the server accepts every address of the domain; absent if that could not be determined."""
    mx_found: NotRequired[bool]
    """Whether the domain has a mail server; absent if DNS gave no conclusive answer."""
    provider: NotRequired[str]
    """Mail provider of the domain."""
    did_you_mean: NotRequired[str]
    """Suggested correction of a probable typo."""
    retry_after_seconds: NotRequired[int]
    """Seconds after which to repeat the request, if the result may change."""
    last_validated_at: str
    """When the mail server was queried."""
    stale: NotRequired[bool]
    """Present and true if the verdict is past its time, and the mail server gave no new one."""
    will_notify: NotRequired[bool]
    """Whether the webhook is told when the verdict is there; absent if there is nothing to wait for."""
    explain: NotRequired[VerdictExplanation]
    """How the verdict came about, if `explain` was set."""
    sandbox: NotRequired[bool]
    """True in the sandbox."""
    cost: Cost
    preview: NotRequired[Literal[False]]
    """Absent here; true in a `PricePreview`."""


class VerifyEmailRequest(TypedDict):
    """The address to verify."""

    email: str
    """The address; text that is not a valid address gets a verdict, too."""
    explain: NotRequired[bool | None]
    """Whether to show the conversation with the mail servers that led to the verdict."""
    webhook: NotRequired[WebhookInput | None]
    """Webhook that receives `email.settled`, free of charge, when a mail server that put the check off
    has given its verdict; the next call reads it and pays for it. Requires the plan pro or above.
    """


class WatchListAnswer(TypedDict):
    """A watch list with its entries."""

    id: str
    """List id."""
    name: str
    """Your name for it, for display."""
    target: WatchTarget
    """What it watches: profiles, domains or contacts."""
    signals: list[SignalKind]
    """Signal kinds that match."""
    entries: int
    """Number of entries."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When it was last changed."""
    last_run_at: NotRequired[str]
    """When it was last run."""
    watching: NotRequired[WatchingView]
    """Schedule of automatic runs; absent if it is only run on request."""
    watched: list[str]
    """Profiles, domains, or contacts as JSON, in normal form."""


class WatchListMatchedData(TypedDict):
    """New matches of a watch list."""

    watch_list: WatchedList
    matches: list[WatchMatchView]
    """The matches, each charged once."""
    credits: float
    """Credits charged."""


class WatchListMatchedEvent(TypedDict):
    """Event `watch_list.matched`: A watch list has new matches."""

    type: Literal['watch_list.matched']
    """Kind of the event."""
    timestamp: str
    """When it happened."""
    data: WatchListMatchedData


class WatchListRestingData(TypedDict):
    """A watch list that rests."""

    watch_list: WatchedList
    reason: str
    """Code of what keeps it from running."""


class WatchListRestingEvent(TypedDict):
    """Event `watch_list.resting`: A watch list rests: it may not run, or has nothing left to spend."""

    type: Literal['watch_list.resting']
    """Kind of the event."""
    timestamp: str
    """When it happened."""
    data: WatchListRestingData


class WatchListView(TypedDict):
    """A watch list."""

    id: str
    """List id."""
    name: str
    """Your name for it, for display."""
    target: WatchTarget
    """What it watches: profiles, domains or contacts."""
    signals: list[SignalKind]
    """Signal kinds that match."""
    entries: int
    """Number of entries."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When it was last changed."""
    last_run_at: NotRequired[str]
    """When it was last run."""
    watching: NotRequired[WatchingView]
    """Schedule of automatic runs; absent if it is only run on request."""


class WatchMatchView(TypedDict):
    """A signal of an entry."""

    entry: str
    """The profile or domain that matched."""
    signal: Signal
    """The signal."""
    person: NotRequired[Person]
    """The person concerned."""
    company: NotRequired[Company]
    """The company concerned."""


WatchTarget: TypeAlias = "Literal['profiles', 'domains', 'contacts']"
"""What a list watches.

- `profiles`: Professional-network profiles.
- `domains`: Company domains.
- `contacts`: People the owner knows, and whatever changes about them.
"""


class WatchedList(TypedDict):
    """The watch list that an event is about."""

    id: str
    """Id of the list."""
    name: NotRequired[str]
    """Its name; absent where the list rests."""


WatchingState: TypeAlias = "Literal['watching', 'resting']"
"""State of a list's automatic runs.

- `watching`: Runs on schedule.
- `resting`: Does not run and charges nothing; `reason` gives the cause.
"""


class WatchingView(TypedDict):
    """Automatic runs of a list."""

    state: WatchingState
    """Whether the list runs or rests."""
    reason: NotRequired[str]
    """Why the list rests: the problem code that a call with its key would get, or
    `insufficient_credits`, `monthly_budget_spent`, `webhook_deleted`, `webhook_disabled` or
    `webhook_gone`.
    """
    resting_since: NotRequired[str]
    """When the list stopped running."""
    live: bool
    """Whether matches are sent to the webhook as their signals arrive."""
    every_minutes: NotRequired[int]
    """Interval of scheduled runs in minutes. Absent if there are none."""
    monthly_budget: Credits
    """Credits that automatic runs may spend per calendar month (UTC)."""
    spent_this_month: Credits
    """Credits that automatic runs have spent this calendar month (UTC)."""
    webhook: str
    """Id of the webhook that receives the events."""
    next_run_at: NotRequired[str]
    """When the list runs next or, while it rests, when it is checked again."""


class WaterfallAnswer(TypedDict):
    """The orders."""

    results: list[WaterfallView]
    """One for each fact that a vendor offers."""


class WaterfallVendorView(TypedDict):
    """A vendor in an order, with what this server has seen of it."""

    name: str
    """Name of the vendor."""
    price_usd: float | None
    """Configured price of an answer in US dollars; null if there is none."""
    charged_always: bool
    """Whether an answer without the fact is charged, too."""
    hit_percent: int | None
    """Recent hit rate in percent; null before the first request."""
    latency_ms: int | None
    """Recent mean latency in milliseconds; null before the first request."""
    expected_cost_usd: float
    """Expected cost of a hit in US dollars: price, waiting time and misses. Assumed before the first
    request.
    """
    left_alone: bool
    """Whether it is left alone for a while, because it failed too often."""


WaterfallView = TypedDict(
    'WaterfallView',
    {
        # What is asked for.
        'fact': 'AskedFact',
        # Where the order comes from.
        'from': 'OrderFrom',
        # Whether vendors are asked in the order of their expected cost of a hit; otherwise as listed.
        'adaptive': 'bool',
        # Percentage of questions that start with another vendor, where the order is by expected cost, to notice one that has become better.
        'explore_percent': 'int',
        # Whether a company's own website is asked before them.
        'website_first': 'bool',
        # Those that are asked, in order.
        'vendors': 'list[WaterfallVendorView]',
        # Those that offer it and are not asked.
        'left_out': 'list[WaterfallVendorView]',
    },
)
"""The vendors of a fact in the order in which they are asked at present."""


class WebhookInput(TypedDict):
    """Receiver of events."""

    url: str
    """URL that accepts POST requests."""
    secret: NotRequired[str | None]
    """Signing secret in Standard Webhooks format: `whsec_` followed by Base64. Generated if omitted."""
    events: NotRequired[list[EventKind] | None]
    """Kinds of events to send to this URL. If omitted, a webhook that is there keeps its choice, and a
    new one is sent all, also those that are added later.
    """


WebhookRequest: TypeAlias = 'dict[str, Any]'
"""Id of a webhook."""


class WebhookSecretView(TypedDict):
    """A webhook with its signing secret."""

    id: str
    """Webhook id."""
    url: str
    """URL that receives the events."""
    status: WebhookStatus
    """Whether events are sent to it."""
    events: list[EventKind] | None
    """Kinds of events that are sent to it; null means all, also those that are added later."""
    failing_since: NotRequired[str]
    """Start of the current series of failed attempts."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When it was last changed."""
    secret: str
    """Signing secret: `whsec_` and Base64, for any Standard Webhooks library."""
    old_secret_until: NotRequired[str]
    """Until when events are also signed with the previous secret."""


WebhookStatus: TypeAlias = "Literal['enabled', 'disabled', 'gone']"
"""Whether a webhook receives events.

- `enabled`: Events are delivered.
- `disabled`: Its owner, or days without a single success, stopped it; events wait until it is enabled again.
- `gone`: The receiver answered 410 Gone, or its address named an erased person; pending events are dropped.
"""


class WebhookTestData(TypedDict):
    """A test."""

    webhook: str
    """Id of the webhook."""


class WebhookTestEvent(TypedDict):
    """Event `webhook.test`: A test that the owner asked for."""

    type: Literal['webhook.test']
    """Kind of the event."""
    timestamp: str
    """When it happened."""
    data: WebhookTestData


class WebhookView(TypedDict):
    """A webhook."""

    id: str
    """Webhook id."""
    url: str
    """URL that receives the events."""
    status: WebhookStatus
    """Whether events are sent to it."""
    events: list[EventKind] | None
    """Kinds of events that are sent to it; null means all, also those that are added later."""
    failing_since: NotRequired[str]
    """Start of the current series of failed attempts."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When it was last changed."""


class WhyNot(TypedDict):
    """Why nothing was found."""

    filters: list[FilterEffect]
    """What each filter does to the answer."""
    unknown_values: NotRequired[list[UnknownValue]]
    """Values of industries, technologies, regions and cities that no record has."""
    nearest: NotRequired[NearestFilters]
    """The filters that would answer with the least given up."""


class WouldCost(TypedDict):
    """A price before the call."""

    max_credits: float
    """The most it can cost."""
    estimated_credits: float
    """What it is expected to cost."""
