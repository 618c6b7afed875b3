/** Limits concurrent requests to each host across all processes, so that slow hosts cannot delay healthy ones. */
import { acquirePermit, type Permit } from '../../db/semaphore.ts';

/** How a host has responded so far. A slow host takes seconds, whether it responds in the end or not. */
export type HostHealth = 'healthy' | 'untested' | 'failing' | 'slow';

const maxPerHost: Record<HostHealth, number> = { healthy: 4, untested: 1, failing: 1, slow: 1 };
/** Unhealthy hosts may hang: they get at most this many of the 256 concurrent deliveries. */
const maxUnhealthy = 32;
/** With more deliveries than this, all slow hosts together get one permit. */
const busyAbove = 128;
const slowAfterMs = 2_000;
/** A delivery waits in memory for a permit that is expected sooner than this; otherwise its job runs again later. */
const maxWaitMs = 250;
/** Short, because a host may recover long before the deliveries that were postponed while it was slow. */
const maxPostponeMs = 15_000;
const maxHosts = 5_000;

interface HostState {
  running: number;
  waiting: (() => void)[];
  /** Moving average of how long a permit is held. */
  averageMs: number;
  /** When the last postponed delivery is to come back, in Unix ms. */
  nextFreeAt: number;
}

interface HostPermit {
  release(): void;
  isSlow(): boolean;
}

export interface PermitRequest {
  host: string;
  health: HostHealth;
  /** Called once if the permit is held for more than 2 s. */
  onSlow(): void;
}

const hosts = new Map<string, HostState>();
let deliveries = 0;
let unhealthyRunning = 0;
let slowRunning = 0;

/** Returns a permit, which must be released, or when to try again. */
export async function acquireHostPermit(request: PermitRequest): Promise<HostPermit | { again: Date }> {
  const { host, health, onSlow } = request;
  const state = stateOf(host);
  const isSlow = health === 'slow' || state.averageMs > slowAfterMs;
  const limit = isSlow ? 1 : maxPerHost[health];
  const isUnhealthy = isSlow || health !== 'healthy';
  if (isUnhealthy && unhealthyRunning >= maxUnhealthy) return postpone(state, limit);
  if (isSlow && deliveries >= busyAbove && slowRunning > 0) return postpone(state, limit);

  deliveries += 1;
  if (state.running >= limit) {
    const waitMs = ((state.waiting.length + 1) * state.averageMs) / limit;
    if (isUnhealthy || waitMs > maxWaitMs) {
      deliveries -= 1;
      return postpone(state, limit);
    }
    // The releasing delivery passes its permit on, so `running` does not change.
    await new Promise<void>((resolve) => state.waiting.push(resolve));
  } else {
    state.running += 1;
  }

  if (isUnhealthy) unhealthyRunning += 1;
  if (isSlow) slowRunning += 1;
  const release = () => {
    deliveries -= 1;
    if (isUnhealthy) unhealthyRunning -= 1;
    if (isSlow) slowRunning -= 1;
    const next = state.waiting.shift();
    if (next) next();
    else state.running -= 1;
  };
  const shared = await acquirePermit(host, limit);
  if (shared) return startPermit(state, shared, onSlow, release);
  release();
  return postpone(state, limit);
}

function startPermit(state: HostState, shared: Permit, onSlow: () => void, release: () => void): HostPermit {
  const startedAt = performance.now();
  let slow = false;
  const timer = setTimeout(() => {
    slow = true;
    slowRunning += 1;
    state.averageMs = Math.max(state.averageMs, slowAfterMs + 1);
    onSlow();
  }, slowAfterMs).unref();

  return {
    release() {
      clearTimeout(timer);
      if (slow) slowRunning -= 1;
      state.averageMs = 0.8 * state.averageMs + 0.2 * (performance.now() - startedAt);
      shared.release();
      release();
    },
    isSlow: () => slow,
  };
}

/** Spreads postponed deliveries over the times at which permits are expected. */
function postpone(state: HostState, limit: number): { again: Date } {
  const now = Date.now();
  const earliest = Math.max(state.nextFreeAt, now + maxWaitMs) + state.averageMs / limit;
  state.nextFreeAt = Math.min(earliest, now + maxPostponeMs);
  return { again: new Date(state.nextFreeAt) };
}

function stateOf(host: string): HostState {
  const known = hosts.get(host);
  if (known) return known;

  if (hosts.size >= maxHosts) deleteIdleHosts();
  const state: HostState = { running: 0, waiting: [], averageMs: 20, nextFreeAt: 0 };
  hosts.set(host, state);
  return state;
}

function deleteIdleHosts(): void {
  for (const [host, { running }] of hosts) if (running === 0) hosts.delete(host);
}
