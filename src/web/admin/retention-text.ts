/** Writes stored settings of the storage for people. */
import { z } from 'zod';
import { t } from '../../lib/language/text.ts';

const days = z.number().int().nullable();
const stored = z.object({ itemDays: days, mediaDays: days, keepsFollowed: z.boolean() });

/** Returns null for a text that is not JSON of these settings. */
export function retentionText(json: string): string | null {
  const found = z.preprocess(parseJson, stored).safeParse(json);
  if (!found.success) return null;
  const { itemDays, mediaDays, keepsFollowed } = found.data;
  const current = t('storage.current', { items: itemDays ?? 0, pictures: mediaDays ?? 0 });
  return itemDays !== null && keepsFollowed ? `${current} ${t('storage.keep-followed')}.` : current;
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}
