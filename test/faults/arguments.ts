/** Parses the command line of `npm run faults`. */
import { parseArgs } from 'node:util';
import type { Backend, Scenario } from './scenario.ts';

interface Arguments {
  includes(scenario: Scenario): boolean;
  backends: Backend[];
  isShort: boolean;
  durationMs: number;
  seed: number;
}

const allBackends: Backend[] = ['redis', 'postgresql'];
const defaultDurationMs = 90_000;

/** Words select scenarios and backends; without any, all run. Throws on an unknown word. */
export function parseArguments(args: string[]): Arguments {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { minutes: { type: 'string' }, seed: { type: 'string' } },
  });
  const ids = positionals.filter((word) => /^S\d+$/.test(word));
  const backends = allBackends.filter((backend) => positionals.includes(backend));
  const isShort = positionals.includes('short');
  const unknown = positionals.filter(
    (word) => !ids.includes(word) && !(allBackends as string[]).includes(word) && word !== 'short',
  );
  if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(', ')}`);
  return {
    includes: ({ id, isShort: hasShort }) => (ids.length > 0 ? ids.includes(id) : hasShort || !isShort),
    backends: backends.length > 0 ? backends : allBackends,
    isShort,
    durationMs: values.minutes === undefined ? defaultDurationMs : Number(values.minutes) * 60_000,
    seed: Number(values.seed ?? process.env.SEED ?? 1),
  };
}
