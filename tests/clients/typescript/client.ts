// Calls the sandbox with the client that @hey-api/openapi-ts generates. What the compiler accepts here is what a
// user's editor shows: no cast, no `any`.

import assert from 'node:assert/strict';

import { sandboxCompanies, sandboxEnrich, sandboxInfo, type EnrichRequest } from './generated/client';
import { client } from './generated/client/client.gen';

async function main(baseUrl: string, question: EnrichRequest): Promise<void> {
  client.setConfig({ baseUrl });

  const enriched = await sandboxEnrich({ body: question });
  assert.equal(enriched.error, undefined);
  assert.ok(enriched.data);
  // `preview` tells the two answers of a charging call apart, for the compiler too.
  assert.ok(!enriched.data.preview);
  assert.equal(enriched.data.found, true);
  assert.equal(enriched.data.person?.fullName, question.fullName);
  assert.equal(enriched.data.cost.credits, 1);

  const domain = enriched.data.person?.company?.domain;
  assert.equal(domain, question.company_domain);
  const companies = await sandboxCompanies({ body: { domain }, throwOnError: true });
  assert.ok(!companies.data.preview);
  assert.equal(companies.data.company?.domain, domain);

  const quote = await sandboxEnrich({ body: { ...question, preview: true }, throwOnError: true });
  assert.ok(quote.data.preview);
  assert.equal(quote.data.would_cost.max_credits, 1);

  const refused = await sandboxEnrich({ body: { email: 'not an email' } });
  assert.equal(refused.data, undefined);
  assert.equal(refused.error?.code, 'invalid_request');
  assert.equal(refused.error?.errors?.[0]?.pointer, '/email');

  const info = await sandboxInfo({ throwOnError: true });
  assert.ok(info.data.endpoints['resolve']?.includes('/v1/sandbox/enrich'));
}

const [baseUrl = '', question = '{}'] = process.argv.slice(2);
main(baseUrl, JSON.parse(question)).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
