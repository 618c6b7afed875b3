/** Parses ids in paths and bodies: integers from 1 to 2^53−1 without leading zeros. */
import { z } from '@hono/zod-openapi';

/** Returns null for text that is not an id, such as `0`, `01` or `1e3`. */
export function readId(text: string): number | null {
  if (!/^[1-9][0-9]{0,15}$/.test(text)) return null;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : null;
}

/** A path parameter. Text that is not an id becomes 0, which no row has, so the response is 404. */
export const pathId = z
  .string()
  .transform((text) => readId(text) ?? 0)
  .openapi({ type: 'integer', minimum: 1 });

/** Text in a path. Text with NUL becomes empty, because PostgreSQL cannot store it. */
export const pathText = z.string().transform((text) => (text.includes('\0') ? '' : text));

export const idParams = z.object({ id: pathId });
export const accountIdParams = z.object({ account_id: pathId });

/** An id in a response. */
export const id = z.int().min(1);
