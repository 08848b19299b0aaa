// Bulk jobs, live signals and webhooks.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';

import { AuthenticationError, Brimful, ConnectionFailed, InvalidSignature, JobPaused, PermissionDenied } from 'brimful';
import { WaitTimeout, verifyWebhook, type models } from 'brimful';

import { answers, hangsUp, misbehaving, refuses, streams, type Step } from './misbehaving.js';
import { waits } from './waits.js';

const ACCEPTED = answers({ id: 'job_1', status: 'queued', total: 2, invalid: 0, cost: { credits: 0 } }, 202);

function job(status: string, count = 0): Step {
  const results = Array.from({ length: count }, (_, index) => ({ index, status: 'resolved', credits: 1 }));
  return answers({ id: 'job_1', status, processed: 1, total: 2, paused_reason: 'revoked_key', results, next_cursor: null });
}

test('a job is submitted once, waited for and read', async () => {
  waits();
  const steps = [hangsUp, ACCEPTED, job('queued'), job('running'), job('completed'), job('completed', 2)];
  const received = await misbehaving(steps, async (url) => {
    const rows = ['x', 'y'].map((name) => ({ email: `${name}@b.example` }));
    const submitted = await new Brimful({ url, key: 'key' }).bulk.enrich.submit(rows);
    assert.equal((await submitted.wait({ timeout: 60_000 })).status, 'completed');
    const indexes = [];
    for await (const result of submitted.results()) indexes.push(result.index);
    assert.deepEqual(indexes, [0, 1]);
  });
  assert.equal(received[0]?.headers['idempotency-key'], received[1]?.headers['idempotency-key']);
});

test('a paused job and a late one are errors', async () => {
  await misbehaving([job('paused'), job('running')], async (url) => {
    const found = new Brimful({ url, key: 'key' }).job('job_1');
    await assert.rejects(found.wait(), (error) => error instanceof JobPaused && error.reason === 'revoked_key');
    await assert.rejects(found.wait({ timeout: 0 }), WaitTimeout);
  });
});

test('many rows are cut into jobs and answered in order', async () => {
  waits();
  async function* rows(): AsyncGenerator<models.BulkVerifyEmailItem> {
    for (let number = 0; number < 1001; number += 1) yield { email: `${number}@b.example` };
  }
  // Two jobs are open at a time; the third is submitted when the first was read.
  const steps = [ACCEPTED, ACCEPTED, job('completed'), job('completed', 500), ACCEPTED, job('completed')];
  steps.push(job('completed', 500), job('completed'), job('completed', 1));
  const received = await misbehaving(steps, async (url) => {
    let number = 0;
    for await (const result of new Brimful({ url, key: 'key' }).bulk.verifyEmail.run(rows(), { jobs: 2 })) {
      assert.equal(result.index, number);
      number += 1;
    }
    assert.equal(number, 1001);
  });
  const submitted = received.filter((request) => request.method === 'POST').map((one) => JSON.parse(one.body).items);
  assert.deepEqual(
    submitted.map((items) => items.length),
    [500, 500, 1],
  );
  assert.deepEqual(submitted[2], [{ email: '1000@b.example' }]);
});

const event = (number: number) => `id: ${number}\nevent: signal\ndata: {"id": "sig_${number}", "note": "a\u2028b"}\n\n`;

test('a cut stream goes on after the last whole signal', async () => {
  const slept = waits();
  const cut = event(3).slice(0, -12);
  const steps = [
    streams('retry: 5000\n\n', event(1), ': still here\n\n', event(2), cut),
    hangsUp,
    refuses(503, 'overloaded', '1'),
    streams(event(3), event(4)),
  ];
  const received = await misbehaving(steps, async (url) => {
    const ids = [];
    for await (const live of new Brimful({ url, key: 'key' }).signals.stream({ kind: 'funding', new_only: true })) {
      ids.push([live.id, live.signal.id]);
      if (ids.length === 4) break;
    }
    assert.deepEqual(ids[3], ['4', 'sig_4']);
  });
  assert.deepEqual(
    received.map((request) => request.headers['last-event-id']),
    [undefined, '2', '2', '2'],
  );
  assert.equal(received[0]?.headers.accept, 'text/event-stream');
  assert.equal(received[0]?.path, '/v1/signals?kind=funding&new_only=true');
  assert.equal(slept[0], 5000, 'as long as the stream asked for');
});

test('a stream that may not go on, or cannot be opened, ends with the reason', async () => {
  waits();
  for (const [code, kind] of [['revoked_key', AuthenticationError], ['plan_required', PermissionDenied]] as const) {
    const end = `event: end\ndata: {"code": "${code}", "detail": "Use another key."}\n\n`;
    await misbehaving([streams(event(1), end)], async (url) => {
      const signals = new Brimful({ url, key: 'key' }).signals.stream({ kind: 'funding' });
      await signals.next();
      await assert.rejects(signals.next(), kind);
    });
  }
  await misbehaving([refuses(401, 'invalid_key')], async (url) => {
    await assert.rejects(new Brimful({ url, key: 'key' }).signals.stream({ kind: 'funding' }).next(), AuthenticationError);
  });
  await misbehaving([hangsUp, hangsUp], async (url) => {
    const client = new Brimful({ url, key: 'key', maxRetries: 1 });
    await assert.rejects(client.signals.stream({ kind: 'funding' }).next(), ConnectionFailed);
  });
});

test('a stream ends when its signal says so', async () => {
  const controller = new AbortController();
  await misbehaving([(response) => void response.writeHead(200).write(event(1))], async (url) => {
    const signals = new Brimful({ url, key: 'key' }).signals.stream({ kind: 'funding' }, { signal: controller.signal });
    await signals.next();
    setTimeout(() => controller.abort(new Error('enough')), 20);
    await assert.rejects(signals.next(), /enough/);
  });
});

const SECRET = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
const BODY = '{"type":"bulk.completed","data":{"id":"job_1"}}';

function signed(body = BODY, secret = SECRET, at = Date.now() / 1000): Record<string, string> {
  const stamp = String(Math.floor(at));
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const code = createHmac('sha256', key).update(`msg_1.${stamp}.${body}`).digest('base64');
  return { 'Webhook-Id': 'msg_1', 'webhook-timestamp': stamp, 'webhook-signature': `v1,${code}` };
}

test('a signed request is an event', async () => {
  assert.equal((await verifyWebhook(BODY, signed(), SECRET))['type'], 'bulk.completed');
  assert.ok(await verifyWebhook(new TextEncoder().encode(BODY), new Headers(signed()), SECRET));
  const both = { ...signed(), 'webhook-signature': `v1,AAAA v2,other ${signed()['webhook-signature']}` };
  assert.ok(await verifyWebhook(BODY, both, SECRET), 'one of several signatures is enough');
});

test('the example of Standard Webhooks is accepted', async () => {
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  assert.ok(await verifyWebhook('{"test": 2432232314}', headers, secret, { now: 1614265330 }));
});

test('every other request is refused', async () => {
  const other = `whsec_${Buffer.from('another secret of 32 bytes......').toString('base64')}`;
  const now = Date.now() / 1000;
  const forged = [
    signed(`${BODY} `),
    signed(BODY, other),
    signed(BODY, SECRET, now - 600),
    signed(BODY, SECRET, now + 600),
    { ...signed(), 'Webhook-Id': 'msg_2' },
    { ...signed(), 'webhook-timestamp': 'soon' },
    { ...signed(), 'webhook-signature': 'v1,ä' },
    {},
  ];
  for (const headers of forged) await assert.rejects(verifyWebhook(BODY, headers, SECRET), InvalidSignature);
});
