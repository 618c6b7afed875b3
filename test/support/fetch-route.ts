/** Answers requests to another host with Fetch handlers, without a network. */
import { addAbortSignal, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Route } from '../../src/lib/fetch/connections.ts';

export function routeToHandler(response: (request: Request) => Promise<Response>): Route {
  return async ({ method, url, headers, body, signal }) => {
    const request = new Request(url, {
      method,
      headers: { ...headers, host: url.host },
      body: body && Uint8Array.from(body),
    });
    const { status, headers: answered, body: stream } = await response(request);
    const readable = stream ? Readable.fromWeb(stream as ReadableStream) : Readable.from([]);
    // A body that is dropped half-way emits an error event, which no test needs.
    readable.on('error', () => {});
    return { status, headers: answered, body: addAbortSignal(signal, readable) };
  };
}
