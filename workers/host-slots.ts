/** Keeps one slow server from holding up what is fetched from all the others. */
import type { Outcome } from './handler.ts';

const slotsPerHost = 3;
const busy = new Map<string, number>();

/** Runs now, or has the job come back in a few seconds when enough of them are with this host already. */
export async function inHostSlot(url: string, work: () => Promise<Outcome>): Promise<Outcome> {
  const { host } = new URL(url);
  const taken = busy.get(host) ?? 0;
  if (taken >= slotsPerHost) return { again: new Date(Date.now() + 1_000 + Math.random() * 4_000) };

  busy.set(host, taken + 1);
  try {
    return await work();
  } finally {
    const left = busy.get(host)! - 1;
    if (left > 0) busy.set(host, left);
    else busy.delete(host);
  }
}
