/** Learns what software another server runs, at most once a day. */
import { noteSoftware } from '../../db/sql/hosts.ts';
import { db } from '../../db/statement.ts';
import { expiringMap } from '../../lib/expiring-map.ts';
import { originOf } from '../../lib/iris.ts';
import { parseDocument } from '../document.ts';
import { readNodeInfo, readNodeInfoLinks } from '../peer-software.ts';
import { Refusal } from '../refusal.ts';
import type { Budget } from './budget.ts';
import { failureOf } from './error.ts';
import { get } from './fetch-json.ts';

const asked = expiringMap<string, true>({ max: 5_000, ttl: 24 * 3_600_000 });

/** What it does not say stays unknown. */
export async function learnSoftware(origin: string, budget: Budget): Promise<void> {
  const { host } = new URL(origin);
  if (asked.get(host)) return;
  asked.set(host, true);
  try {
    const links = readNodeInfoLinks(await read(`${origin}/.well-known/nodeinfo`, budget));
    if (!links.ok || originOf(links.value) !== origin) return;
    const info = readNodeInfo(await read(links.value, budget));
    if (info.ok) await noteSoftware(db, host, `${info.value.name} ${info.value.version}`.trim());
  } catch (error) {
    if (failureOf(error) === null && !(error instanceof Refusal)) throw error;
  }
}

async function read(url: string, budget: Budget): Promise<unknown> {
  return parseDocument((await get(url, { accept: 'application/json' }, budget)).body).json;
}
