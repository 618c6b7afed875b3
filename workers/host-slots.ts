/** Keeps one slow server from holding up what is fetched from all the others, however many processes fetch. */
import { takePlace } from '../src/db/places.ts';
import type { Outcome } from './handler.ts';

const slotsPerHost = 3;

/** Runs now, or has the job come back in a few seconds when enough of them are with this host already. */
export async function inHostSlot(url: string, work: () => Promise<Outcome>): Promise<Outcome> {
  const place = await takePlace(`fetch ${new URL(url).host}`, slotsPerHost);
  if (!place) return { again: new Date(Date.now() + 1_000 + Math.random() * 4_000) };

  try {
    return await work();
  } finally {
    place.leave();
  }
}
