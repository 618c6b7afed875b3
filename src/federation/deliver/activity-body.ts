/** Loads the bytes of an activity and hashes them once for all its deliveries. */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { selectActivityBodies } from '../../db/sql/deliveries.ts';
import { db } from '../../db/statement.ts';
import { batched } from '../../lib/batch.ts';
import { readAddressees } from '../objects/audience.ts';

export interface ActivityBody {
  bytes: Buffer;
  /** Base64. */
  sha256: string;
  /** IRIs in `to` and `cc`. */
  addressees: string[];
}

const cache = new LRUCache<number, Promise<ActivityBody>>({ max: 500 });

const load = batched(async (ids: number[]) => {
  const rows = new Map((await selectActivityBodies(db, ids)).map((row) => [row.id, row.body]));
  return ids.map((id) => rows.get(id));
});

export function getActivityBody(activityId: number): Promise<ActivityBody> {
  const cached = cache.get(activityId);
  if (cached) return cached;

  const loading = read(activityId);
  cache.set(activityId, loading);
  loading.catch(() => cache.delete(activityId));
  return loading;
}

async function read(activityId: number): Promise<ActivityBody> {
  const body = await load(activityId);
  if (body === undefined) throw new Error(`activity ${activityId} does not exist`);
  const bytes = Buffer.from(body);
  return {
    bytes,
    sha256: createHash('sha256').update(bytes).digest('base64'),
    addressees: readAddressees(JSON.parse(body)),
  };
}
