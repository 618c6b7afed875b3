/**
 * Measures how long an account with 1,000,000 items takes to be suspended and deleted. `BENCH_ITEMS` sets another
 * number.
 */
import { runProcess } from '../child.ts';
import type { BenchContext } from '../context.ts';
import type { LargeAccountLoad, LargeAccountTimes, Work } from '../processes/large-account.ts';
import { type Figure, progress } from '../report.ts';
import type { Seeded } from '../seed/seeded.ts';

const items = Number(process.env.BENCH_ITEMS ?? 1_000_000);
/** The rate is the same from the first to the last item, so the jobs need not end. */
const seconds = 60;

export async function measureAccounts(context: BenchContext, { readers }: Seeded): Promise<Figure[]> {
  progress(`accounts: seeding one with ${items.toLocaleString('en')} items, which takes minutes`);
  const [account, other] = readers;
  const load: LargeAccountLoad = { accountId: account!.id, otherId: other!.id, items, fans: 2_000, seconds };
  const times = await runProcess<LargeAccountTimes>('large-account', load, context.environment);
  const size = `${items.toLocaleString('en')} items`;
  return [
    { measure: `suspended and hidden, ${size}`, value: times.suspend, unit: 'ms', aim: { atMost: 1_000 } },
    { measure: 'restored', value: times.unsuspend, unit: 'ms', aim: { atMost: 1_000 } },
    { measure: 'deleted and hidden', value: times.delete, unit: 'ms', aim: { atMost: 1_000 } },
    ...figuresOf('counters after the suspension', times.settle),
    ...figuresOf('erasure after the deletion', times.erase),
  ];
}

const figuresOf = (name: string, { itemsPerSecond, transactions, longestMs, memory }: Work): Figure[] => [
  {
    measure: `${name} (${transactions.toLocaleString('en')} transactions), items`,
    value: itemsPerSecond,
    unit: 'per s',
  },
  { measure: `${name}, longest transaction`, value: longestMs, unit: 'ms', aim: { atMost: 1_000 } },
  { measure: `${name}, memory of the process`, value: memory, unit: 'MB', aim: { atMost: 250 } },
];
