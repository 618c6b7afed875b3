/** Forwards TCP connections to a local port, and can delay, stall, refuse, reset or cut them in either direction. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** `up` leads from the client to the server. */
type Direction = 'up' | 'down';

/** Cuts connections after `bytes` more bytes were forwarded in one direction. `{down: 0}` loses the response. */
interface Cut {
  direction: Direction;
  bytes: number;
  /** How many connections are cut; one by default. */
  connections?: number;
}

export interface TcpProxy {
  port: number;
  /** The port of the server, on 127.0.0.1. May change while the proxy runs. */
  target: number;
  /** Milliseconds that each chunk waits before it is forwarded. */
  delayMs: Record<Direction, number>;
  /** Resets new connections. Open ones stay. */
  refuses: boolean;
  /** Forwards nothing more in the direction, or in both, and accepts connections as before. */
  stall(direction?: Direction): void;
  /** Ends a stall. What waited is forwarded. */
  resume(): void;
  /**
   * Lets nothing through the open connections ever again and tells the client nothing. The server loses them after
   * `keepAliveMs`, as its keep-alive probes would find out. Returns their number.
   */
  strand(keepAliveMs: number): number;
  /** Ends all open connections with FIN. */
  cut(): void;
  /** Ends all open connections with RST. */
  reset(): void;
  cutAfter(cut: Cut): void;
  /** The open connections. */
  count(): number;
  /** How many connections `cutAfter` has cut. */
  cutCount(): number;
  stop(): void;
}

export async function startTcpProxy(target: number, address = '127.0.0.1'): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const stranded = new WeakSet<Socket>();
  const never = new Promise<void>(() => {});
  const stalled: Record<Direction, boolean> = { up: false, down: false };
  let resumed = Promise.withResolvers<void>();
  let cuts: { direction: Direction; bytes: number }[] = [];
  let cutCount = 0;

  /** Returns the part of the chunk that is still forwarded, or null for all of it. */
  const takeCut = (direction: Direction, chunk: Buffer): Buffer | null => {
    const armed = cuts.find((cut) => cut.direction === direction);
    if (!armed) return null;
    if (armed.bytes >= chunk.length) {
      armed.bytes -= chunk.length;
      return null;
    }
    cuts = cuts.filter((cut) => cut !== armed);
    cutCount += 1;
    return chunk.subarray(0, armed.bytes);
  };

  const untilPassable = async (socket: Socket, direction: Direction) => {
    while (stalled[direction]) await resumed.promise;
    if (stranded.has(socket)) await never;
  };

  const pump = async (from: Socket, to: Socket, direction: Direction): Promise<void> => {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      if (proxy.delayMs[direction] > 0) await sleep(proxy.delayMs[direction]);
      await untilPassable(from, direction);
      const rest = takeCut(direction, chunk);
      if (rest !== null) {
        to.write(rest, () => to.destroy());
        from.destroy();
        return;
      }
      if (!to.write(chunk)) await Promise.race([once(to, 'drain'), once(to, 'close')]);
    }
    await untilPassable(from, direction);
    to.end();
  };

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    if (proxy.refuses) return void client.resetAndDestroy();
    const upstream = connect({ host: '127.0.0.1', port: proxy.target, allowHalfOpen: true, noDelay: true });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => sockets.delete(socket));
    }
    // A broken connection breaks the other half too, unless a stall hides it.
    const join = (from: Socket, to: Socket, direction: Direction) =>
      pump(from, to, direction).catch(() => untilPassable(from, direction).then(() => void to.resetAndDestroy()));
    void join(client, upstream, 'up');
    void join(upstream, client, 'down');
  });
  server.listen(0, address);
  await once(server, 'listening');

  const proxy: TcpProxy = {
    port: (server.address() as AddressInfo).port,
    target,
    refuses: false,
    delayMs: { up: 0, down: 0 },
    stall: (direction) => {
      for (const one of direction ? [direction] : (['up', 'down'] as const)) stalled[one] = true;
    },
    resume: () => {
      stalled.up = stalled.down = false;
      resumed.resolve();
      resumed = Promise.withResolvers();
    },
    strand: (keepAliveMs) => {
      const upstreams = [...sockets].filter((socket) => socket.remotePort === proxy.target);
      for (const socket of sockets) stranded.add(socket);
      setTimeout(() => {
        for (const socket of upstreams) socket.destroy();
      }, keepAliveMs).unref();
      return upstreams.length;
    },
    cut: () => {
      for (const socket of [...sockets]) socket.destroy();
    },
    reset: () => {
      for (const socket of [...sockets]) socket.resetAndDestroy();
    },
    cutAfter: ({ direction, bytes, connections = 1 }) => {
      for (let index = 0; index < connections; index += 1) cuts.push({ direction, bytes });
    },
    count: () => Math.ceil(sockets.size / 2),
    cutCount: () => cutCount,
    stop: () => {
      proxy.resume();
      proxy.cut();
      server.close();
    },
  };
  return proxy;
}
