// Calls the sandbox through openapi-fetch with nothing generated but the types of openapi-typescript.

import assert from 'node:assert/strict';

import createClient from 'openapi-fetch';

import type { components, paths } from './generated/types';

type Question = components['schemas']['EnrichRequest'];

async function main(baseUrl: string, question: Question): Promise<void> {
  const client = createClient<paths>({ baseUrl });

  const enriched = await client.POST('/v1/sandbox/enrich', { body: question });
  assert.ok(enriched.data);
  assert.ok(!enriched.data.preview);
  assert.equal(enriched.data.person?.fullName, question.fullName);

  const refused = await client.GET('/v1/me/history', { params: { query: { limit: 5 } } });
  assert.equal(refused.response.status, 401);
  assert.equal(refused.error?.code, 'missing_key');
}

const [baseUrl = '', question = '{}'] = process.argv.slice(2);
main(baseUrl, JSON.parse(question)).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
