/**
 * A client of one member without TLS, as a proxy sends its requests, cheap enough for hundreds of requests per second.
 */
import { Agent, request } from 'node:http';
import type { ClientResponse } from '../support/api-client.ts';
import type { Instance } from '../support/instance.ts';
import type { Client } from './client.ts';

export interface PlainClient extends Client {
  /** GETs the path and records an answer other than 200. */
  read(path: string): Promise<void>;
  /** Requests that got no answer or a wrong one. */
  failed: string[];
  answered(): number;
  close(): void;
}

interface Options {
  /** False gives each request a connection of its own, because one on an idle connection may race with its end. */
  keepsConnections?: boolean;
}

const timeoutMs = 30_000;

/** @param port is asked before each request */
export function openPlainClient(
  { host }: Instance,
  { name, id, token }: Client,
  port: () => number,
  { keepsConnections = true }: Options = {},
): PlainClient {
  const agent = new Agent({ keepAlive: keepsConnections, maxSockets: 128 });
  const failed: string[] = [];
  const began = performance.now();
  let answered = 0;
  const fail = (method: string, path: string, seen: string) =>
    void failed.push(`${method} ${path} after ${((performance.now() - began) / 1_000).toFixed(1)} s: ${seen}`);

  const send = (method: string, path: string, body: unknown, headers: Record<string, string>) =>
    new Promise<ClientResponse>((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const sent = request(
        {
          agent,
          method,
          host: '127.0.0.1',
          port: port(),
          path: `/api/v1${path}`,
          headers: {
            host,
            authorization: `Bearer ${token}`,
            ...headers,
            ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          },
          signal: AbortSignal.timeout(timeoutMs),
        },
        async (response) => {
          try {
            const chunks: Buffer[] = [];
            for await (const chunk of response) chunks.push(chunk);
            const read = Buffer.concat(chunks).toString();
            const isJson = /json/.test(String(response.headers['content-type']));
            answered += 1;
            resolve({
              status: response.statusCode!,
              headers: response.headers,
              body: isJson ? JSON.parse(read) : read,
            });
          } catch (error) {
            reject(error);
          }
        },
      );
      sent.on('error', reject).end(text);
    });

  return {
    name,
    id,
    token,
    failed,
    request: async (method, path, body, headers = {}) => {
      try {
        const response = await send(method.toUpperCase(), path, body, headers);
        if (response.status >= 500) fail(method, path, `${response.status} ${JSON.stringify(response.body)}`);
        return response;
      } catch (error) {
        fail(method, path, (error as Error).message);
        return null;
      }
    },
    read: async (path) => {
      try {
        const { status } = await send('GET', path, undefined, {});
        if (status !== 200) fail('get', path, String(status));
      } catch (error) {
        fail('get', path, (error as Error).message);
      }
    },
    answered: () => answered,
    close: () => agent.destroy(),
  };
}
