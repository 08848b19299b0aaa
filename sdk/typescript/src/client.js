// The client: a tree of calls, built from the table of routes.

import { BulkJob, run, submit } from './bulk.js';
import { routes } from './routes.js';
import { Transport } from './transport.js';

/** @import { ClientOptions } from './index.js' */
/** @import { Route } from './routes.js' */

const DEFAULT_URL = 'http://127.0.0.1:8080';
// Longer than the longest call: lists end a page after 20 seconds.
const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_RETRIES = 4;

export class Brimful {
  #transport;

  /** @param {ClientOptions} [options] */
  constructor(options = {}) {
    const environment = /** @type {any} */ (globalThis).process?.env ?? {};
    this.url = (options.url || environment.BRIMFUL_URL || DEFAULT_URL).replace(/\/+$/, '');
    this.#transport = new Transport({
      url: this.url,
      key: options.sandbox ? undefined : options.key || environment.BRIMFUL_KEY || undefined,
      timeout: options.timeout ?? DEFAULT_TIMEOUT_MS,
      maxRetries: options.maxRetries ?? DEFAULT_RETRIES,
      // Called as a function of its own: browsers refuse `fetch` as a method of another object.
      fetch: options.fetch ?? ((...request) => globalThis.fetch(...request)),
    });
    for (const route of routes) place(this, route, callOf(this.#transport, route));
  }

  get isSandbox() {
    return this.#transport.settings.key === undefined;
  }

  /** @param {string} id */
  job(id) {
    return new BulkJob(this.#transport, id);
  }
}

/**
 * A function that makes the call, with what else can be done with it as its members.
 * @param {Transport} transport @param {Route} route
 */
function callOf(transport, route) {
  const values = route.path.match(/\{\w+\}/g)?.length ?? 0;
  /** @param {any[]} given @returns {[string[], Record<string, any>, any]} */
  const read = (given) => {
    const rest = given.slice(values);
    return [given.slice(0, values), (route.does.includes('input') && rest.shift()) || {}, rest[0]];
  };
  /** @param {any[]} given */
  const call = (...given) => transport.call(route, ...read(given));
  /** @type {Record<string, [string, (...given: any[]) => unknown][]>} */
  const members = {
    quote: [['quote', (...given) => transport.quote(route, ...read(given))]],
    list: [
      ['pages', (...given) => transport.pages(route, ...read(given))],
      ['iterate', (...given) => transport.iterate(route, ...read(given))],
    ],
    stream: [['stream', (input, options) => transport.stream(route, input ?? {}, options)]],
    bulk: [
      ['submit', (rows, options) => submit(transport, route, rows, options)],
      ['run', (rows, options) => run(transport, route, rows, options)],
    ],
  };
  for (const [name, member] of route.does.flatMap((what) => members[what] ?? [])) put(call, name, member);
  return call;
}

/**
 * Puts a call where its name says. A name can be a call and a group of calls at once.
 * @param {object} root @param {Route} route @param {object} call
 */
function place(root, route, call) {
  const names = route.name.split('.');
  const last = names.pop() ?? '';
  /** @type {any} */
  let group = root;
  for (const name of names) {
    if (!Object.hasOwn(group, name)) put(group, name, {});
    group = group[name];
  }
  if (Object.hasOwn(group, last)) {
    for (const [name, member] of Object.entries(group[last])) put(call, name, member);
  }
  put(group, last, call);
}

/** @param {object} target @param {string} name @param {unknown} value */
function put(target, name, value) {
  // Not an assignment: `name` and `length` of a function are read-only.
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true });
}
