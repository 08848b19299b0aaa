// Bulk jobs: submitting rows, waiting, reading results.

import { JobPaused, WaitTimeout } from './errors.js';
import { waiting } from './retry.js';
import { routes } from './routes.js';

/** @import { CallOptions } from './index.js' */
/** @import { BulkJobView, BulkResultView, ReadBulkJobAnswer, WebhookInput } from './models.js' */
/** @import { Route } from './routes.js' */
/** @import { Transport } from './transport.js' */
/** @typedef {Iterable<object> | AsyncIterable<object>} Rows */

// Rows that one job takes.
const ROWS_MAX = 500;
const JOBS_OPEN = 2;
// Pause between two looks at a job: short at first, since small jobs are done at once.
const LOOK_FIRST_MS = 100;
const LOOK_MAX_MS = 5_000;
const ENDED = new Set(['completed', 'cancelled', 'failed']);

/** @param {string} name */
function known(name) {
  const route = routes.find((one) => one.name === name);
  if (!route) throw new Error(`no route ${name}`);
  return route;
}

export class BulkJob {
  /** @param {Transport} transport @param {string} id */
  constructor(transport, id) {
    this.transport = transport;
    this.id = id;
  }

  /** @param {CallOptions} [options] @returns {Promise<ReadBulkJobAnswer>} */
  status(options) {
    return this.transport.call(known('bulk.read'), [this.id], { limit: 1 }, options);
  }

  /** @param {{ timeout?: number, signal?: AbortSignal }} [options] @returns {Promise<ReadBulkJobAnswer>} */
  async wait({ timeout, ...options } = {}) {
    const until = timeout === undefined ? Infinity : performance.now() + timeout;
    for (let pause = LOOK_FIRST_MS; ; pause = Math.min(pause * 1.5, LOOK_MAX_MS)) {
      const job = await this.status(options);
      if (ENDED.has(job.status)) return job;
      if (job.status === 'paused') throw new JobPaused(this.id, job.paused_reason ?? 'paused');
      if (performance.now() + pause > until) {
        throw new WaitTimeout(`Job ${this.id} has ${job.processed} of ${job.total} items; wait again.`);
      }
      await waiting.sleep(pause, options.signal);
    }
  }

  /** @returns {AsyncGenerator<BulkResultView, void, undefined>} */
  results() {
    return this.transport.iterate(known('bulk.read'), [this.id], {});
  }

  /** @returns {Promise<BulkJobView>} */
  cancel() {
    return this.transport.call(known('bulk.cancel'), [this.id], {});
  }
}

/**
 * Submits one job.
 * @param {Transport} transport @param {Route} route @param {Rows} rows
 * @param {CallOptions & { webhook?: WebhookInput }} [options]
 */
export async function submit(transport, route, rows, { webhook, ...options } = {}) {
  const items = [];
  for await (const row of rows) items.push(row);
  const accepted = await transport.call(route, [], webhook ? { items, webhook } : { items }, options);
  return new BulkJob(transport, accepted.id);
}

/**
 * Submits rows as they are needed and yields their results in order.
 * @param {Transport} transport @param {Route} route @param {Rows} rows @param {CallOptions & { jobs?: number }} [options]
 * @returns {AsyncGenerator<BulkResultView, void, undefined>}
 */
export async function* run(transport, route, rows, { jobs = JOBS_OPEN, ...options } = {}) {
  /** @type {Array<{ first: number, job: BulkJob }>} */
  const open = [];
  const parts = inParts(rows);
  let submitted = 0;
  let number = 0;
  for (let isUsedUp = false; ; ) {
    while (!isUsedUp && open.length < Math.max(jobs, 1)) {
      const part = await parts.next();
      if (part.done) {
        isUsedUp = true;
        break;
      }
      const idempotencyKey = options.idempotencyKey && `${options.idempotencyKey}-${number}`;
      const job = await submit(transport, route, part.value, { ...options, ...(idempotencyKey && { idempotencyKey }) });
      open.push({ first: submitted, job });
      submitted += part.value.length;
      number += 1;
    }
    const next = open.shift();
    if (!next) return;
    await next.job.wait(options.signal && { signal: options.signal });
    for await (const result of next.job.results()) yield { ...result, index: result.index + next.first };
  }
}

/** @param {Rows} rows */
async function* inParts(rows) {
  let part = [];
  for await (const row of rows) {
    part.push(row);
    if (part.length === ROWS_MAX) {
      yield part;
      part = [];
    }
  }
  if (part.length) yield part;
}
