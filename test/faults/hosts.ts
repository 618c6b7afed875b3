/** Many remote servers on one port, each at its own address. Some never answer. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

type Condition = 'well' | 'hangs' | 'refuses' | 'answers 500' | 'takes 5 s';
const ailments: Condition[] = ['hangs', 'refuses', 'answers 500', 'takes 5 s'];

interface Arrival {
  host: string;
  /** Of the activity. */
  id: string;
  /** From `performance.now()`. */
  at: number;
}

export interface Hosts {
  /** `address:port`. */
  living: string[];
  dead: string[];
  /** Everything that living hosts received, duplicates included. */
  arrivals: Arrival[];
  /** Sum of seconds that requests were open at living and at dead hosts. */
  busy(): { living: number; dead: number };
  close(): void;
}

export async function openHosts(count: number, dead: number): Promise<Hosts> {
  const arrivals: Arrival[] = [];
  const conditions = new Map<string, Condition>();
  const open = new Map<ServerResponse, { host: string; since: number }>();
  const spent = { living: 0, dead: 0 };
  const isWell = (host: string) => conditions.get(host) === 'well';
  const end = (response: ServerResponse) => {
    const began = open.get(response);
    if (!began || !open.delete(response)) return;
    spent[isWell(began.host) ? 'living' : 'dead'] += (performance.now() - began.since) / 1000;
  };

  const server = createServer(async (request, response) => {
    const host = request.headers.host!;
    open.set(response, { host, since: performance.now() });
    response.once('close', () => end(response));
    const condition = conditions.get(host);
    const body = await read(request);
    if (condition === 'hangs') return;
    if (condition === 'takes 5 s') await sleep(5_000);
    if (condition === 'answers 500') return void response.writeHead(500).end();
    if (request.method !== 'POST') return void response.writeHead(404).end();
    if (condition === 'well') arrivals.push({ host, id: JSON.parse(body).id, at: performance.now() });
    response.writeHead(202).end();
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const all = Array.from({ length: count }, (_, n) => {
    const condition = n < dead ? ailments[n % ailments.length]! : 'well';
    const host = `127.9.${Math.floor(n / 250)}.${(n % 250) + 1}:${condition === 'refuses' ? 9 : port}`;
    conditions.set(host, condition);
    return host;
  });
  return {
    living: all.filter(isWell),
    dead: all.filter((host) => !isWell(host)),
    arrivals,
    busy: () => {
      for (const [response, { host }] of [...open]) {
        end(response);
        open.set(response, { host, since: performance.now() });
      }
      return { ...spent };
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** What it received before the client gave up. */
async function read(request: IncomingMessage): Promise<string> {
  let text = '';
  try {
    for await (const chunk of request) text += chunk;
  } catch {
    return '{}';
  }
  return text;
}
