/** Sends HTTP requests to a server under test as its proxy would, without TLS. */
import { Agent, request } from 'node:http';
import type { Instance } from '../../support/instance.ts';

/** `target` changes when the server restarts; undefined while it has no port. */
export type Target = Pick<Instance, 'origin' | 'host'> & { proxy: { target: number | undefined } };

export interface DirectAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Rejects without an answer after `timeoutMs`. `path` may be an IRI of the server. */
export function requestOf(
  target: Target,
  { method, path, headers = {}, body }: DirectRequest,
  timeoutMs = 30_000,
): Promise<DirectAnswer> {
  const { pathname, search } = new URL(path, target.origin);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        method,
        host: '127.0.0.1',
        port: target.proxy.target,
        path: pathname + search,
        headers: {
          ...headers,
          host: target.host,
          ...(body && { 'content-length': Buffer.byteLength(body) }),
        },
        signal: AbortSignal.timeout(timeoutMs),
      },
      async (response) => {
        try {
          let text = '';
          for await (const chunk of response) text += chunk;
          resolve({ status: response.statusCode!, headers: response.headers, text });
        } catch (error) {
          reject(error);
        }
      },
    );
    sent.on('error', reject).end(body);
  });
}

interface DirectRequest {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}
