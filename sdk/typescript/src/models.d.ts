// Written by sdk/generate from the OpenAPI document. Change the API or the generator.

/** A person who joined or left a company. */
export interface AccountMove {
  /** Whether they joined or left. */
  direction: Direction;
  /** The person, without contact values. */
  person: Person;
  /** Title at the company. */
  title?: string;
  /** The company they came from or went to; absent if unknown. */
  other_company?: Employer;
  /** Date of the move, as precisely as known. */
  changed_at: PartialDate;
}

/** An acquisition, with the decision maker at the acquirer. */
export interface AcquiredAccount {
  /** The acquired company. */
  target: AcquiredCompany;
  /** The acquirer. */
  acquirer: Company;
  /** When it was announced. */
  acquired_at: PartialDate;
  /** When it became known. */
  observed_at: string;
  /** The person with the requested role, or else the acquirer's leader. */
  decision_maker: DecisionMaker;
}

/** A page of a recipe's answer. */
export interface AcquiredAccountList {
  /** The results, in order. Each has all data that the endpoint promises. */
  results: Array<AcquiredAccount>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
  /** Number of candidates examined for this page. */
  looked_at: number;
  /** Whether no candidate is left after this page. */
  exhausted: boolean;
  /** The time limit, in seconds, if it ended the page early; the cursor continues where it stopped. */
  time_limit_seconds?: number;
  /** Effect of each filter on companies and the nearest filters with results, if the filters leave none. */
  why_not?: WhyNot;
  /** Rates at which amounts were compared, if amounts were asked for. */
  rates?: Rates;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** An acquired company: as reported in the news, with its record if there is one. */
export interface AcquiredCompany {
  /** Name of the company bought. */
  name: string;
  /** Its domain. */
  domain?: string;
  /** When it was announced. */
  announcedAt?: PartialDate;
  /** Price paid. */
  price?: Money;
  /** The company's record. */
  company?: Company;
}

/** A company bought by this one. */
export interface Acquisition {
  /** Name of the company bought. */
  name: string;
  /** Its domain. */
  domain?: string;
  /** When it was announced. */
  announcedAt?: PartialDate;
  /** Price paid. */
  price?: Money;
}

/** A company bought by this one. */
export interface AcquisitionInput {
  /** Name of the company bought. */
  name?: string;
  /** Its domain. */
  domain?: string | null;
  /** When it was announced. */
  announcedAt?: PartialDate | null;
  /** Price paid. */
  price?: Money | null;
}

/**
 * How an operator's act ended.
 *
 * - `begun`: It has begun; if it stays so, the process ended meanwhile, and the change may have been made.
 * - `done`: It was done.
 * - `refused`: It was refused, and nothing was changed.
 * - `failed`: It failed; a part of it may have been done.
 */
export type ActOutcome = 'begun' | 'done' | 'refused' | 'failed';

/**
 * Where a change came from.
 *
 * - `key`: A call with a key.
 * - `command_line`: A command on the server's machine.
 */
export type ActorKind = 'key' | 'command_line';

/** Hashes and match statistics. */
export interface AdAudienceAnswer {
  /** SHA-256 of each distinct valid email, in hex, in the order of first appearance. */
  hashes: Array<string>;
  /** Counts for the list. */
  stats: AudienceStats;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** Emails to hash. */
export interface AdAudienceRequest {
  /** The emails; duplicates and invalid ones are not charged. */
  emails: Array<string>;
  /** Ad platform whose normal form to hash. */
  platform?: Platform;
}

/** The new entry, and the erased records. */
export interface AddSuppressionAnswer {
  /** Entry id. */
  id: string;
  /** Kind of identifier it was created from: `email`, `phone`, `profile`, `domain` or `id`. */
  kind: string;
  /** Reason. */
  reason: string;
  /** When it was created. */
  created_at: string;
  /** Number of suppressed identifiers, stored as hashes. */
  identifiers: number;
  /** Counts of erased rows. */
  erased: ErasedView;
}

/** The person or company to suppress. */
export interface AddSuppressionRequest {
  /** Email of the person. */
  email?: string | null;
  /** Phone number of the person, with country code. */
  phone?: string | null;
  /** URL of a public profile of the person. */
  profile?: string | null;
  /**
   * Domain of a company: selects the company, its current employees, and all people with an email at the
   * domain.
   */
  domain?: string | null;
  /** Reason for the suppression. */
  reason?: string | null;
}

/** A post in which a person announces a new role. */
export interface Announcement {
  /** Address of the post. */
  url: string;
  /** Its text. */
  text: string;
  /** When it was posted. */
  postedAt: string;
}

/**
 * What vendors are asked for.
 *
 * - `person`: Who a person is.
 * - `business_email`: Email address at the employer.
 * - `personal_email`: Personal email address.
 * - `mobile`: A mobile number.
 * - `phone_check`: Line type of a phone number, and whether it is in service.
 * - `company`: Facts about a company.
 */
export type AskedFact = 'person' | 'business_email' | 'personal_email' | 'mobile' | 'phone_check' | 'company';

/**
 * How an attempt at one source ended.
 *
 * - `found`: It gave a mobile.
 * - `not_found`: It knows no phone.
 * - `not_mobile`: What it knows is no mobile.
 * - `out_of_date`: What it knows was checked too long ago, or is known not to work.
 * - `unverified`: What it knows was never checked.
 * - `shared`: Several people have the number that it knows.
 * - `fictional`: What it knows is in a range that is reserved for fiction.
 * - `failed`: It could not answer.
 * - `timed_out`: It did not answer in time.
 */
export type AttemptOutcome = 'found' | 'not_found' | 'not_mobile' | 'out_of_date' | 'unverified' | 'shared' | 'fictional' | 'failed' | 'timed_out';

/** One delivery attempt. */
export interface AttemptView {
  /** When it was made. */
  at: string;
  /** Latency in milliseconds. */
  latency_ms: number;
  /** HTTP status returned by the receiver. */
  status?: number;
  /** Why no response was received. */
  error?: string;
  /** The request, truncated to 2 kB. */
  request: string;
  /** The receiver's response, truncated to 2 kB. */
  answer?: string;
}

/** Statistics of a list of emails. */
export interface AudienceStats {
  /** Emails sent. */
  submitted: number;
  /** Distinct valid emails. */
  valid: number;
  /** Texts that are not valid emails. */
  invalid: number;
  /** Duplicates of earlier emails in the list. */
  duplicates: number;
  /** Valid emails that belong to a known person. */
  matched: number;
  /** `matched` divided by `valid`, 0 to 1. */
  match_rate: number;
}

/** A page of the audit log. */
export interface AuditAnswer {
  /** Newest first. Entries are kept for three years. */
  results: Array<AuditView>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
}

/** A change by an operator. */
export interface AuditView {
  /** When it began. */
  at: string;
  /** Where it came from. */
  by: ActorKind;
  /** Account of the key. */
  account_id?: string;
  /** Email of the account. */
  account_email?: string;
  /**
   * Who ran the command, by the operating system's name for them; `ada as root` if it ran through sudo.
   * Absent for commands of earlier versions.
   */
  system_user?: string;
  /** The key. */
  key_id?: string;
  /** What was done: the operation id of the endpoint, also for the command that does the same. */
  action: string;
  /**
   * Ids of what it was done to, with spaces between. `(erased)` in the place of the ids of a person who
   * was erased.
   */
  subject?: string;
  /** How it ended. */
  outcome: ActOutcome;
  /** Problem code, if it was refused or failed. */
  code?: string;
  /** Request id of the call. */
  request_id?: string;
}

/**
 * What kind of contact it is.
 *
 * - `email`: An email address.
 * - `phone`: A phone number.
 */
export type BoughtKind = 'email' | 'phone';

/** A contact value that was paid for. */
export interface BoughtView {
  /** Kind of the value. */
  kind: BoughtKind;
  /** The value as it was answered. */
  value: string;
  /** Operation id of the endpoint that answered it first. */
  endpoint: string;
  /** Id of the request that paid for it first. */
  request_id: string;
  /** When it was bought. */
  bought_at: string;
}

/** A company with budget, and its decision maker. */
export interface BudgetAccount {
  /** The company. */
  company: Company;
  /** The funding round of 6 to 18 months ago. */
  funding: FundingRound;
  /** When the round became known. */
  observed_at: string;
  /** Its open positions, newest first. */
  openings: Array<Job>;
  /** The person with the requested role, or else the company's leader. */
  decision_maker: DecisionMaker;
}

/** A page of a recipe's answer. */
export interface BudgetAccountList {
  /** The results, in order. Each has all data that the endpoint promises. */
  results: Array<BudgetAccount>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
  /** Number of candidates examined for this page. */
  looked_at: number;
  /** Whether no candidate is left after this page. */
  exhausted: boolean;
  /** The time limit, in seconds, if it ended the page early; the cursor continues where it stopped. */
  time_limit_seconds?: number;
  /** Effect of each filter on companies and the nearest filters with results, if the filters leave none. */
  why_not?: WhyNot;
  /** Rates at which amounts were compared, if amounts were asked for. */
  rates?: Rates;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** A request to `/v1/companies`, and a `ref` and `row` of your own. */
export interface BulkCompaniesItem {
  /** Id of the company, `com_…`, alone. The id of a record that was joined into another means the other. */
  company_id?: string | null;
  /** Domain or website of the company. */
  domain?: string | null;
  /** URL of the company's professional-network page. */
  networkUrl?: string | null;
  /** Name of the company. */
  name?: string | null;
  /** Identifier of the company in a register. */
  identifier?: IdentifierInput | null;
  /** Country of its headquarters, as a code or name; distinguishes companies with the same name. */
  country?: string | null;
  /** Minimum confidence of a match, 0 to 1; a weaker match is not returned. */
  min_confidence?: number | null;
  /** Your own name for the item, given back with its result. */
  ref?: string | null;
  /**
   * Your own columns of the item, text by name, given back with its result. Exports begin with them, in
   * their order.
   */
  row?: Record<string, string> | null;
}

/** The items of the job. */
export interface BulkCompaniesRequest {
  /**
   * Each item is a request as for `/v1/companies`, with an optional `ref` and `row` of your own that are
   * returned with its result. An item with invalid values is marked `invalid` and is free; the others are
   * processed. Items of one job with the same answer are charged once; another job charges them again.
   */
  items: Array<BulkCompaniesItem>;
  /**
   * Webhook that receives `bulk.completed` or `bulk.failed` when the job is done. Requires the plan pro or
   * above.
   */
  webhook?: WebhookInput | null;
}

/** Event `bulk.completed`: Every item of a bulk job has ended. */
export interface BulkCompletedEvent {
  /** Kind of the event. */
  type: "bulk.completed";
  /** When it happened. */
  timestamp: string;
  data: BulkEventData;
}

/** The items of the job. */
export interface BulkEnrichRequest {
  /**
   * Each item is a request as for `/v1/enrich`, with an optional `ref` and `row` of your own that are
   * returned with its result. An item with invalid values is marked `invalid` and is free; the others are
   * processed. Items of one job with the same answer are charged once; another job charges them again.
   */
  items: Array<BulkItemInput>;
  /**
   * Webhook that receives `bulk.completed` or `bulk.failed` when the job is done. Requires the plan pro or
   * above.
   */
  webhook?: WebhookInput | null;
}

/** How a bulk job stands. */
export interface BulkEventData {
  /** Id of the job. */
  id: string;
  /** The call that answers its items. */
  endpoint: string;
  status: BulkStatus;
  /** Items of the job. */
  total: number;
  /** Items that have ended. */
  processed: number;
  /** Items that were found. */
  resolved: number;
  /** Items that were refused. */
  invalid: number;
  /** Items that no source answered. */
  failed: number;
  /** Items that the balance did not cover. */
  insufficient_credits: number;
  /** Credits charged. */
  credits: number;
  /** When it was submitted. */
  created_at: string;
  /** When it ended. */
  finished_at: string | null;
  /** Path of its results. */
  results: string;
  /** Why it is paused. */
  reason?: string;
}

/** Event `bulk.failed`: A bulk job has ended and no item was answered. */
export interface BulkFailedEvent {
  /** Kind of the event. */
  type: "bulk.failed";
  /** When it happened. */
  timestamp: string;
  data: BulkEventData;
}

/** A request to `/v1/find-email`, and a `ref` and `row` of your own. */
export interface BulkFindEmailItem {
  /** The form of the input; must match the fields sent. */
  kind?: FindEmailKind | null;
  /** URL of a professional-network profile, in any spelling. */
  networkUrl?: string | null;
  /** Id of the person's record, in place of a profile or name. */
  person_id?: string | null;
  /** Given name; send `lastName` and `domain` with it. */
  firstName?: string | null;
  /** Family name. */
  lastName?: string | null;
  /** Full name, instead of the two parts; send `domain` with it. */
  fullName?: string | null;
  /** Domain of the company at which to find the address. */
  domain?: string | null;
  /** Domain or website of the company. */
  company_domain?: DomainName | null;
  /** Id of the company, `com_…`. The id of a record that was joined into another means the other. */
  company_id?: string | null;
  /**
   * Name of the company, with or without its legal form. A name that several companies have is refused,
   * with the companies listed; such a call is free.
   */
  company_name?: string | null;
  /** City of the company, where several have the name. */
  company_city?: string | null;
  /** Country of the company by ISO 3166 code or name, where several have the name. */
  company_country?: string | null;
  /** Only an address whose mailbox was proven within the last 30 days. */
  verified_only?: boolean;
  /**
   * Webhook that receives `email.settled`, free of charge, when a search that a mail server put off has
   * ended; the next call reads its result and pays for it. Requires the plan pro or above.
   */
  webhook?: WebhookInput | null;
  /** Your own name for the item, given back with its result. */
  ref?: string | null;
  /**
   * Your own columns of the item, text by name, given back with its result. Exports begin with them, in
   * their order.
   */
  row?: Record<string, string> | null;
}

/** The items of the job. */
export interface BulkFindEmailRequest {
  /**
   * Each item is a request as for `/v1/find-email`, with an optional `ref` and `row` of your own that are
   * returned with its result. An item with invalid values is marked `invalid` and is free; the others are
   * processed. Items of one job with the same answer are charged once; another job charges them again.
   */
  items: Array<BulkFindEmailItem>;
  /**
   * Webhook that receives `bulk.completed` or `bulk.failed` when the job is done. Requires the plan pro or
   * above.
   */
  webhook?: WebhookInput | null;
}

/** A request to `/v1/find-phone`, and a `ref` and `row` of your own. */
export interface BulkFindPhoneItem {
  /** Domain of the company the person works for. */
  domain?: string | null;
  /** Domain or website of the company. */
  company_domain?: DomainName | null;
  /** Id of the company, `com_…`. The id of a record that was joined into another means the other. */
  company_id?: string | null;
  /**
   * Name of the company, with or without its legal form. A name that several companies have is refused,
   * with the companies listed; such a call is free.
   */
  company_name?: string | null;
  /** City of the company, where several have the name. */
  company_city?: string | null;
  /** Country of the company by ISO 3166 code or name, where several have the name. */
  company_country?: string | null;
  /** Given name. */
  firstName?: string | null;
  /** Family name. */
  lastName?: string | null;
  /** Id of the person's record, in place of name and company. */
  person_id?: string | null;
  /** Only a number whose line was checked within a year. */
  verified_only?: boolean;
  /** Your own name for the item, given back with its result. */
  ref?: string | null;
  /**
   * Your own columns of the item, text by name, given back with its result. Exports begin with them, in
   * their order.
   */
  row?: Record<string, string> | null;
}

/** The items of the job. */
export interface BulkFindPhoneRequest {
  /**
   * Each item is a request as for `/v1/find-phone`, with an optional `ref` and `row` of your own that are
   * returned with its result. An item with invalid values is marked `invalid` and is free; the others are
   * processed. Items of one job with the same answer are charged once; another job charges them again.
   */
  items: Array<BulkFindPhoneItem>;
  /**
   * Webhook that receives `bulk.completed` or `bulk.failed` when the job is done. Requires the plan pro or
   * above.
   */
  webhook?: WebhookInput | null;
}

/** A request to `/v1/enrich`, and a `ref` and `row` of your own. */
export interface BulkItemInput {
  /** The form of the input; must match the fields sent. */
  kind?: PersonInputKind | null;
  /** Id of the person, `per_…`, alone. The id of a record that was joined into another means the other. */
  person_id?: string | null;
  /** URL of a professional-network profile, in any spelling. */
  networkUrl?: string | null;
  /** An email of the person. */
  email?: string | null;
  /** A phone number of the person, with country code. */
  phone?: string | null;
  /** Full name; send a company with it. */
  fullName?: string | null;
  /** Given name; send `lastName` and a company with it. */
  firstName?: string | null;
  /** Family name. */
  lastName?: string | null;
  /** Domain of a company the person works or worked for. */
  company_domain?: string | null;
  /** Id of a company the person works or worked for, `com_…`. */
  company_id?: string | null;
  /** Name of a company the person works or worked for. */
  company_name?: string | null;
  /** Identifier of a company the person works or worked for. */
  company_identifier?: IdentifierInput | null;
  /** Identifier of the person in a register. */
  identifier?: IdentifierInput | null;
  /** Minimum confidence of a match, 0 to 1; a weaker match is not returned. */
  min_confidence?: number | null;
  /** Only these fields of the person, such as `title`, and the id. The price is the same. */
  fields?: Array<string> | null;
  /**
   * Fields that the person must have, such as `email`. A person without one of them is not returned, and
   * not charged.
   */
  required?: Array<string> | null;
  /** Your own name for the item, given back with its result. */
  ref?: string | null;
  /**
   * Your own columns of the item, text by name, given back with its result. Exports begin with them, in
   * their order.
   */
  row?: Record<string, string> | null;
}

/**
 * How an item stands.
 *
 * - `pending`: Not answered yet.
 * - `resolved`: Answered and charged, once for items of the job with the same answer.
 * - `not_found`: Nothing was found, or no verdict was reached; free.
 * - `invalid`: The item's input is invalid; free.
 * - `failed`: No source could answer, time and again; free.
 * - `insufficient_credits`: The balance did not cover it; resume the job after a top-up.
 * - `cancelled`: The job was cancelled before its turn came.
 */
export type BulkItemStatus = 'pending' | 'resolved' | 'not_found' | 'invalid' | 'failed' | 'insufficient_credits' | 'cancelled';

/** An accepted job. */
export interface BulkJobAccepted {
  /** Job id; poll `GET /v1/bulk/{id}` for its results. */
  id: string;
  /** Status of the job. */
  status: BulkStatus;
  /** Items accepted. */
  total: number;
  /** Of these, items with invalid values. */
  invalid: number;
  /** Id of the notified webhook; `GET /v1/me/webhooks/{id}` returns its signing secret. */
  webhook?: string;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** Id of a bulk job. */
export type BulkJobRequest = Record<string, unknown>;

/** A bulk job. */
export interface BulkJobView {
  /** Job id. */
  id: string;
  /** Operation id of the endpoint it was submitted to. */
  endpoint: string;
  /** Status of the job. */
  status: BulkStatus;
  /** Why it is paused: the problem code that a call with the job's key would get now. */
  paused_reason?: string;
  /** Number of items. */
  total: number;
  /** Items processed, with any result. */
  processed: number;
  /** Of these, items resolved and charged. */
  resolved: number;
  /** Of these, items with invalid values; free. */
  invalid: number;
  /** Of these, items that no source could answer; free. Resuming the job retries them. */
  failed: number;
  /** Of these, items that the balance did not cover. Resuming the job after a top-up retries them. */
  insufficient_credits: number;
  /** Credits charged so far. */
  credits: Credits;
  /** When it was submitted. */
  created_at: string;
  /** When processing of the first item started. */
  started_at?: string;
  /** When it finished. The job is stored for 30 days after that. */
  finished_at?: string;
}

/** Event `bulk.paused`: A bulk job waits until it is resumed. */
export interface BulkPausedEvent {
  /** Kind of the event. */
  type: "bulk.paused";
  /** When it happened. */
  timestamp: string;
  data: BulkEventData;
}

/** What the preview of a job shows besides its price. */
export interface BulkPreview {
  /** Always true. */
  preview: true;
  would_cost: WouldCost;
  /** How many there are in all, for a search. */
  total?: number;
  /** True in the sandbox. */
  sandbox?: boolean;
  /** The first ten items. Items that the day's rows do not cover are left out. */
  rows: Array<BulkPreviewRow>;
  /** Rows that previews may still show this account until midnight UTC; absent in the sandbox. */
  rows_left_today?: number;
}

/** What is known of an item before its job runs. */
export interface BulkPreviewRow {
  /** Zero-based index of the item. */
  index: number;
  /** `ref` of the item. */
  ref?: string;
  /** Whether it would be found. */
  status: BulkPreviewStatus;
  /** What kind of record would be answered. */
  record?: BulkRecordKind;
  /**
   * Fields that the record of a company has, such as `industry`, without their values. Of people nothing
   * is told.
   */
  has?: Array<string>;
  /** What is wrong with an invalid item. */
  errors?: Array<Fault>;
}

/**
 * Whether an item would be found.
 *
 * - `found`: The records answer it. Neither `required` nor what a mail server would say is looked at.
 * - `not_found`: Nothing answers it; it will be free.
 * - `invalid`: The item is wrong, and `errors` says why; it will be free.
 * - `asked_when_run`: The records do not answer it; an outside source is asked when the job runs.
 */
export type BulkPreviewStatus = 'found' | 'not_found' | 'invalid' | 'asked_when_run';

/**
 * Kinds of records.
 *
 * - `person`: A person, or a contact of one.
 * - `company`: A company.
 */
export type BulkRecordKind = 'person' | 'company';

/** Result of one item. */
export interface BulkResultView {
  /** Zero-based index in the request. */
  index: number;
  /** Your reference for it, as sent. */
  ref?: string;
  /** Your own row of it, as sent. */
  row?: Record<string, string>;
  /** Status of the item. */
  status: BulkItemStatus;
  /** Credits charged; 0 for an item with the same answer as another one of the job, which was charged. */
  credits: Credits;
  /** Request id of the item's call in the history. */
  request_id?: string;
  /** Confidence of the match, 0 to 1. */
  confidence?: number;
  /** The identifiers that matched. */
  matched_on?: Array<string>;
  /** The person, if the job is about people. */
  person?: Person;
  /** The company, if the job is about companies. */
  company?: Company;
  /** The email that was found or verified. */
  email?: string;
  /** The mobile that was found, in E.164 form. */
  phone?: string;
  /** Seconds after which to ask again, if the result may change then. */
  retry_after_seconds?: number;
  /**
   * The whole answer of the single call, except in jobs of `/v1/bulk/enrich`, whose results hold it
   * already.
   */
  answer?: Record<string, unknown>;
  /** What is invalid, or why the item failed. */
  detail?: string;
  /** Validation errors of the item. */
  errors?: Array<Fault>;
}

/** A request to `/v1/reverse-email`, and a `ref` and `row` of your own. */
export interface BulkReverseEmailItem {
  /** The address, business or personal. */
  email?: string;
  /** Your own name for the item, given back with its result. */
  ref?: string | null;
  /**
   * Your own columns of the item, text by name, given back with its result. Exports begin with them, in
   * their order.
   */
  row?: Record<string, string> | null;
}

/** The items of the job. */
export interface BulkReverseEmailRequest {
  /**
   * Each item is a request as for `/v1/reverse-email`, with an optional `ref` and `row` of your own that
   * are returned with its result. An item with invalid values is marked `invalid` and is free; the others
   * are processed. Items of one job with the same answer are charged once; another job charges them again.
   */
  items: Array<BulkReverseEmailItem>;
  /**
   * Webhook that receives `bulk.completed` or `bulk.failed` when the job is done. Requires the plan pro or
   * above.
   */
  webhook?: WebhookInput | null;
}

/** A request to `/v1/reverse-phone`, and a `ref` and `row` of your own. */
export interface BulkReversePhoneItem {
  /** The number, with country code. */
  phone?: string;
  /** Your own name for the item, given back with its result. */
  ref?: string | null;
  /**
   * Your own columns of the item, text by name, given back with its result. Exports begin with them, in
   * their order.
   */
  row?: Record<string, string> | null;
}

/** The items of the job. */
export interface BulkReversePhoneRequest {
  /**
   * Each item is a request as for `/v1/reverse-phone`, with an optional `ref` and `row` of your own that
   * are returned with its result. An item with invalid values is marked `invalid` and is free; the others
   * are processed. Items of one job with the same answer are charged once; another job charges them again.
   */
  items: Array<BulkReversePhoneItem>;
  /**
   * Webhook that receives `bulk.completed` or `bulk.failed` when the job is done. Requires the plan pro or
   * above.
   */
  webhook?: WebhookInput | null;
}

/**
 * How a job stands.
 *
 * - `queued`: No item has been taken yet.
 * - `running`: Items are being answered.
 * - `completed`: Every item has come to an end.
 * - `cancelled`: Stopped by its owner; what was done by then stays.
 * - `failed`: No item could be answered.
 * - `paused`: Not to be worked on, because the key it runs under may not spend any more; resume it with another key.
 */
export type BulkStatus = 'queued' | 'running' | 'completed' | 'cancelled' | 'failed' | 'paused';

/** A request to `/v1/verify-email`, and a `ref` and `row` of your own. */
export interface BulkVerifyEmailItem {
  /** The address; text that is not a valid address gets a verdict, too. */
  email?: string;
  /**
   * Webhook that receives `email.settled`, free of charge, when a mail server that put the check off has
   * given its verdict; the next call reads it and pays for it. Requires the plan pro or above.
   */
  webhook?: WebhookInput | null;
  /** Your own name for the item, given back with its result. */
  ref?: string | null;
  /**
   * Your own columns of the item, text by name, given back with its result. Exports begin with them, in
   * their order.
   */
  row?: Record<string, string> | null;
}

/** The items of the job. */
export interface BulkVerifyEmailRequest {
  /**
   * Each item is a request as for `/v1/verify-email`, with an optional `ref` and `row` of your own that
   * are returned with its result. An item with invalid values is marked `invalid` and is free; the others
   * are processed. Items of one job with the same answer are charged once; another job charges them again.
   */
  items: Array<BulkVerifyEmailItem>;
  /**
   * Webhook that receives `bulk.completed` or `bulk.failed` when the job is done. Requires the plan pro or
   * above.
   */
  webhook?: WebhookInput | null;
}

/** A business with its revenue, its owner and the owner's contact data. */
export interface BusinessByRevenue {
  /** The business. */
  business: Company;
  /** The owner or leader of the business. */
  owner: Person;
  /** Its yearly revenue. */
  revenue: RevenueRange;
  /**
   * Whether its revenue is known as a band that overlaps the range asked for without lying inside: it may
   * be outside. `whole_bands` leaves such businesses out.
   */
  overlaps: boolean;
  /** Verified email: a business email if there is one, otherwise a personal one. */
  email?: string;
  /** Whether the email is a business or a personal one. */
  email_kind?: EmailKind;
  /** Result of the last check of the email. */
  email_status?: Status;
  /** When the mail server confirmed it. */
  email_last_validated_at?: string;
  /** Mobile number in E.164 form. */
  mobile?: string;
  /** Whether the line of the mobile number was checked. */
  mobile_status?: PhoneStatus;
  /** When the mobile number was last validated, if known. */
  mobile_last_validated_at?: string;
  /** Number of people in the records who have the mobile number, if several do. */
  mobile_shared_by?: number;
}

/** A page of a recipe's answer. */
export interface BusinessByRevenueList {
  /** The results, in order. Each has all data that the endpoint promises. */
  results: Array<BusinessByRevenue>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
  /** Number of candidates examined for this page. */
  looked_at: number;
  /** Whether no candidate is left after this page. */
  exhausted: boolean;
  /** The time limit, in seconds, if it ended the page early; the cursor continues where it stopped. */
  time_limit_seconds?: number;
  /** Effect of each filter on companies and the nearest filters with results, if the filters leave none. */
  why_not?: WhyNot;
  /** Rates at which amounts were compared, if amounts were asked for. */
  rates?: Rates;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** Number of employees of a business. */
export type BusinessSize = SizeBand | NumberRange;

/** Filters for companies, and the role to find there. */
export interface BuyerBudgetWindowRequest {
  /** Maximum number of results per page. */
  limit?: number | null;
  /** `next_cursor` of the previous page; send it with otherwise the same request. */
  cursor?: string | null;
  /**
   * Leave out what this endpoint has already answered to this account. With or without it, an item is
   * charged once per account and endpoint.
   */
  new_only?: boolean;
  /** Only companies that match these filters, the same as in `search/companies`. */
  icp?: CompanyFilters | null;
  /** Role to find there: a title, a function, or a question such as `who buys security tooling`. */
  role?: string | null;
  /**
   * Lowest score of an answer; 0.5 if omitted. People of a lower rank than asked for have scores below
   * 0.5.
   */
  min_score?: number | null;
  /**
   * Answer the nearest match, marked with `fallback: true`, where no one reaches the score. Such an answer
   * is charged like any other.
   */
  fallback?: boolean;
  /** Id of a saved ICP over companies, instead of `icp`. */
  saved_icp_id?: string | null;
  /** Only rounds that became known at or after this time. */
  observed_since?: string | null;
}

/** The people by role in the purchase. */
export interface BuyingCommitteeAnswer {
  /** Number of people in all roles. */
  total_people: number;
  /** The people in each role, best match first; a person appears in one role only. */
  committee: Committee;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** The company, and the kind of deal. */
export interface BuyingCommitteeRequest {
  /** Domain or website of the company. */
  company_domain?: DomainName | null;
  /** Id of the company, `com_…`. The id of a record that was joined into another means the other. */
  company_id?: string | null;
  /**
   * Name of the company, with or without its legal form. A name that several companies have is refused,
   * with the companies listed; such a call is free.
   */
  company_name?: string | null;
  /** City of the company, where several have the name. */
  company_city?: string | null;
  /** Country of the company by ISO 3166 code or name, where several have the name. */
  company_country?: string | null;
  /** Kind of product sold. */
  deal_type: DealType;
  /** Maximum number of people per role; 3 if omitted. */
  max_per_role?: number | null;
}

/**
 * Whether a call was answered from what was known already.
 *
 * - `hit`: Everything was known.
 * - `partial`: Some was cached, some came from external sources.
 * - `miss`: Everything came from external sources, or nothing was cached.
 */
export type CacheUse = 'hit' | 'partial' | 'miss';

/** The last measurement. */
export interface CalibrationAnswer {
  /** Whether this server is measuring at the moment. */
  running: boolean;
  /** Whether its last run failed; its log says why. */
  failed: boolean;
  /** The last measurement of any server or of `brimful calibrate`; absent before the first. */
  last?: KeptCalibration;
}

/**
 * How a call ended.
 *
 * - `answered`: It was answered.
 * - `accepted`: What it asks for was queued, and is done in the background; status 202.
 * - `preview`: Only its price was asked for.
 * - `replayed`: The stored answer of an earlier call with the same idempotency key was given again.
 * - `refused`: It was refused because of the request, the key, the plan or the balance.
 * - `failed`: The server or its sources failed.
 */
export type CallOutcome = 'answered' | 'accepted' | 'preview' | 'replayed' | 'refused' | 'failed';

/** The caller's contacts. */
export interface ChampionJustMovedRequest {
  /** Maximum number of results per page. */
  limit?: number | null;
  /** `next_cursor` of the previous page; send it with otherwise the same request. */
  cursor?: string | null;
  /**
   * Leave out what this endpoint has already answered to this account. With or without it, an item is
   * charged once per account and endpoint.
   */
  new_only?: boolean;
  /** Only events at or after this time. */
  since?: string | null;
  /** Only events within this many days before now. */
  within_days?: number | null;
  /**
   * Only events that became known at or after this time, whenever they happened. Without `since` and
   * `within_days`, events of any age.
   */
  observed_since?: string | null;
  /** Only results at companies that match these filters, the same as in `search/companies`. */
  icp?: CompanyFilters | null;
  /** The contacts, each with the company at which you know them. */
  contacts: Array<ContactInput>;
}

/** A person's move. */
export interface Change {
  /** Id of the person. */
  personId: string;
  /** Full name. */
  fullName: string;
  /** Professional-network profile. */
  networkUrl?: string;
  /** Title before. */
  oldTitle?: string;
  /** Employer before. */
  oldCompany: Employer;
  /** Title after. */
  newTitle?: string;
  /** Seniority after. */
  seniority?: Seniority;
  /** Departments after. */
  departments?: Array<Department>;
  /** Country of the person, ISO 3166-1 alpha-2. */
  country?: string;
  /** Date of the change, with the precision that is known. */
  changedAt: PartialDate;
  /** The person's own post about it. */
  announcement?: Announcement;
}

/** What to change of a key. */
export interface ChangeKeyRequest {
  /**
   * Credits that calls with the key may cost in a month; null takes the cap away. What it has cost in this
   * month counts.
   */
  monthly_cap?: number | null;
}

/**
 * Kind of change.
 *
 * - `job_change`: Moved to another company.
 * - `title_change`: New title at the same company.
 * - `engagement_spike`: Far more engagement than usual.
 */
export type ChangeKind = 'job_change' | 'title_change' | 'engagement_spike';

/** The changes; omitted fields stay unchanged. */
export interface ChangeWatchListRequest {
  /** New name. */
  name?: string | null;
  /** Profiles that replace the current ones. */
  profiles?: Array<ProfileUrl> | null;
  /** Domains that replace the current ones. */
  domains?: Array<DomainName> | null;
  /** Contacts that replace the current ones. */
  contacts?: Array<ContactInput> | null;
  /** Signal kinds that replace the current ones. */
  signals?: Array<SignalKind> | null;
  /** Whether to send matches to the webhook as their signals arrive. */
  live?: boolean | null;
  /** Interval of scheduled runs in minutes, at most 43,200 (30 days). 0 turns them off. */
  every_minutes?: number | null;
  /**
   * Credits that automatic runs may spend per calendar month (UTC). Matches beyond it wait for the next
   * month.
   */
  monthly_budget?: number | null;
  /**
   * Webhook that receives the events: `watch_list.matched`, or `quiet_power_user.matched` for lists of
   * contacts. Requires the plan pro or above.
   */
  webhook?: WebhookInput | null;
}

/** The change to a webhook. */
export interface ChangeWebhookRequest {
  /**
   * Whether events are sent. Events that occur while it is disabled are queued and sent once it is enabled
   * again.
   */
  enabled?: boolean | null;
  /**
   * Kinds of events that are sent from now on; null means all. Events of other kinds that wait already are
   * sent.
   */
  events?: Array<EventKind> | null;
}

/**
 * A field whose change is a signal.
 *
 * - `name`: The name.
 * - `status`: Whether it is in business.
 * - `address`: Street, postcode and city.
 */
export type ChangedField = 'name' | 'status' | 'address';

/** One line of a charge. The lines of a call add up to its credits. */
export interface ChargeLine {
  /** What is charged. */
  for: ChargedFor;
  /** How many. */
  quantity: number;
  /** Price of one. */
  credits_each: Credits;
  /** Price of all. */
  credits: Credits;
}

/** The answer of the endpoint that was called, byte for byte. */
export type ChargedAnswer = Record<string, unknown>;

/**
 * What a line of a charge is for.
 *
 * - `answer`: The answer as a whole.
 * - `base`: The base price of the call.
 * - `item`: Each item resolved.
 */
export type ChargedFor = 'answer' | 'base' | 'item';

/** A charge and its lines. */
export interface ChargedView {
  /** Credits charged. */
  credits: Credits;
  /** Credits refunded of those. */
  refunded: Credits;
  /** What the charge is made of; the lines add up to `credits`. Empty for free calls. */
  lines: Array<ChargeLine>;
}

/** The result of one check. */
export interface Check {
  /** What was checked. */
  name: string;
  /** Whether it is well. */
  ok: boolean;
  /** Whether it works, but not as well as it could, or was not tried. */
  warning: boolean;
  /** What was found. */
  detail: string;
}

/** A fact, and the order of its vendors. */
export interface ChooseOrderRequest {
  /** What is asked for. */
  fact: AskedFact;
  /**
   * Names of the vendors that are asked, in this order. Others that offer the fact are not asked. All of
   * them are, in the order of the configuration, if it is omitted.
   */
  order?: Array<string>;
  /**
   * Whether to ask these vendors in the order of their expected cost of a hit instead; `order` then only
   * says which are asked.
   */
  adaptive?: boolean;
}

/** What was chosen. */
export interface ChosenOrderAnswer {
  /** What is asked for. */
  fact: AskedFact;
  /** The chosen order; absent if that of the configuration is in force again. */
  order?: Array<string>;
  /** Whether these are asked in the order of their expected cost of a hit; absent without a chosen order. */
  adaptive?: boolean;
}

/** Roles in a purchase. */
export interface Committee {
  /** Decision makers, who approve the purchase. */
  decision_maker: Array<DecisionMaker>;
  /** Influencers, who advise on the purchase. */
  influencer: Array<DecisionMaker>;
  /** Users of the product. */
  user: Array<DecisionMaker>;
}

/** The company, if one was found. */
export interface CompaniesAnswer {
  /** Whether a company was found. */
  found: boolean;
  /** Confidence of the match, 0 to 1. */
  confidence?: number;
  /** The identifiers that matched. */
  matched_on?: Array<string>;
  /** The company. */
  company?: Company;
  /** Why none was found although some are known: `ambiguous`. */
  reason?: string;
  /**
   * Names of the companies that the name fits, if it fits several. Send a domain, an identifier or a
   * country.
   */
  alternatives?: Array<string>;
  /** The explanation, if requested. */
  explain?: Explanation;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** Identifiers of the company. */
export interface CompaniesRequest {
  /** Id of the company, `com_…`, alone. The id of a record that was joined into another means the other. */
  company_id?: string | null;
  /** Domain or website of the company. */
  domain?: string | null;
  /** URL of the company's professional-network page. */
  networkUrl?: string | null;
  /** Name of the company. */
  name?: string | null;
  /** Identifier of the company in a register. */
  identifier?: IdentifierInput | null;
  /** Country of its headquarters, as a code or name; distinguishes companies with the same name. */
  country?: string | null;
  /** Minimum confidence of a match, 0 to 1; a weaker match is not returned. */
  min_confidence?: number | null;
  /** Explain the match and give the source of each value. */
  explain?: boolean | null;
}

/** A company as it appears in answers. A field that no source has stated is absent, never inferred. */
export interface Company {
  /** Stable id, `com_…`. */
  id: string;
  /** Usual name. */
  name: string;
  /** Registered name. */
  legalName?: string;
  /** Names it had before. */
  formerNames?: Array<string>;
  /** Other names it is known by, such as a trade name. */
  aliases?: Array<string>;
  /** Identifiers of registers, such as `GB-COH`. */
  identifiers?: Array<ExternalId>;
  /** Whether it is in business. */
  status?: CompanyStatus;
  /** When it ended. */
  dissolvedAt?: PartialDate;
  /** Main registrable domain. */
  domain?: string;
  /** Every known domain, the main one first. */
  domains?: Array<string>;
  /** Professional-network page. */
  networkUrl?: string;
  /** The company's own description of its business. */
  description?: string;
  /** Main industry. */
  industry?: string;
  /** Every industry claimed, the main one first. */
  industries?: Array<string>;
  /** Free keywords. */
  tags?: Array<string>;
  /** Employees, if counted. */
  employeeCount?: number;
  /** Employees, if only a band is known. */
  employeeRange?: EmployeeRange;
  /**
   * Growth of the employee count over about a year, in percent: the newest count against the one that the
   * same source stated nearest to a year before, 6 to 18 months. Absent without such a count.
   */
  headcountGrowth?: number;
  /** Band of the employee count. */
  sizeBand?: SizeBand;
  /** Yearly revenue. */
  revenue?: RevenueRange;
  /** Year of foundation. */
  foundedYear?: number;
  /** Headquarters. */
  location?: Location;
  /** Every known place, headquarters first. */
  locations?: Array<Location>;
  /** Street and house number of the headquarters. */
  street?: string;
  /** Postcode of the headquarters. */
  postcode?: string;
  /** Published phone, E.164. */
  phone?: string;
  /** Published addresses of roles, such as info@. */
  emails?: Array<string>;
  /** Address of its logo. */
  logoUrl?: string;
  /** Public profiles outside the professional network. */
  profiles?: Array<Profile>;
  /** Provider that hosts its mail. */
  emailProvider?: string;
  /** Technologies in use. */
  technologies?: Array<Technology>;
  /** Money raised. */
  funding?: Funding;
  /** Companies it bought. */
  acquisitions?: Array<Acquisition>;
  /** Open positions. */
  openings?: Openings;
  /** When the newest claim behind this record was observed. */
  updatedAt?: string;
  /** Sources with claims about this company, each with its newest observation. */
  sources?: Array<SourceStamp>;
}

/** A fact about a company that changed. */
export interface CompanyChange {
  /** What changed. */
  field: ChangedField;
  /** The value before. */
  before: string;
  /** The value after. */
  after: string;
  /** When it changed: as the source states, else when it was first seen. */
  changedAt: PartialDate;
}

/** Filters for companies. A company must pass every given filter. */
export interface CompanyFilters {
  /** Domains of the company. */
  domains?: Array<string>;
  /** Like `domains`, but every value must match. */
  domains_all?: Array<string>;
  /** Like `domains`, but no value may match. */
  exclude_domains?: Array<string>;
  /** Industries by label, usual synonym or NAICS or SIC code. A sector includes its sub-industries. */
  industries?: Array<string>;
  /** Like `industries`, but every value must match. */
  industries_all?: Array<string>;
  /** Like `industries`, but no value may match. */
  exclude_industries?: Array<string>;
  /** Technologies in use, by any usual name. */
  technologies?: Array<string>;
  /** Like `technologies`, but every value must match. */
  technologies_all?: Array<string>;
  /** Like `technologies`, but no value may match. */
  exclude_technologies?: Array<string>;
  /** Size bands, such as `51-200`. */
  size_bands?: Array<string>;
  /** Like `size_bands`, but every value must match. */
  size_bands_all?: Array<string>;
  /** Like `size_bands`, but no value may match. */
  exclude_size_bands?: Array<string>;
  /** Countries of the headquarters, by ISO 3166 code or name. */
  countries?: Array<string>;
  /** Like `countries`, but every value must match. */
  countries_all?: Array<string>;
  /** Like `countries`, but no value may match. */
  exclude_countries?: Array<string>;
  /** States, provinces or regions of the headquarters, by name or ISO 3166-2 code. */
  regions?: Array<string>;
  /** Like `regions`, but every value must match. */
  regions_all?: Array<string>;
  /** Like `regions`, but no value may match. */
  exclude_regions?: Array<string>;
  /** Cities of the headquarters, in any language. */
  cities?: Array<string>;
  /** Like `cities`, but every value must match. */
  cities_all?: Array<string>;
  /** Like `cities`, but no value may match. */
  exclude_cities?: Array<string>;
  /** Stages of the newest funding round, such as `series_a`. */
  funding_stages?: Array<string>;
  /** Like `funding_stages`, but every value must match. */
  funding_stages_all?: Array<string>;
  /** Like `funding_stages`, but no value may match. */
  exclude_funding_stages?: Array<string>;
  /** Departments with open positions. */
  hiring_departments?: Array<string>;
  /** Like `hiring_departments`, but every value must match. */
  hiring_departments_all?: Array<string>;
  /** Like `hiring_departments`, but no value may match. */
  exclude_hiring_departments?: Array<string>;
  /** Keywords of the company. */
  tags?: Array<string>;
  /** Like `tags`, but every value must match. */
  tags_all?: Array<string>;
  /** Like `tags`, but no value may match. */
  exclude_tags?: Array<string>;
  /** Employees; a band passes when it overlaps. */
  employee_count?: NumberRange | null;
  /** Yearly revenue; a band passes when it overlaps. */
  revenue?: MoneyRange | null;
  /** Only bands that lie inside the range. */
  whole_bands?: boolean | null;
  /** Growth of the headcount over about a year, in percent; negative if it shrank. */
  headcount_growth?: NumberRange | null;
  /** Year of foundation. */
  founded_year?: NumberRange | null;
  /** Total money raised. */
  funding_amount?: MoneyRange | null;
  /** The newest round is at most this many days old. */
  funded_within_days?: number | null;
  /** Minimum number of open positions; with `hiring_departments`, in one of those departments. */
  min_openings?: number | null;
  /** Within a radius of a city or a point. A record whose city is unknown never matches. */
  near?: Near | null;
  /** Words of the name, in any order; registered and former names count. */
  name?: string | null;
  /** Words anywhere in the names, description, industries, tags and technologies. */
  text?: string | null;
}

/** Id of a company, `com_…`. */
export type CompanyId = string;

/** A row of a preview: whole if the account has the record already, else without name, id and URL. */
export interface CompanyPreviewRow {
  /** Whether the account has this record already; the row is whole then. */
  owned: boolean;
  /** Send it in `refs` within an hour to have this record. */
  ref: string;
  /** Whether a published email is known. */
  hasEmail?: boolean;
  /** Whether a published phone is known. */
  hasPhone?: boolean;
  /** Stable id, `com_…`. */
  id?: string;
  /** Usual name. */
  name?: string;
  /** Registered name. */
  legalName?: string;
  /** Names it had before. */
  formerNames?: Array<string>;
  /** Other names it is known by, such as a trade name. */
  aliases?: Array<string>;
  /** Identifiers of registers, such as `GB-COH`. */
  identifiers?: Array<ExternalId>;
  /** Whether it is in business. */
  status?: CompanyStatus;
  /** When it ended. */
  dissolvedAt?: PartialDate;
  /** Main registrable domain. */
  domain?: string;
  /** Every known domain, the main one first. */
  domains?: Array<string>;
  /** Professional-network page. */
  networkUrl?: string;
  /** The company's own description of its business. */
  description?: string;
  /** Main industry. */
  industry?: string;
  /** Every industry claimed, the main one first. */
  industries?: Array<string>;
  /** Free keywords. */
  tags?: Array<string>;
  /** Employees, if counted. */
  employeeCount?: number;
  /** Employees, if only a band is known. */
  employeeRange?: EmployeeRange;
  /**
   * Growth of the employee count over about a year, in percent: the newest count against the one that the
   * same source stated nearest to a year before, 6 to 18 months. Absent without such a count.
   */
  headcountGrowth?: number;
  /** Band of the employee count. */
  sizeBand?: SizeBand;
  /** Yearly revenue. */
  revenue?: RevenueRange;
  /** Year of foundation. */
  foundedYear?: number;
  /** Headquarters. */
  location?: Location;
  /** Every known place, headquarters first. */
  locations?: Array<Location>;
  /** Street and house number of the headquarters. */
  street?: string;
  /** Postcode of the headquarters. */
  postcode?: string;
  /** Published phone, E.164. */
  phone?: string;
  /** Published addresses of roles, such as info@. */
  emails?: Array<string>;
  /** Address of its logo. */
  logoUrl?: string;
  /** Public profiles outside the professional network. */
  profiles?: Array<Profile>;
  /** Provider that hosts its mail. */
  emailProvider?: string;
  /** Technologies in use. */
  technologies?: Array<Technology>;
  /** Money raised. */
  funding?: Funding;
  /** Companies it bought. */
  acquisitions?: Array<Acquisition>;
  /** Open positions. */
  openings?: Openings;
  /** When the newest claim behind this record was observed. */
  updatedAt?: string;
  /** Sources with claims about this company, each with its newest observation. */
  sources?: Array<SourceStamp>;
}

/** A page of search results. */
export interface CompanySearchAnswer {
  /** The records in sort order. People have no contact values; `hasEmail` and `hasPhone` show which exist. */
  results: Array<Company>;
  /** Ids of `results` whose band of employees or revenue only overlaps the range. */
  overlapping?: Array<string>;
  /** Total number of matches, if requested. */
  total?: number;
  /** The requested facet counts. */
  facets?: Array<FacetCounts>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
  /** Effect of each filter and the nearest filters with results, if nothing was found. */
  why_not?: WhyNot;
  /** Number of candidates examined for this page. */
  looked_at?: number;
  /** Whether no candidate is left after this page. */
  exhausted?: boolean;
  /** The time limit, in seconds, if it ended the page early; the cursor continues where it stopped. */
  time_limit_seconds?: number;
  /** Rates at which amounts were compared, if amounts were asked for. */
  rates?: Rates;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** What the preview of a search shows besides its price. */
export interface CompanySearchPreview {
  /** Always true. */
  preview: true;
  would_cost: WouldCost;
  /** How many there are in all, for a search. */
  total?: number;
  /** True in the sandbox. */
  sandbox?: boolean;
  /**
   * The page, masked, as far as the day's rows reach. Empty in a preview of `refs`, and where a filter by
   * name, words or domain leaves fewer than 5 matches or stands beside other filters: the preview then has
   * neither `total` nor an exact price.
   */
  rows: Array<CompanyPreviewRow>;
  /** Masked rows that previews may still show this account until midnight UTC; absent in the sandbox. */
  rows_left_today?: number;
  /** The requested facet counts, if at least 5 match. */
  facets?: Array<FacetCounts>;
  /**
   * Cursor of the next page of the preview; absent on the last page, and where rows are hidden or beyond
   * the day's limit.
   */
  next_cursor?: string;
}

/**
 * Sort order of companies; ties are ordered by id.
 *
 * - `relevance`: Matches in the name first, then records with more known facts, then newer ones.
 * - `name`: By name.
 * - `recently_updated`: The most recently updated record first.
 * - `employee_count`: The largest company first.
 * - `founded_year`: The most recently founded company first.
 * - `funding_amount`: The most money raised first.
 * - `recently_funded`: The most recently funded first.
 * - `openings`: The most open positions first.
 */
export type CompanySort = 'relevance' | 'name' | 'recently_updated' | 'employee_count' | 'founded_year' | 'funding_amount' | 'recently_funded' | 'openings';

/**
 * Whether a company is in business.
 *
 * - `active`: In business.
 * - `inactive`: Registered, without business.
 * - `acquired`: Bought by another company.
 * - `dissolved`: Closed.
 */
export type CompanyStatus = 'active' | 'inactive' | 'acquired' | 'dissolved';

/** Research on a competitor. */
export interface CompetitiveIntelAnswer {
  /** The company; null if no record matches. */
  company: Company | null;
  /** Leaders of the company, most senior first: its head, then chiefs, vice presidents and heads. */
  leadership: Array<DecisionMaker>;
  /** People who joined or left within the last 180 days, newest first. */
  recent_moves: Array<AccountMove>;
  /** Technologies in use. */
  technologies: Array<Technology>;
  /** Similar companies, most similar first. */
  lookalikes: Array<Lookalike>;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** The competitor to research. */
export interface CompetitiveIntelRequest {
  /** Domain or website of the company. */
  company_domain?: DomainName | null;
  /** Id of the company, `com_…`. The id of a record that was joined into another means the other. */
  company_id?: string | null;
  /**
   * Name of the company, with or without its legal form. A name that several companies have is refused,
   * with the companies listed; such a call is free.
   */
  company_name?: string | null;
  /** City of the company, where several have the name. */
  company_city?: string | null;
  /** Country of the company by ISO 3166 code or name, where several have the name. */
  company_country?: string | null;
}

/** The competitor, and filters for current companies. */
export interface CompetitorTalentLeavingRequest {
  /** Maximum number of results per page. */
  limit?: number | null;
  /** `next_cursor` of the previous page; send it with otherwise the same request. */
  cursor?: string | null;
  /**
   * Leave out what this endpoint has already answered to this account. With or without it, an item is
   * charged once per account and endpoint.
   */
  new_only?: boolean;
  /** Only results at companies that match these filters, the same as in `search/companies`. */
  icp?: CompanyFilters | null;
  /** Domain or website of the company. */
  company_domain?: DomainName | null;
  /** Id of the company, `com_…`. The id of a record that was joined into another means the other. */
  company_id?: string | null;
  /**
   * Name of the company, with or without its legal form. A name that several companies have is refused,
   * with the companies listed; such a call is free.
   */
  company_name?: string | null;
  /** City of the company, where several have the name. */
  company_city?: string | null;
  /** Country of the company by ISO 3166 code or name, where several have the name. */
  company_country?: string | null;
  /** Another name of `company_domain`; send one of the two. */
  competitor_domain?: DomainName | null;
}

/** The confidence after a piece of evidence. */
export interface ConfidenceStep {
  /** The evidence. */
  because: Evidence;
  /** Probability that the address reaches the person, 0 to 1. */
  confidence: number;
}

/** A different value that another source states. */
export interface Conflict {
  /** The value that the source states. */
  value: unknown;
  /** Name of the source. */
  source: string;
  /** When the source observed it. */
  observedAt: string;
}

/** Page, time window and company filters. */
export interface CongratsTriggerRequest {
  /** Maximum number of results per page. */
  limit?: number | null;
  /** `next_cursor` of the previous page; send it with otherwise the same request. */
  cursor?: string | null;
  /**
   * Leave out what this endpoint has already answered to this account. With or without it, an item is
   * charged once per account and endpoint.
   */
  new_only?: boolean;
  /** Only events at or after this time. */
  since?: string | null;
  /** Only events within this many days before now. */
  within_days?: number | null;
  /**
   * Only events that became known at or after this time, whenever they happened. Without `since` and
   * `within_days`, events of any age.
   */
  observed_since?: string | null;
  /** Only results at companies that match these filters, the same as in `search/companies`. */
  icp?: CompanyFilters | null;
  /** Departments of the new role. */
  departments?: Array<Department> | null;
  /** Seniorities of the new role. */
  seniorities?: Array<Seniority> | null;
  /** Language of the first lines; English if omitted. */
  language?: Language;
  /** Return the fact behind each seed. */
  explain?: boolean;
}

/** A person who announced a new role. */
export interface Congratulation {
  /** The person, without contact values. */
  person_unmasked: Person;
  /** Current title. */
  new_role: string;
  /** URL of the announcement. */
  announcement_post_url: string;
  /** Text of the announcement. */
  announcement_text: string;
  /** When the job change became known. */
  observed_at: string;
  /** A suggested first line of a message. */
  personalization_seed: string;
  /** The fact behind the seed, if requested. */
  explain?: Opener;
}

/** A page of a recipe's answer. */
export interface CongratulationList {
  /** The results, in order. Each has all data that the endpoint promises. */
  results: Array<Congratulation>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
  /** Number of candidates examined for this page. */
  looked_at: number;
  /** Whether no candidate is left after this page. */
  exhausted: boolean;
  /** The time limit, in seconds, if it ended the page early; the cursor continues where it stopped. */
  time_limit_seconds?: number;
  /** Effect of each filter on companies and the nearest filters with results, if the filters leave none. */
  why_not?: WhyNot;
  /** Rates at which amounts were compared, if amounts were asked for. */
  rates?: Rates;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** A contact of the caller. */
export interface Contact {
  /** URL of a professional-network profile, in any spelling. */
  networkUrl?: string;
  /** An email of the contact. */
  email?: string;
  /** Domain of the company at which you know the contact; taken from a business email if omitted. */
  company_domain?: string;
  /** Id of that company, `com_…`. */
  company_id?: string;
  /** Name of that company. */
  company_name?: string;
  /** Your own id of the contact; returned unchanged. */
  ref?: string;
}

/** A contact of the caller. */
export interface ContactInput {
  /** URL of a professional-network profile, in any spelling. */
  networkUrl?: string | null;
  /** An email of the contact. */
  email?: string | null;
  /** Domain of the company at which you know the contact; taken from a business email if omitted. */
  company_domain?: string | null;
  /** Id of that company, `com_…`. */
  company_id?: string | null;
  /** Name of that company. */
  company_name?: string | null;
  /** Your own id of the contact; returned unchanged. */
  ref?: string | null;
}

/** Contact data of a person: email, mobile number or both. */
export interface ContactPoints {
  /** Verified email: a business email if there is one, otherwise a personal one. */
  email?: string;
  /** Whether the email is a business or a personal one. */
  email_kind?: EmailKind;
  /** Result of the last check of the email. */
  email_status?: Status;
  /** When the mail server confirmed it. */
  email_last_validated_at?: string;
  /** Mobile number in E.164 form. */
  mobile?: string;
  /** Whether the line of the mobile number was checked. */
  mobile_status?: PhoneStatus;
  /** When the mobile number was last validated, if known. */
  mobile_last_validated_at?: string;
  /** Number of people in the records who have the mobile number, if several do. */
  mobile_shared_by?: number;
}

/**
 * Verification status of an email or phone.
 *
 * - `deliverable`: Verified to work.
 * - `risky`: May work, for example at a catch-all domain.
 * - `unknown`: Never checked, or the check was inconclusive.
 * - `undeliverable`: Verified not to work.
 */
export type ContactStatus = 'deliverable' | 'risky' | 'unknown' | 'undeliverable';

/** What the call cost. */
export interface Cost {
  /** Credits charged. */
  credits: number;
  /** Credits left; absent in the sandbox. */
  balance_remaining?: number;
}

/** A coworker. */
export interface CoworkerView {
  /** The coworker, without contact values. */
  person: Person;
  /** Shared employer and period. */
  shared: SharedTime;
  /** Strength of the relationship: higher for a longer overlap, a smaller company and the same department. */
  strength: number;
  /**
   * Path from a person you have looked up yourself to this person, each step with the relationship to the
   * next; empty if there is none.
   */
  path: Array<PathStep>;
}

/** The key to create. */
export interface CreateKeyRequest {
  /** Your name for it, for display. */
  name: string;
  /** Scopes of the new key; the scopes of the calling key if omitted. */
  scopes?: Array<Scope> | null;
  /** Expiry of the new key; that of the calling key if omitted, and never later than that. */
  expires_at?: string | null;
  /**
   * Credits that calls with the new key may cost in a month; no cap if omitted. A key with a cap can only
   * make keys that share it.
   */
  monthly_cap?: number | null;
}

/** The watch list to create: of profiles, domains or contacts. */
export interface CreateWatchListRequest {
  /** Your name for it, for display. */
  name: string;
  /** URLs of professional-network profiles, in any spelling. */
  profiles?: Array<ProfileUrl> | null;
  /** Company domains or websites. */
  domains?: Array<DomainName> | null;
  /**
   * Champions, as for `/v1/quiet-power-users`; their changes are sent to the webhook as
   * `quiet_power_user.matched`.
   */
  contacts?: Array<ContactInput> | null;
  /** Signal kinds that match; all if omitted. */
  signals?: Array<SignalKind> | null;
  /** Whether to send matches to the webhook as their signals arrive. */
  live?: boolean | null;
  /** Interval of scheduled runs in minutes, at most 43,200 (30 days). 0 turns them off. */
  every_minutes?: number | null;
  /**
   * Credits that automatic runs may spend per calendar month (UTC). Matches beyond it wait for the next
   * month.
   */
  monthly_budget?: number | null;
  /**
   * Webhook that receives the events: `watch_list.matched`, or `quiet_power_user.matched` for lists of
   * contacts. Requires the plan pro or above.
   */
  webhook?: WebhookInput | null;
}

/** Credits, exact to the thousandth. */
export type Credits = number;

/**
 * What is being sold.
 *
 * - `security`: Security products.
 * - `data_infra`: Data platforms and infrastructure.
 * - `sales_ops`: Tools for sales and revenue teams.
 * - `exec`: What the head of the company decides on.
 * - `marketing`: Tools for marketing.
 * - `engineering`: Tools for developers.
 */
export type DealType = 'security' | 'data_infra' | 'sales_ops' | 'exec' | 'marketing' | 'engineering';

/** Id of a request. */
export type DecidePrivacyRequest = Record<string, unknown>;

/** The record that a decision left. */
export interface DecidedRecord {
  /** Id of the record. */
  id: string;
}

/** A person who fits a role, without contact values. */
export interface DecisionMaker {
  /** Stable id, `per_…`. */
  id: string;
  /** Full name: the newest of the most complete claims. */
  fullName: string;
  /** Given name. */
  firstName?: string;
  /** Family name, with particles. */
  lastName?: string;
  /** Headline of the person's profile. */
  headline?: string;
  /** Current job title. */
  title?: string;
  /** Seniority read from the title. */
  seniority?: Seniority;
  /** Departments read from the title. */
  departments?: Array<Department>;
  /** Current employer. */
  company?: Employer;
  /** Start of the current role. */
  startedAt?: PartialDate;
  /** Where the person lives or works. */
  location?: Location;
  /** Professional-network profile. */
  networkUrl?: string;
  /** Other public profiles. */
  profiles?: Array<Profile>;
  /** Best business email; only on endpoints whose price includes it. */
  email?: string;
  /** Whether `email` was proven deliverable. */
  emailVerified?: boolean;
  /** Verification status of `email`. */
  emailStatus?: ContactStatus;
  /** When `email` was last checked with its mail server. */
  emailLastValidatedAt?: string;
  /** Whether a business email is known. */
  hasEmail: boolean;
  /** Whether a phone is known. */
  hasPhone: boolean;
  /** Positions, newest first, the current one included. */
  experience?: Array<Experience>;
  /** Schools and degrees. */
  education?: Array<Education>;
  /** Skills. */
  skills?: Array<string>;
  /** Languages spoken. */
  languages?: Array<string>;
  /** Certifications held. */
  certifications?: Array<string>;
  /** When the newest claim behind this record was observed. */
  updatedAt?: string;
  /** Identifiers of registers, such as `ORCID`. */
  identifiers?: Array<ExternalId>;
  /** Sources with claims about this person, each with its newest observation. */
  sources?: Array<SourceStamp>;
  /** The department that makes them fit. */
  department?: Department;
  /** How well they fit, 0 to 1. From 0.5 on they have the role or are above it. */
  score: number;
  /** What the score is made of: its share of the points is the score. */
  score_parts: Array<ScorePart>;
  /** Why they fit, in sentences. */
  reasons: Array<string>;
  /** True if no one has the role and this is the nearest match; answered only where `fallback` was sent. */
  fallback?: boolean;
}

/** A deleted webhook. */
export interface DeletedWebhookView {
  /** Webhook id. */
  id: string;
  /** URL that receives the events. */
  url: string;
  /** Whether events are sent to it. */
  status: WebhookStatus;
  /** Kinds of events that are sent to it; null means all, also those that are added later. */
  events: Array<EventKind> | null;
  /** Start of the current series of failed attempts. */
  failing_since?: string;
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
  /**
   * Ids of the watch lists that sent events to it. They are paused, free of charge, until they get another
   * webhook.
   */
  watch_lists: Array<string>;
}

/** A delivery with the whole event. */
export interface DeliveryAnswer {
  /** Id of the event, as in `webhook-id`; the same for every attempt. */
  id: string;
  /** Id of the webhook. */
  webhook: string;
  /** Event type, such as `bulk.completed`. */
  type: string;
  /** Id of the job or list that the event is about. */
  subject: string;
  /** When the event occurred. */
  at: string;
  /** Status of the delivery. */
  status: DeliveryStatus;
  /** Time of the next attempt. */
  next_attempt_at?: string;
  /** Attempts, oldest first. */
  attempts: Array<AttemptView>;
  /** The event payload, present even if no receiver accepted it. */
  event: unknown;
}

/**
 * How a delivery stands.
 *
 * - `pending`: Not delivered yet.
 * - `delivered`: The receiver took it.
 * - `given_up`: Every attempt failed, or the receiver is gone.
 */
export type DeliveryStatus = 'pending' | 'delivered' | 'given_up';

/** Delivery of an event to a webhook. */
export interface DeliveryView {
  /** Id of the event, as in `webhook-id`; the same for every attempt. */
  id: string;
  /** Id of the webhook. */
  webhook: string;
  /** Event type, such as `bulk.completed`. */
  type: string;
  /** Id of the job or list that the event is about. */
  subject: string;
  /** When the event occurred. */
  at: string;
  /** Status of the delivery. */
  status: DeliveryStatus;
  /** Time of the next attempt. */
  next_attempt_at?: string;
  /** Attempts, oldest first. */
  attempts: Array<AttemptView>;
}

/** A person who left the competitor. */
export interface DepartedTalent {
  /** The person. */
  person: Person;
  /** Date of leaving, as precisely as known. */
  left_at: PartialDate;
  /** Their position at the competitor. */
  previous: PreviousRole;
  /** Verified email, verified mobile number or both. */
  contact: ContactPoints;
}

/** A page of a recipe's answer. */
export interface DepartedTalentList {
  /** The results, in order. Each has all data that the endpoint promises. */
  results: Array<DepartedTalent>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
  /** Number of candidates examined for this page. */
  looked_at: number;
  /** Whether no candidate is left after this page. */
  exhausted: boolean;
  /** The time limit, in seconds, if it ended the page early; the cursor continues where it stopped. */
  time_limit_seconds?: number;
  /** Effect of each filter on companies and the nearest filters with results, if the filters leave none. */
  why_not?: WhyNot;
  /** Rates at which amounts were compared, if amounts were asked for. */
  rates?: Rates;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** Department of a position. */
export type Department = 'executive' | 'engineering' | 'it' | 'security' | 'product' | 'design' | 'data' | 'marketing' | 'sales' | 'business_development' | 'customer_success' | 'support' | 'operations' | 'project_management' | 'procurement' | 'administration' | 'finance' | 'hr' | 'legal' | 'education' | 'health' | 'research' | 'consulting' | 'other';

/**
 * Whether a person joined or left.
 *
 * - `hire`: Joined the company.
 * - `leaver`: Left the company.
 */
export type Direction = 'hire' | 'leaver';

/** A company's domain or website, in any spelling. */
export type DomainName = string;

/** A school attended. */
export interface Education {
  /** School name. */
  school: string;
  /** Degree. */
  degree?: string;
  /** Field of study. */
  field?: string;
  /** First year or day. */
  startedAt?: PartialDate;
  /** Last year or day. */
  endedAt?: PartialDate;
}

/** A school attended. */
export interface EducationInput {
  /** School name. */
  school?: string;
  /** Degree. */
  degree?: string | null;
  /** Field of study. */
  field?: string | null;
  /** First year or day. */
  startedAt?: PartialDate | null;
  /** Last year or day. */
  endedAt?: PartialDate | null;
}

/** How the result of a search for an email came about. */
export interface EmailExplanation {
  /** Number of the company's known addresses from which its pattern was learned. */
  learned_from: number;
  /**
   * The addresses that came into question: stated ones, then derived ones, most likely first. In an answer
   * without an address, only those that the mail server refused.
   */
  candidates: Array<TriedCandidate>;
  /**
   * What the confidence is made of: the confidence after each piece of evidence. The last one is that of
   * the answer.
   */
  confidence: Array<ConfidenceStep>;
  /** The steps of the conversation with the mail servers, with their replies, shortened. */
  conversation: Array<Exchange>;
  /** Whether the result is one of an earlier call. */
  from_cache: boolean;
}

/** An email address as the source stated it. */
export interface EmailFact {
  /** Normal form of the address. */
  address?: string;
  /** Business or personal, if the source states it. */
  kind?: EmailKind | null;
  /** Verification status, if the source states one. */
  status?: ContactStatus | null;
  /** When the source checked it. */
  lastValidatedAt?: string | null;
}

/**
 * Business or personal email.
 *
 * - `business`: At an employer's domain.
 * - `personal`: At a free mail provider, or marked as personal by a source.
 */
export type EmailKind = 'business' | 'personal';

/**
 * Where an address comes from.
 *
 * - `records`: A source gave it.
 * - `pattern`: It follows from the name and from how the company writes its addresses.
 */
export type EmailOrigin = 'records' | 'pattern';

/** The end of a check that a mail server had put off. */
export interface EmailSettledData {
  /** The call that asked. */
  request_id: string;
  /** Its endpoint; ask it again for the verdict. */
  endpoint: string;
  /** When it asked. */
  asked_at: string;
  /** Whether there is a verdict. */
  outcome: 'settled' | 'given_up';
}

/** Event `email.settled`: A check that a mail server had put off has ended. */
export interface EmailSettledEvent {
  /** Kind of the event. */
  type: "email.settled";
  /** When it happened. */
  timestamp: string;
  data: EmailSettledData;
}

/** A band of employees. */
export interface EmployeeRange {
  /** Fewest. */
  min: number;
  /** Most; absent if open, as in `10001+`. */
  max?: number;
}

/** A band of employees. */
export interface EmployeeRangeInput {
  /** Fewest. */
  min: number;
  /** Most; absent if open, as in `10001+`. */
  max?: number | null;
}

/** A current or past employer, as far as it is known. */
export interface Employer {
  /** Id of the company record, if there is one. */
  id?: string;
  /** Company name. */
  name?: string;
  /** Registrable domain. */
  domain?: string;
  /** Professional-network page. */
  networkUrl?: string;
  /** Identifier in a register. */
  identifier?: ExternalId;
  /** Industry. */
  industry?: string;
  /** Employees. */
  employeeCount?: number;
}

/** One engagement: an open, click, visit, reply or login. */
export interface EngagementEvent {
  /** URL of a professional-network profile, in any spelling. */
  networkUrl?: string | null;
  /** An email of the contact. */
  email?: string | null;
  /** When it occurred; the current time if omitted. */
  at?: string | null;
}

/** Number of stored events. */
export interface EngagementEventsAnswer {
  /** Events accepted. */
  accepted: number;
}

/** Engagement events to store. */
export interface EngagementEventsRequest {
  /** The events; events with the same contact and time count once. */
  events: Array<EngagementEvent>;
}

/** The person, if one was found. */
export interface EnrichAnswer {
  /** Whether a person was found. */
  found: boolean;
  /** Confidence of the match, 0 to 1. */
  confidence?: number;
  /** The identifiers that matched. */
  matched_on?: Array<string>;
  /** The person. */
  person?: Person;
  /**
   * Why none was found although one is known: `name_conflict`, if an identifier belongs to a person of
   * another name; `ambiguous`, if several people fit about as well and a further identifier would tell
   * them apart; `required_missing`, if the person lacks a field of `required`.
   */
  reason?: string;
  /** The explanation, if requested. */
  explain?: Explanation;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** Identifiers of the person: a profile, an email, a phone, or a name with a company. */
export interface EnrichRequest {
  /** The form of the input; must match the fields sent. */
  kind?: PersonInputKind | null;
  /** Id of the person, `per_…`, alone. The id of a record that was joined into another means the other. */
  person_id?: string | null;
  /** URL of a professional-network profile, in any spelling. */
  networkUrl?: string | null;
  /** An email of the person. */
  email?: string | null;
  /** A phone number of the person, with country code. */
  phone?: string | null;
  /** Full name; send a company with it. */
  fullName?: string | null;
  /** Given name; send `lastName` and a company with it. */
  firstName?: string | null;
  /** Family name. */
  lastName?: string | null;
  /** Domain of a company the person works or worked for. */
  company_domain?: string | null;
  /** Id of a company the person works or worked for, `com_…`. */
  company_id?: string | null;
  /** Name of a company the person works or worked for. */
  company_name?: string | null;
  /** Identifier of a company the person works or worked for. */
  company_identifier?: IdentifierInput | null;
  /** Identifier of the person in a register. */
  identifier?: IdentifierInput | null;
  /** Minimum confidence of a match, 0 to 1; a weaker match is not returned. */
  min_confidence?: number | null;
  /** Explain the match and give the source of each value. */
  explain?: boolean | null;
  /** Only these fields of the person, such as `title`, and the id. The price is the same. */
  fields?: Array<string> | null;
  /**
   * Fields that the person must have, such as `email`. A person without one of them is not returned, and
   * not charged.
   */
  required?: Array<string> | null;
}

/** A booked credit movement, and the account afterwards. */
export interface EnteredAnswer {
  /** Credits added to the account; negative if withdrawn. */
  credits: Credits;
  /** When it was booked. */
  at: string;
  /** Whether the reference was already booked; this request then changed nothing. */
  already_entered: boolean;
  /** The account after the booking. */
  account: OperatorAccountView;
}

/** Result of the erasure. */
export interface EraseAnswer {
  /** Counts of erased rows. */
  erased: ErasedView;
  /** Id of the suppression entry, if one was added. */
  suppression?: string;
}

/** The person or company to erase. */
export interface EraseRequest {
  /** Email of the person. */
  email?: string | null;
  /** Phone number of the person, with country code. */
  phone?: string | null;
  /** URL of a public profile of the person. */
  profile?: string | null;
  /**
   * Domain of a company: selects the company, its current employees, and all people with an email at the
   * domain.
   */
  domain?: string | null;
  /** Id of the record, instead of an identifier. */
  id?: string | null;
  /** Whether to add them to the suppression list, so that sources cannot add them again; false if omitted. */
  keep_out?: boolean | null;
  /** Reason, stored with the suppression entry. */
  reason?: string | null;
}

/** Counts of erased rows. */
export interface ErasedView {
  /** Erased people. */
  people: number;
  /** Erased companies. */
  companies: number;
  /** Erased open positions. */
  jobs: number;
  /** Erased claims about them. */
  claims: number;
  /** Erased signals about them. */
  signals: number;
  /** Erased entries of lists, jobs, caches, stored answers and events that named them. */
  rows: number;
  /** Whether compaction has already removed the bytes from disk; otherwise it follows shortly. */
  cleaned: boolean;
  /**
   * Ids of imports whose files wait on this server. An erasure does not look into files, so that they may
   * still name the person; rows about people on the suppression list are dropped when they are imported.
   * `DELETE /v1/operator/imports/{id}` removes a file.
   */
  waiting_imports: Array<string>;
}

/**
 * What an event tells.
 *
 * - `bulk.completed`: Every item of a bulk job has ended.
 * - `bulk.failed`: A bulk job has ended and no item was answered.
 * - `bulk.paused`: A bulk job waits until it is resumed.
 * - `email.settled`: A check that a mail server had put off has ended.
 * - `quiet_power_user.matched`: A contact of a watched list changed the job, the title or the engagement.
 * - `watch_list.matched`: A watch list has new matches.
 * - `watch_list.resting`: A watch list rests until its owner changes something.
 * - `webhook.test`: A test that the owner asked for; sent whatever was chosen.
 */
export type EventKind = 'bulk.completed' | 'bulk.failed' | 'bulk.paused' | 'email.settled' | 'quiet_power_user.matched' | 'watch_list.matched' | 'watch_list.resting' | 'webhook.test';

/**
 * What raises or lowers the confidence in an address.
 *
 * - `stated_by_source`: A source states the address.
 * - `name_pattern`: The name, and how the company and others write addresses.
 * - `others_refused`: The mail server refused likelier candidates.
 * - `name_of_others`: Other people have this form of the name as their own.
 * - `mailbox_exists`: The mail server knows the mailbox; a namesake may have it.
 * - `mailbox_unproven`: The mail server accepts every address, or may do so.
 * - `old_check`: The last check is older than 30 days.
 * - `not_checked`: No mail server could be asked about the address.
 */
export type Evidence = 'stated_by_source' | 'name_pattern' | 'others_refused' | 'name_of_others' | 'mailbox_exists' | 'mailbox_unproven' | 'old_check' | 'not_checked';

/** One part of the evidence. */
export interface EvidenceView {
  /** The trait that was compared. */
  name: string;
  /** Its bits; negative if it speaks against. */
  bits: number;
}

/** One step of an SMTP session and its outcome. */
export interface Exchange {
  /** Host name of the mail server. */
  host: string;
  /** The command or step, such as `RCPT`. */
  step: string;
  /** The reply or the failure, shortened. */
  outcome: string;
}

/** One position a person holds or held. */
export interface Experience {
  /** Employer. */
  company: Employer;
  /** Job title. */
  title?: string;
  /** Seniority read from the title. */
  seniority?: Seniority;
  /** Departments read from the title. */
  departments?: Array<Department>;
  /** First day. */
  startedAt?: PartialDate;
  /** Last day; absent while current or when unknown. */
  endedAt?: PartialDate;
}

/** A position as the source stated it. */
export interface ExperienceFact {
  /** Employer's name. */
  companyName?: string | null;
  /** Employer's registrable domain. */
  companyDomain?: string | null;
  /** Title. */
  title?: string | null;
  /** First day. */
  startedAt?: PartialDate | null;
  /** Last day; absent while current. */
  endedAt?: PartialDate | null;
}

/** Why a record was answered, or why none was. */
export interface Explanation {
  /** Records that were compared with the question. */
  candidates: number;
  /**
   * How the best of them compared; absent when there was none, and in a miss whose best candidate would
   * have been answered at the default `min_confidence`.
   */
  decision?: MatchDecision;
  /** Where each value of the answer comes from. */
  values?: Array<Origin>;
  /** Upstream calls made for the answer. */
  upstream?: Array<UpstreamCallView>;
}

/** What `export_bulk_job` can be asked. */
export interface ExportBulkJobQuery {
  /** File format; `csv` if omitted. */
  format?: ExportFormat;
}

/**
 * File format of an export.
 *
 * - `csv`: CSV with a header, with cells escaped against spreadsheet formulas; `text/csv`.
 * - `xlsx`: Excel workbook with one sheet; texts are text cells, so that none is a formula. The file is binary.
 * - `jsonl`: JSON Lines: one object per line, as in `results`; `application/x-ndjson`.
 */
export type ExportFormat = 'csv' | 'xlsx' | 'jsonl';

/** What `export_history` can be asked. */
export interface ExportHistoryQuery {
  /** Only calls at or after this time. */
  since?: string;
  /** Only calls before this time. */
  until?: string;
  /**
   * Only calls of this endpoint: its path (`/v1/find-email`), the last part of the path (`find-email`) or
   * its operation id (`find_email`).
   */
  endpoint?: string;
  /** Only calls with this HTTP status. */
  status?: number;
  /** Only calls with this key, by its id or its name. */
  key?: string;
  /** Only calls that were charged, or only those that were not. */
  charged?: boolean;
}

/** An identifier assigned by a register. Two different values of one scheme are two subjects. */
export interface ExternalId {
  /** Register, as org-id.guide writes it, or `ORCID`. */
  scheme: string;
  /** Value in the normal form of the scheme. */
  value: string;
}

/** A value and how often it occurs. */
export interface FacetCount {
  /** The value. */
  value: string;
  /** How many have it. */
  count: number;
}

/** How often the values of a field occur among what was found. */
export interface FacetCounts {
  /** The field. */
  field: string;
  /** Values, the most frequent first. */
  values: Array<FacetCount>;
}

/** A company with many open positions, and the budget owner. */
export interface FastHiringAccount {
  /** The company. */
  company: Company;
  /** The department. */
  department: Department;
  /** Positions posted this quarter and still open, newest first. */
  openings: Array<Job>;
  /** Positions posted per month in the quarter so far. */
  velocity: number;
  /** The person with the requested role, or else the budget owner. */
  buyer: DecisionMaker;
}

/** A page of a recipe's answer. */
export interface FastHiringAccountList {
  /** The results, in order. Each has all data that the endpoint promises. */
  results: Array<FastHiringAccount>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
  /** Number of candidates examined for this page. */
  looked_at: number;
  /** Whether no candidate is left after this page. */
  exhausted: boolean;
  /** The time limit, in seconds, if it ended the page early; the cursor continues where it stopped. */
  time_limit_seconds?: number;
  /** Effect of each filter on companies and the nearest filters with results, if the filters leave none. */
  why_not?: WhyNot;
  /** Rates at which amounts were compared, if amounts were asked for. */
  rates?: Rates;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** One thing wrong with a request. */
export interface Fault {
  /** JSON Pointer to the value. */
  pointer: string;
  /** Stable code. */
  code: string;
  /** What is wrong, and what would be right. */
  message: string;
}

/** One comparison and its weight. */
export interface Feature {
  /** What was compared. */
  feature: string;
  /** Result of the comparison. */
  outcome: string;
  /** Contribution to the score. */
  weight: number;
}

/** A feed. */
export interface FeedView {
  /** Name of the feed. */
  name: string;
  /** Whether it was found at a website rather than configured. */
  found: boolean;
  /** How often it is polled. */
  every_seconds: number;
  /** Polls so far. */
  polls: number;
  /** Claims that it gave. */
  claims: number;
  /** Consecutive failures. */
  failures: number;
  /** Reason of the last failure; absent if the last poll succeeded. */
  fault?: string;
  /** Time of the last poll. */
  polled_at?: string;
  /** Time of the last poll that gave something new. */
  changed_at?: string;
  /** Seconds since the last successful poll; absent before the first. */
  lag_seconds?: number;
}

/** The feeds. */
export interface FeedsAnswer {
  /** Those that are configured, then job boards that were found at websites. */
  results: Array<FeedView>;
}

/** An erasure request. */
export interface FilePrivacyRequest {
  /** Email of the person. */
  email?: string | null;
  /** Phone number of the person, with country code. */
  phone?: string | null;
  /** URL of a public profile of the person. */
  profile?: string | null;
  /**
   * Domain of a company: selects the company, its current employees, and all people with an email at the
   * domain.
   */
  domain?: string | null;
}

/** Confirmation; the same whether or not any record matches. */
export interface FiledPrivacyRequest {
  /** Id of the request. */
  id: string;
  /** Next steps. */
  message: string;
}

/** What one filter does to the answer. */
export interface FilterEffect {
  /** Name of the filter. */
  filter: string;
  /** How many pass this filter alone. */
  alone: number;
  /** How many more would be found without it. */
  removes: number;
}

/** The best matching people. */
export interface FindDecisionMakerAnswer {
  /**
   * Up to three people, best match first: of the rank asked for, else of the nearest above in the same
   * function. The last of three is the chief or vice president of the function, if there is one.
   */
  results: Array<DecisionMaker>;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** The company, and the role. */
export interface FindDecisionMakerRequest {
  /** Domain or website of the company. */
  company_domain?: DomainName | null;
  /** Id of the company, `com_…`. The id of a record that was joined into another means the other. */
  company_id?: string | null;
  /**
   * Name of the company, with or without its legal form. A name that several companies have is refused,
   * with the companies listed; such a call is free.
   */
  company_name?: string | null;
  /** City of the company, where several have the name. */
  company_city?: string | null;
  /** Country of the company by ISO 3166 code or name, where several have the name. */
  company_country?: string | null;
  /** Role to find: a title, a function, or a question such as `who buys security tooling`. */
  role: string;
  /**
   * Lowest score of an answer; 0.5 if omitted. People of a lower rank than asked for have scores below
   * 0.5.
   */
  min_score?: number | null;
  /**
   * Answer the nearest match, marked with `fallback: true`, where no one reaches the score. Such an answer
   * is charged like any other.
   */
  fallback?: boolean;
}

/** The email address, if one was found. */
export interface FindEmailAnswer {
  /** Whether an address was found. */
  found: boolean;
  /** The email address. */
  email?: string;
  /** Whether the mailbox was verified within the last 30 days. */
  email_verified?: boolean;
  /** Result of the last check of the address; `unknown` if it was never checked. */
  status?: Status;
  /** Whether the domain has a mail server; absent if DNS gave no conclusive answer. */
  mx_found?: boolean;
  /** Mail provider of the domain. */
  provider?: string;
  /** Whether the domain is a free email provider. */
  free_provider?: boolean;
  /** Whether it is a role address, such as `info@`. */
  generic?: boolean;
  /** Whether the server accepts every address of the domain; absent if that could not be determined. */
  catch_all?: boolean;
  /**
   * Calibrated probability that the address reaches the person, 0 to 1: of answers with 0.9, nine in ten
   * do.
   */
  confidence?: number;
  /** When the address was last validated; absent if never. */
  last_validated_at?: string;
  /** Origin of the address: `records` if a source stated it, `pattern` if it was derived. */
  source?: EmailOrigin;
  /** Meaning of the mail server's reply; absent if the server was not queried. */
  reason?: Reason;
  /** Seconds after which to repeat the request, if the result may change. */
  retry_after_seconds?: number;
  /** Whether the webhook is told when the search has ended; absent if there is nothing to wait for. */
  will_notify?: boolean;
  /** How the result came about, if `explain` was set. */
  explain?: EmailExplanation;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/**
 * Forms of identifying the person.
 *
 * - `network`: By `networkUrl`.
 * - `name`: By a name and a domain.
 */
export type FindEmailKind = 'network' | 'name';

/** The person whose business email to find: a profile, or a name with the company's domain. */
export interface FindEmailRequest {
  /** The form of the input; must match the fields sent. */
  kind?: FindEmailKind | null;
  /** URL of a professional-network profile, in any spelling. */
  networkUrl?: string | null;
  /** Id of the person's record, in place of a profile or name. */
  person_id?: string | null;
  /** Given name; send `lastName` and `domain` with it. */
  firstName?: string | null;
  /** Family name. */
  lastName?: string | null;
  /** Full name, instead of the two parts; send `domain` with it. */
  fullName?: string | null;
  /** Domain of the company at which to find the address. */
  domain?: string | null;
  /** Domain or website of the company. */
  company_domain?: DomainName | null;
  /** Id of the company, `com_…`. The id of a record that was joined into another means the other. */
  company_id?: string | null;
  /**
   * Name of the company, with or without its legal form. A name that several companies have is refused,
   * with the companies listed; such a call is free.
   */
  company_name?: string | null;
  /** City of the company, where several have the name. */
  company_city?: string | null;
  /** Country of the company by ISO 3166 code or name, where several have the name. */
  company_country?: string | null;
  /** Only an address whose mailbox was proven within the last 30 days. */
  verified_only?: boolean;
  /**
   * Whether to show the candidates, what the confidence is made of, and the conversation with the mail
   * servers.
   */
  explain?: boolean;
  /**
   * Webhook that receives `email.settled`, free of charge, when a search that a mail server put off has
   * ended; the next call reads its result and pays for it. Requires the plan pro or above.
   */
  webhook?: WebhookInput | null;
}

/** The person whose personal email to find. */
export interface FindPersonalEmailRequest {
  /** The form of the input; must match the fields sent. */
  kind?: PersonInputKind | null;
  /** Id of the person, `per_…`, alone. The id of a record that was joined into another means the other. */
  person_id?: string | null;
  /** URL of a professional-network profile, in any spelling. */
  networkUrl?: string | null;
  /** An email of the person. */
  email?: string | null;
  /** A phone number of the person, with country code. */
  phone?: string | null;
  /** Full name; send a company with it. */
  fullName?: string | null;
  /** Given name; send `lastName` and a company with it. */
  firstName?: string | null;
  /** Family name. */
  lastName?: string | null;
  /** Domain of a company the person works or worked for. */
  company_domain?: string | null;
  /** Id of a company the person works or worked for, `com_…`. */
  company_id?: string | null;
  /** Name of a company the person works or worked for. */
  company_name?: string | null;
  /** Identifier of a company the person works or worked for. */
  company_identifier?: IdentifierInput | null;
  /** Identifier of the person in a register. */
  identifier?: IdentifierInput | null;
  /** Only an address whose mailbox was proven within the last 30 days. */
  verified_only?: boolean;
  /**
   * Whether to show the candidates, what the confidence is made of, and the conversation with the mail
   * servers.
   */
  explain?: boolean;
}

/** The mobile number, if one was found. */
export interface FindPhoneAnswer {
  /** Whether a mobile number was found. */
  found: boolean;
  /** Mobile number in E.164 form. */
  phone?: string;
  /** URL of the person's professional-network profile. */
  network_url?: string;
  /** Source of the number: `records`, or the name of a provider. */
  source?: string;
  /** Line type. */
  line_type?: LineType;
  /** The carrier, if known. */
  carrier?: string;
  /** ISO 3166-1 alpha-2 code of the number's country. */
  country?: string;
  /** Whether the line was checked. */
  status?: PhoneStatus;
  /** When the number was last validated; absent if unknown. */
  last_validated_at?: string;
  /**
   * Number of people in the records who have this number, if several do. One that three people have is not
   * answered as verified.
   */
  shared_by?: number;
  /** Present and true if the number is in a range that is reserved for fiction, and thus never assigned. */
  fictional?: boolean;
  /** Why no number is answered. */
  reason?: AttemptOutcome;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** The person whose mobile number to find. */
export interface FindPhoneRequest {
  /** Domain of the company the person works for. */
  domain?: string | null;
  /** Domain or website of the company. */
  company_domain?: DomainName | null;
  /** Id of the company, `com_…`. The id of a record that was joined into another means the other. */
  company_id?: string | null;
  /**
   * Name of the company, with or without its legal form. A name that several companies have is refused,
   * with the companies listed; such a call is free.
   */
  company_name?: string | null;
  /** City of the company, where several have the name. */
  company_city?: string | null;
  /** Country of the company by ISO 3166 code or name, where several have the name. */
  company_country?: string | null;
  /** Given name. */
  firstName?: string | null;
  /** Family name. */
  lastName?: string | null;
  /** Id of the person's record, in place of name and company. */
  person_id?: string | null;
  /** Only a number whose line was checked within a year. */
  verified_only?: boolean;
}

/** The reference person, and filters. */
export interface FindSimilarPeopleRequest {
  /** Maximum number of results per page. */
  limit?: number | null;
  /** `next_cursor` of the previous page; send it with otherwise the same request. */
  cursor?: string | null;
  /**
   * Leave out what this endpoint has already answered to this account. With or without it, an item is
   * charged once per account and endpoint.
   */
  new_only?: boolean;
  /** The form of the input; must match the fields sent. */
  kind?: PersonInputKind | null;
  /** Id of the person, `per_…`, alone. The id of a record that was joined into another means the other. */
  person_id?: string | null;
  /** URL of a professional-network profile, in any spelling. */
  networkUrl?: string | null;
  /** An email of the person. */
  email?: string | null;
  /** A phone number of the person, with country code. */
  phone?: string | null;
  /** Full name; send a company with it. */
  fullName?: string | null;
  /** Given name; send `lastName` and a company with it. */
  firstName?: string | null;
  /** Family name. */
  lastName?: string | null;
  /** Domain of a company the person works or worked for. */
  company_domain?: string | null;
  /** Id of a company the person works or worked for, `com_…`. */
  company_id?: string | null;
  /** Name of a company the person works or worked for. */
  company_name?: string | null;
  /** Identifier of a company the person works or worked for. */
  company_identifier?: IdentifierInput | null;
  /** Identifier of the person in a register. */
  identifier?: IdentifierInput | null;
  /** Only people who match these filters, the same as in `search/people`. */
  filters?: PeopleFilters | null;
  /** Include people who share a past employer with this person; current coworkers are never included. */
  include_shared_employers?: boolean;
}

/** Research on a company and its founders. */
export interface FounderResearchAnswer {
  /** The company; null if no record matches. */
  company: Company | null;
  /** Founders and owners who still work there. */
  founders: Array<DecisionMaker>;
  /** Funding rounds, newest first. */
  funding_history: Array<FundingRound>;
  /** Technologies in use. */
  tech_stack: Array<Technology>;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** The company to research. */
export interface FounderResearchRequest {
  /** Domain or website of the company. */
  company_domain?: DomainName | null;
  /** Id of the company, `com_…`. The id of a record that was joined into another means the other. */
  company_id?: string | null;
  /**
   * Name of the company, with or without its legal form. A name that several companies have is refused,
   * with the companies listed; such a call is free.
   */
  company_name?: string | null;
  /** City of the company, where several have the name. */
  company_city?: string | null;
  /** Country of the company by ISO 3166 code or name, where several have the name. */
  company_country?: string | null;
}

/** A funded company with its decision maker. */
export interface FundedAccount {
  /** The company. */
  company: Company;
  /** The funding round. */
  funding: FundingRound;
  /** When the round became known. */
  observed_at: string;
  /** The person with the requested role, or else the company's leader. */
  decision_maker: DecisionMaker;
}

/** A page of a recipe's answer. */
export interface FundedAccountList {
  /** The results, in order. Each has all data that the endpoint promises. */
  results: Array<FundedAccount>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
  /** Number of candidates examined for this page. */
  looked_at: number;
  /** Whether no candidate is left after this page. */
  exhausted: boolean;
  /** The time limit, in seconds, if it ended the page early; the cursor continues where it stopped. */
  time_limit_seconds?: number;
  /** Effect of each filter on companies and the nearest filters with results, if the filters leave none. */
  why_not?: WhyNot;
  /** Rates at which amounts were compared, if amounts were asked for. */
  rates?: Rates;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** A funded company that is hiring, with its decision maker. */
export interface FundedAndHiringAccount {
  /** The company. */
  company: Company;
  /** The funding round. */
  funding: FundingRound;
  /** When the round became known. */
  observed_at: string;
  /** Its open positions, newest first. */
  openings: Array<Job>;
  /** The person with the requested role; otherwise the leader of the hiring department or of the company. */
  decision_maker: DecisionMaker;
}

/** A page of a recipe's answer. */
export interface FundedAndHiringAccountList {
  /** The results, in order. Each has all data that the endpoint promises. */
  results: Array<FundedAndHiringAccount>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
  /** Number of candidates examined for this page. */
  looked_at: number;
  /** Whether no candidate is left after this page. */
  exhausted: boolean;
  /** The time limit, in seconds, if it ended the page early; the cursor continues where it stopped. */
  time_limit_seconds?: number;
  /** Effect of each filter on companies and the nearest filters with results, if the filters leave none. */
  why_not?: WhyNot;
  /** Rates at which amounts were compared, if amounts were asked for. */
  rates?: Rates;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** Filters for rounds, open positions and companies, and the role to find there. */
export interface FundedAndHiringRequest {
  /** Maximum number of results per page. */
  limit?: number | null;
  /** `next_cursor` of the previous page; send it with otherwise the same request. */
  cursor?: string | null;
  /**
   * Leave out what this endpoint has already answered to this account. With or without it, an item is
   * charged once per account and endpoint.
   */
  new_only?: boolean;
  /** Only companies that match these filters, the same as in `search/companies`. */
  icp?: CompanyFilters | null;
  /** Role to find there: a title, a function, or a question such as `who buys security tooling`. */
  role?: string | null;
  /**
   * Lowest score of an answer; 0.5 if omitted. People of a lower rank than asked for have scores below
   * 0.5.
   */
  min_score?: number | null;
  /**
   * Answer the nearest match, marked with `fallback: true`, where no one reaches the score. Such an answer
   * is charged like any other.
   */
  fallback?: boolean;
  /** Only events at or after this time. */
  since?: string | null;
  /** Only events within this many days before now. */
  within_days?: number | null;
  /**
   * Only events that became known at or after this time, whenever they happened. Without `since` and
   * `within_days`, events of any age.
   */
  observed_since?: string | null;
  /** Round types, such as `series_a`. */
  rounds?: Array<string> | null;
  /**
   * Minimum amount raised, in whole units of `currency`. Rounds in other currencies are converted at the
   * reference rates whose date the answer names.
   */
  min_amount?: number | null;
  /** Currency of `min_amount`, ISO 4217; USD if omitted. */
  currency?: string | null;
  /** Department of the open positions. */
  department?: Department | null;
  /** Minimum number of open positions. */
  min_openings?: number | null;
}

/** Filters for rounds, technologies and companies, and the role to find there. */
export interface FundedAndUsingTechRequest {
  /** Maximum number of results per page. */
  limit?: number | null;
  /** `next_cursor` of the previous page; send it with otherwise the same request. */
  cursor?: string | null;
  /**
   * Leave out what this endpoint has already answered to this account. With or without it, an item is
   * charged once per account and endpoint.
   */
  new_only?: boolean;
  /** Only companies that match these filters, the same as in `search/companies`. */
  icp?: CompanyFilters | null;
  /** Role to find there: a title, a function, or a question such as `who buys security tooling`. */
  role?: string | null;
  /**
   * Lowest score of an answer; 0.5 if omitted. People of a lower rank than asked for have scores below
   * 0.5.
   */
  min_score?: number | null;
  /**
   * Answer the nearest match, marked with `fallback: true`, where no one reaches the score. Such an answer
   * is charged like any other.
   */
  fallback?: boolean;
  /** Only events at or after this time. */
  since?: string | null;
  /** Only events within this many days before now. */
  within_days?: number | null;
  /**
   * Only events that became known at or after this time, whenever they happened. Without `since` and
   * `within_days`, events of any age.
   */
  observed_since?: string | null;
  /** Round types, such as `series_a`. */
  rounds?: Array<string> | null;
  /**
   * Minimum amount raised, in whole units of `currency`. Rounds in other currencies are converted at the
   * reference rates whose date the answer names.
   */
  min_amount?: number | null;
  /** Currency of `min_amount`, ISO 4217; USD if omitted. */
  currency?: string | null;
  /** Companies that use any of these. */
  technologies?: Array<string> | null;
  /** Companies that use all of these. */
  technologies_all?: Array<string> | null;
  /** Companies that use none of these. */
  exclude_technologies?: Array<string> | null;
}

/** A recently funded small business, with its owner and the owner's contact data. */
export interface FundedBusiness {
  /** The business. */
  business: Company;
  /** The funding round. */
  funding: FundingRound;
  /** When the round became known. */
  observed_at: string;
  /** The owner or leader of the business. */
  owner: Person;
  /** Verified email: a business email if there is one, otherwise a personal one. */
  email?: string;
  /** Whether the email is a business or a personal one. */
  email_kind?: EmailKind;
  /** Result of the last check of the email. */
  email_status?: Status;
  /** When the mail server confirmed it. */
  email_last_validated_at?: string;
  /** Mobile number in E.164 form. */
  mobile?: string;
  /** Whether the line of the mobile number was checked. */
  mobile_status?: PhoneStatus;
  /** When the mobile number was last validated, if known. */
  mobile_last_validated_at?: string;
  /** Number of people in the records who have the mobile number, if several do. */
  mobile_shared_by?: number;
}

/** A page of a recipe's answer. */
export interface FundedBusinessList {
  /** The results, in order. Each has all data that the endpoint promises. */
  results: Array<FundedBusiness>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
  /** Number of candidates examined for this page. */
  looked_at: number;
  /** Whether no candidate is left after this page. */
  exhausted: boolean;
  /** The time limit, in seconds, if it ended the page early; the cursor continues where it stopped. */
  time_limit_seconds?: number;
  /** Effect of each filter on companies and the nearest filters with results, if the filters leave none. */
  why_not?: WhyNot;
  /** Rates at which amounts were compared, if amounts were asked for. */
  rates?: Rates;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** A funded company that uses the technology, with its decision maker. */
export interface FundedTechAccount {
  /** The company. */
  company: Company;
  /** The funding round. */
  funding: FundingRound;
  /** When the round became known. */
  observed_at: string;
  /** The requested technologies that the company uses. */
  technologies: Array<Technology>;
  /** The person with the requested role, or else the person who decides on technology. */
  decision_maker: DecisionMaker;
}

/** A page of a recipe's answer. */
export interface FundedTechAccountList {
  /** The results, in order. Each has all data that the endpoint promises. */
  results: Array<FundedTechAccount>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
  /** Number of candidates examined for this page. */
  looked_at: number;
  /** Whether no candidate is left after this page. */
  exhausted: boolean;
  /** The time limit, in seconds, if it ended the page early; the cursor continues where it stopped. */
  time_limit_seconds?: number;
  /** Effect of each filter on companies and the nearest filters with results, if the filters leave none. */
  why_not?: WhyNot;
  /** Rates at which amounts were compared, if amounts were asked for. */
  rates?: Rates;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** Money raised so far. */
export interface Funding {
  /** The newest round's kind. */
  stage?: string;
  /** Sum of all rounds; absent when the rounds are of several currencies and no source gives the sum. */
  total?: Money;
  /** Date of the newest round. */
  lastRoundAt?: PartialDate;
  /** Rounds, newest first. */
  rounds?: Array<FundingRound>;
}

/** Filters for rounds and companies, and the role to find there. */
export interface FundingRadarRequest {
  /** Maximum number of results per page. */
  limit?: number | null;
  /** `next_cursor` of the previous page; send it with otherwise the same request. */
  cursor?: string | null;
  /**
   * Leave out what this endpoint has already answered to this account. With or without it, an item is
   * charged once per account and endpoint.
   */
  new_only?: boolean;
  /** Only companies that match these filters, the same as in `search/companies`. */
  icp?: CompanyFilters | null;
  /** Role to find there: a title, a function, or a question such as `who buys security tooling`. */
  role?: string | null;
  /**
   * Lowest score of an answer; 0.5 if omitted. People of a lower rank than asked for have scores below
   * 0.5.
   */
  min_score?: number | null;
  /**
   * Answer the nearest match, marked with `fallback: true`, where no one reaches the score. Such an answer
   * is charged like any other.
   */
  fallback?: boolean;
  /** Only events at or after this time. */
  since?: string | null;
  /** Only events within this many days before now. */
  within_days?: number | null;
  /**
   * Only events that became known at or after this time, whenever they happened. Without `since` and
   * `within_days`, events of any age.
   */
  observed_since?: string | null;
  /** Round types, such as `series_a`. */
  rounds?: Array<string> | null;
  /**
   * Minimum amount raised, in whole units of `currency`. Rounds in other currencies are converted at the
   * reference rates whose date the answer names.
   */
  min_amount?: number | null;
  /** Currency of `min_amount`, ISO 4217; USD if omitted. */
  currency?: string | null;
}

/** One funding round. */
export interface FundingRound {
  /** Kind, such as `seed` or `series_a`. */
  round: string;
  /** Amount raised. */
  amount?: Money;
  /** Announcement date. */
  announcedAt?: PartialDate;
  /** Investors. */
  investors?: Array<string>;
}

/** One funding round. */
export interface FundingRoundInput {
  /** Kind, such as `seed` or `series_a`. */
  round?: string;
  /** Amount raised. */
  amount?: Money | null;
  /** Announcement date. */
  announcedAt?: PartialDate | null;
  /** Investors. */
  investors?: Array<string>;
}

/** The account, and the credits to grant. */
export interface GrantRequest {
  /** Credits with at most three decimals; a negative number withdraws credits from the remaining balance. */
  credits: number;
  /**
   * Your unique reference for this grant, such as an invoice number. Repeating a reference changes
   * nothing.
   */
  reference: string;
  /** Reason, shown in the statement. */
  reason?: string | null;
}

/** What was checked last. */
export interface HealthAnswer {
  /** Whether every check is well; absent until they have been made once. */
  ok?: boolean;
  /** When they were made; at most two minutes ago, unless `checking`. */
  checked_at?: string;
  /**
   * Whether they are being made again in the background. Reading everything takes long where much is
   * stored.
   */
  checking: boolean;
  /** The checks. */
  checks: Array<Check>;
}

/** A company that is hiring, with the budget owner. */
export interface HiringAccount {
  /** The company. */
  company: Company;
  /** The open positions, newest first. */
  openings: Array<Job>;
  /** When the newest position became known. */
  observed_at: string;
  /** The person with the requested role, or else the budget owner of the newest position. */
  buyer: DecisionMaker;
}

/** A page of a recipe's answer. */
export interface HiringAccountList {
  /** The results, in order. Each has all data that the endpoint promises. */
  results: Array<HiringAccount>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
  /** Number of candidates examined for this page. */
  looked_at: number;
  /** Whether no candidate is left after this page. */
  exhausted: boolean;
  /** The time limit, in seconds, if it ended the page early; the cursor continues where it stopped. */
  time_limit_seconds?: number;
  /** Effect of each filter on companies and the nearest filters with results, if the filters leave none. */
  why_not?: WhyNot;
  /** Rates at which amounts were compared, if amounts were asked for. */
  rates?: Rates;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** Filters for open positions and companies. */
export interface HiringIntentRequest {
  /** Maximum number of results per page. */
  limit?: number | null;
  /** `next_cursor` of the previous page; send it with otherwise the same request. */
  cursor?: string | null;
  /**
   * Leave out what this endpoint has already answered to this account. With or without it, an item is
   * charged once per account and endpoint.
   */
  new_only?: boolean;
  /** Only companies that match these filters, the same as in `search/companies`. */
  icp?: CompanyFilters | null;
  /** Role to find there: a title, a function, or a question such as `who buys security tooling`. */
  role?: string | null;
  /**
   * Lowest score of an answer; 0.5 if omitted. People of a lower rank than asked for have scores below
   * 0.5.
   */
  min_score?: number | null;
  /**
   * Answer the nearest match, marked with `fallback: true`, where no one reaches the score. Such an answer
   * is charged like any other.
   */
  fallback?: boolean;
  /** Only events at or after this time. */
  since?: string | null;
  /** Only events within this many days before now. */
  within_days?: number | null;
  /**
   * Only events that became known at or after this time, whenever they happened. Without `since` and
   * `within_days`, events of any age.
   */
  observed_since?: string | null;
  /** Titles of the open positions; spelling variants and similar titles match too. */
  titles?: Array<string> | null;
  /** Department of the open positions. */
  department?: Department | null;
}

/** Filters for department and companies. */
export interface HiringVelocityRequest {
  /** Maximum number of results per page. */
  limit?: number | null;
  /** `next_cursor` of the previous page; send it with otherwise the same request. */
  cursor?: string | null;
  /**
   * Leave out what this endpoint has already answered to this account. With or without it, an item is
   * charged once per account and endpoint.
   */
  new_only?: boolean;
  /** Only companies that match these filters, the same as in `search/companies`. */
  icp?: CompanyFilters | null;
  /** Role to find there: a title, a function, or a question such as `who buys security tooling`. */
  role?: string | null;
  /**
   * Lowest score of an answer; 0.5 if omitted. People of a lower rank than asked for have scores below
   * 0.5.
   */
  min_score?: number | null;
  /**
   * Answer the nearest match, marked with `fallback: true`, where no one reaches the score. Such an answer
   * is charged like any other.
   */
  fallback?: boolean;
  /** The department; the one with the most open positions if omitted. */
  department?: Department | null;
  /** Minimum number of open positions; 5 if omitted. */
  min_openings?: number | null;
}

/** A page of history. */
export interface HistoryAnswer {
  /** Newest first. */
  results: Array<HistoryView>;
  /** Totals over all calls that match the filter. */
  summary: SummaryView;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
}

/** One call in full. */
export interface HistoryDetailAnswer {
  /** Request id, as in `X-Request-Id`. */
  request_id: string;
  /** When the request was received. */
  at: string;
  /** Operation id of the endpoint; `unknown_path` if no endpoint has the path that was called. */
  endpoint: string;
  /** Path of the endpoint. */
  path?: string;
  /** Id of the key it was made with. */
  key_id: string;
  /** Name of the key. */
  key_name?: string;
  /** HTTP status. */
  status: number;
  /** How it ended. */
  outcome: CallOutcome;
  /** Problem code, if it was refused or failed. */
  code?: string;
  /** Id of the call whose stored answer was given again, if it was replayed. */
  replays?: string;
  /**
   * The request, long values shortened and secrets left out. Absent if it was not valid JSON, is about
   * erasing or about a person on the suppression list, or is no longer kept.
   */
  asked?: unknown;
  /** Credits charged. */
  credits: Credits;
  /** Credits refunded of those charged; absent if none were. */
  refunded?: Credits;
  /** Latency in milliseconds. */
  latency_ms: number;
  /**
   * How much came from stored records: all (`hit`), part (`partial`) or none (`miss`). Absent if nothing
   * was looked up.
   */
  cache?: CacheUse;
  /** Items resolved. */
  resolved: number;
  /** Upstream calls to vendors and websites. */
  upstream?: Array<UpstreamCallView>;
  /** Ids of the people, companies and signals in the answer. */
  found: Array<string>;
  /** What was charged, and for what. */
  charged: ChargedView;
}

/** What `history` can be asked. */
export interface HistoryQuery {
  /** Only calls at or after this time. */
  since?: string;
  /** Only calls before this time. */
  until?: string;
  /**
   * Only calls of this endpoint: its path (`/v1/find-email`), the last part of the path (`find-email`) or
   * its operation id (`find_email`).
   */
  endpoint?: string;
  /** Only calls with this HTTP status. */
  status?: number;
  /** Only calls with this key, by its id or its name. */
  key?: string;
  /** Only calls that were charged, or only those that were not. */
  charged?: boolean;
  /** Rows per page. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}

/** One call. */
export interface HistoryView {
  /** Request id, as in `X-Request-Id`. */
  request_id: string;
  /** When the request was received. */
  at: string;
  /** Operation id of the endpoint; `unknown_path` if no endpoint has the path that was called. */
  endpoint: string;
  /** Path of the endpoint. */
  path?: string;
  /** Id of the key it was made with. */
  key_id: string;
  /** Name of the key. */
  key_name?: string;
  /** HTTP status. */
  status: number;
  /** How it ended. */
  outcome: CallOutcome;
  /** Problem code, if it was refused or failed. */
  code?: string;
  /** Id of the call whose stored answer was given again, if it was replayed. */
  replays?: string;
  /**
   * The request, long values shortened and secrets left out. Absent if it was not valid JSON, is about
   * erasing or about a person on the suppression list, or is no longer kept.
   */
  asked?: unknown;
  /** Credits charged. */
  credits: Credits;
  /** Credits refunded of those charged; absent if none were. */
  refunded?: Credits;
  /** Latency in milliseconds. */
  latency_ms: number;
  /**
   * How much came from stored records: all (`hit`), part (`partial`) or none (`miss`). Absent if nothing
   * was looked up.
   */
  cache?: CacheUse;
  /** Items resolved. */
  resolved: number;
  /** Upstream calls to vendors and websites. */
  upstream?: Array<UpstreamCallView>;
}

/** A person or a company. */
export type IcpResult = Person | Company;

/**
 * What a saved ICP searches.
 *
 * - `people`: People.
 * - `companies`: Companies.
 */
export type IcpTarget = 'people' | 'companies';

/** An identifier of a register: `"GB-COH-05389805"`, or an object of scheme and value. */
export type IdentifierInput = string | {
  /** Register, as org-id.guide writes it, or `ORCID`. */
  scheme: string;
  /** Value in any spelling. */
  value: string;
};

/** A column of a file. */
export interface ImportColumn {
  /** Its heading. */
  column: string;
  /** The field it is guessed to be; absent if it is left out. */
  field?: string;
  /** Why, or what it seems to be. */
  reason?: string;
  /** Some of its values. */
  samples: Array<string>;
}

/** What the rows of an import came to so far. */
export interface ImportCounts {
  /** Rows with new facts. */
  accepted: number;
  /** Rows that repeated earlier facts of the same source. */
  unchanged: number;
  /** Rows about people on the suppression list; they were not stored. */
  suppressed: number;
  /** Rows that were rejected. */
  rejected: number;
  /** Records made. */
  created: number;
  /** Records that rows were added to. */
  updated: number;
  /** Records that turned out to be one and were joined. */
  joined: number;
}

/** A file that was sent for an import. */
export interface ImportFileView {
  /** Import id. */
  id: string;
  /** Name of the file. */
  name: string;
  /** Its size in bytes. */
  bytes: number;
  /** When it was received. */
  received_at: string;
  /** What became of it. */
  state: ImportState;
  /** What its rows are about, once it was started. */
  subject?: ImportSubject;
  /** Name of the source, once it was started. */
  source?: string;
  /** Account that started it. */
  started_by?: string;
  /** When it was started. */
  started_at?: string;
  /** When it ended. */
  ended_at?: string;
  /** Rows that were read and filed so far. */
  rows: number;
  /** What they came to. */
  counts: ImportCounts;
  /** Why it ended early. */
  fault?: string;
}

/**
 * What became of an import.
 *
 * - `received`: The file is there, and nothing of it is imported.
 * - `waiting`: It is imported after those before it.
 * - `running`: Its rows are being filed. After a restart it goes on where it was.
 * - `done`: Every row was read; the file is removed.
 * - `failed`: It ended early, and `fault` says why. Starting it again goes on where it was.
 */
export type ImportState = 'received' | 'waiting' | 'running' | 'done' | 'failed';

/**
 * What the rows of a file are about.
 *
 * - `people`: One person per row.
 * - `companies`: One company per row.
 */
export type ImportSubject = 'people' | 'companies';

/** How far a file was read. */
export interface ImportView {
  /** Fingerprint of the file and its mapping; its name is not stored. */
  file: string;
  /** Rows that are stored. */
  rows: number;
  /** When the last of them were. */
  at: string;
}

/** Imports. */
export interface ImportsAnswer {
  /** Files that were sent to this server, the latest first. Those that are over stay for a week. */
  files: Array<ImportFileView>;
  /**
   * Imports that were begun and not finished, the latest first. One that a command makes beside the
   * server, or that was cut off and can be resumed, is here until its end, and so is one of `files` while
   * it runs.
   */
  results: Array<ImportView>;
}

/** Result of an ingestion. */
export interface IngestAnswer {
  /** Rows with new facts. */
  accepted: number;
  /** Rows that repeated earlier facts of the same source. */
  unchanged: number;
  /** Rows about people on the suppression list; they were not stored. */
  suppressed: number;
  /** Rows that were rejected. */
  rejected: Array<RejectedItem>;
}

/** Companies to store. */
export interface IngestCompaniesRequest {
  /** Name of the source, as shown in answers. */
  source: string;
  /** Facts about each company. */
  companies: Array<{
    /** Name. */
    name?: string | null;
    /** Registered name. */
    legalName?: string | null;
    /** Former names. */
    formerNames?: Array<string>;
    /** Other names, such as a trade name. */
    aliases?: Array<string>;
    /** Whether it is in business. */
    status?: CompanyStatus | null;
    /** When it ended. */
    dissolvedAt?: PartialDate | null;
    /** Street and house number. */
    street?: string | null;
    /** Postcode. */
    postcode?: string | null;
    /** Registrable domains, the main one first. */
    domains?: Array<string>;
    /** Identifiers of registers, such as `GB-COH`. */
    identifiers?: Array<ExternalId>;
    /** Professional-network page. */
    networkUrl?: string | null;
    /** Description. */
    description?: string | null;
    /** Industries, the main one first. */
    industries?: Array<string>;
    /** Keywords. */
    tags?: Array<string>;
    /** Employees, where they are counted. */
    employeeCount?: number | null;
    /** Employees, where a band is stated. */
    employeeRange?: EmployeeRangeInput | null;
    /** Revenue band. */
    revenue?: RevenueRangeInput | null;
    /** Year of foundation. */
    foundedYear?: number | null;
    /** Places, headquarters first. */
    locations?: Array<LocationInput>;
    /** Published phone, E.164. */
    phone?: string | null;
    /** Published addresses of roles, such as info@. */
    emails?: Array<string>;
    /** Address of its logo. */
    logoUrl?: string | null;
    /** Public profiles outside the professional network. */
    profiles?: Array<string>;
    /** Provider that hosts its mail. */
    emailProvider?: string | null;
    /** Technologies seen. */
    technologies?: Array<TechnologyInput>;
    /** Funding rounds. */
    fundingRounds?: Array<FundingRoundInput>;
    /** Companies bought. */
    acquisitions?: Array<AcquisitionInput>;
    /** Open positions. */
    openings?: OpeningsInput | null;
    /** The source's own id of the row. */
    id?: string;
    /** When the source saw it. */
    observedAt?: string;
  }>;
}

/** People to store. */
export interface IngestPeopleRequest {
  /** Name of the source, as shown in answers. */
  source: string;
  /** Facts about each person. */
  people: Array<{
    /** Full name as written. */
    fullName?: string | null;
    /** Given name. */
    firstName?: string | null;
    /** Family name. */
    lastName?: string | null;
    /** Headline. */
    headline?: string | null;
    /** Current title. */
    title?: string | null;
    /** Current employer's name. */
    companyName?: string | null;
    /** Current employer's registrable domain. */
    companyDomain?: string | null;
    /** Current employer's professional-network page. */
    companyNetworkUrl?: string | null;
    /** Start of the current role. */
    startedAt?: PartialDate | null;
    /** Place. */
    location?: LocationInput | null;
    /** Professional-network profile. */
    networkUrl?: string | null;
    /** Other profiles. */
    profiles?: Array<string>;
    /** Emails. */
    emails?: Array<EmailFact>;
    /** Phones. */
    phones?: Array<PhoneFact>;
    /** Positions held; the current one may be among them. */
    experience?: Array<ExperienceFact>;
    /** Schools. */
    education?: Array<EducationInput>;
    /** Skills. */
    skills?: Array<string>;
    /** Languages. */
    languages?: Array<string>;
    /** Certifications. */
    certifications?: Array<string>;
    /** A post about a new role. */
    announcement?: Announcement | null;
    /** Identifiers of registers, such as `ORCID`. */
    identifiers?: Array<ExternalId>;
    /** Identifier of the current employer. */
    companyIdentifier?: ExternalId | null;
    /** Traits used only for identity matching. */
    private?: PrivateTraits | null;
    /** The source's own id of the row. */
    id?: string;
    /** When the source saw it. */
    observedAt?: string;
  }>;
}

/** Signals to store. */
export interface IngestSignalsRequest {
  /** Name of the source, as shown in answers. */
  source: string;
  /** The signals. */
  signals: Array<SignalReport>;
}

/** An open position, merged from the claims about it. */
export interface Job {
  /** Stable id, `job_…`. */
  id: string;
  /** Title of the position. */
  title: string;
  /** Seniority read from the title. */
  seniority?: Seniority;
  /** Departments, the claimed one first. */
  departments?: Array<Department>;
  /** Who hires. */
  company: Employer;
  /** Place. */
  location?: Location;
  /** Address of the posting. */
  url?: string;
  /** When it was posted. */
  postedAt?: PartialDate;
  /** When it disappeared; absent while open. */
  closedAt?: PartialDate;
  /** Applicants so far. */
  applicants?: number;
  /** When the newest claim behind this record was observed. */
  updatedAt?: string;
  /** Sources with claims about it, each with its newest observation. */
  sources?: Array<SourceStamp>;
}

/** Filters for the job changes. */
export interface JobChangeRadarRequest {
  /** Maximum number of results per page. */
  limit?: number | null;
  /** `next_cursor` of the previous page; send it with otherwise the same request. */
  cursor?: string | null;
  /**
   * Leave out what this endpoint has already answered to this account. With or without it, an item is
   * charged once per account and endpoint.
   */
  new_only?: boolean;
  /** Only events at or after this time. */
  since?: string | null;
  /** Only events within this many days before now. */
  within_days?: number | null;
  /**
   * Only events that became known at or after this time, whenever they happened. Without `since` and
   * `within_days`, events of any age.
   */
  observed_since?: string | null;
  /** Only results at companies that match these filters, the same as in `search/companies`. */
  icp?: CompanyFilters | null;
  /** Departments of the new role. */
  departments?: Array<Department> | null;
  /** Seniorities of the new role. */
  seniorities?: Array<Seniority> | null;
  /** Only moves to these companies, by any of their domains. */
  to_domains?: Array<DomainName> | null;
  /** Only moves to these companies, by the ids of their records. */
  to_company_ids?: Array<CompanyId> | null;
  /** Only moves from these companies, by any of their domains. */
  from_domains?: Array<DomainName> | null;
  /** Only moves from these companies, by the ids of their records. */
  from_company_ids?: Array<CompanyId> | null;
}

/** Filters for acquirers, and the role to find there. */
export interface JustAcquiredBuyersRequest {
  /** Maximum number of results per page. */
  limit?: number | null;
  /** `next_cursor` of the previous page; send it with otherwise the same request. */
  cursor?: string | null;
  /**
   * Leave out what this endpoint has already answered to this account. With or without it, an item is
   * charged once per account and endpoint.
   */
  new_only?: boolean;
  /** Only companies that match these filters, the same as in `search/companies`. */
  icp?: CompanyFilters | null;
  /** Role to find there: a title, a function, or a question such as `who buys security tooling`. */
  role?: string | null;
  /**
   * Lowest score of an answer; 0.5 if omitted. People of a lower rank than asked for have scores below
   * 0.5.
   */
  min_score?: number | null;
  /**
   * Answer the nearest match, marked with `fallback: true`, where no one reaches the score. Such an answer
   * is charged like any other.
   */
  fallback?: boolean;
  /** Only acquisitions that became known at or after this time. */
  observed_since?: string | null;
}

/** Filters for the businesses. */
export interface JustFundedSmbLeadersRequest {
  /** Maximum number of results per page. */
  limit?: number | null;
  /** `next_cursor` of the previous page; send it with otherwise the same request. */
  cursor?: string | null;
  /**
   * Leave out what this endpoint has already answered to this account. With or without it, an item is
   * charged once per account and endpoint.
   */
  new_only?: boolean;
  /** The industry; a sector includes its sub-industries. */
  industry?: string | null;
  /** City of the business. */
  city?: string | null;
  /** Country of the business, by ISO 3166 code or name. */
  country?: string | null;
  /** Only businesses that match these filters, the same as in `search/companies`. */
  icp?: CompanyFilters | null;
  /** Only rounds that became known at or after this time. */
  observed_since?: string | null;
}

/** Two records that stay two. */
export interface KeptApart {
  /** Id of the first. */
  one: string;
  /** Id of the second. */
  other: string;
}

/** Answers of similar confidence. */
export interface KeptBand {
  /** Least confidence. */
  from: number;
  /** Answers in this band. */
  pairs: number;
  /** Their mean confidence. */
  stated: number;
  /** The share of them that is right. */
  right: number;
}

/** A measurement: what was stated, and how much of it was right. */
export interface KeptCalibration {
  /** When it was made. */
  measured_at: string;
  /** People, asked for by name and employer. */
  people: KeptMeasurement;
  /** Companies, asked for by name. */
  companies: KeptMeasurement;
  /** Business mailboxes that are guessed, before a mail server is asked. */
  emails: KeptMeasurement;
}

/** Questions of one kind and their answers. */
export interface KeptMeasurement {
  /** Questions about what is on record. */
  known: number;
  /** Those that were answered rightly, at the default confidence. */
  found: number;
  /** Questions about what was taken away. */
  strangers: number;
  /** Those that were answered, at the default confidence. */
  strangers_answered: number;
  /** Answers at any confidence, each a pair of what was stated and whether it is right. */
  pairs: number;
  /** Expected calibration error: the mean distance of stated and right, each band weighted by its pairs. */
  error: number;
  /** Bands of similar confidence that have pairs, the least sure first. */
  bands: Array<KeptBand>;
}

/** An API key. The secret itself is only in the answer that created it. */
export interface KeyView {
  /** Key id. */
  id: string;
  /** Name of the key. */
  name: string;
  /** Last characters of the key. */
  hint: string;
  /** Scopes of the key. */
  scopes: Array<Scope>;
  /** When it was created. */
  created_at: string;
  /** When it expires. */
  expires_at?: string;
  /** When it was revoked; absent if it was not. */
  revoked_at?: string;
  /** When it was last used, accurate to some seconds. */
  last_used_at?: string;
  /** Credits that calls with the key may cost in a month of the calendar, in UTC. */
  monthly_cap?: Credits;
  /** Credits charged in this month, by this key and by those that share its cap. */
  used_this_month?: Credits;
  /** When the next month begins. */
  cap_resets_at?: string;
}

/**
 * Language of the sentences of an answer, by its ISO 639-1 code.
 *
 * - `en`: English.
 * - `de`: German, with `Sie`.
 * - `fr`: French, with `vous`.
 * - `es`: Spanish, with `usted`.
 */
export type Language = 'en' | 'de' | 'fr' | 'es';

/** A page of the ledger. */
export interface LedgerAnswer {
  /** Newest first. */
  results: Array<LedgerView>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
}

/** What `ledger` can be asked. */
export interface LedgerQuery {
  /** Movements per page. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}

/** One movement of credits. */
export interface LedgerView {
  /** When it was booked. */
  at: string;
  /** Kind of the movement. */
  kind: MovementKind;
  /** Change of the balance. */
  credits: Credits;
  /** The balance after it. */
  balance_after: Credits;
  /** Reason: the endpoint of a charge, or the operator's text. */
  reason: string;
  /** Id of the charged request. */
  request_id?: string;
  /** Id of the request whose charge is refunded. */
  refunds?: string;
  /** The operator's reference. */
  reference?: string;
}

/**
 * Line type of a phone number.
 *
 * - `mobile`: A mobile.
 * - `landline`: A landline, direct dials included.
 * - `mobile_or_landline`: Mobile or landline: the numbering plan does not distinguish them (NANP).
 * - `voip`: Voice over IP.
 * - `other`: Toll-free, premium and other non-personal numbers.
 * - `unknown`: Not known.
 */
export type LineType = 'mobile' | 'landline' | 'mobile_or_landline' | 'voip' | 'other' | 'unknown';

/** A page of accounts. */
export interface ListAccountsAnswer {
  /** Oldest first. */
  results: Array<ListedAccountView>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
}

/** A page of bulk jobs. */
export interface ListBulkJobsAnswer {
  /** Newest first. */
  results: Array<BulkJobView>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
}

/** What `list_bulk_jobs` can be asked. */
export interface ListBulkJobsQuery {
  /** Jobs per page. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}

/** A page of deliveries. */
export interface ListDeliveriesAnswer {
  /** Newest first. */
  results: Array<DeliveryView>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
}

/** What `list_deliveries` can be asked. */
export interface ListDeliveriesQuery {
  /** Only deliveries to this webhook. */
  webhook?: string;
  /** Only deliveries with this status. */
  status?: DeliveryStatus;
  /** Deliveries per page. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}

/** A page of saved ICPs. */
export interface ListIcpsAnswer {
  /** Newest first. */
  results: Array<SavedIcpView>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
}

/** What `list_icps` can be asked. */
export interface ListIcpsQuery {
  /** ICPs per page. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}

/** The account's keys. */
export interface ListKeysAnswer {
  /** Oldest first, revoked ones included. */
  results: Array<KeyView>;
}

/** A page of requests. */
export interface ListPrivacyRequestsAnswer {
  /** Newest first. */
  results: Array<PrivacyRequestView>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
}

/** What `list_privacy_requests` can be asked. */
export interface ListPrivacyRequestsQuery {
  /** Only requests with this status; open requests if omitted. */
  status?: PrivacyRequestStatus;
  /** Requests per page. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}

/** A page of the suppression list. */
export interface ListSuppressionsAnswer {
  /** Newest first. */
  results: Array<SuppressionView>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
}

/** What `list_suppressions` can be asked. */
export interface ListSuppressionsQuery {
  /** Entries per page. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}

/** A page of watch lists. */
export interface ListWatchListsAnswer {
  /** Newest first. */
  results: Array<WatchListView>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
}

/** What `list_watch_lists` can be asked. */
export interface ListWatchListsQuery {
  /** Lists per page. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}

/** The account's webhooks. */
export interface ListWebhooksAnswer {
  /** Oldest first. */
  results: Array<WebhookView>;
}

/** An account and its use. */
export interface ListedAccountView {
  /** Account id. */
  account_id: string;
  /** The plan set for the account; while a trial runs, the rights are those of indie. */
  plan: Plan;
  /** Current balance in credits. */
  balance: Credits;
  /** When the account was closed; absent while it is open. */
  closed_at?: string;
  /** Address that it signs in with. */
  email: string;
  /** When it was created. */
  created_at: string;
  /** The plan in effect, as the account sees it: while a trial runs, indie. */
  effective_plan: Plan;
  /** When its trial ends; absent without one. */
  trial_ends_at?: string;
  /** Keys that are not revoked. */
  keys: number;
  /** When one of its keys was last used, accurate to some seconds; absent if none was. */
  last_used_at?: string;
}

/** Filters for local businesses: shops, trades, practices and others that serve the people of a place. */
export interface LocalBusinessOwnersRequest {
  /** Maximum number of results per page. */
  limit?: number | null;
  /** `next_cursor` of the previous page; send it with otherwise the same request. */
  cursor?: string | null;
  /**
   * Leave out what this endpoint has already answered to this account. With or without it, an item is
   * charged once per account and endpoint.
   */
  new_only?: boolean;
  /** The industry; a sector includes its sub-industries. */
  industry?: string | null;
  /** City of the business. */
  city?: string | null;
  /** Country of the business, by ISO 3166 code or name. */
  country?: string | null;
  /** Only businesses that match these filters, the same as in `search/companies`. */
  icp?: CompanyFilters | null;
  /** Number of employees: a band such as `1-10`, or a range. */
  size?: BusinessSize | null;
  /** Only businesses that became known at or after this time. */
  observed_since?: string | null;
}

/** Filters for the businesses. */
export interface LocalServiceByRevenueRequest {
  /** Maximum number of results per page. */
  limit?: number | null;
  /** `next_cursor` of the previous page; send it with otherwise the same request. */
  cursor?: string | null;
  /**
   * Leave out what this endpoint has already answered to this account. With or without it, an item is
   * charged once per account and endpoint.
   */
  new_only?: boolean;
  /** The industry; a sector includes its sub-industries. */
  industry?: string | null;
  /** City of the business. */
  city?: string | null;
  /** Country of the business, by ISO 3166 code or name. */
  country?: string | null;
  /** Only businesses that match these filters, the same as in `search/companies`. */
  icp?: CompanyFilters | null;
  /** Yearly revenue; a business whose revenue is known as a band matches if the band overlaps the range. */
  revenue?: MoneyRange | null;
  /**
   * With true, a business matches only if its band of revenue and its band of employees lie inside the
   * ranges.
   */
  whole_bands?: boolean | null;
  /** Only businesses that became known at or after this time. */
  observed_since?: string | null;
}

/** A place. */
export interface Location {
  /** City name. */
  city?: string;
  /** State, province or region name. */
  region?: string;
  /** ISO 3166-1 alpha-2 code. */
  country?: string;
}

/** A place. */
export interface LocationInput {
  /** City name. */
  city?: string | null;
  /** State, province or region name. */
  region?: string | null;
  /** ISO 3166-1 alpha-2 code. */
  country?: string | null;
}

/** The account. A new key is shown only in this answer. */
export interface LoginAnswer {
  /** Account id. */
  account_id: string;
  /** The new key with all customer scopes, if one was requested. */
  key?: string;
  /** Details of the key, as stored. */
  details?: KeyView;
}

/** The key to create. */
export interface LoginKey {
  /** Your name for it, for display. */
  name: string;
}

/** Credentials. */
export interface LoginRequest {
  /** Email address of the account. */
  email: string;
  /** Password of the account. */
  password: string;
  /** Key to create; none is created if omitted. */
  key?: LoginKey | null;
}

/** A company similar to the reference companies. */
export interface Lookalike {
  /** The company. */
  company: Company;
  /** Similarity, from 0 (nothing in common) to 1; the mean over the reference companies. */
  similarity: number;
  /** What they have in common, most important first. */
  reasons: Array<string>;
}

/** The reference companies, and filters. */
export interface LookalikeAccountsRequest {
  /** Maximum number of results per page. */
  limit?: number | null;
  /** `next_cursor` of the previous page; send it with otherwise the same request. */
  cursor?: string | null;
  /**
   * Leave out what this endpoint has already answered to this account. With or without it, an item is
   * charged once per account and endpoint.
   */
  new_only?: boolean;
  /** Domains of reference companies, of which one to five are sent in all. */
  domains?: Array<DomainName> | null;
  /** Ids of reference companies. */
  company_ids?: Array<CompanyId> | null;
  /**
   * Names of reference companies. A name that several companies have is refused, with the companies
   * listed.
   */
  company_names?: Array<string> | null;
  /** Only companies that match these filters, the same as in `search/companies`. */
  icp?: CompanyFilters | null;
}

/** A page of a recipe's answer. */
export interface LookalikeList {
  /** The results, in order. Each has all data that the endpoint promises. */
  results: Array<Lookalike>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
  /** Number of candidates examined for this page. */
  looked_at: number;
  /** Whether no candidate is left after this page. */
  exhausted: boolean;
  /** The time limit, in seconds, if it ended the page early; the cursor continues where it stopped. */
  time_limit_seconds?: number;
  /** Effect of each filter on companies and the nearest filters with results, if the filters leave none. */
  why_not?: WhyNot;
  /** Rates at which amounts were compared, if amounts were asked for. */
  rates?: Rates;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** Filters for open positions. */
export interface LowCompetitionHiresRequest {
  /** Maximum number of results per page. */
  limit?: number | null;
  /** `next_cursor` of the previous page; send it with otherwise the same request. */
  cursor?: string | null;
  /**
   * Leave out what this endpoint has already answered to this account. With or without it, an item is
   * charged once per account and endpoint.
   */
  new_only?: boolean;
  /** Only events at or after this time. */
  since?: string | null;
  /** Only events within this many days before now. */
  within_days?: number | null;
  /**
   * Only events that became known at or after this time, whenever they happened. Without `since` and
   * `within_days`, events of any age.
   */
  observed_since?: string | null;
  /** Only results at companies that match these filters, the same as in `search/companies`. */
  icp?: CompanyFilters | null;
  /** Titles; spelling variants and similar titles match too. */
  titles?: Array<string> | null;
  /** Department of the positions. */
  department?: Department | null;
  /** Country of the positions, by ISO 3166 code or name. */
  country?: string | null;
  /** Maximum number of applicants; 24 if omitted. */
  max_applicants?: number | null;
}

/** A position with few applicants. */
export interface LowCompetitionJob {
  /** The position. */
  job: Job;
  /** When it became known. */
  observed_at: string;
}

/** A page of a recipe's answer. */
export interface LowCompetitionJobList {
  /** The results, in order. Each has all data that the endpoint promises. */
  results: Array<LowCompetitionJob>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
  /** Number of candidates examined for this page. */
  looked_at: number;
  /** Whether no candidate is left after this page. */
  exhausted: boolean;
  /** The time limit, in seconds, if it ended the page early; the cursor continues where it stopped. */
  time_limit_seconds?: number;
  /** Effect of each filter on companies and the nearest filters with results, if the filters leave none. */
  why_not?: WhyNot;
  /** Rates at which amounts were compared, if amounts were asked for. */
  rates?: Rates;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** A job change or promotion with a masked person; the name costs credits. */
export interface MaskedChange {
  /** Initials and new title, such as `J. M., VP Sales`. */
  person: string;
  /** Previous title. */
  oldTitle?: string;
  /** Previous employer. */
  oldCompany: Employer;
  /** New title. */
  newTitle?: string;
  /** Seniority of the new role. */
  seniority?: Seniority;
  /** Departments of the new role. */
  departments?: Array<Department>;
  /** Country of the person. */
  country?: string;
  /** Date of the move, as precisely as known. */
  changedAt: PartialDate;
}

/** How the best candidate compared: `score` is `prior` plus the weight of every feature. */
export interface MatchDecision {
  /** How sure the match is, 0 to 1. */
  confidence: number;
  /** What it had to reach. */
  min_confidence: number;
  /** Log odds of the match. */
  score: number;
  /** Log odds before anything was compared. */
  prior: number;
  /** What was compared, and what each comparison weighs. */
  features: Array<Feature>;
  /** The second best candidate, nameless. */
  runner_up?: RunnerUp;
}

/** The account. */
export interface MeAnswer {
  /** Account id. */
  account_id: string;
  /** Email address used to sign in. */
  email: string;
  /** The plan in effect. */
  plan: Plan;
  /** Current balance in credits. */
  balance: Credits;
  /** End of the trial, past or future; absent once a plan was chosen. */
  trial_ends_at?: string;
  /** Limits of the plan. */
  limits: PlanLimits;
  /** When the account was created. */
  created_at: string;
}

/** An amount of money in whole units of a currency. */
export interface Money {
  /** Whole currency units. */
  amount: number;
  /** ISO 4217 code. */
  currency: string;
}

/** A range of amounts in whole currency units, inclusive. A missing bound is open. */
export interface MoneyRange {
  /** Minimum, inclusive. */
  min?: number | null;
  /** Maximum, inclusive. */
  max?: number | null;
  /**
   * ISO 4217 code of the currency of `min` and `max`; USD if omitted. Amounts in other currencies are
   * converted at the reference rates whose date the answer names; amounts in a currency without a rate do
   * not pass.
   */
  currency?: string | null;
}

/** A contact who moved. */
export interface MovedChampion {
  /** The contact as sent in the request. */
  contact: Contact;
  /** The person, without contact values. */
  person_unmasked: Person;
  /** The position they left. */
  previous: PreviousRole;
  /** Current title. */
  new_role?: string;
  /** The company they joined. */
  company?: Employer;
  /** Date of the move, as precisely as known. */
  changed_at: PartialDate;
  /** When the move became known. */
  observed_at: string;
}

/** A page of a recipe's answer. */
export interface MovedChampionList {
  /** The results, in order. Each has all data that the endpoint promises. */
  results: Array<MovedChampion>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
  /** Number of candidates examined for this page. */
  looked_at: number;
  /** Whether no candidate is left after this page. */
  exhausted: boolean;
  /** The time limit, in seconds, if it ended the page early; the cursor continues where it stopped. */
  time_limit_seconds?: number;
  /** Effect of each filter on companies and the nearest filters with results, if the filters leave none. */
  why_not?: WhyNot;
  /** Rates at which amounts were compared, if amounts were asked for. */
  rates?: Rates;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/**
 * Kind of a movement.
 *
 * - `charge`: The price of a call.
 * - `refund`: The price of a call, given back in whole or in part.
 * - `grant`: Credits of the plan, or given by the operator.
 * - `withdrawal`: Credits taken back by the operator.
 */
export type MovementKind = 'charge' | 'refund' | 'grant' | 'withdrawal';

/** One movement of credits. */
export interface MovementView {
  /** When it was booked. */
  at: string;
  /** Change of the balance. */
  credits: Credits;
  /** Reason: the endpoint of a charge, or the operator's text. */
  reason: string;
  /** Id of the charged request. */
  request_id?: string;
  /** Id of the request whose charge is refunded. */
  refunds?: string;
  /** The operator's reference. */
  reference?: string;
}

/** The mobile number, if one was found, and the sources queried. */
export interface MultiSourcePhoneAnswer {
  /** Whether a mobile number was found. */
  found: boolean;
  /** Mobile number in E.164 form. */
  phone?: string;
  /** URL of the person's professional-network profile. */
  network_url?: string;
  /** Source of the number: `records`, or the name of a provider. */
  source?: string;
  /** Line type. */
  line_type?: LineType;
  /** The carrier, if known. */
  carrier?: string;
  /** ISO 3166-1 alpha-2 code of the number's country. */
  country?: string;
  /** Whether the line was checked. */
  status?: PhoneStatus;
  /** When the number was last validated; absent if unknown. */
  last_validated_at?: string;
  /**
   * Number of people in the records who have this number, if several do. One that three people have is not
   * answered as verified.
   */
  shared_by?: number;
  /** Present and true if the number is in a range that is reserved for fiction, and thus never assigned. */
  fictional?: boolean;
  /** Why no number is answered. */
  reason?: AttemptOutcome;
  /** All sources queried, in order. */
  attempts: Array<PhoneAttempt>;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** The person whose mobile number to find. */
export interface MultiSourcePhoneRequest {
  /** The form of the input; must match the fields sent. */
  kind?: PersonInputKind | null;
  /** Id of the person, `per_…`, alone. The id of a record that was joined into another means the other. */
  person_id?: string | null;
  /** URL of a professional-network profile, in any spelling. */
  networkUrl?: string | null;
  /** An email of the person. */
  email?: string | null;
  /** A phone number of the person, with country code. */
  phone?: string | null;
  /** Full name; send a company with it. */
  fullName?: string | null;
  /** Given name; send `lastName` and a company with it. */
  firstName?: string | null;
  /** Family name. */
  lastName?: string | null;
  /** Domain of a company the person works or worked for. */
  company_domain?: string | null;
  /** Id of a company the person works or worked for, `com_…`. */
  company_id?: string | null;
  /** Name of a company the person works or worked for. */
  company_name?: string | null;
  /** Identifier of a company the person works or worked for. */
  company_identifier?: IdentifierInput | null;
  /** Identifier of the person in a register. */
  identifier?: IdentifierInput | null;
  /** Only a number whose line was checked within a year. */
  verified_only?: boolean;
}

/** A record by id and name. */
export interface NamedRecord {
  /** Id of the record. */
  id: string;
  /** Its name, in lower case. */
  name: string;
}

/** A circle around a city, given by name, or around a point, given by latitude and longitude. */
export interface Near {
  /** Name of the city at the centre. If several cities have this name, the largest is used. */
  city?: string | null;
  /** State, province or region of that city. */
  region?: string | null;
  /** Country of that city, by ISO 3166 code or name. */
  country?: string | null;
  /** Latitude of the centre in degrees, instead of a city; north is positive. */
  latitude?: number | null;
  /** Longitude of the centre in degrees, instead of a city; east is positive. */
  longitude?: number | null;
  /** Radius in kilometres. */
  radius_km: number;
}

/** Filters that would answer. */
export interface NearestFilters {
  /** The names of those to give up. */
  dropped: Array<string>;
  /** How many the rest finds. */
  total: number;
}

/** A new key. The secret is shown only in this answer. */
export interface NewKeyAnswer {
  /** The secret key. Save it; only a hash is stored. */
  key: string;
  /** Details of the key, as stored. */
  details: KeyView;
}

/**
 * Why a company has no committee of a small business.
 *
 * - `too_large`: The company is too large for a small business.
 */
export type NoCommittee = 'too_large';

/** A range of numbers, inclusive. A missing bound is open. */
export interface NumberRange {
  /** Minimum, inclusive. */
  min?: number | null;
  /** Maximum, inclusive. */
  max?: number | null;
}

/** A first line, and the fact it is made from. */
export interface Opener {
  /** The sentence. */
  text: string;
  /** Which field of the person or company it is made from. */
  fact: string;
  /** The fact itself. */
  value: string;
}

/** Open positions at a company. */
export interface Openings {
  /** All open positions. */
  count: number;
  /** Open positions by department word. */
  byDepartment: Record<string, number>;
}

/** Open positions at a company. */
export interface OpeningsInput {
  /** All open positions. */
  count?: number;
  /** Open positions by department word. */
  byDepartment?: Record<string, number>;
}

/** The account. */
export type OperatorAccountRequest = Record<string, unknown>;

/** An account in operator answers. */
export interface OperatorAccountView {
  /** Account id. */
  account_id: string;
  /** The plan set for the account; while a trial runs, the rights are those of indie. */
  plan: Plan;
  /** Current balance in credits. */
  balance: Credits;
  /** When the account was closed; absent while it is open. */
  closed_at?: string;
}

/** What `operator_accounts` can be asked. */
export interface OperatorAccountsQuery {
  /** Only accounts whose address or id contains this text. */
  q?: string;
  /** Accounts per page. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}

/** What `operator_audit` can be asked. */
export interface OperatorAuditQuery {
  /** Entries per page. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}

/** What `operator_import` can be asked. */
export interface OperatorImportQuery {
  /** What the rows are about, for the guess of the columns; people if omitted. */
  subject?: ImportSubject;
}

/** What `operator_ledger` can be asked. */
export interface OperatorLedgerQuery {
  /** Movements per page. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}

/** What `operator_review_explain` can be asked. */
export interface OperatorReviewExplainQuery {
  /** Id of a record. */
  one: string;
  /** Id of another record. */
  other: string;
}

/** What `operator_review_list` can be asked. */
export interface OperatorReviewListQuery {
  /** Pairs per page. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}

/** What `operator_sources` can be asked. */
export interface OperatorSourcesQuery {
  /** The period; the last 30 days if omitted. */
  period?: Period;
}

/** What `operator_statement` can be asked. */
export interface OperatorStatementQuery {
  /** Only movements at or after this time; from the creation of the account if omitted. */
  since?: string;
  /** Only movements before this time; until now if omitted. */
  until?: string;
}

/**
 * Where an order comes from.
 *
 * - `default`: Nothing was set.
 * - `configuration`: The configuration of the server.
 * - `operator`: An operator chose it.
 */
export type OrderFrom = 'default' | 'configuration' | 'operator';

/** The origin of a value: the claim that stated it, and the sources that agree or disagree. */
export interface Origin {
  /** Path of the field in the record, such as `title` or `experience[0]`. */
  field: string;
  /** Source of the value. */
  source: string;
  /** The source's own id or row number for the subject. */
  reference: string;
  /** When the source observed it. */
  observedAt: string;
  /** The source's own words, where the record shows the usual name instead. */
  stated?: string;
  /** Confidence in the value, 0 to 1. */
  confidence: number;
  /** Names of other sources that state the same value. */
  agreeing?: Array<string>;
  /** Different values of other sources, newest first. */
  conflicting?: Array<Conflict>;
}

/** A business, with its owner and the owner's contact data. */
export interface OwnedBusiness {
  /** The business. */
  business: Company;
  /** The owner or leader of the business. */
  owner: Person;
  /** Verified email: a business email if there is one, otherwise a personal one. */
  email?: string;
  /** Whether the email is a business or a personal one. */
  email_kind?: EmailKind;
  /** Result of the last check of the email. */
  email_status?: Status;
  /** When the mail server confirmed it. */
  email_last_validated_at?: string;
  /** Mobile number in E.164 form. */
  mobile?: string;
  /** Whether the line of the mobile number was checked. */
  mobile_status?: PhoneStatus;
  /** When the mobile number was last validated, if known. */
  mobile_last_validated_at?: string;
  /** Number of people in the records who have the mobile number, if several do. */
  mobile_shared_by?: number;
}

/** A page of a recipe's answer. */
export interface OwnedBusinessList {
  /** The results, in order. Each has all data that the endpoint promises. */
  results: Array<OwnedBusiness>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
  /** Number of candidates examined for this page. */
  looked_at: number;
  /** Whether no candidate is left after this page. */
  exhausted: boolean;
  /** The time limit, in seconds, if it ended the page early; the cursor continues where it stopped. */
  time_limit_seconds?: number;
  /** Effect of each filter on companies and the nearest filters with results, if the filters leave none. */
  why_not?: WhyNot;
  /** Rates at which amounts were compared, if amounts were asked for. */
  rates?: Rates;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** The evidence for and against two records being one. */
export interface PairAnswer {
  /** The first record. */
  one: PairSideView;
  /** The second record. */
  other: PairSideView;
  /** Whether they are one record already. */
  joined: boolean;
  /** Whether a decision keeps them apart. */
  kept_apart: boolean;
  /** Identifiers that both have. */
  shared: Array<string>;
  /** Whether these identifiers join them. */
  joined_by_identifiers: boolean;
  /** The evidence in bits; absent if it is not weighed. */
  bits?: number;
  /** Bits that would join them. */
  enough?: number;
  /** What the evidence is made of. Birth dates and addresses take part; their values are not shown. */
  parts: Array<EvidenceView>;
  /** Of companies: how alike their names are, 0 to 1. */
  names_alike?: number;
}

/** Two records. */
export interface PairRequest {
  /** Id of a record. */
  one: string;
  /** Id of another record. */
  other: string;
}

/** One side of a pair. */
export interface PairSideView {
  /** Id of the record. */
  id: string;
  /** Its name, in lower case. */
  name: string;
  /** Rows of sources that it is made of, as `source:row`. */
  rows: Array<string>;
  /** The record, if it is a person. */
  person?: Person;
  /** The record, if it is a company. */
  company?: Company;
}

/** A date with the precision that is known: a year, a month or a day. */
export type PartialDate = string;

/** One step of an introduction path. */
export interface PathStep {
  /** Full name. */
  fullName: string;
  /** URL of the professional-network profile. */
  networkUrl?: string;
  /** Relationship to the next person; absent in the last step. */
  knows_next?: string;
}

/**
 * Pattern of a local part; the examples are for Anna Weber.
 *
 * - `first_dot_last`: anna.weber
 * - `initial_last`: aweber
 * - `first`: anna
 * - `initial_dot_last`: a.weber
 * - `first_initial`: annaw
 * - `first_last`: annaweber
 * - `first_underscore_last`: anna_weber
 * - `first_hyphen_last`: anna-weber
 * - `last_dot_first`: weber.anna
 * - `last`: weber
 * - `last_initial`: webera
 * - `last_first`: weberanna
 * - `first_dot_initial`: anna.w
 * - `last_dot_initial`: weber.a
 * - `initial_underscore_last`: a_weber
 * - `initial_hyphen_last`: a-weber
 * - `initials`: aw
 * - `last_underscore_first`: weber_anna
 */
export type Pattern = 'first_dot_last' | 'initial_last' | 'first' | 'initial_dot_last' | 'first_initial' | 'first_last' | 'first_underscore_last' | 'first_hyphen_last' | 'last_dot_first' | 'last' | 'last_initial' | 'last_first' | 'first_dot_initial' | 'last_dot_initial' | 'initial_underscore_last' | 'initial_hyphen_last' | 'initials' | 'last_underscore_first';

/** A page of people. */
export interface PeopleAnswer {
  /** Ordered by first resolution, newest first. */
  results: Array<SeenPersonView>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
}

/** Filters for people. A person must pass every given filter. */
export interface PeopleFilters {
  /**
   * Current job titles. Spellings and similar titles count: `VP Sales` finds a Vice President of Sales. In
   * double quotes only the words count.
   */
  titles?: Array<string>;
  /** Like `titles`, but every value must match. */
  titles_all?: Array<string>;
  /** Like `titles`, but no value may match. */
  exclude_titles?: Array<string>;
  /** Seniorities, such as `vp`. Names used by other services are accepted. */
  seniorities?: Array<string>;
  /** Like `seniorities`, but every value must match. */
  seniorities_all?: Array<string>;
  /** Like `seniorities`, but no value may match. */
  exclude_seniorities?: Array<string>;
  /** Departments, such as `engineering`. Names used by other services are accepted. */
  departments?: Array<string>;
  /** Like `departments`, but every value must match. */
  departments_all?: Array<string>;
  /** Like `departments`, but no value may match. */
  exclude_departments?: Array<string>;
  /** Skills. */
  skills?: Array<string>;
  /** Like `skills`, but every value must match. */
  skills_all?: Array<string>;
  /** Like `skills`, but no value may match. */
  exclude_skills?: Array<string>;
  /**
   * Industries of the current employer, by label, usual synonym or NAICS or SIC code. A sector includes
   * its sub-industries.
   */
  industries?: Array<string>;
  /** Like `industries`, but every value must match. */
  industries_all?: Array<string>;
  /** Like `industries`, but no value may match. */
  exclude_industries?: Array<string>;
  /** Countries, by ISO 3166 code or name. */
  countries?: Array<string>;
  /** Like `countries`, but every value must match. */
  countries_all?: Array<string>;
  /** Like `countries`, but no value may match. */
  exclude_countries?: Array<string>;
  /** States, provinces or regions, by name or ISO 3166-2 code. */
  regions?: Array<string>;
  /** Like `regions`, but every value must match. */
  regions_all?: Array<string>;
  /** Like `regions`, but no value may match. */
  exclude_regions?: Array<string>;
  /** Cities, in any language. */
  cities?: Array<string>;
  /** Like `cities`, but every value must match. */
  cities_all?: Array<string>;
  /** Like `cities`, but no value may match. */
  exclude_cities?: Array<string>;
  /** Languages spoken. */
  languages?: Array<string>;
  /** Like `languages`, but every value must match. */
  languages_all?: Array<string>;
  /** Like `languages`, but no value may match. */
  exclude_languages?: Array<string>;
  /** Certifications, or any part of their name. */
  certifications?: Array<string>;
  /** Like `certifications`, but every value must match. */
  certifications_all?: Array<string>;
  /** Like `certifications`, but no value may match. */
  exclude_certifications?: Array<string>;
  /** Schools attended, or any part of their name. */
  schools?: Array<string>;
  /** Like `schools`, but every value must match. */
  schools_all?: Array<string>;
  /** Like `schools`, but no value may match. */
  exclude_schools?: Array<string>;
  /** Titles held before the current one. Spellings and similar titles count. */
  past_titles?: Array<string>;
  /** Like `past_titles`, but every value must match. */
  past_titles_all?: Array<string>;
  /** Like `past_titles`, but no value may match. */
  exclude_past_titles?: Array<string>;
  /** Status of the best known business email: `deliverable`, `risky`, `unknown` or `undeliverable`. */
  email_statuses?: Array<string>;
  /** Like `email_statuses`, but every value must match. */
  email_statuses_all?: Array<string>;
  /** Like `email_statuses`, but no value may match. */
  exclude_email_statuses?: Array<string>;
  /** Ids of the current employer, `com_…`. */
  company_ids?: Array<string>;
  /** Like `company_ids`, but every value must match. */
  company_ids_all?: Array<string>;
  /** Like `company_ids`, but no value may match. */
  exclude_company_ids?: Array<string>;
  /** Names of the current employer, or any part of them; registered and former names count. */
  company_names?: Array<string>;
  /** Like `company_names`, but every value must match. */
  company_names_all?: Array<string>;
  /** Like `company_names`, but no value may match. */
  exclude_company_names?: Array<string>;
  /** Countries of the current employer's headquarters, by ISO 3166 code or name. */
  company_countries?: Array<string>;
  /** Like `company_countries`, but every value must match. */
  company_countries_all?: Array<string>;
  /** Like `company_countries`, but no value may match. */
  exclude_company_countries?: Array<string>;
  /** Domains of the current employer. */
  company_domains?: Array<string>;
  /** Like `company_domains`, but every value must match. */
  company_domains_all?: Array<string>;
  /** Like `company_domains`, but no value may match. */
  exclude_company_domains?: Array<string>;
  /** Domains of earlier employers. */
  past_company_domains?: Array<string>;
  /** Like `past_company_domains`, but every value must match. */
  past_company_domains_all?: Array<string>;
  /** Like `past_company_domains`, but no value may match. */
  exclude_past_company_domains?: Array<string>;
  /** Names of earlier employers, or any part of them. */
  past_company_names?: Array<string>;
  /** Like `past_company_names`, but every value must match. */
  past_company_names_all?: Array<string>;
  /** Like `past_company_names`, but no value may match. */
  exclude_past_company_names?: Array<string>;
  /** Technologies the current employer uses, by any usual name. */
  company_technologies?: Array<string>;
  /** Like `company_technologies`, but every value must match. */
  company_technologies_all?: Array<string>;
  /** Like `company_technologies`, but no value may match. */
  exclude_company_technologies?: Array<string>;
  /** Size bands of the current employer, such as `51-200`. */
  company_size_bands?: Array<string>;
  /** Like `company_size_bands`, but every value must match. */
  company_size_bands_all?: Array<string>;
  /** Like `company_size_bands`, but no value may match. */
  exclude_company_size_bands?: Array<string>;
  /** Funding stages of the current employer, such as `series_a`. */
  company_funding_stages?: Array<string>;
  /** Like `company_funding_stages`, but every value must match. */
  company_funding_stages_all?: Array<string>;
  /** Like `company_funding_stages`, but no value may match. */
  exclude_company_funding_stages?: Array<string>;
  /** Departments in which the current employer has open positions. */
  company_hiring_departments?: Array<string>;
  /** Like `company_hiring_departments`, but every value must match. */
  company_hiring_departments_all?: Array<string>;
  /** Like `company_hiring_departments`, but no value may match. */
  exclude_company_hiring_departments?: Array<string>;
  /** Employees of the current employer; a band passes when it overlaps. */
  employee_count?: NumberRange | null;
  /** Yearly revenue of the current employer; a band passes when it overlaps. */
  company_revenue?: MoneyRange | null;
  /** Only bands that lie inside the range. */
  whole_bands?: boolean | null;
  /** Year the current employer was founded. */
  company_founded_year?: NumberRange | null;
  /** Total money raised by the current employer. */
  company_funding_amount?: MoneyRange | null;
  /** The current employer's newest round is at most this many days old. */
  company_funded_within_days?: number | null;
  /** Whole years since the first job. */
  years_experience?: NumberRange | null;
  /** Whole months in the current role. */
  months_in_role?: NumberRange | null;
  /** Growth of the current employer's headcount over about a year, in percent; negative if it shrank. */
  company_headcount_growth?: NumberRange | null;
  /** Came to the current employer from another one at most this many days ago. */
  changed_jobs_within_days?: number | null;
  /** Whether a business email is known. */
  has_email?: boolean | null;
  /** Whether a phone is known. */
  has_phone?: boolean | null;
  /** Within a radius of a city or a point. A record whose city is unknown never matches. */
  near?: Near | null;
  /** Words of the name, in any order; nicknames count. */
  name?: string | null;
  /** Words anywhere in the name, title, employer, headline, skills, certifications and schools. */
  text?: string | null;
}

/** What `people_seen` can be asked. */
export interface PeopleSeenQuery {
  /** Only people whose name, company, company domain, or bought email or phone contains this text. */
  q?: string;
  /** Only the person of this id. */
  id?: string;
  /** People per page. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}

/**
 * Sort order of people; ties are ordered by id.
 *
 * - `relevance`: Matches in name, title or employer first, then records with more known facts, then newer ones.
 * - `name`: By name.
 * - `recently_updated`: The most recently updated record first.
 * - `recently_changed`: The most recent change of employer first.
 * - `employee_count`: The largest employer first.
 */
export type PeopleSort = 'relevance' | 'name' | 'recently_updated' | 'recently_changed' | 'employee_count';

/**
 * A period that ends now.
 *
 * - `7d`: The last 7 days.
 * - `30d`: The last 30 days.
 * - `90d`: The last 90 days.
 */
export type Period = '7d' | '30d' | '90d';

/** A person as it appears in answers. A field that no source has stated is absent, never inferred. */
export interface Person {
  /** Stable id, `per_…`. */
  id: string;
  /** Full name: the newest of the most complete claims. */
  fullName: string;
  /** Given name. */
  firstName?: string;
  /** Family name, with particles. */
  lastName?: string;
  /** Headline of the person's profile. */
  headline?: string;
  /** Current job title. */
  title?: string;
  /** Seniority read from the title. */
  seniority?: Seniority;
  /** Departments read from the title. */
  departments?: Array<Department>;
  /** Current employer. */
  company?: Employer;
  /** Start of the current role. */
  startedAt?: PartialDate;
  /** Where the person lives or works. */
  location?: Location;
  /** Professional-network profile. */
  networkUrl?: string;
  /** Other public profiles. */
  profiles?: Array<Profile>;
  /** Best business email; only on endpoints whose price includes it. */
  email?: string;
  /** Whether `email` was proven deliverable. */
  emailVerified?: boolean;
  /** Verification status of `email`. */
  emailStatus?: ContactStatus;
  /** When `email` was last checked with its mail server. */
  emailLastValidatedAt?: string;
  /** Whether a business email is known. */
  hasEmail: boolean;
  /** Whether a phone is known. */
  hasPhone: boolean;
  /** Positions, newest first, the current one included. */
  experience?: Array<Experience>;
  /** Schools and degrees. */
  education?: Array<Education>;
  /** Skills. */
  skills?: Array<string>;
  /** Languages spoken. */
  languages?: Array<string>;
  /** Certifications held. */
  certifications?: Array<string>;
  /** When the newest claim behind this record was observed. */
  updatedAt?: string;
  /** Identifiers of registers, such as `ORCID`. */
  identifiers?: Array<ExternalId>;
  /** Sources with claims about this person, each with its newest observation. */
  sources?: Array<SourceStamp>;
}

/**
 * Forms of identifying a person.
 *
 * - `network`: By `networkUrl`.
 * - `email`: By `email`.
 * - `phone`: By `phone`.
 * - `name`: By a name and a company.
 */
export type PersonInputKind = 'network' | 'email' | 'phone' | 'name';

/** A row of a preview: whole if the account has the record already, else without name, id and URL. */
export interface PersonPreviewRow {
  /** Whether the account has this record already; the row is whole then. */
  owned: boolean;
  /** Send it in `refs` within an hour to have this record. */
  ref: string;
  /** First letters of the given and the family name; absent in scripts where a letter is a whole name. */
  initials?: string;
  /** Stable id, `per_…`. */
  id?: string;
  /** Full name: the newest of the most complete claims. */
  fullName?: string;
  /** Given name. */
  firstName?: string;
  /** Family name, with particles. */
  lastName?: string;
  /** Headline of the person's profile. */
  headline?: string;
  /** Current job title. */
  title?: string;
  /** Seniority read from the title. */
  seniority?: Seniority;
  /** Departments read from the title. */
  departments?: Array<Department>;
  /** Current employer. */
  company?: Employer;
  /** Start of the current role. */
  startedAt?: PartialDate;
  /** Where the person lives or works. */
  location?: Location;
  /** Professional-network profile. */
  networkUrl?: string;
  /** Other public profiles. */
  profiles?: Array<Profile>;
  /** Best business email; only on endpoints whose price includes it. */
  email?: string;
  /** Whether `email` was proven deliverable. */
  emailVerified?: boolean;
  /** Verification status of `email`. */
  emailStatus?: ContactStatus;
  /** When `email` was last checked with its mail server. */
  emailLastValidatedAt?: string;
  /** Whether a business email is known. */
  hasEmail?: boolean;
  /** Whether a phone is known. */
  hasPhone?: boolean;
  /** Positions, newest first, the current one included. */
  experience?: Array<Experience>;
  /** Schools and degrees. */
  education?: Array<Education>;
  /** Skills. */
  skills?: Array<string>;
  /** Languages spoken. */
  languages?: Array<string>;
  /** Certifications held. */
  certifications?: Array<string>;
  /** When the newest claim behind this record was observed. */
  updatedAt?: string;
  /** Identifiers of registers, such as `ORCID`. */
  identifiers?: Array<ExternalId>;
  /** Sources with claims about this person, each with its newest observation. */
  sources?: Array<SourceStamp>;
}

/** A page of search results. */
export interface PersonSearchAnswer {
  /** The records in sort order. People have no contact values; `hasEmail` and `hasPhone` show which exist. */
  results: Array<Person>;
  /** Ids of `results` whose band of employees or revenue only overlaps the range. */
  overlapping?: Array<string>;
  /** Total number of matches, if requested. */
  total?: number;
  /** The requested facet counts. */
  facets?: Array<FacetCounts>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
  /** Effect of each filter and the nearest filters with results, if nothing was found. */
  why_not?: WhyNot;
  /** Number of candidates examined for this page. */
  looked_at?: number;
  /** Whether no candidate is left after this page. */
  exhausted?: boolean;
  /** The time limit, in seconds, if it ended the page early; the cursor continues where it stopped. */
  time_limit_seconds?: number;
  /** Rates at which amounts were compared, if amounts were asked for. */
  rates?: Rates;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** What the preview of a search shows besides its price. */
export interface PersonSearchPreview {
  /** Always true. */
  preview: true;
  would_cost: WouldCost;
  /** How many there are in all, for a search. */
  total?: number;
  /** True in the sandbox. */
  sandbox?: boolean;
  /**
   * The page, masked, as far as the day's rows reach. Empty in a preview of `refs`, and where a filter by
   * name, words or domain leaves fewer than 5 matches or stands beside other filters: the preview then has
   * neither `total` nor an exact price.
   */
  rows: Array<PersonPreviewRow>;
  /** Masked rows that previews may still show this account until midnight UTC; absent in the sandbox. */
  rows_left_today?: number;
  /** The requested facet counts, if at least 5 match. */
  facets?: Array<FacetCounts>;
  /**
   * Cursor of the next page of the preview; absent on the last page, and where rows are hidden or beyond
   * the day's limit.
   */
  next_cursor?: string;
}

/** One source that was queried. */
export interface PhoneAttempt {
  /** Name of the source. */
  provider: string;
  /** How it ended. */
  outcome: AttemptOutcome;
  /** How long it took. */
  latency_ms: number;
}

/** A phone number as the source stated it. */
export interface PhoneFact {
  /** E.164. */
  number?: string;
  /** Line type, if the source states it. */
  lineType?: LineType | null;
  /** Carrier, if the source states it. */
  carrier?: string | null;
  /** Verification status, if the source states one. */
  status?: ContactStatus | null;
  /** When the source checked it. */
  lastValidatedAt?: string | null;
}

/**
 * Whether the line of a number was checked.
 *
 * - `verified`: Checked within the last year, by its carrier or by a vendor that says so.
 * - `unverified`: Never checked.
 * - `stale`: Checked longer ago.
 */
export type PhoneStatus = 'verified' | 'unverified' | 'stale';

/** What an account pays for, the lowest first. */
export type Plan = 'free' | 'indie' | 'starter' | 'pro' | 'scale';

/** Limits of a plan. */
export interface PlanLimits {
  /** Requests per second; 0 means no limit. Bursts of up to twice as many are accepted. */
  requests_per_second: number;
  /** Credits per month. */
  monthly_credits: number;
  /** Whether jobs may send webhook events. */
  webhooks: boolean;
}

/**
 * Ad platforms, by how they normalise an address before hashing.
 *
 * - `plain`: Trimmed and lower-cased.
 * - `meta`: Meta custom audiences: trimmed and lower-cased.
 * - `google`: Google customer match: as plain, and for Gmail addresses without dots and plus-tag.
 * - `linkedin-style`: The professional network's matched audiences: trimmed and lower-cased.
 */
export type Platform = 'plain' | 'meta' | 'google' | 'linkedin-style';

/** A champion with a change. */
export interface PowerUser {
  /** The contact as sent in the request. */
  contact: Contact;
  /** Kind of change. */
  change: ChangeKind;
  /** Description of the change. */
  detail: string;
  /** When it changed. */
  at: string;
  /** When the change became known. */
  observed_at: string;
  /** The person, without contact values; absent if unknown. */
  person?: Person;
}

/** A page of a recipe's answer. */
export interface PowerUserList {
  /** The results, in order. Each has all data that the endpoint promises. */
  results: Array<PowerUser>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
  /** Number of candidates examined for this page. */
  looked_at: number;
  /** Whether no candidate is left after this page. */
  exhausted: boolean;
  /** The time limit, in seconds, if it ended the page early; the cursor continues where it stopped. */
  time_limit_seconds?: number;
  /** Effect of each filter on companies and the nearest filters with results, if the filters leave none. */
  why_not?: WhyNot;
  /** Rates at which amounts were compared, if amounts were asked for. */
  rates?: Rates;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** A position that a person left. */
export interface PreviousRole {
  /** Title of the position. */
  title?: string;
  /** Company of the position. */
  company: Employer;
}

/** What a call would cost; the answer to `preview: true`. The charge never exceeds it. */
export interface PricePreview {
  /** Always true. */
  preview: true;
  would_cost: WouldCost;
  /** How many there are in all, for a search. */
  total?: number;
  /** True in the sandbox. */
  sandbox?: boolean;
}

/**
 * How a request stands.
 *
 * - `open`: Waits for a decision.
 * - `approved`: The person was erased and is kept out.
 * - `refused`: Nothing was done.
 */
export type PrivacyRequestStatus = 'open' | 'approved' | 'refused';

/** A request in operator answers. */
export interface PrivacyRequestView {
  /** Id of the request. */
  id: string;
  /** Kind of identifier: `email`, `phone`, `profile` or `domain`. */
  kind: string;
  /** The identifier; deleted once the request is decided. */
  value?: string;
  /** Status of the request. */
  status: PrivacyRequestStatus;
  /** When it was received. */
  created_at: string;
  /** When it was decided. */
  decided_at?: string;
  /** Counts of erased rows; only in the answer to an approval. */
  erased?: ErasedView;
}

/**
 * Traits of a person that are used only for identity matching. They stay in the claim: no record, answer,
 * feed or export contains them, and they are erased with the claim.
 */
export interface PrivateTraits {
  /** Digits of the date of birth, year first, as the source has them: a date with a typo is still evidence. */
  birthDate?: string | null;
  /** Number of a national register of people, such as a social security number. */
  nationalId?: string | null;
  /** House number. */
  houseNumber?: string | null;
  /** Street. */
  street?: string | null;
  /** Rest of the address: flat, building, estate. */
  addressLine?: string | null;
  /** Postcode. */
  postcode?: string | null;
}

/** An error, as RFC 9457 problem details. */
export interface Problem {
  /** Where the code is explained. */
  type: string;
  /** What the code means, whatever the request. */
  title: string;
  /** HTTP status. */
  status: number;
  /** What happened and what to do next. */
  detail: string;
  /**
   * Stable code. Take an unknown one by its status. Known: `invalid_json`, `missing_key`, `invalid_key`,
   * `expired_key`, `revoked_key`, `insufficient_credits`, `plan_required`, `scope_required`,
   * `trial_expired`, `signup_closed`, `account_closed`, `not_found`, `method_not_allowed`,
   * `request_in_progress`, `reference_used`, `webhook_not_receiving`, `refund_refused`, `body_too_large`,
   * `unsupported_media_type`, `unsupported_encoding`, `invalid_request`, `unknown_field`,
   * `idempotency_mismatch`, `rate_limited`, `sandbox_limit`, `internal`, `outcome_unknown`,
   * `sources_unavailable`, `overloaded`, `storage_unavailable`, `malformed_request`,
   * `invalid_credentials`, `limit_reached`, `key_cap_reached`, `max_credits_exceeded`, `head_too_large`.
   */
  code: string;
  /** As in `X-Request-Id`. */
  request_id: string;
  /** Every fault of an invalid request. */
  errors?: Array<Fault>;
  /** With insufficient_credits, key_cap_reached and max_credits_exceeded: credits needed. */
  required?: number;
  /** With max_credits_exceeded: what Max-Credits allows. */
  max_credits?: number;
  /** With key_cap_reached: the cap. */
  monthly_cap?: number;
  /** With key_cap_reached: credits spent of it. */
  used_this_month?: number;
  /** With key_cap_reached: when the next month begins. */
  resets_at?: string;
  /** With insufficient_credits: credits there. */
  balance?: number;
  /** With insufficient_credits and max_credits_exceeded: the largest `limit` that fits. */
  largest_affordable_limit?: number;
  /** With insufficient_credits and max_credits_exceeded: how many items fit. */
  affordable_items?: number;
  /** With scope_required: the scope. */
  required_scope?: string;
  /** With plan_required: the lowest plan. */
  required_plan?: string;
  /** True in the sandbox. */
  sandbox?: boolean;
}

/** A public profile outside the professional network. */
export interface Profile {
  /** Site, such as `github`. */
  network: string;
  /** Address. */
  url: string;
}

/** URL of a professional-network profile, in any spelling. */
export type ProfileUrl = string;

/** A contact who was promoted. */
export interface Promoted {
  /** The contact as sent in the request. */
  contact: Contact;
  /** The person, without contact values. */
  person: Person;
  /** Previous title. */
  old_title: string;
  /** Current title. */
  new_title: string;
  /** The company at which they were promoted. */
  company?: Employer;
  /** Date of the promotion, as precisely as known. */
  promoted_at: PartialDate;
  /** When the promotion became known. */
  observed_at: string;
}

/** A page of a recipe's answer. */
export interface PromotedList {
  /** The results, in order. Each has all data that the endpoint promises. */
  results: Array<Promoted>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
  /** Number of candidates examined for this page. */
  looked_at: number;
  /** Whether no candidate is left after this page. */
  exhausted: boolean;
  /** The time limit, in seconds, if it ended the page early; the cursor continues where it stopped. */
  time_limit_seconds?: number;
  /** Effect of each filter on companies and the nearest filters with results, if the filters leave none. */
  why_not?: WhyNot;
  /** Rates at which amounts were compared, if amounts were asked for. */
  rates?: Rates;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** The person with contact data, peers and suggested first lines. */
export interface ProspectPackageAnswer {
  /** The person, with the business email if one was found; null if no record matches the profile. */
  person: Person | null;
  /** Mobile number in E.164 form; null if unknown. */
  phone: string | null;
  /** Whether the line of the mobile number was checked. */
  phone_status?: PhoneStatus;
  /** When the mobile number was last validated, if known. */
  phone_last_validated_at?: string;
  /** Number of people in the records who have the mobile number, if several do. */
  phone_shared_by?: number;
  /** Up to three coworkers closest in function and seniority. */
  peers_at_company: Array<DecisionMaker>;
  /** Suggested first lines, each based on one recorded fact. */
  personalization_hooks: Array<string>;
  /** The fact behind each hook, if requested. */
  explain?: Array<Opener>;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** The person to contact. */
export interface ProspectPackageRequest {
  /** URL of a professional-network profile, in any spelling. */
  networkUrl?: ProfileUrl | null;
  /** Id of the person's record, `per_…`, in place of a profile. */
  person_id?: string | null;
  /** Language of the first lines; English if omitted. */
  language?: Language;
  /** Return the fact behind each hook. */
  explain?: boolean;
}

/** New matches of a watch list. */
export interface QuietPowerUserMatchedData {
  watch_list: WatchedList;
  /** The matches, each charged once. */
  matches: Array<PowerUser>;
  /** Credits charged. */
  credits: number;
}

/** Event `quiet_power_user.matched`: A contact of a watched list changed job, title or engagement. */
export interface QuietPowerUserMatchedEvent {
  /** Kind of the event. */
  type: "quiet_power_user.matched";
  /** When it happened. */
  timestamp: string;
  data: QuietPowerUserMatchedData;
}

/** The champions to check. */
export interface QuietPowerUsersRequest {
  /** Maximum number of results per page. */
  limit?: number | null;
  /** `next_cursor` of the previous page; send it with otherwise the same request. */
  cursor?: string | null;
  /**
   * Leave out what this endpoint has already answered to this account. With or without it, an item is
   * charged once per account and endpoint.
   */
  new_only?: boolean;
  /** Only events at or after this time. */
  since?: string | null;
  /** Only events within this many days before now. */
  within_days?: number | null;
  /**
   * Only events that became known at or after this time, whenever they happened. Without `since` and
   * `within_days`, events of any age.
   */
  observed_since?: string | null;
  /** Only results at companies that match these filters, the same as in `search/companies`. */
  icp?: CompanyFilters | null;
  /** The caller's champions to check. */
  contacts: Array<ContactInput>;
}

/** Rates at which amounts in different currencies were compared. */
export interface Rates {
  /** Currencies of the amounts in the request. */
  currencies: Array<string>;
  /** Day of the reference rates by which other currencies were converted, `YYYY-MM-DD`. */
  date: string;
}

/** A job with a page of its results. */
export interface ReadBulkJobAnswer {
  /** Job id. */
  id: string;
  /** Operation id of the endpoint it was submitted to. */
  endpoint: string;
  /** Status of the job. */
  status: BulkStatus;
  /** Why it is paused: the problem code that a call with the job's key would get now. */
  paused_reason?: string;
  /** Number of items. */
  total: number;
  /** Items processed, with any result. */
  processed: number;
  /** Of these, items resolved and charged. */
  resolved: number;
  /** Of these, items with invalid values; free. */
  invalid: number;
  /** Of these, items that no source could answer; free. Resuming the job retries them. */
  failed: number;
  /** Of these, items that the balance did not cover. Resuming the job after a top-up retries them. */
  insufficient_credits: number;
  /** Credits charged so far. */
  credits: Credits;
  /** When it was submitted. */
  created_at: string;
  /** When processing of the first item started. */
  started_at?: string;
  /** When it finished. The job is stored for 30 days after that. */
  finished_at?: string;
  /** All items in the order of submission, including `pending` ones. */
  results: Array<BulkResultView>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
}

/** What `read_bulk_job` can be asked. */
export interface ReadBulkJobQuery {
  /** Results per page. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}

/** An import, with its columns before it was started and its first rejected rows. */
export interface ReadImportAnswer {
  /** Import id. */
  id: string;
  /** Name of the file. */
  name: string;
  /** Its size in bytes. */
  bytes: number;
  /** When it was received. */
  received_at: string;
  /** What became of it. */
  state: ImportState;
  /** What its rows are about, once it was started. */
  subject?: ImportSubject;
  /** Name of the source, once it was started. */
  source?: string;
  /** Account that started it. */
  started_by?: string;
  /** When it was started. */
  started_at?: string;
  /** When it ended. */
  ended_at?: string;
  /** Rows that were read and filed so far. */
  rows: number;
  /** What they came to. */
  counts: ImportCounts;
  /** Why it ended early. */
  fault?: string;
  /** The columns as they are guessed; empty once it was started. */
  columns: Array<ImportColumn>;
  /** Fields that a column can be. */
  fields: Array<string>;
  /** The product whose export the file was recognised as. */
  preset?: string;
  /** Why every row would be rejected with these columns, or why the file cannot be read. */
  missing?: string;
  /** The first rejected rows. */
  rejects: Array<RejectedRow>;
}

/**
 * Why an address got its status.
 *
 * - `mailbox_exists`: The server accepted the address and refused a made-up one.
 * - `invalid_syntax`: The text is not an email address.
 * - `domain_not_found`: The domain does not exist.
 * - `no_mail_server`: The domain exists but has no mail server.
 * - `null_mx`: The domain declares that it accepts no mail (null MX, RFC 7505).
 * - `mailbox_not_found`: The server has no such mailbox.
 * - `mailbox_disabled`: The mailbox is disabled.
 * - `mailbox_moved`: The mailbox has moved and mail is not forwarded.
 * - `address_not_allowed`: The server does not allow addresses of this form.
 * - `international_mail_unsupported`: The address needs SMTPUTF8, which the server does not support.
 * - `catch_all`: The server accepts every address of the domain.
 * - `catch_all_unproven`: The server accepted the address, but the catch-all check was inconclusive.
 * - `mailbox_full`: The mailbox exists and is full.
 * - `disposable`: The domain is a disposable-address provider.
 * - `dns_failure`: The DNS lookup failed.
 * - `forbidden_network`: The mail server's address is in a network that the network policy forbids.
 * - `unreachable`: No mail server could be reached.
 * - `timed_out`: The mail server did not reply in time.
 * - `connection_dropped`: The mail server closed the connection before it replied.
 * - `protocol_error`: The mail server's reply is not valid SMTP.
 * - `greylisted`: The mail server uses greylisting: it accepts unknown senders only on a later attempt.
 * - `temporary_failure`: The mail server has a temporary problem.
 * - `rate_limited`: The mail server limits our rate of requests.
 * - `refused_network`: The mail server refuses our IP address or network.
 * - `refused_sender`: The mail server refuses our return path.
 * - `relay_denied`: The mail server refuses to relay mail for this domain.
 * - `authentication_required`: The mail server requires authentication.
 * - `encryption_failed`: The mail server requires encryption and it could not be established.
 * - `refused_by_policy`: The mail server refuses the mail by policy, independent of the recipient.
 * - `unclear_refusal`: The mail server refuses without saying whether the cause is the mailbox or the sender.
 */
export type Reason = 'mailbox_exists' | 'invalid_syntax' | 'domain_not_found' | 'no_mail_server' | 'null_mx' | 'mailbox_not_found' | 'mailbox_disabled' | 'mailbox_moved' | 'address_not_allowed' | 'international_mail_unsupported' | 'catch_all' | 'catch_all_unproven' | 'mailbox_full' | 'disposable' | 'dns_failure' | 'forbidden_network' | 'unreachable' | 'timed_out' | 'connection_dropped' | 'protocol_error' | 'greylisted' | 'temporary_failure' | 'rate_limited' | 'refused_network' | 'refused_sender' | 'relay_denied' | 'authentication_required' | 'encryption_failed' | 'refused_by_policy' | 'unclear_refusal';

/** A file for an import. */
export interface ReceiveImportRequest {
  /** Name of the file, for display. */
  name: string;
  /** The file: a line of headings, then rows. Larger ones are sent on the pages. */
  csv: string;
}

/** The candidate, and similar people. */
export interface RecruiterPackAnswer {
  /** The candidate, without contact values; null if no record matches. */
  candidate: Person | null;
  /** Eight similar people at other companies, most similar first. */
  similar_candidates: Array<SimilarPerson>;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** The candidate. */
export interface RecruiterPackRequest {
  /** The form of the input; must match the fields sent. */
  kind?: PersonInputKind | null;
  /** Id of the person, `per_…`, alone. The id of a record that was joined into another means the other. */
  person_id?: string | null;
  /** URL of a professional-network profile, in any spelling. */
  networkUrl?: string | null;
  /** An email of the person. */
  email?: string | null;
  /** A phone number of the person, with country code. */
  phone?: string | null;
  /** Full name; send a company with it. */
  fullName?: string | null;
  /** Given name; send `lastName` and a company with it. */
  firstName?: string | null;
  /** Family name. */
  lastName?: string | null;
  /** Domain of a company the person works or worked for. */
  company_domain?: string | null;
  /** Id of a company the person works or worked for, `com_…`. */
  company_id?: string | null;
  /** Name of a company the person works or worked for. */
  company_name?: string | null;
  /** Identifier of a company the person works or worked for. */
  company_identifier?: IdentifierInput | null;
  /** Identifier of the person in a register. */
  identifier?: IdentifierInput | null;
}

/** A delivery, by event id. */
export type RedeliverRequest = Record<string, unknown>;

/** Number of redelivered events. */
export interface RedeliverSinceAnswer {
  /** Events redelivered, oldest first; 10,000 at most. */
  redelivered: number;
}

/** Which events to redeliver. */
export interface RedeliverSinceRequest {
  /** Events that occurred at or after this time. */
  since: string;
  /** Only events of this webhook; all webhooks if omitted. */
  webhook?: string | null;
  /** Include delivered events; if omitted, only events whose delivery was given up. */
  include_delivered?: boolean | null;
}

/** The charge to refund. */
export interface RefundRequest {
  /** Id of the charged request, as in the history. */
  request_id: string;
  /** Credits with at most three decimals; the unrefunded rest of the charge if omitted. */
  credits?: number | null;
  /** Your unique reference for this refund. Repeating a reference changes nothing. */
  reference: string;
  /** Reason, shown in the statement. */
  reason?: string | null;
}

/** A rejected row. */
export interface RejectedItem {
  /** Zero-based index in the request. */
  index: number;
  /** JSON pointer to the row in the request. */
  pointer: string;
  /** Why it was rejected. */
  reason: string;
}

/** A rejected row. */
export interface RejectedRow {
  /** Line of the file on which it begins. */
  line: number;
  /** Why it was rejected. */
  reason: string;
  /** Its cells that are not empty, by their headings. */
  cells: Record<string, string>;
}

/** The person and their coworkers. */
export interface RelationshipGraphAnswer {
  /** The person, without contact values; null if no record matches. */
  person: Person | null;
  /** Coworkers by overlapping employment, strongest relationship first. */
  coworkers: Array<CoworkerView>;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** The person at the centre of the graph. */
export interface RelationshipGraphRequest {
  /** The form of the input; must match the fields sent. */
  kind?: PersonInputKind | null;
  /** Id of the person, `per_…`, alone. The id of a record that was joined into another means the other. */
  person_id?: string | null;
  /** URL of a professional-network profile, in any spelling. */
  networkUrl?: string | null;
  /** An email of the person. */
  email?: string | null;
  /** A phone number of the person, with country code. */
  phone?: string | null;
  /** Full name; send a company with it. */
  fullName?: string | null;
  /** Given name; send `lastName` and a company with it. */
  firstName?: string | null;
  /** Family name. */
  lastName?: string | null;
  /** Domain of a company the person works or worked for. */
  company_domain?: string | null;
  /** Id of a company the person works or worked for, `com_…`. */
  company_id?: string | null;
  /** Name of a company the person works or worked for. */
  company_name?: string | null;
  /** Identifier of a company the person works or worked for. */
  company_identifier?: IdentifierInput | null;
  /** Identifier of the person in a register. */
  identifier?: IdentifierInput | null;
}

/** A fact. */
export interface ResetOrderRequest {
  /** What is asked for. */
  fact: AskedFact;
}

/** A band of yearly revenue. */
export interface RevenueRange {
  /** Lower bound in whole currency units. */
  min?: number;
  /** Upper bound in whole currency units. */
  max?: number;
  /** ISO 4217 code. */
  currency: string;
}

/** A band of yearly revenue. */
export interface RevenueRangeInput {
  /** Lower bound in whole currency units. */
  min?: number | null;
  /** Upper bound in whole currency units. */
  max?: number | null;
  /** ISO 4217 code. */
  currency: string;
}

/** The email address to look up. */
export interface ReverseEmailRequest {
  /** The address, business or personal. */
  email: string;
  /** Explain the match and give the source of each value. */
  explain?: boolean | null;
}

/** The phone number to look up. */
export interface ReversePhoneRequest {
  /** The number, with country code. */
  phone: string;
  /** Explain the match and give the source of each value. */
  explain?: boolean | null;
}

/** A page of the review list. */
export interface ReviewListAnswer {
  /** Pairs just below the threshold of being joined, the strongest evidence first. */
  results: Array<ReviewPairView>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
}

/** Two records that may be one. */
export interface ReviewPairView {
  /** The first record. */
  one: NamedRecord;
  /** The second record. */
  other: NamedRecord;
  /** The evidence in bits; each one doubles the odds that they are one. */
  bits: number;
}

/** The new key, and the old key with its expiry. */
export interface RotateKeyAnswer {
  /** The new secret key. Save it; only a hash is stored. */
  key: string;
  /** Details of the key, as stored. */
  details: KeyView;
  /** The replaced key. */
  replaced: KeyView;
}

/** The key to rotate. */
export interface RotateKeyRequest {
  /** Seconds for which the old key stays valid; one day (86,400) if omitted. */
  overlap_seconds?: number | null;
}

/** The webhook, and how long both secrets are used. */
export interface RotateWebhookRequest {
  /** Seconds for which events are also signed with the old secret; one day (86,400) if omitted. */
  overlap_seconds?: number | null;
}

/** Current results of the ICP. */
export interface RunIcpAnswer {
  /** What it searches: people or companies. */
  target: IcpTarget;
  /** The people or companies, in search order. */
  results: Array<IcpResult>;
  /** Number of results that no earlier run has returned; only those are charged. */
  new: number;
  /** Total number of matches. */
  total: number;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
  /** Effect of each filter and the nearest filters with results, if nothing was found. */
  why_not?: WhyNot;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** The ICP, and the page of its results. */
export interface RunIcpRequest {
  /** Results per page. */
  limit?: number | null;
  /** `next_cursor` of the previous page. */
  cursor?: string | null;
  /** Return only results that no earlier run of this ICP has returned; run it again for the rest. */
  new_only?: boolean;
}

/** Matches since the last run. */
export interface RunWatchListAnswer {
  /**
   * Newest first. A list returns a match once, and an account pays for it once, also where several lists
   * return it.
   */
  matches: Array<WatchMatchView>;
  /** Whether more matches are available for another run. */
  more: boolean;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** The list, and the maximum number of matches. */
export interface RunWatchListRequest {
  /** Maximum number of matches; the next run returns the rest. */
  limit?: number | null;
}

/** Scores of the second-best candidate. Its identity is not disclosed. */
export interface RunnerUp {
  /** Probability that it is the right one, 0 to 1. */
  confidence: number;
  /** Its log odds. */
  score: number;
  /** Difference to the best score. */
  margin: number;
}

/** The briefing. */
export interface SalesDeckAnswer {
  /** The company; null if no record matches. */
  company: Company | null;
  /** The person to meet; null if no one has the role. */
  decision_maker: DecisionMaker | null;
  /** Two further members of the buying committee: of the same function, then of the company's leadership. */
  buying_committee_extras: Array<DecisionMaker>;
  /** The newest funding round of the last 24 months. */
  recent_funding: FundingRound | null;
  /** People who joined or left within the last 180 days, newest first. */
  recent_job_changes_at_account: Array<AccountMove>;
  /** Three similar companies. */
  similar_companies: Array<Lookalike>;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** The account, and the role to meet there. */
export interface SalesDeckRequest {
  /** Domain or website of the company. */
  company_domain?: DomainName | null;
  /** Id of the company, `com_…`. The id of a record that was joined into another means the other. */
  company_id?: string | null;
  /**
   * Name of the company, with or without its legal form. A name that several companies have is refused,
   * with the companies listed; such a call is free.
   */
  company_name?: string | null;
  /** City of the company, where several have the name. */
  company_city?: string | null;
  /** Country of the company by ISO 3166 code or name, where several have the name. */
  company_country?: string | null;
  /**
   * Role to meet: a title, a function, or a question such as `who buys security tooling`; the company's
   * leader if omitted.
   */
  target_role?: string | null;
  /**
   * Lowest score of an answer; 0.5 if omitted. People of a lower rank than asked for have scores below
   * 0.5.
   */
  min_score?: number | null;
  /**
   * Answer the nearest match, marked with `fallback: true`, where no one reaches the score. Such an answer
   * is charged like any other.
   */
  fallback?: boolean;
}

/** Description of the sandbox. */
export interface SandboxInfoAnswer {
  /** Always true. */
  sandbox: boolean;
  /** Description of the sandbox. */
  description: string;
  /** Calls per day and client. */
  daily_limit: number;
  /** Sandbox paths by endpoint family. */
  endpoints: Record<string, Array<string>>;
  /** How to get a key. */
  note: string;
}

/** The ICP to save. */
export interface SaveIcpRequest {
  /** Your name for it, for display. */
  name: string;
  /** What it searches: people or companies. */
  target: IcpTarget;
  /** The filters of `search/people` or `search/companies`. */
  filters: Record<string, unknown>;
}

/** A saved ICP. */
export interface SavedIcpView {
  /** ICP id. */
  id: string;
  /** Your name for it, for display. */
  name: string;
  /** What it searches: people or companies. */
  target: IcpTarget;
  /** The filters, as in a search request. */
  filters: Record<string, unknown>;
  /** When it was saved. */
  created_at: string;
  /** When it was last run. */
  last_run_at?: string;
}

/**
 * What a key may do.
 *
 * - `read`: Free endpoints.
 * - `spend`: Charging endpoints.
 * - `manage`: Keys and webhooks.
 * - `operate`: The operator's own: filing facts. Given only on the command line.
 */
export type Scope = 'read' | 'spend' | 'manage' | 'operate';

/** One part of a score. */
export interface ScorePart {
  /** What was compared: `seniority`, `department`, `title` or `recency`. */
  name: string;
  /** Points gained. */
  points: number;
  /** Points that could be gained. */
  of: number;
}

/** Filters, sort order and page of a search. */
export interface SearchCompanyFiltersRequest {
  /** Filters, combined with AND; an empty set matches everything. */
  filters?: CompanyFilters;
  /**
   * In place of filters: exactly the records of these rows of a preview, each `ref` of which is valid for
   * an hour, in this order. It costs what a search with as many results costs.
   */
  refs?: Array<string> | null;
  /** Sort order. */
  sort?: CompanySort;
  /** Results per page. */
  limit?: number | null;
  /** `next_cursor` of the previous page; send the same filters and sort with it. */
  cursor?: string | null;
  /** Return the total number of matches. */
  include_total?: boolean;
  /** Only records that became known at or after this time. */
  observed_since?: string | null;
  /**
   * Leave out records that this endpoint has already answered to this account. With or without it, a
   * record is charged once per account and endpoint.
   */
  new_only?: boolean;
  /** Fields to count values of. */
  facets?: Array<string> | null;
  /** Only these fields of each record, such as `title`, and its id. The price is the same. */
  fields?: Array<string> | null;
}

/** A search of people. */
export interface SearchPeopleRequest {
  /** Filters, combined with AND; an empty set matches everything. */
  filters?: PeopleFilters;
  /**
   * In place of filters: exactly the records of these rows of a preview, each `ref` of which is valid for
   * an hour, in this order. It costs what a search with as many results costs.
   */
  refs?: Array<string> | null;
  /** Sort order. */
  sort?: PeopleSort;
  /** Results per page. */
  limit?: number | null;
  /** `next_cursor` of the previous page; send the same filters and sort with it. */
  cursor?: string | null;
  /** Return the total number of matches. */
  include_total?: boolean;
  /** Only records that became known at or after this time. */
  observed_since?: string | null;
  /**
   * Leave out records that this endpoint has already answered to this account. With or without it, a
   * record is charged once per account and endpoint.
   */
  new_only?: boolean;
  /** Fields to count values of. */
  facets?: Array<string> | null;
  /** Only these fields of each record, such as `title`, and its id. The price is the same. */
  fields?: Array<string> | null;
  /**
   * Leave out people whom the account has resolved already, as `GET /v1/me/people` lists them. `total` and
   * facets count them.
   */
  exclude_seen?: boolean;
}

/** A person, and when the account resolved them. */
export interface SeenPersonView {
  /** The person as currently known, without contact values; those paid for are in `bought`. */
  person: Person;
  /** When first resolved. */
  first_resolved_at: string;
  /** Endpoint of the first resolution. */
  first_resolved_by: string;
  /** When last resolved. */
  last_resolved_at: string;
  /** Endpoint of the last resolution. */
  last_resolved_by: string;
  /** Number of times resolved. */
  times: number;
  /** Operation ids of all endpoints that resolved them. */
  endpoints: Array<string>;
  /** Contact values that were paid for, oldest first. */
  bought: Array<BoughtView>;
}

/**
 * Seniority of a position, highest first.
 *
 * - `professional`: An individual contributor without a modifier.
 */
export type Seniority = 'owner' | 'founder' | 'c_suite' | 'partner' | 'vp' | 'head' | 'director' | 'manager' | 'senior' | 'entry' | 'intern' | 'professional';

/** The account, and its new plan. */
export interface SetPlanRequest {
  /** The new plan, effective immediately. */
  plan: Plan;
}

/** The settings of the process. */
export interface SettingsAnswer {
  /** Every setting, as `brimful config show` lists them. Secrets are `***`. */
  results: Array<ShownSetting>;
}

/** Time two people worked at the same company. */
export interface SharedTime {
  /** The company. */
  company: Employer;
  /** First common month, as exactly as it is known. */
  from: PartialDate;
  /** Last common month; absent while both are there. */
  to?: PartialDate;
  /** Months of overlap. */
  months: number;
}

/** A setting with its value and where that comes from. Secrets are left out of the value. */
export interface ShownSetting {
  /** Path of the setting, such as `api.limits.call_seconds`. */
  setting: string;
  /** Its value. */
  value: unknown;
  /** Where the value comes from: `default`, a file, a variable of the environment, or a flag. */
  from: string;
}

/** An event, with the sources that report it. */
export interface Signal {
  /** Stable id, `sig_…`. */
  id: string;
  /** Kind of event. */
  kind: SignalKind;
  /** When it happened; the start of the day if only the day is known. */
  at: string;
  /** The company it happened at. */
  company?: Employer;
  /** The round, for funding. */
  funding?: FundingRound;
  /** The purchase, for an acquisition; `company` is the buyer. */
  acquisition?: Acquisition;
  /** The position, for hiring. */
  job?: Job;
  /** The move, for a job change or a promotion. */
  change?: Change;
  /** What changed at the company, for a company change. */
  companyChange?: CompanyChange;
  /** Sources that report it. */
  sources: Array<SignalSource>;
}

/**
 * Kind of event.
 *
 * - `funding`: Money was raised.
 * - `acquisition`: A company was bought.
 * - `hiring`: A position was opened.
 * - `job-change`: A person joined another company.
 * - `promotion`: A person was promoted within the company.
 * - `company-change`: A company was renamed, closed, bought or moved.
 */
export type SignalKind = 'funding' | 'acquisition' | 'hiring' | 'job-change' | 'promotion' | 'company-change';

/** A reported signal; each kind uses some of the fields. */
export interface SignalReport {
  /** Kind of event. */
  kind?: SignalKind | null;
  /** The source's own id for it. */
  id?: string | null;
  /** When the source observed it. */
  observedAt?: string | null;
  /** When it happened. */
  date?: PartialDate | null;
  /** The company that raised, bought or hires, or that the person joined. */
  companyName?: string | null;
  /** Its domain or website. */
  companyDomain?: string | null;
  /** Kind of the round, such as `series_a`. */
  round?: string | null;
  /** Amount raised or paid, in whole units. */
  amount?: number | null;
  /** ISO 4217 code of the amount; USD if omitted. */
  currency?: string | null;
  /** Investors. */
  investors?: Array<string>;
  /** Company bought. */
  targetName?: string | null;
  /** Its domain or website. */
  targetDomain?: string | null;
  /** Title of the position, or the person's new title. */
  title?: string | null;
  /** Place of the position, such as `Berlin, Germany`. */
  location?: string | null;
  /** Address of the posting or of the announcement. */
  url?: string | null;
  /** Applicants so far. */
  applicants?: number | null;
  /** When the posting disappeared. */
  closedAt?: PartialDate | null;
  /** Name of the person. */
  fullName?: string | null;
  /** Professional-network profile of the person. */
  networkUrl?: string | null;
  /** Title before. */
  oldTitle?: string | null;
  /** Employer before. */
  oldCompanyName?: string | null;
  /** Its domain or website. */
  oldCompanyDomain?: string | null;
  /** Text of the announcement. */
  text?: string | null;
}

/** A source of a signal. */
export interface SignalSource {
  /** Its name. */
  name: string;
  /** Its first observation of the event. */
  observedAt: string;
  /** Address of the report. */
  url?: string;
}

/** A signal. */
export interface SignalView {
  /** Stable id of the signal. */
  id: string;
  /** Kind of signal. */
  kind: SignalKind;
  /** When it occurred; the start of the day if only the day is known. */
  at: string;
  /** When it became known. */
  observedAt: string;
  /** The company concerned; the acquirer, for an acquisition. */
  company?: Employer;
  /** The round, for funding. */
  funding?: FundingRound;
  /** The acquired company, for an acquisition. */
  acquisition?: Acquisition;
  /** The position, for hiring. */
  job?: Job;
  /** The move, for a job change or a promotion; the person is masked. */
  change?: MaskedChange;
  /** What changed at the company, for a company change. */
  companyChange?: CompanyChange;
  /** Sources of the signal. */
  sources: Array<SignalSource>;
}

/** A page of a feed. */
export interface SignalsAnswer {
  /** The feed. */
  kind: SignalKind;
  /** Newest first. */
  results: Array<SignalView>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
  /** Time of the read; all signals stored by then are included. */
  refreshed_at: string;
  /**
   * Send this as `observed_since` of the next poll to miss nothing. A signal that became known at this
   * very time may be answered again.
   */
  next_observed_since: string;
  /** Rates at which amounts were compared, if `min_amount` was sent. */
  rates?: Rates;
  /** True in the sandbox. */
  sandbox?: boolean;
}

/** What `signals` can be asked. */
export interface SignalsQuery {
  /** The feed. */
  kind: SignalKind;
  /** Only signals at or after this time. */
  since?: string;
  /** Only signals before this time. */
  until?: string;
  /** The same as `company_domain`. */
  domain?: string;
  /** Domain or website of the company. */
  company_domain?: DomainName;
  /** Id of the company, `com_…`. The id of a record that was joined into another means the other. */
  company_id?: string;
  /**
   * Name of the company, with or without its legal form. A name that several companies have is refused,
   * with the companies listed; such a call is free.
   */
  company_name?: string;
  /** City of the company, where several have the name. */
  company_city?: string;
  /** Country of the company by ISO 3166 code or name, where several have the name. */
  company_country?: string;
  /** Only signals in this country, as a code or name. */
  country?: string;
  /**
   * Only signals of companies in this industry, by label, usual synonym or NAICS or SIC code; a sector
   * includes its sub-industries.
   */
  industry?: string;
  /** Only signals that became known at or after this time, whenever they happened. */
  observed_since?: string;
  /** Leave out signals that this endpoint has already answered to this account in a page. */
  new_only?: boolean;
  /**
   * Minimum funding amount, in whole units of `currency`. Rounds in other currencies are converted at the
   * reference rates whose date the answer names.
   */
  min_amount?: number;
  /** Currency of `min_amount`, ISO 4217; USD if omitted. */
  currency?: string;
  /**
   * Only funding rounds of this stage, such as `seed` or `series_a`. Names used by other services are
   * accepted.
   */
  round?: string;
  /** Only positions, job changes and promotions in this department. */
  department?: Department;
  /** Only positions with at most this many applicants. */
  max_applicants?: number;
  /** Signals per page. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}

/** The account. The key is shown only in this answer. */
export interface SignupAnswer {
  /** Account id. */
  account_id: string;
  /** The first key, or another one if the account exists and has this password; with all customer scopes. */
  key: string;
  /** Plan of the account. */
  plan: Plan;
  /** Credits of the account. */
  balance: Credits;
  /** When the trial ends. */
  trial_ends_at: string | null;
}

/** Credentials of the new account. */
export interface SignupRequest {
  /** Email address, used to sign in. */
  email: string;
  /** At least ten characters; common passwords are rejected. */
  password: string;
  /** Invitation code, where sign-up requires one. */
  invite_code?: string | null;
}

/** The caller's contacts. */
export interface SilentPromoterRadarRequest {
  /** Maximum number of results per page. */
  limit?: number | null;
  /** `next_cursor` of the previous page; send it with otherwise the same request. */
  cursor?: string | null;
  /**
   * Leave out what this endpoint has already answered to this account. With or without it, an item is
   * charged once per account and endpoint.
   */
  new_only?: boolean;
  /** Only results at companies that match these filters, the same as in `search/companies`. */
  icp?: CompanyFilters | null;
  /** The caller's contacts to check. */
  contacts: Array<ContactInput>;
  /** Only promotions that became known at or after this time. */
  observed_since?: string | null;
}

/** A person similar to the reference person. */
export interface SimilarPerson {
  /** The person, without contact values. */
  person: Person;
  /** Similarity, from 0 (nothing in common) to 1. */
  similarity: number;
  /** What they have in common, most important first. */
  reasons: Array<string>;
}

/** A page of a recipe's answer. */
export interface SimilarPersonList {
  /** The results, in order. Each has all data that the endpoint promises. */
  results: Array<SimilarPerson>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
  /** Number of candidates examined for this page. */
  looked_at: number;
  /** Whether no candidate is left after this page. */
  exhausted: boolean;
  /** The time limit, in seconds, if it ended the page early; the cursor continues where it stopped. */
  time_limit_seconds?: number;
  /** Effect of each filter on companies and the nearest filters with results, if the filters leave none. */
  why_not?: WhyNot;
  /** Rates at which amounts were compared, if amounts were asked for. */
  rates?: Rates;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** A band of employee counts. */
export type SizeBand = '1-10' | '11-50' | '51-200' | '201-500' | '501-1000' | '1001-5000' | '5001-10000' | '10001+';

/** The people by role in the purchase. */
export interface SmbBuyingCommitteeAnswer {
  /** Number of people in all roles. */
  total_people: number;
  /** The people in each role, best match first; a person appears in one role only. */
  committee: SmbCommittee;
  /**
   * `too_large` if the company has more than 250 employees; its committee is answered by `buying-
   * committee`.
   */
  reason?: NoCommittee;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** The business. */
export interface SmbBuyingCommitteeRequest {
  /** Domain or website of the company. */
  company_domain?: DomainName | null;
  /** Id of the company, `com_…`. The id of a record that was joined into another means the other. */
  company_id?: string | null;
  /**
   * Name of the company, with or without its legal form. A name that several companies have is refused,
   * with the companies listed; such a call is free.
   */
  company_name?: string | null;
  /** City of the company, where several have the name. */
  company_city?: string | null;
  /** Country of the company by ISO 3166 code or name, where several have the name. */
  company_country?: string | null;
  /** Maximum number of people per role; one if omitted. */
  max_per_role?: number | null;
}

/** Roles at a small business. */
export interface SmbCommittee {
  /** The owner or leader of the business. */
  owner: Array<DecisionMaker>;
  /** Managers of the office, a branch or a team. */
  manager: Array<DecisionMaker>;
  /** Dispatchers, who schedule the crews. */
  dispatcher: Array<DecisionMaker>;
  /** Leaders of operations. */
  ops_lead: Array<DecisionMaker>;
}

/**
 * What a source is.
 *
 * - `website`: Companies' own websites.
 * - `vendor`: A vendor.
 * - `former`: A source that was asked in the period and is not set up any more.
 */
export type SourceKind = 'website' | 'vendor' | 'former';

/** A source with claims about a record, and its newest observation. */
export interface SourceStamp {
  /** Source name. */
  name: string;
  /** Its newest observation. */
  observedAt: string;
}

/** A source in a period. What cannot be known is null. */
export interface SourceView {
  /** Name of the source. */
  name: string;
  /** What it is. */
  kind: SourceKind;
  /** Requests sent. */
  asked: number;
  /** Replies: what was asked for, or that it is not known. */
  answered: number;
  /** Replies with what was asked for. */
  hits: number;
  /** Hits in percent of the replies. */
  hit_percent: number | null;
  /** Requests that failed or were refused. */
  errors: number;
  /** Times that it was passed over: a miss that is known, a limit, the budget, or a pause after failures. */
  skipped: number;
  /** Requests, and times that it was passed over, by outcome. */
  outcomes: Record<string, number>;
  /** Latency that half of the requests do not exceed, in milliseconds. */
  latency_p50_ms: number | null;
  /** Latency that 95 percent of the requests do not exceed, in milliseconds. */
  latency_p95_ms: number | null;
  /** What its requests cost, in US dollars. Null if no price of the vendor is configured. */
  cost_usd: number | null;
  /** The same for each hit. */
  cost_per_hit_usd: number | null;
  /**
   * Calls of customers in which it gave what was asked for. Answers from records that it filled before are
   * not among them.
   */
  calls: number;
  /**
   * What customers paid for these calls, less refunds. A call to which two sources contributed counts for
   * both.
   */
  paid_credits: Credits;
  /** The same at the present price of a credit in the plan of each account, taken as US dollars. */
  paid_usd: number;
  /** What customers paid less what its requests cost. */
  margin_usd: number | null;
}

/** What is asked outside. */
export interface SourcesAnswer {
  /** Whether companies' own websites are asked. */
  websites: boolean;
  /** The period of `sources` and `total`. */
  period: Period;
  /**
   * When the period begins. Never before the time that the history is kept. Absent until it was counted
   * once.
   */
  since?: string;
  /** When it was counted last; at most some seconds ago, unless `counting`. */
  counted_at?: string;
  /** Whether it is being counted again in the background. */
  counting: boolean;
  /** What sources brought and cost in the period: those that are set up, and those that were. */
  sources: Array<SourceView>;
  /** All calls of the period that asked a source, each counted once. */
  total?: SourcesTotal;
  /** Vendors, with what this process has seen of them since it started. */
  vendors: Array<VendorView>;
}

/** All calls of a period that asked a source. */
export interface SourcesTotal {
  /** Calls of customers. */
  calls: number;
  /** What they paid for these, less refunds. */
  paid_credits: Credits;
  /** The same at the present price of a credit in the plan of each account, taken as US dollars. */
  paid_usd: number;
  /** What was recorded as the cost of all requests, in US dollars. */
  cost_usd: number;
  /** What customers paid less what was recorded as cost. */
  margin_usd: number;
}

/** The record, and the rows to take out of it. */
export interface SplitRequest {
  /** Id of the record. */
  id: string;
  /** Rows that become a record of their own, as `rows` of an explanation names them. */
  rows: Array<string>;
}

/** Whether a measurement was started. */
export interface StartCalibrationAnswer {
  /** False if one was under way on this server; that one goes on. */
  started: boolean;
}

/** How much is measured. */
export interface StartCalibrationRequest {
  /** Questions of each kind at most; 5,000 if omitted. */
  questions?: number | null;
}

/** How to import a file that was sent. */
export interface StartImportRequest {
  /** What the rows are about. */
  subject: ImportSubject;
  /** Name of the source, as shown in answers. */
  source: string;
  /** The field of each column that is used, by the heading of the column; as guessed if omitted. */
  columns?: Record<string, string> | null;
}

/** The movements of an account between two balances. */
export interface StatementAnswer {
  /** Account id. */
  account_id: string;
  /** The balance before the first movement. */
  opening: Credits;
  /** Oldest first. */
  movements: Array<MovementView>;
  /**
   * Whether the range has more movements than the answer (10,000 at most); `closing` is then the balance
   * after the last movement returned.
   */
  more: boolean;
  /** The balance after the last movement. */
  closing: Credits;
}

/**
 * Whether mail to an address can be delivered.
 *
 * - `deliverable`: The mail server accepts mail for this mailbox and refuses it for unknown names.
 * - `undeliverable`: Mail to the address cannot be delivered.
 * - `risky`: Mail is accepted, but the mailbox is not confirmed, or mail may bounce later.
 * - `unknown`: No mail server could be reached, or its reply does not say whether the mailbox exists.
 */
export type Status = 'deliverable' | 'undeliverable' | 'risky' | 'unknown';

/** Suggested companies. */
export interface SuggestAnswer {
  /**
   * The companies: exact matches first, then names and domains that begin with the text, then other
   * matches; the largest first in each.
   */
  results: Array<SuggestedCompany>;
  /** True in the sandbox. */
  sandbox?: boolean;
}

/** What `suggest_companies` can be asked. */
export interface SuggestCompaniesQuery {
  /** Beginning of a company's name, of any word of its names, or of its domain. */
  q: string;
  /** Maximum number of suggestions. */
  limit?: number;
}

/** A suggested company. */
export interface SuggestedCompany {
  /** Id of its record, `com_…`. */
  id: string;
  /** Usual name. */
  name: string;
  /** Main domain. */
  domain?: string;
  /** Address of its logo, if a source stated one. */
  logoUrl?: string;
}

/** Totals over calls. */
export interface SummaryView {
  /** Number of calls. */
  requests: number;
  /** Credits charged. */
  credits: Credits;
  /** Items resolved. */
  resolved: number;
  /** Calls answered entirely from stored records. */
  cache_hits: number;
  /** Mean latency per call in milliseconds. */
  mean_latency_ms: number;
}

/** An entry of the suppression list. Identifiers are stored as hashes, so it does not reveal the person. */
export interface SuppressionView {
  /** Entry id. */
  id: string;
  /** Kind of identifier it was created from: `email`, `phone`, `profile`, `domain` or `id`. */
  kind: string;
  /** Reason. */
  reason: string;
  /** When it was created. */
  created_at: string;
  /** Number of suppressed identifiers, stored as hashes. */
  identifiers: number;
}

/** A company that uses the technology, with its decision maker. */
export interface TechAccount {
  /** The company. */
  company: Company;
  /** The requested technologies that the company uses. */
  technologies: Array<Technology>;
  /** The person with the requested role, or else the person who decides on technology. */
  decision_maker: DecisionMaker;
}

/** A page of a recipe's answer. */
export interface TechAccountList {
  /** The results, in order. Each has all data that the endpoint promises. */
  results: Array<TechAccount>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
  /** Number of candidates examined for this page. */
  looked_at: number;
  /** Whether no candidate is left after this page. */
  exhausted: boolean;
  /** The time limit, in seconds, if it ended the page early; the cursor continues where it stopped. */
  time_limit_seconds?: number;
  /** Effect of each filter on companies and the nearest filters with results, if the filters leave none. */
  why_not?: WhyNot;
  /** Rates at which amounts were compared, if amounts were asked for. */
  rates?: Rates;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** Filters for technologies and companies, and the role to find there. */
export interface TechStackTargetsRequest {
  /** Maximum number of results per page. */
  limit?: number | null;
  /** `next_cursor` of the previous page; send it with otherwise the same request. */
  cursor?: string | null;
  /**
   * Leave out what this endpoint has already answered to this account. With or without it, an item is
   * charged once per account and endpoint.
   */
  new_only?: boolean;
  /** Only companies that match these filters, the same as in `search/companies`. */
  icp?: CompanyFilters | null;
  /** Role to find there: a title, a function, or a question such as `who buys security tooling`. */
  role?: string | null;
  /**
   * Lowest score of an answer; 0.5 if omitted. People of a lower rank than asked for have scores below
   * 0.5.
   */
  min_score?: number | null;
  /**
   * Answer the nearest match, marked with `fallback: true`, where no one reaches the score. Such an answer
   * is charged like any other.
   */
  fallback?: boolean;
  /** Companies that use any of these. */
  technologies?: Array<string> | null;
  /** Companies that use all of these. */
  technologies_all?: Array<string> | null;
  /** Companies that use none of these. */
  exclude_technologies?: Array<string> | null;
  /** Only companies that became known at or after this time. */
  observed_since?: string | null;
}

/** A technology a company was seen to use. */
export interface Technology {
  /** Product name. */
  name: string;
  /** Product category. */
  category?: string;
  /** When it was last seen in use. */
  lastSeenAt?: string;
}

/** A technology a company was seen to use. */
export interface TechnologyInput {
  /** Product name. */
  name: string;
  /** Product category. */
  category?: string | null;
  /** When it was last seen in use. */
  lastSeenAt?: string | null;
}

/** An address that came into question. */
export interface TriedCandidate {
  /** The address. */
  address: string;
  /** The pattern that it follows; absent if a source states the address. */
  pattern?: Pattern;
  /** Probability that it is the person's, before the mail server was asked. */
  probability: number;
  /** What the mail server's reply means; absent if it was not asked. */
  reason?: Reason;
}

/** A value that no record has. */
export interface UnknownValue {
  /** Name of the filter. */
  filter: string;
  /** The value as given. */
  value: string;
  /** Known values like it, best match first. */
  did_you_mean?: Array<string>;
}

/** A job change with the person's name. */
export interface UnmaskedMove {
  /** The person who moved, without contact values. */
  person_unmasked: Person;
  /** The position they left. */
  previous: PreviousRole;
  /** Current title. */
  new_role?: string;
  /** The company they joined. */
  company?: Employer;
  /** Date of the move, as precisely as known. */
  changed_at: PartialDate;
  /** When the move became known. */
  observed_at: string;
  /** URL of the source. */
  source_url?: string;
}

/** A page of a recipe's answer. */
export interface UnmaskedMoveList {
  /** The results, in order. Each has all data that the endpoint promises. */
  results: Array<UnmaskedMove>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
  /** Number of candidates examined for this page. */
  looked_at: number;
  /** Whether no candidate is left after this page. */
  exhausted: boolean;
  /** The time limit, in seconds, if it ended the page early; the cursor continues where it stopped. */
  time_limit_seconds?: number;
  /** Effect of each filter on companies and the nearest filters with results, if the filters leave none. */
  why_not?: WhyNot;
  /** Rates at which amounts were compared, if amounts were asked for. */
  rates?: Rates;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** An upstream call as an account sees it: without the operator's cost. */
export interface UpstreamCallView {
  /** Who. */
  provider: string;
  /** For what. */
  fact: string;
  /** How it ended, such as `hit` or `miss`. */
  outcome: string;
  /**
   * When it began, in milliseconds after the API call arrived. Sources that are asked side by side
   * overlap. Absent for calls of earlier versions.
   */
  started_ms?: number;
  /** How long it took. */
  latency_ms: number;
  /** What it cost in US dollars; shown to keys with the scope `operate` only. */
  cost_usd?: number;
}

/** Usage in groups, and in total. */
export interface UsageAnswer {
  /** What it is grouped by. */
  by: UsageBy;
  /** The groups: days oldest first, endpoints and keys by id. A day without calls is no group. */
  results: Array<UsageView>;
  /** All groups together. */
  total: UsageTotals;
}

/**
 * What usage is grouped by.
 *
 * - `day`: The day in UTC on which the call came in.
 * - `endpoint`: The endpoint.
 * - `day_and_endpoint`: The day in UTC and the endpoint.
 * - `key`: The key.
 */
export type UsageBy = 'day' | 'endpoint' | 'day_and_endpoint' | 'key';

/** What `usage` can be asked. */
export interface UsageQuery {
  /** What to group by; `day` if omitted. */
  by?: UsageBy;
  /** Only calls at or after this time. */
  since?: string;
  /** Only calls before this time. */
  until?: string;
}

/** What calls add up to. Calls that cost nothing count as long as the history keeps them. */
export interface UsageTotals {
  /** Number of calls. */
  requests: number;
  /** Of these, calls that were charged. */
  charged_requests: number;
  /** Items resolved. */
  resolved: number;
  /** Credits charged. */
  credits: Credits;
  /** Credits refunded of those charged. */
  refunded: Credits;
  /** Calls answered entirely from stored records. */
  cache_hits: number;
  /**
   * Calls answered at once whose price depends on what they find. Previews, replays, refused and failed
   * calls, submitted jobs and free endpoints are not among them; each item of a job counts as a call.
   */
  looked_up: number;
  /**
   * Of the calls in `looked_up`, those that resolved at least one item. The hit rate is `found` divided by
   * `looked_up`.
   */
  found: number;
}

/** One group. */
export interface UsageView {
  /** The day in UTC, if grouped by day or by day and endpoint. */
  day?: string;
  /** Operation id of the endpoint, if grouped by endpoint or by day and endpoint. */
  endpoint?: string;
  /** Path of the endpoint. */
  path?: string;
  /** Key id, if grouped by key. */
  key_id?: string;
  /** Name of the key. */
  key_name?: string;
  /** Credits that calls with the key may cost in a month of the calendar, in UTC. */
  monthly_cap?: Credits;
  /** Credits charged in this month, by this key and by those that share its cap. */
  used_this_month?: Credits;
  /** When the next month begins. */
  cap_resets_at?: string;
  /** Number of calls. */
  requests: number;
  /** Of these, calls that were charged. */
  charged_requests: number;
  /** Items resolved. */
  resolved: number;
  /** Credits charged. */
  credits: Credits;
  /** Credits refunded of those charged. */
  refunded: Credits;
  /** Calls answered entirely from stored records. */
  cache_hits: number;
  /**
   * Calls answered at once whose price depends on what they find. Previews, replays, refused and failed
   * calls, submitted jobs and free endpoints are not among them; each item of a job counts as a call.
   */
  looked_up: number;
  /**
   * Of the calls in `looked_up`, those that resolved at least one item. The hit rate is `found` divided by
   * `looked_up`.
   */
  found: number;
}

/** A vendor. */
export interface VendorView {
  /** Name of the vendor. */
  name: string;
  /** Whether it is left alone for a while, because it failed too often. */
  left_alone: boolean;
  /** Seconds until it is tried again; absent unless it is left alone. */
  left_alone_seconds?: number;
  /** Consecutive failures. */
  failures: number;
  /** Whether a price is configured; without one its cost is not known. */
  priced: boolean;
  /** Requests sent. */
  asked: number;
  /** Replies by outcome, such as `hit` and `miss`. */
  outcomes: Record<string, number>;
  /** Recent hit rate in percent, by fact. */
  hit_percent: Record<string, number>;
  /** Recent mean latency in milliseconds, by fact. */
  latency_ms: Record<string, number>;
  /** What it cost in US dollars. */
  cost_usd: number;
}

/** How a verdict came about. */
export interface VerdictExplanation {
  /**
   * The steps of the conversation with the mail servers, with their replies, shortened. Empty if the
   * address or its domain alone decided.
   */
  conversation: Array<Exchange>;
  /** Whether the verdict is one of an earlier call. */
  from_cache: boolean;
}

/** The verdict. A verdict of `unknown` is free. */
export interface VerifyEmailAnswer {
  /** The address in normal form. */
  email: string;
  /** Deliverability. */
  status: Status;
  /** Reason for the status. */
  reason: Reason;
  /** Whether the syntax is valid. */
  syntax_valid: boolean;
  /** Whether the domain provides disposable addresses. */
  disposable: boolean;
  /** Whether the domain is a free email provider. */
  free_provider: boolean;
  /** Whether it is a role address, such as `info@`. */
  generic: boolean;
  /** Whether the server accepts every address of the domain; absent if that could not be determined. */
  catch_all?: boolean;
  /** Whether the domain has a mail server; absent if DNS gave no conclusive answer. */
  mx_found?: boolean;
  /** Mail provider of the domain. */
  provider?: string;
  /** Suggested correction of a probable typo. */
  did_you_mean?: string;
  /** Seconds after which to repeat the request, if the result may change. */
  retry_after_seconds?: number;
  /** When the mail server was queried. */
  last_validated_at: string;
  /** Present and true if the verdict is past its time, and the mail server gave no new one. */
  stale?: boolean;
  /** Whether the webhook is told when the verdict is there; absent if there is nothing to wait for. */
  will_notify?: boolean;
  /** How the verdict came about, if `explain` was set. */
  explain?: VerdictExplanation;
  /** True in the sandbox. */
  sandbox?: boolean;
  cost: Cost;
  /** Absent here; true in a `PricePreview`. */
  preview?: false;
}

/** The address to verify. */
export interface VerifyEmailRequest {
  /** The address; text that is not a valid address gets a verdict, too. */
  email: string;
  /** Whether to show the conversation with the mail servers that led to the verdict. */
  explain?: boolean | null;
  /**
   * Webhook that receives `email.settled`, free of charge, when a mail server that put the check off has
   * given its verdict; the next call reads it and pays for it. Requires the plan pro or above.
   */
  webhook?: WebhookInput | null;
}

/** A watch list with its entries. */
export interface WatchListAnswer {
  /** List id. */
  id: string;
  /** Your name for it, for display. */
  name: string;
  /** What it watches: profiles, domains or contacts. */
  target: WatchTarget;
  /** Signal kinds that match. */
  signals: Array<SignalKind>;
  /** Number of entries. */
  entries: number;
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
  /** When it was last run. */
  last_run_at?: string;
  /** Schedule of automatic runs; absent if it is only run on request. */
  watching?: WatchingView;
  /** Profiles, domains, or contacts as JSON, in normal form. */
  watched: Array<string>;
}

/** New matches of a watch list. */
export interface WatchListMatchedData {
  watch_list: WatchedList;
  /** The matches, each charged once. */
  matches: Array<WatchMatchView>;
  /** Credits charged. */
  credits: number;
}

/** Event `watch_list.matched`: A watch list has new matches. */
export interface WatchListMatchedEvent {
  /** Kind of the event. */
  type: "watch_list.matched";
  /** When it happened. */
  timestamp: string;
  data: WatchListMatchedData;
}

/** A watch list that rests. */
export interface WatchListRestingData {
  watch_list: WatchedList;
  /** Code of what keeps it from running. */
  reason: string;
}

/** Event `watch_list.resting`: A watch list rests: it may not run, or has nothing left to spend. */
export interface WatchListRestingEvent {
  /** Kind of the event. */
  type: "watch_list.resting";
  /** When it happened. */
  timestamp: string;
  data: WatchListRestingData;
}

/** A watch list. */
export interface WatchListView {
  /** List id. */
  id: string;
  /** Your name for it, for display. */
  name: string;
  /** What it watches: profiles, domains or contacts. */
  target: WatchTarget;
  /** Signal kinds that match. */
  signals: Array<SignalKind>;
  /** Number of entries. */
  entries: number;
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
  /** When it was last run. */
  last_run_at?: string;
  /** Schedule of automatic runs; absent if it is only run on request. */
  watching?: WatchingView;
}

/** A signal of an entry. */
export interface WatchMatchView {
  /** The profile or domain that matched. */
  entry: string;
  /** The signal. */
  signal: Signal;
  /** The person concerned. */
  person?: Person;
  /** The company concerned. */
  company?: Company;
}

/**
 * What a list watches.
 *
 * - `profiles`: Professional-network profiles.
 * - `domains`: Company domains.
 * - `contacts`: People the owner knows, and whatever changes about them.
 */
export type WatchTarget = 'profiles' | 'domains' | 'contacts';

/** The watch list that an event is about. */
export interface WatchedList {
  /** Id of the list. */
  id: string;
  /** Its name; absent where the list rests. */
  name?: string;
}

/**
 * State of a list's automatic runs.
 *
 * - `watching`: Runs on schedule.
 * - `resting`: Does not run and charges nothing; `reason` gives the cause.
 */
export type WatchingState = 'watching' | 'resting';

/** Automatic runs of a list. */
export interface WatchingView {
  /** Whether the list runs or rests. */
  state: WatchingState;
  /**
   * Why the list rests: the problem code that a call with its key would get, or `insufficient_credits`,
   * `monthly_budget_spent`, `webhook_deleted`, `webhook_disabled` or `webhook_gone`.
   */
  reason?: string;
  /** When the list stopped running. */
  resting_since?: string;
  /** Whether matches are sent to the webhook as their signals arrive. */
  live: boolean;
  /** Interval of scheduled runs in minutes. Absent if there are none. */
  every_minutes?: number;
  /** Credits that automatic runs may spend per calendar month (UTC). */
  monthly_budget: Credits;
  /** Credits that automatic runs have spent this calendar month (UTC). */
  spent_this_month: Credits;
  /** Id of the webhook that receives the events. */
  webhook: string;
  /** When the list runs next or, while it rests, when it is checked again. */
  next_run_at?: string;
}

/** The orders. */
export interface WaterfallAnswer {
  /** One for each fact that a vendor offers. */
  results: Array<WaterfallView>;
}

/** A vendor in an order, with what this server has seen of it. */
export interface WaterfallVendorView {
  /** Name of the vendor. */
  name: string;
  /** Configured price of an answer in US dollars; null if there is none. */
  price_usd: number | null;
  /** Whether an answer without the fact is charged, too. */
  charged_always: boolean;
  /** Recent hit rate in percent; null before the first request. */
  hit_percent: number | null;
  /** Recent mean latency in milliseconds; null before the first request. */
  latency_ms: number | null;
  /**
   * Expected cost of a hit in US dollars: price, waiting time and misses. Assumed before the first
   * request.
   */
  expected_cost_usd: number;
  /** Whether it is left alone for a while, because it failed too often. */
  left_alone: boolean;
}

/** The vendors of a fact in the order in which they are asked at present. */
export interface WaterfallView {
  /** What is asked for. */
  fact: AskedFact;
  /** Where the order comes from. */
  from: OrderFrom;
  /** Whether vendors are asked in the order of their expected cost of a hit; otherwise as listed. */
  adaptive: boolean;
  /**
   * Percentage of questions that start with another vendor, where the order is by expected cost, to notice
   * one that has become better.
   */
  explore_percent: number;
  /** Whether a company's own website is asked before them. */
  website_first: boolean;
  /** Those that are asked, in order. */
  vendors: Array<WaterfallVendorView>;
  /** Those that offer it and are not asked. */
  left_out: Array<WaterfallVendorView>;
}

/** Receiver of events. */
export interface WebhookInput {
  /** URL that accepts POST requests. */
  url: string;
  /** Signing secret in Standard Webhooks format: `whsec_` followed by Base64. Generated if omitted. */
  secret?: string | null;
  /**
   * Kinds of events to send to this URL. If omitted, a webhook that is there keeps its choice, and a new
   * one is sent all, also those that are added later.
   */
  events?: Array<EventKind> | null;
}

/** Id of a webhook. */
export type WebhookRequest = Record<string, unknown>;

/** A webhook with its signing secret. */
export interface WebhookSecretView {
  /** Webhook id. */
  id: string;
  /** URL that receives the events. */
  url: string;
  /** Whether events are sent to it. */
  status: WebhookStatus;
  /** Kinds of events that are sent to it; null means all, also those that are added later. */
  events: Array<EventKind> | null;
  /** Start of the current series of failed attempts. */
  failing_since?: string;
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
  /** Signing secret: `whsec_` and Base64, for any Standard Webhooks library. */
  secret: string;
  /** Until when events are also signed with the previous secret. */
  old_secret_until?: string;
}

/**
 * Whether a webhook receives events.
 *
 * - `enabled`: Events are delivered.
 * - `disabled`: Its owner, or days without a single success, stopped it; events wait until it is enabled again.
 * - `gone`: The receiver answered 410 Gone, or its address named an erased person; pending events are dropped.
 */
export type WebhookStatus = 'enabled' | 'disabled' | 'gone';

/** A test. */
export interface WebhookTestData {
  /** Id of the webhook. */
  webhook: string;
}

/** Event `webhook.test`: A test that the owner asked for. */
export interface WebhookTestEvent {
  /** Kind of the event. */
  type: "webhook.test";
  /** When it happened. */
  timestamp: string;
  data: WebhookTestData;
}

/** A webhook. */
export interface WebhookView {
  /** Webhook id. */
  id: string;
  /** URL that receives the events. */
  url: string;
  /** Whether events are sent to it. */
  status: WebhookStatus;
  /** Kinds of events that are sent to it; null means all, also those that are added later. */
  events: Array<EventKind> | null;
  /** Start of the current series of failed attempts. */
  failing_since?: string;
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
}

/** Why nothing was found. */
export interface WhyNot {
  /** What each filter does to the answer. */
  filters: Array<FilterEffect>;
  /** Values of industries, technologies, regions and cities that no record has. */
  unknown_values?: Array<UnknownValue>;
  /** The filters that would answer with the least given up. */
  nearest?: NearestFilters;
}

/** A price before the call. */
export interface WouldCost {
  /** The most it can cost. */
  max_credits: number;
  /** What it is expected to cost. */
  estimated_credits: number;
}
