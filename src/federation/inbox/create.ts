/** Create: a remote account published an item. */
import { isObject } from '../json-ld/json.ts';
import type { OnActivity } from './activity.ts';
import { fetchAndIngestItem, ingestItem } from './ingest-item.ts';

export const onCreate: OnActivity = (activity) =>
  isObject(activity.object) ? ingestItem(activity, activity.object) : fetchAndIngestItem(activity);
