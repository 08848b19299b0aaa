// Everything this package throws.

/** @import { Fault, PricePreview } from './models.js' */

export class BrimfulError extends Error {
  /** @param {string} message @param {ErrorOptions} [options] */
  constructor(message, options) {
    super(message, options);
    this.name = new.target.name;
  }
}

export class ConnectionFailed extends BrimfulError {}

export class QuoteExceeded extends BrimfulError {
  /** @param {PricePreview} quote @param {number} maxCredits */
  constructor(quote, maxCredits) {
    const most = quote.would_cost.max_credits;
    super(`The call can cost ${most} credits, and maxCredits is ${maxCredits}. Nothing was charged.`);
    this.quote = quote;
    this.maxCredits = maxCredits;
  }
}

export class WaitTimeout extends BrimfulError {}

export class JobPaused extends BrimfulError {
  /** @param {string} jobId @param {string} reason */
  constructor(jobId, reason) {
    super(`Job ${jobId} is paused (${reason}). Resume it with a key that may spend.`);
    this.jobId = jobId;
    this.reason = reason;
  }
}

export class InvalidSignature extends BrimfulError {}

export class APIError extends BrimfulError {
  /** @param {number} status @param {Record<string, any>} problem @param {number} [retryAfter] */
  constructor(status, problem, retryAfter) {
    /** @type {Fault[]} */
    const errors = problem.errors ?? [];
    const request = problem.request_id ? ` (request ${problem.request_id})` : '';
    const faults = errors.map((fault) => `\n  ${fault.pointer}: ${fault.message}`).join('');
    super(`${status} ${problem.code ?? ''}: ${problem.detail ?? ''}${request}${faults}`);
    this.status = status;
    this.problem = problem;
    /** @type {string} */
    this.code = problem.code ?? '';
    /** @type {string} */
    this.detail = problem.detail ?? '';
    /** @type {string | undefined} */
    this.requestId = problem.request_id;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }
}

export class InvalidRequest extends APIError {}
export class AuthenticationError extends APIError {}

export class InsufficientCredits extends APIError {
  /** @returns {number | undefined} */
  get required() {
    return this.problem.required;
  }
  /** @returns {number | undefined} */
  get balance() {
    return this.problem.balance;
  }
  /** @returns {number | undefined} */
  get largestAffordableLimit() {
    return this.problem.largest_affordable_limit;
  }
}

export class PermissionDenied extends APIError {}
export class NotFound extends APIError {}
export class Conflict extends APIError {}
export class RateLimited extends APIError {}
export class ServerError extends APIError {}

/** @type {Record<number, typeof APIError>} */
const BY_STATUS = {
  400: InvalidRequest,
  401: AuthenticationError,
  402: InsufficientCredits,
  403: PermissionDenied,
  404: NotFound,
  409: Conflict,
  413: InvalidRequest,
  415: InvalidRequest,
  422: InvalidRequest,
  429: RateLimited,
};
const KEY_CODES = new Set(['missing_key', 'invalid_key', 'expired_key', 'revoked_key']);
const QUOTED_CHARACTERS = 200;

/**
 * The error that a response stands for.
 * @param {number} status
 * @param {string} body
 * @param {number | undefined} retryAfter
 */
export function errorOf(status, body, retryAfter) {
  let problem;
  try {
    problem = JSON.parse(body);
  } catch {
    problem = undefined;
  }
  if (typeof problem !== 'object' || problem === null) {
    // What answered is not the server but something before it, such as a proxy.
    problem = { code: '', detail: body.slice(0, QUOTED_CHARACTERS) };
  }
  const kind = BY_STATUS[status] ?? (status >= 500 ? ServerError : APIError);
  return new kind(status, problem, retryAfter);
}

/**
 * The error that ends a live feed: its key or plan no longer allows it.
 * @param {string} data
 */
export function endedStream(data) {
  const problem = JSON.parse(data);
  return KEY_CODES.has(problem.code) ? new AuthenticationError(401, problem) : new PermissionDenied(403, problem);
}
