// Calls against a server that misbehaves.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import * as brimful from 'brimful';
import { Brimful, type APIError } from 'brimful';

import { answers, hangsUp, hangsUpWithin, misbehaving, refuses, type Step } from './misbehaving.js';
import { waits } from './waits.js';

const FOUND = answers({ found: true, cost: { credits: 1 } });
const question = { email: 'a@b.example' };

for (const [status, code] of [
  [503, 'overloaded'],
  [429, 'rate_limited'],
  [409, 'request_in_progress'],
  [500, 'outcome_unknown'],
] as const) {
  test(`a call is made again after the time that the server asks for: ${code}`, async () => {
    const slept = waits();
    const received = await misbehaving([refuses(status, code, '3'), FOUND], async (url) => {
      assert.ok((await new Brimful({ url, key: 'key' }).enrich(question)).found);
    });
    assert.deepEqual(slept, [3000]);
    const keys = new Set(received.map((request) => request.headers['idempotency-key']));
    assert.ok(received.length === 2 && keys.size === 1, 'one idempotency key for both attempts');
  });
}

for (const [name, trouble] of Object.entries({ hangsUp, hangsUpWithin })) {
  test(`a broken connection is made again with the same idempotency key: ${name}`, async () => {
    const slept = waits();
    const received = await misbehaving([trouble, trouble, FOUND], async (url) => {
      assert.ok((await new Brimful({ url, key: 'key' }).enrich(question)).found);
    });
    assert.ok(slept.length === 2 && slept[0]! >= 250 && slept[0]! <= 500 && slept[1]! >= 500 && slept[1]! <= 1000);
    assert.equal(new Set(received.map((request) => request.headers['idempotency-key'])).size, 1);
  });
}

test('two calls have two idempotency keys unless one is given', async () => {
  const received = await misbehaving([FOUND, FOUND, FOUND], async (url) => {
    const client = new Brimful({ url, key: 'key' });
    await client.enrich(question);
    await client.enrich(question);
    await client.enrich(question, { idempotencyKey: 'mine' });
  });
  const [first, second, third] = received.map((request) => request.headers['idempotency-key']);
  assert.ok(first !== second && third === 'mine');
});

test('attempts end, a wait of hours is not waited for, and a slow answer is given up', async () => {
  const slept = waits();
  await misbehaving([refuses(503, 'overloaded'), refuses(503, 'overloaded')], async (url) => {
    await assert.rejects(new Brimful({ url, key: 'key', maxRetries: 1 }).enrich(question), brimful.ServerError);
  });
  await misbehaving([hangsUp, hangsUp], async (url) => {
    const call = new Brimful({ url, key: 'key' }).enrich(question, { maxRetries: 1 });
    await assert.rejects(call, (error) => error instanceof brimful.ConnectionFailed && /2 attempts/.test(error.message));
  });
  slept.length = 0;
  await misbehaving([refuses(429, 'sandbox_limit', '19526')], async (url) => {
    const refused = (error: unknown) => error instanceof brimful.RateLimited && error.retryAfter === 19526;
    await assert.rejects(new Brimful({ url }).enrich(question), refused);
  });
  assert.deepEqual(slept, []);
  await misbehaving([() => {}], async (url) => {
    const call = new Brimful({ url, key: 'key', maxRetries: 0, timeout: 50 }).me();
    await assert.rejects(call, brimful.ConnectionFailed);
  });
});

test('a call ends when its signal says so', async () => {
  const signal = AbortSignal.abort(new Error('enough'));
  await assert.rejects(new Brimful({ key: 'key' }).me({ signal }), /enough/);
});

for (const [status, code, kind] of [
  [400, 'invalid_json', 'InvalidRequest'],
  [401, 'revoked_key', 'AuthenticationError'],
  [402, 'insufficient_credits', 'InsufficientCredits'],
  [403, 'scope_required', 'PermissionDenied'],
  [404, 'not_found', 'NotFound'],
  [409, 'reference_used', 'Conflict'],
  [422, 'invalid_request', 'InvalidRequest'],
  [418, 'of_the_future', 'APIError'],
] as const) {
  test(`a refusal is a typed error and is not tried again: ${status} ${kind}`, async () => {
    const slept = waits();
    const errors = [{ pointer: '/email', code: 'invalid_value', message: 'No @.' }];
    const step = refuses(status, code, undefined, { errors, required: 4, balance: 1 });
    await misbehaving([step], async (url) => {
      const error: APIError = await new Brimful({ url, key: 'key' }).enrich(question).then(
        () => assert.fail('it was answered'),
        (error: unknown) => error as APIError,
      );
      assert.ok(error instanceof brimful[kind] && error.name === kind);
      assert.deepEqual([error.status, error.code, error.detail, error.requestId], [status, code, 'Do this.', 'req_1']);
      for (const text of [code, 'Do this.', 'req_1', 'No @.']) assert.ok(error.message.includes(text));
      if (error instanceof brimful.InsufficientCredits) assert.deepEqual([error.required, error.balance], [4, 1]);
    });
    assert.deepEqual(slept, []);
  });
}

