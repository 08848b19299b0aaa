// Verifies that a webhook's request comes from the server (Standard Webhooks).

import { InvalidSignature } from './errors.js';

const PREFIX = 'whsec_';
const TOLERANCE_SECONDS = 300;

/**
 * @param {string | Uint8Array} body
 * @param {Headers | Record<string, string | string[] | undefined>} headers
 * @param {string} secret
 * @param {{ toleranceSeconds?: number, now?: number }} [options]
 * @returns {Promise<Record<string, unknown>>}
 */
export async function verifyWebhook(body, headers, secret, options = {}) {
  const id = header(headers, 'webhook-id');
  const stamp = header(headers, 'webhook-timestamp');
  const signatures = header(headers, 'webhook-signature');
  if (!/^\d+$/.test(stamp)) throw new InvalidSignature('webhook-timestamp is not a number of seconds.');
  const now = options.now ?? Date.now() / 1000;
  if (Math.abs(now - Number(stamp)) > (options.toleranceSeconds ?? TOLERANCE_SECONDS)) {
    throw new InvalidSignature('The request was signed too long ago, or a clock is wrong.');
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const head = new TextEncoder().encode(`${id}.${stamp}.`);
  const content = new Uint8Array(head.length + bytes.length);
  content.set(head);
  content.set(bytes, head.length);
  const key = await crypto.subtle.importKey('raw', secretBytes(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
  // A secret that is being replaced signs beside the new one, so there can be several.
  for (const signature of signatures.split(' ')) {
    const given = signature.startsWith('v1,') ? bytesOf(signature.slice('v1,'.length)) : undefined;
    // `verify` compares in constant time.
    if (given && (await crypto.subtle.verify('HMAC', key, given, content))) {
      return JSON.parse(new TextDecoder().decode(bytes));
    }
  }
  throw new InvalidSignature('The request was not signed with this secret.');
}

/** @param {string} secret */
function secretBytes(secret) {
  const bytes = bytesOf(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (!bytes?.length) throw new InvalidSignature(`The secret is not of the form ${PREFIX}… in Base64.`);
  return bytes;
}

/** @param {string} base64 */
function bytesOf(base64) {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/**
 * @param {Headers | Record<string, string | string[] | undefined>} headers
 * @param {string} name
 */
function header(headers, name) {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const value = entries.find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value !== 'string') throw new InvalidSignature(`The header ${name} is missing.`);
  return value;
}
