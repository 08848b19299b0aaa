// Everything the package exports. The calls themselves are declared in operations.d.ts.

import type { Fault, BulkJobView, BulkResultView, PricePreview, ReadBulkJobAnswer, SignalView } from './models.js';
import type { Operations } from './operations.js';

export type * as models from './models.js';
export type { Operations } from './operations.js';

export interface ClientOptions {
  /** Address of the server; `BRIMFUL_URL` if omitted, else `http://127.0.0.1:8080`. */
  url?: string;
  /** Key; `BRIMFUL_KEY` if omitted. Without one the calls go to the sandbox. */
  key?: string;
  /** Go to the sandbox even if there is a key: the same code over a small made-up world, free. */
  sandbox?: boolean;
  /** Milliseconds for one attempt (60,000). */
  timeout?: number;
  /** Attempts after the first (4). */
  maxRetries?: number;
  /** A function in place of the global `fetch`. */
  fetch?: typeof fetch;
}

/** How a call is made; the same for every call. */
export interface CallOptions {
  /** A key of your own in place of a random one. A later call with the same key and input replays the answer. */
  idempotencyKey?: string;
  /** Asks for the price first and throws `QuoteExceeded` if the call could cost more. For pages: of all together. */
  maxCredits?: number;
  /** Milliseconds for one attempt. */
  timeout?: number;
  /** Attempts after the first. */
  maxRetries?: number;
  /** Ends the call, and the waits between its attempts. */
  signal?: AbortSignal;
}

/** A client of one server under one key. */
export interface Brimful extends Operations {}
export class Brimful {
  constructor(options?: ClientOptions);
  /** Address of the server. */
  readonly url: string;
  /** Whether calls go to the sandbox. */
  readonly isSandbox: boolean;
  /** A bulk job that was submitted before. */
  job(id: string): BulkJob;
}

/** A signal of a live feed. */
export interface LiveSignal {
  /** Position in the feed: `lastEventId` of a stream that goes on after this signal. */
  id: string;
  signal: SignalView;
}

/** A bulk job at the server. */
export class BulkJob {
  private constructor();
  readonly id: string;
  /** How the job stands, with its first result. */
  status(): Promise<ReadBulkJobAnswer>;
  /** Waits until the job has ended and answers how. Throws `WaitTimeout` (milliseconds) or `JobPaused`. */
  wait(options?: { timeout?: number; signal?: AbortSignal }): Promise<ReadBulkJobAnswer>;
  /** The results in the order of the rows, `pending` ones among them while the job runs. */
  results(): AsyncGenerator<BulkResultView, void, undefined>;
  /** Stops the job; what is answered stays, the rest costs nothing. */
  cancel(): Promise<BulkJobView>;
}

/** Base of every error of this package. */
export class BrimfulError extends Error {}
/** The server could not be reached, or broke off, on every attempt. */
export class ConnectionFailed extends BrimfulError {}
/** The call could cost more than `maxCredits`; it was not made. */
export class QuoteExceeded extends BrimfulError {
  constructor(quote: PricePreview, maxCredits: number);
  readonly quote: PricePreview;
  readonly maxCredits: number;
}
/** A job did not end in the time given. It goes on; wait again. */
export class WaitTimeout extends BrimfulError {}
/** A job may not go on, for instance because its key was revoked; `reason` is a problem code. */
export class JobPaused extends BrimfulError {
  constructor(jobId: string, reason: string);
  readonly jobId: string;
  readonly reason: string;
}
/** A webhook's request was not signed with the secret, or too long ago. */
export class InvalidSignature extends BrimfulError {}

/** The server refused or failed a call, with the reason as problem details (RFC 9457). */
export class APIError extends BrimfulError {
  constructor(status: number, problem: Record<string, unknown>, retryAfter?: number);
  readonly status: number;
  /** The problem details as sent. */
  readonly problem: Record<string, unknown>;
  /** Stable code, explained at `/problems` of the server. */
  readonly code: string;
  /** What happened and what to do next. */
  readonly detail: string;
  /** Names the call in `client.me.history` and in the server's log. */
  readonly requestId: string | undefined;
  /** Every fault of an invalid request, with a pointer to the value. */
  readonly errors: Fault[];
  /** Seconds after which the call can be made again, if the server said so. */
  readonly retryAfter: number | undefined;
}
/** The request has faults; `errors` lists all of them. */
export class InvalidRequest extends APIError {}
/** The key is missing, unknown, expired or revoked. */
export class AuthenticationError extends APIError {}
/** The balance does not cover the highest price of the call. */
export class InsufficientCredits extends APIError {
  /** Credits needed. */
  get required(): number | undefined;
  /** Credits there. */
  get balance(): number | undefined;
  /** The largest `limit` that the balance pays for, for a list. */
  get largestAffordableLimit(): number | undefined;
}
/** The key's scope, the plan or a limit of the account does not allow the call. */
export class PermissionDenied extends APIError {}
/** There is no such thing, or it belongs to another account. */
export class NotFound extends APIError {}
/** The call contradicts the state of what it is about, or the same call is still running. */
export class Conflict extends APIError {}
/** Too many calls; `retryAfter` says when to go on. */
export class RateLimited extends APIError {}
/** The server or every source failed; nothing was charged unless the code is `outcome_unknown`. */
export class ServerError extends APIError {}

/**
 * The event in a webhook's request (Standard Webhooks); rejects with `InvalidSignature`.
 *
 * `body` is the raw body: parsing it and writing it again changes the bytes that were signed. The same event can come
 * more than once, always under the same `webhook-id`.
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers | Record<string, string | string[] | undefined>,
  secret: string,
  options?: { toleranceSeconds?: number; now?: number },
): Promise<Record<string, unknown>>;

/** Version of the API that the package was made for. */
export const version: string;
