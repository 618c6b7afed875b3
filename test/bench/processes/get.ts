/** Repeats GETs of pages over open connections and counts them. */
import { rateOf } from '../load/rate.ts';
import { openRawConnection, requestBytes } from '../load/raw-connection.ts';
import { receiveMessage, sendResult } from '../parent-messages.ts';

export interface GetLoad {
  port: number;
  pages: { path: string; token?: string }[];
  connections: number;
  seconds: number;
}

export interface GetResult {
  rate: number;
  /** Average bytes of a response with its headers. */
  bytes: number;
}

const { port, pages, connections, seconds } = await receiveMessage<GetLoad>();
const requests = pages.map(({ path, token }) =>
  requestBytes('GET', path, {
    host: 'potluck.bench',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }),
);
const wires = await Promise.all(Array.from({ length: connections }, () => openRawConnection(port)));
const free = [...wires];
let answers = 0;

const rate = await rateOf(
  async (turn) => {
    const connection = free.pop()!;
    const status = await connection.send(requests[turn % requests.length]!);
    if (status !== 200) throw new Error(`${pages[turn % pages.length]!.path} returned ${status}`);
    answers += 1;
    free.push(connection);
  },
  { parallel: connections, seconds },
);
const received = wires.reduce((sum, connection) => sum + connection.received(), 0);
for (const connection of wires) connection.close();
const result: GetResult = { rate, bytes: received / answers };
await sendResult(result);
