/**
 * Who may be spoken to right now: few requests to one host at once from all processes together, and the slow or unknown
 * ones never hold up the living.
 */
import { type Place, takePlace } from '../../db/places.ts';

/** How a host has answered so far; a slow one keeps whoever asks it waiting, whether it answers in the end or not. */
export type Standing = 'living' | 'untried' | 'failing' | 'slow';

const atOnce: Record<Standing, number> = { living: 4, untried: 1, failing: 1, slow: 1 };
/** Of the delivery queue's 256 places, those that hosts which may well hang can take together. */
const doubtfulAtOnce = 32;
/** Who has not answered after so many ms is slow. */
const slow = 2_000;
/** A turn that comes sooner than this, in ms, is waited for in place. */
const shortWait = 250;
const longestWait = 60_000;
const manyLanes = 5_000;

interface Lane {
  running: number;
  waiting: (() => void)[];
  /** Moving average of a turn, in ms. */
  typical: number;
  /** When the next turn is free for those sent away, ms since the epoch. */
  free: number;
}

export interface Turn {
  end(): void;
  isSlow(): boolean;
}

export interface Asking {
  host: string;
  standing: Standing;
  /** Others may be waiting for the places that are left: then all the slow share one. */
  busy: boolean;
  /** Called while the turn goes on, as soon as it is a slow one. */
  onSlow(): void;
}

const lanes = new Map<string, Lane>();
let doubtfulRunning = 0;
let slowRunning = 0;

/** Answers a turn, to be ended, or a time to come back at. */
export async function takeTurn({ host, standing, busy, onSlow }: Asking): Promise<Turn | { again: Date }> {
  const lane = laneOf(host);
  const isSlow = standing === 'slow' || lane.typical > slow;
  const limit = isSlow ? 1 : atOnce[standing];
  const doubtful = isSlow || standing !== 'living';
  if (doubtful && doubtfulRunning >= doubtfulAtOnce) return comeBack(lane, limit);
  if (isSlow && busy && slowRunning > 0) return comeBack(lane, limit);

  if (lane.running >= limit) {
    const wait = ((lane.waiting.length + 1) * lane.typical) / limit;
    if (doubtful || wait > shortWait) return comeBack(lane, limit);
    // Whoever ends a turn hands it over, so the number of those running stays as it is.
    await new Promise<void>((resolve) => lane.waiting.push(resolve));
  } else {
    lane.running += 1;
  }

  if (doubtful) doubtfulRunning += 1;
  if (isSlow) slowRunning += 1;
  const leave = () => {
    if (doubtful) doubtfulRunning -= 1;
    if (isSlow) slowRunning -= 1;
    const next = lane.waiting.shift();
    if (next) next();
    else lane.running -= 1;
  };
  const place = await takePlace(host, limit);
  if (place) return begin(lane, place, onSlow, leave);
  leave();
  return comeBack(lane, limit);
}

function begin(lane: Lane, place: Place, onSlow: () => void, leave: () => void): Turn {
  const began = performance.now();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    slowRunning += 1;
    lane.typical = Math.max(lane.typical, slow + 1);
    onSlow();
  }, slow).unref();

  return {
    end() {
      clearTimeout(timer);
      if (late) slowRunning -= 1;
      lane.typical = 0.8 * lane.typical + 0.2 * (performance.now() - began);
      place.leave();
      leave();
    },
    isSlow: () => late,
  };
}

/** Those sent away come back one after the other, as turns become free, not all at once. */
function comeBack(lane: Lane, limit: number): { again: Date } {
  const now = Date.now();
  lane.free = Math.min(Math.max(lane.free, now + shortWait) + lane.typical / limit, now + longestWait);
  return { again: new Date(lane.free) };
}

function laneOf(host: string): Lane {
  const known = lanes.get(host);
  if (known) return known;

  if (lanes.size >= manyLanes) sweep();
  const lane: Lane = { running: 0, waiting: [], typical: 20, free: 0 };
  lanes.set(host, lane);
  return lane;
}

function sweep(): void {
  for (const [host, lane] of lanes) if (lane.running === 0) lanes.delete(host);
}
