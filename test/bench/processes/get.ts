/** Repeats GETs of pages over open connections and counts them. */
import { receive, report } from '../desk.ts';
import { rateOf } from '../load/rate.ts';
import { openWire, requestBytes } from '../load/wire.ts';

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

const { port, pages, connections, seconds } = await receive<GetLoad>();
const requests = pages.map(({ path, token }) =>
  requestBytes('GET', path, {
    host: 'potluck.bench',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }),
);
const wires = await Promise.all(Array.from({ length: connections }, () => openWire(port)));
const free = [...wires];
let answers = 0;

const rate = await rateOf(
  async (turn) => {
    const wire = free.pop()!;
    const status = await wire.exchange(requests[turn % requests.length]!);
    if (status !== 200) throw new Error(`${pages[turn % pages.length]!.path} returned ${status}`);
    answers += 1;
    free.push(wire);
  },
  { parallel: connections, seconds },
);
const received = wires.reduce((sum, wire) => sum + wire.received(), 0);
for (const wire of wires) wire.close();
const result: GetResult = { rate, bytes: received / answers };
await report(result);
