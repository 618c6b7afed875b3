/** The bytes of activities under delivery, read and hashed once however many inboxes get them. */
import { createHash } from 'node:crypto';
import { loadBodies } from '../../db/sql/deliveries.ts';
import { db } from '../../db/statement.ts';
import { batched } from '../../lib/batch.ts';
import { createLru } from '../../lib/lru.ts';
import { readAddressees } from '../audience.ts';

export interface ActivityBody {
  bytes: Buffer;
  /** Base64. */
  sha256: string;
  /** Of `to` and `cc`. */
  addressees: string[];
}

const kept = createLru<Promise<ActivityBody>>(500);

const load = batched(async (ids: number[]) => {
  const rows = new Map((await loadBodies(db, ids)).map((row) => [row.id, row.body]));
  return ids.map((id) => rows.get(id));
});

export function getBody(activityId: number): Promise<ActivityBody> {
  const known = kept.get(activityId);
  if (known) return known;

  const reading = read(activityId);
  kept.set(activityId, reading);
  reading.catch(() => kept.delete(activityId));
  return reading;
}

async function read(activityId: number): Promise<ActivityBody> {
  const body = await load(activityId);
  if (body === undefined) throw new Error(`activity ${activityId} is gone`);
  const bytes = Buffer.from(body);
  return {
    bytes,
    sha256: createHash('sha256').update(bytes).digest('base64'),
    addressees: readAddressees(JSON.parse(body)),
  };
}
