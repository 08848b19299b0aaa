// Calls a demo server with the published JavaScript package of People Data Labs.
import assert from "node:assert/strict";

import PDLJS from "peopledatalabs";

const { BRIMFUL_URL: url, BRIMFUL_KEY: key } = process.env;
const email = "marta.quist@tidewater.example";

// The package sends only keys of 64 characters.
const client = new PDLJS({ apiKey: key.padEnd(64, "-"), basePath: `${url}/dialect/pdl/v5` });
const person = await client.person.enrichment({ email });
assert.equal(person.data.work_email, email);
assert.equal(person.rateLimit.callCreditsSpent, 1);
assert.equal(typeof person.rateLimit.rateLimitRemaining.second, "number");
const found = await client.person.search.sql({
  searchQuery: "SELECT * FROM person WHERE job_company_website='tidewater.example'",
  size: 1,
});
assert.equal(found.data.length, 1);
await assert.rejects(client.person.enrichment({ email: "nobody@tidewater.example" }), { status: 404 });
const company = await client.company.enrichment({ website: "tidewater.example" });
assert.equal(company.website, "tidewater.example");
