/** Limits how much addresses, hosts and actors may send to our inboxes. Each function throws a Refusal with 429. */
import { config } from '../../lib/config.ts';
import { type WindowCounter, windowCounter } from '../../lib/window-counter.ts';
import { Refusal } from '../refusal.ts';

const windowMs = 5 * 60_000;
/** In units of 8 KiB, at least one for each activity. Groups and relays send for many people. */
const unitBytes = 8 * 1_024;
export const maxPerActor = 3_000;
export const maxPerHost = 30_000;
const perActor = windowCounter({ quota: maxPerActor, windowMs });
const perHost = windowCounter({ quota: maxPerHost, windowMs });
const perAddress = windowCounter({ quota: maxPerHost, windowMs });

/** Reports are read by people. */
export const maxReportsPerHost = 30;
const reports = windowCounter({ quota: maxReportsPerHost, windowMs: 3_600_000 });

/** Called before a body is read. */
export function checkAddress(address: string): void {
  if (perAddress.isExhausted(address)) refuse('address', perAddress, address);
}

/** Counts a body that was read. Nothing else of the request is verified. */
export function countForAddress(address: string, bytes: number): void {
  perAddress.take(address, unitsOf(bytes));
}

/** Counts an activity whose signature has verified. `keyId` is the key that signed the request. */
export function countForSigner(keyId: string, type: string, bytes: number): void {
  const actor = keyId.replace(/#.*$/, '');
  const { host } = new URL(keyId);
  if (!perActor.take(actor, unitsOf(bytes))) refuse('account', perActor, actor);
  if (!perHost.take(host, unitsOf(bytes))) refuse('server', perHost, host);
  if (type === 'Flag' && !reports.take(host)) refuse('server', reports, host);
}

const unitsOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / unitBytes));

function refuse(sender: 'address' | 'account' | 'server', counter: WindowCounter, key: string): void {
  if (!config.rateLimits) return;
  throw new Refusal(429, `your ${sender} sends too much, try again later`, counter.secondsLeft(key));
}

export function clearInboxLimits(): void {
  for (const counter of [perActor, perHost, perAddress, reports]) counter.clear();
}
