// Sends calls over HTTP, again where that can help, and never twice in effect.

import { APIError, ConnectionFailed, QuoteExceeded, endedStream, errorOf } from './errors.js';
import { EventParser } from './events.js';
import { secondsOf, waitBefore, waiting } from './retry.js';
import { version } from './routes.js';

/** @import { CallOptions, LiveSignal } from './index.js' */
/** @import { PricePreview } from './models.js' */
/** @import { Route } from './routes.js' */
/** @typedef {Record<string, any>} Input */

const SANDBOX = '/v1/sandbox/';
// The server sends something every 15 seconds: silence of three times that is a dead connection.
const STREAM_SILENCE_MAX_MS = 45_000;
// What a stream waits before it connects again, unless the server says otherwise.
const RECONNECT_MS = 2_000;

/** The connection to one server under one key. */
export class Transport {
  /**
   * @param {{ url: string, key: string | undefined, timeout: number, maxRetries: number, fetch: typeof fetch }} settings
   */
  constructor(settings) {
    this.settings = settings;
  }

  /**
   * Makes a call and returns its answer.
   * @param {Route} route @param {string[]} values @param {Input} input @param {CallOptions} [options]
   * @returns {Promise<any>}
   */
  async call(route, values, input, options = {}) {
    if (options.maxCredits !== undefined && route.does.includes('quote')) {
      // The charge never exceeds the quote; a call without one is free.
      const quote = await this.quote(route, values, input, options);
      if (quote.would_cost.max_credits > options.maxCredits) throw new QuoteExceeded(quote, options.maxCredits);
    }
    const body = await this.#send(route, values, input, options);
    return route.does.includes('text') ? body : JSON.parse(body);
  }

