/** Pools connections: a few per origin, for a bounded number of origins. */
import { type buildConnector, Pool } from 'undici';

const CONNECTIONS_PER_ORIGIN = 4;
const MAX_ORIGINS = 256;
const IDLE_MS = 4_000;
const MAX_IDLE_MS = 15_000;
const MAX_HEADER_BYTES = 16 * 1024;

/** Use the result of `poolFor(origin)` at once: beyond the limit the least recently used pool is closed. */
export function createPools(connect: buildConnector.connector) {
  const pools = new Map<string, Pool>();

  function poolFor(origin: string): Pool {
    const pool = pools.get(origin) ?? open(origin);
    // A Map iterates in insertion order, so the least recently used pool comes first.
    pools.delete(origin);
    pools.set(origin, pool);

    for (const [oldest, idle] of pools) {
      if (pools.size <= MAX_ORIGINS) break;
      pools.delete(oldest);
      // It may have been destroyed meanwhile.
      idle.close().catch(() => {});
    }
    return pool;
  }

  function open(origin: string): Pool {
    return new Pool(origin, {
      connect,
      connections: CONNECTIONS_PER_ORIGIN,
      allowH2: false,
      pipelining: 1,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: MAX_IDLE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // The deadline for the whole request replaces these timeouts.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  async function close(): Promise<void> {
    await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    pools.clear();
  }

  return { poolFor, close };
}
