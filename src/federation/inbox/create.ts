/** Create: somebody elsewhere published an item. */
import { isObject } from '../json.ts';
import type { OnActivity } from './activity.ts';
import { adoptItem, adoptLater } from './adopt-item.ts';

export const onCreate: OnActivity = (activity) =>
  isObject(activity.object) ? adoptItem(activity, activity.object) : adoptLater(activity);
