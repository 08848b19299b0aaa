// When a call is made again, and after how long.

/** @import { APIError } from './errors.js' */

const WAIT_FIRST_MS = 500;
const WAIT_MAX_MS = 8_000;
// A server that asks for more than this is not waited for: the error says how long.
const RETRY_AFTER_MAX_SECONDS = 60;
const STATUSES = new Set([429, 500, 502, 503, 504]);

/**
 * Milliseconds to wait before the next attempt, or `undefined` where another one cannot help. `attempt` counts those
 * made; `error` is `undefined` if there was no response. Waits double and vary at random, so that clients that failed
 * together do not return together.
 * @param {number} attempt
 * @param {APIError | undefined} error
 * @returns {number | undefined}
 */
export function waitBefore(attempt, error) {
  const wait = Math.min(WAIT_FIRST_MS * 2 ** (attempt - 1), WAIT_MAX_MS) * (0.5 + Math.random() / 2);
  if (!error) return wait;
  const isRunning = error.status === 409 && error.code === 'request_in_progress';
  if (!STATUSES.has(error.status) && !isRunning) return undefined;
  if (error.retryAfter === undefined) return wait;
  return error.retryAfter <= RETRY_AFTER_MAX_SECONDS ? Math.max(wait, error.retryAfter * 1000) : undefined;
}

/**
 * `Retry-After` in seconds; its other form, a date, is not one that the server sends.
 * @param {string | null} header
 */
export function secondsOf(header) {
  const seconds = header ? Number(header) : NaN;
  return Number.isFinite(seconds) ? Math.max(seconds, 0) : undefined;
}

/**
 * Waits, or rejects when the signal says so. A field, so that tests can record waits in place of sleeping.
 */
export const waiting = {
  /** @param {number} ms @param {AbortSignal} [signal] @returns {Promise<void>} */
  sleep(ms, signal) {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', end);
        resolve();
      }, ms);
      const end = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', end, { once: true });
    });
  },
};
