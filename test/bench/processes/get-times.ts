/** Sends GETs one after the other over one connection, and measures each. */
import { openRawConnection, requestBytes } from '../load/raw-connection.ts';
import { receiveMessage, sendResult } from '../parent-messages.ts';

interface TimedLoad {
  port: number;
  paths: string[];
  token?: string;
}

/** Milliseconds. */
export interface Times {
  p50: number;
  p95: number;
}

const { port, paths, token } = await receiveMessage<TimedLoad>();
const headers = { host: 'potluck.bench', ...(token && { authorization: `Bearer ${token}` }) };
const connection = await openRawConnection(port);

async function get(path: string): Promise<number> {
  const began = performance.now();
  const status = await connection.send(requestBytes('GET', path, headers));
  if (status !== 200) throw new Error(`${path} returned ${status}`);
  return performance.now() - began;
}

// Prepares the statements and fills the caches of the database.
for (const path of paths.slice(0, 50)) await get(path);
const times: number[] = [];
for (const path of paths) times.push(await get(path));
connection.close();
times.sort((one, other) => one - other);
const at = (share: number) => times[Math.floor(share * (times.length - 1))]!;
await sendResult({ p50: at(0.5), p95: at(0.95) } satisfies Times);