test('a page of a proxy is an error, too', async () => {
  await misbehaving([(response) => response.writeHead(502).end('<h1>Bad Gateway</h1>')], async (url) => {
    await assert.rejects(new Brimful({ url, key: 'key', maxRetries: 0 }).me(), /Bad Gateway/);
  });
});

test('pages follow the cursor, and each is a call of its own', async () => {
  waits();
  const page = (ids: string[], next_cursor: string | null): Step =>
    answers({ results: ids.map((id) => ({ id })), next_cursor, cost: { credits: 2 } });
  const steps = [page(['a', 'b'], 'c1'), refuses(503, 'overloaded', '1'), page(['c'], 'c2'), page([], null)];
  const received = await misbehaving(steps, async (url) => {
    const ids = [];
    for await (const person of new Brimful({ url, key: 'key' }).search.people.iterate({ limit: 2 })) ids.push(person.id);
    assert.deepEqual(ids, ['a', 'b', 'c']);
  });
  assert.deepEqual(
    received.map((request) => JSON.parse(request.body).cursor),
    [undefined, 'c1', 'c1', 'c2'],
  );
  const keys = received.map((request) => request.headers['idempotency-key']);
  assert.ok(keys[1] === keys[2] && new Set(keys).size === 3);
  const listed = await misbehaving([page(['a'], 'c 1&'), page(['b'], null)], async (url) => {
    let count = 0;
    for await (const answer of new Brimful({ url, key: 'key' }).me.ledger.pages()) count += answer.results.length;
    assert.equal(count, 2);
  });
  assert.equal(listed[1]?.path, '/v1/me/ledger?cursor=c+1%26');
});

test('maxCredits is a budget over all pages', async () => {
  const quote = answers({ preview: true, would_cost: { max_credits: 3, estimated_credits: 3 } });
  const page = answers({ results: [{ id: 'a' }], next_cursor: 'c', cost: { credits: 3 } });
  const received = await misbehaving([quote, page, quote], async (url) => {
    const people = new Brimful({ url, key: 'key' }).search.people.iterate({ limit: 2 }, { maxCredits: 5 });
    await people.next();
    const exceeded = (error: unknown) => error instanceof brimful.QuoteExceeded && error.maxCredits === 2;
    await assert.rejects(people.next(), exceeded);
  });
  assert.deepEqual(
    received.map((request) => JSON.parse(request.body).preview),
    [true, undefined, true],
  );
});

test('a free call is made without asking for its price', async () => {
  const received = await misbehaving([answers({ balance: 1 })], async (url) => {
    assert.equal((await new Brimful({ url, key: 'key' }).me({ maxCredits: 0 })).balance, 1);
  });
  assert.equal(received.length, 1);
});

test('values in a path are escaped, and without a key the sandbox is asked', async () => {
  const received = await misbehaving([FOUND, FOUND, FOUND, FOUND], async (url) => {
    await new Brimful({ url, key: 'key' }).watchLists.read('a/b?c');
    await new Brimful({ url, key: 'key' }).enrich(question);
    assert.ok(new Brimful({ url }).isSandbox);
    await new Brimful({ url }).enrich(question);
    process.env['BRIMFUL_URL'] = `${url}/`;
    process.env['BRIMFUL_KEY'] = 'mine';
    await new Brimful().enrich(question);
    delete process.env['BRIMFUL_URL'];
    delete process.env['BRIMFUL_KEY'];
  });
  const paths = ['/v1/watch-lists/a%2Fb%3Fc', '/v1/enrich', '/v1/sandbox/enrich', '/v1/enrich'];
  assert.deepEqual(
    received.map((request) => request.path),
    paths,
  );
  const keys = ['Bearer key', 'Bearer key', undefined, 'Bearer mine'];
  assert.deepEqual(
    received.map((request) => request.headers.authorization),
    keys,
  );
});

test('what is declared is what is exported', () => {
  const declarations = readFileSync(new URL('index.d.ts', import.meta.resolve('brimful')), 'utf8');
  const declared = [...declarations.matchAll(/^export (?:class|function|const) (\w+)/gm)].map(([, name]) => name);
  assert.deepEqual(Object.keys(brimful).sort(), declared.sort());
});
