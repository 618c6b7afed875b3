/** Detects the software of a remote server, at most once a day. */

import { LRUCache } from 'lru-cache';
import { setHostSoftware } from '../../domain/instance/hosts.ts';
import { originOf } from '../../lib/iris.ts';
import { parseDocument } from '../json-ld/document.ts';
import { Refusal } from '../refusal.ts';
import { failureOf } from './error.ts';
import type { FetchBudget } from './fetch-budget.ts';
import { fetchFrom } from './fetch-json.ts';
import { readNodeInfo, readNodeInfoLinks } from './nodeinfo.ts';

const checkedHosts = new LRUCache<string, true>({ max: 5_000, ttl: 24 * 3_600_000 });

/** Stores name and version, or nothing when the server has no NodeInfo. */
export async function detectSoftware(origin: string, budget: FetchBudget): Promise<void> {
  const { host } = new URL(origin);
  if (checkedHosts.get(host)) return;
  checkedHosts.set(host, true);
  try {
    const links = readNodeInfoLinks(await read(`${origin}/.well-known/nodeinfo`, budget));
    if (!links.ok || originOf(links.value) !== origin) return;
    const info = readNodeInfo(await read(links.value, budget));
    if (info.ok) await setHostSoftware(host, `${info.value.name} ${info.value.version}`.trim());
  } catch (error) {
    if (failureOf(error) === null && !(error instanceof Refusal)) throw error;
  }
}

async function read(url: string, budget: FetchBudget): Promise<unknown> {
  return parseDocument((await fetchFrom(url, { accept: 'application/json' }, budget)).body).json;
}
