/** Ids as they stand in paths and bodies: integers from 1 to 2^53−1, written in one way only. */
import { z } from '@hono/zod-openapi';

/** Null for what cannot be an id (`0`, `01`, `1e3`), which is as good as an id that does not exist. */
export function readId(text: string): number | null {
  if (!/^[1-9][0-9]{0,15}$/.test(text)) return null;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : null;
}

/** A path parameter; 0, which nothing has, for what cannot be an id. */
export const pathId = z
  .string()
  .transform((text) => readId(text) ?? 0)
  .openapi({ type: 'integer', minimum: 1 });

/** Text in a path; empty, which names nothing, for what cannot be stored. */
export const pathText = z.string().transform((text) => (text.includes('\0') ? '' : text));

export const idParams = z.object({ id: pathId });
export const accountIdParams = z.object({ account_id: pathId });

/** In outputs. */
export const id = z.int().min(1);
