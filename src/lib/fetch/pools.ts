/** Keeps connections to other servers open for a while: a few each, to a bounded number of servers. */
import { type buildConnector, Pool } from 'undici';

const CONNECTIONS_PER_ORIGIN = 4;
const MAX_ORIGINS = 256;
const IDLE_MS = 4_000;
const MAX_IDLE_MS = 15_000;
const MAX_HEADER_BYTES = 16 * 1024;

/** `poolFor(origin)` is to be used at once: beyond the limit the pool used longest ago ends after its last request. */
export function createPools(connect: buildConnector.connector) {
  const pools = new Map<string, Pool>();

  function poolFor(origin: string): Pool {
    const pool = pools.get(origin) ?? open(origin);
    // A Map iterates in order of insertion: the one used longest ago comes first.
    pools.delete(origin);
    pools.set(origin, pool);

    for (const [oldest, idle] of pools) {
      if (pools.size <= MAX_ORIGINS) break;
      pools.delete(oldest);
      void idle.close();
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
      // The deadline over the whole request takes the place of these.
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
