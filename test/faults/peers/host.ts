/** One mock server with its own address: verifies and logs deliveries, and misbehaves on demand. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answerIn, type Condition, type Flapping, handles } from './condition.ts';
import { documentAt, type Json } from './documents.ts';

export interface Delivery {
  host: string;
  /** The path of the inbox. */
  inbox: string;
  actor: string;
  id: string;
  type: string;
  /** The IRI of the object, also of an embedded one; empty without one. */
  object: string;
  /** When the request was read, from `performance.now()`. */
  at: number;
  bytes: number;
  /** How the peer treats it. */
  condition: Condition;
  /** Whether the peer handled it. A sender whose response was lost does not know that. */
  isAccepted: boolean;
  json: Json;
}

export interface Host {
  /** `address:port`. */
  name: string;
  condition: Condition | Flapping;
  setCondition(condition: Condition | Flapping): Promise<void>;
  /** Milliseconds that deliveries have been open here. */
  busyMs(): number;
  close(): void;
}

export interface HostOptions {
  address: string;
  /** 0 for any. */
  port: number;
  /** Served at their ids. */
  objects: Map<string, Json>;
  /** Resolves to what is wrong with a delivery, or to null. */
  judge(request: IncomingMessage, body: Buffer): Promise<string | null>;
  onDelivery(delivery: Delivery): void;
}

export async function openHost({ address, port, objects, judge, onDelivery }: HostOptions): Promise<Host> {
  const open = new Map<ServerResponse, number>();
  let spentMs = 0;
  let delivered = 0;
  let listening: Server | null = null;

  const listen = async (at: number): Promise<number> => {
    // Trickling and hanging peers outlast every timeout of Node.
    listening = createServer({ requestTimeout: 0, headersTimeout: 0 }, (request, response) => {
      handle(request, response).catch(() => response.destroy());
    });
    listening.listen(at, address);
    await once(listening, 'listening');
    return (listening.address() as { port: number }).port;
  };
  const name = `${address}:${await listen(port)}`;

  const host: Host = {
    name,
    condition: 'well',
    setCondition: async (condition) => {
      host.condition = condition;
      if (condition === 'refuses') return shut();
      if (!listening) await listen(Number(name.split(':')[1]));
    },
    busyMs: () => [...open.values()].reduce((sum, since) => sum + performance.now() - since, spentMs),
    close: shut,
  };
  return host;

  function shut(): void {
    listening?.close();
    listening?.closeAllConnections();
    listening = null;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, `http://${name}`);
    if (request.method !== 'POST') {
      const current = typeof host.condition === 'function' ? 'well' : host.condition;
      return answerIn(current, response, () => serve(url, response));
    }

    open.set(response, performance.now());
    response.once('close', () => {
      spentMs += performance.now() - open.get(response)!;
      open.delete(response);
    });
    const body = await read(request);
    const condition = typeof host.condition === 'function' ? host.condition(delivered) : host.condition;
    delivered += 1;
    const fault = await judge(request, body);
    onDelivery({ ...describe(url, body), condition, isAccepted: handles(condition) && fault === null });
    if (fault !== null) return void response.writeHead(401).end(fault);
    await answerIn(condition, response, () => response.writeHead(202).end());
  }

  function serve(url: URL, response: ServerResponse): void {
    const document = documentAt(url, objects);
    if (!document) return void response.writeHead(404).end();
    const type = url.pathname.startsWith('/.well-known/') ? 'application/jrd+json' : 'application/activity+json';
    response.writeHead(200, { 'content-type': type }).end(JSON.stringify(document));
  }

  function describe(url: URL, body: Buffer): Omit<Delivery, 'condition' | 'isAccepted'> {
    const json: Json = JSON.parse(body.toString());
    const { object } = json;
    return {
      host: name,
      inbox: url.pathname,
      at: performance.now(),
      bytes: body.length,
      json,
      actor: String(json.actor),
      id: String(json.id),
      type: String(json.type),
      object: typeof object === 'string' ? object : String((object as Json | undefined)?.id ?? ''),
    };
  }
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
