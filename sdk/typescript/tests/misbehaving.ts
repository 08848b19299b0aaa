// A real HTTP server on loopback that does, request by request, what a test tells it to.

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Step = (response: ServerResponse) => void;

/** Runs a test against a server that takes these steps; gives what it received. */
export async function misbehaving(steps: Step[], test: (url: string) => Promise<void>): Promise<Received[]> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    received.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
    const step = steps.shift();
    if (step) step(response);
    else response.writeHead(418).end('no step is left');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await test(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
  return received;
}

export function answers(body: unknown, status = 200): Step {
  return (response) => response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

export function refuses(status: number, code: string, retryAfter?: string, more: object = {}): Step {
  const problem = { code, title: code, status, detail: 'Do this.', request_id: 'req_1', ...more };
  const headers = { 'Content-Type': 'application/problem+json', ...(retryAfter && { 'Retry-After': retryAfter }) };
  return (response) => response.writeHead(status, headers).end(JSON.stringify(problem));
}

export const hangsUp: Step = (response) => response.socket?.destroy();

export const hangsUpWithin: Step = (response) => {
  response.writeHead(200, { 'Content-Length': '1000' }).write('{"found": tr', () => response.socket?.destroy());
};

export function streams(...chunks: string[]): Step {
  return (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(chunks.join(''), () => response.socket?.destroy());
  };
}