  /**
   * Asks what a call would cost.
   * @param {Route} route @param {string[]} values @param {Input} input @param {CallOptions} [options]
   * @returns {Promise<PricePreview>}
   */
  async quote(route, values, input, options = {}) {
    // A key of the caller's own is for the call itself: the server refuses it for another input.
    const asked = { ...options, idempotencyKey: undefined };
    return JSON.parse(await this.#send(route, values, { ...input, preview: true }, asked));
  }

  /**
   * Yields the answers of a list until its last page.
   * @param {Route} route @param {string[]} values @param {Input} input @param {CallOptions} [options]
   * @returns {AsyncGenerator<any, void, undefined>}
   */
  async *pages(route, values, input, options = {}) {
    let { maxCredits } = options;
    let asked = input;
    for (let page = 0; ; page += 1) {
      // Each page is a call of its own.
      const idempotencyKey =
        options.idempotencyKey && page ? `${options.idempotencyKey}-${page}` : options.idempotencyKey;
      const answer = await this.call(route, values, asked, { ...options, idempotencyKey, maxCredits });
      yield answer;
      if (maxCredits !== undefined) maxCredits -= answer.cost?.credits ?? 0;
      if (!answer.next_cursor) return;
      asked = { ...input, cursor: answer.next_cursor };
    }
  }

  /**
   * Yields the results of a list over all pages.
   * @param {Route} route @param {string[]} values @param {Input} input @param {CallOptions} [options]
   * @returns {AsyncGenerator<any, void, undefined>}
   */
  async *iterate(route, values, input, options) {
    for await (const answer of this.pages(route, values, input, options)) yield* answer.results;
  }

  /**
   * Yields live signals; connects again after the last one when the connection breaks.
   * @param {Route} route @param {Input} input @param {{ lastEventId?: string, signal?: AbortSignal }} [options]
   * @returns {AsyncGenerator<LiveSignal, void, undefined>}
   */
  async *stream(route, input, options = {}) {
    const { signal } = options;
    let { lastEventId } = options;
    for (let failures = 0; ; ) {
      const parser = new EventParser();
      const connection = new AbortController();
      const end = () => connection.abort(signal?.reason);
      signal?.throwIfAborted();
      signal?.addEventListener('abort', end, { once: true });
      let silence = setTimeout(() => connection.abort(), STREAM_SILENCE_MAX_MS);
      /** @type {APIError | undefined} */
      let error;
      try {
        /** @type {Record<string, string>} */
        const headers = { ...this.#headers(), Accept: 'text/event-stream' };
        if (lastEventId !== undefined) headers['Last-Event-ID'] = lastEventId;
        const response = await this.settings.fetch(this.#address(route, [], input), {
          headers,
          signal: connection.signal,
        });
        if (!response.ok || !response.body) {
          error = errorOf(response.status, await response.text(), secondsOf(response.headers.get('Retry-After')));
        } else {
          failures = 0;
          const text = response.body.pipeThrough(new TextDecoderStream()).getReader();
          for (let part = await text.read(); !part.done; part = await text.read()) {
            clearTimeout(silence);
            silence = setTimeout(() => connection.abort(), STREAM_SILENCE_MAX_MS);
            for (const event of parser.feed(part.value)) {
              if (event.kind === 'end') throw endedStream(event.data);
              if (event.kind !== 'signal') continue;
              lastEventId = event.id;
              yield { id: event.id ?? '', signal: JSON.parse(event.data) };
            }
          }
        }
      } catch (broken) {
        if (broken instanceof APIError) throw broken;
        signal?.throwIfAborted();
        if (failures >= this.settings.maxRetries) {
          throw new ConnectionFailed(`The stream cannot be opened: ${reasonOf(broken)}`, { cause: broken });
        }
      } finally {
        clearTimeout(silence);
        signal?.removeEventListener('abort', end);
        connection.abort();
      }
      failures += 1;
      const wait = error && failures > this.settings.maxRetries ? undefined : waitBefore(failures, error);
      if (wait === undefined) throw error;
      await waiting.sleep(error ? wait : Math.max(wait, parser.retryMs ?? RECONNECT_MS), signal);
    }
  }

  /**
   * @param {Route} route @param {string[]} values @param {Input} input @param {CallOptions} options
   * @returns {Promise<string>}
   */
  async #send(route, values, input, options) {
    const { signal } = options;
    const headers = this.#headers();
    const hasBody = route.method === 'POST' || route.method === 'PATCH';
    // One key for all attempts: whichever of them arrives, the effect and the charge happen once.
    if (route.method === 'POST') headers['Idempotency-Key'] = options.idempotencyKey ?? crypto.randomUUID();
    if (hasBody) headers['Content-Type'] = 'application/json';
    const address = this.#address(route, values, hasBody ? {} : input);
    const retries = options.maxRetries ?? this.settings.maxRetries;
    for (let attempt = 1; ; attempt += 1) {
      signal?.throwIfAborted();
      /** @type {APIError | undefined} */
      let error;
      let cause;
      try {
        const limit = AbortSignal.timeout(options.timeout ?? this.settings.timeout);
        const response = await this.settings.fetch(address, {
          method: route.method,
          headers,
          body: hasBody ? JSON.stringify(input) : null,
          signal: signal ? AbortSignal.any([signal, limit]) : limit,
        });
        const body = await response.text();
        if (response.ok) return body;
        error = errorOf(response.status, body, secondsOf(response.headers.get('Retry-After')));
      } catch (broken) {
        signal?.throwIfAborted();
        cause = broken;
      }
      const wait = attempt > retries ? undefined : waitBefore(attempt, error);
      if (wait === undefined) {
        const text = `No answer from ${this.settings.url} in ${attempt} attempts: ${reasonOf(cause)}`;
        throw error ?? new ConnectionFailed(text, { cause });
      }
      await waiting.sleep(wait, signal);
    }
  }

  /** @param {Route} route @param {string[]} values @param {Input} query */
  #address(route, values, query) {
    let at = 0;
    let path = route.path.replace(/\{\w+\}/g, () => encodeURIComponent(values[at++] ?? ''));
    if (!this.settings.key && route.does.includes('sandbox')) path = SANDBOX + path.slice('/v1/'.length);
    const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
    const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    return this.settings.url + path + (search && `?${search}`);
  }

  #headers() {
    /** @type {Record<string, string>} */
    const headers = {};
    if (this.settings.key) headers['Authorization'] = `Bearer ${this.settings.key}`;
    // Browsers name themselves.
    if (!('document' in globalThis)) headers['User-Agent'] = `brimful-typescript/${version}`;
    return headers;
  }
}

/** @param {unknown} error */
function reasonOf(error) {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
