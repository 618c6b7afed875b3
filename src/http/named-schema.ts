/** Names schemas as the contract does, and attaches an example to each. */
import type { z } from '@hono/zod-openapi';

interface SchemaNote {
  name: string;
  example: unknown;
}
const notes = new WeakMap<z.ZodType, SchemaNote>();

export function namedSchema<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  example: z.input<Schema>,
): Schema {
  const named = schema.openapi(name);
  notes.set(named, { name, example });
  return named;
}

/** Returns null for a schema without a name. */
export const schemaName = (schema: z.ZodType): string | null => notes.get(schema)?.name ?? null;

/** Throws for a schema without an example. */
export function schemaExample<Schema extends z.ZodType>(schema: Schema): z.input<Schema> {
  const note = notes.get(schema);
  if (!note) throw new Error('schema has no name and no example');
  return note.example as z.input<Schema>;
}

interface RootKey {
  root: string;
  content: z.ZodType;
}
const roots = new WeakMap<z.ZodType, RootKey>();

/** Records that a body is wrapped in a root key. */
export function setRootKey<Schema extends z.ZodType>(body: Schema, root: RootKey): Schema {
  roots.set(body, root);
  return body;
}

/** Returns null for a body without a root key. */
export const findRootKey = (body: z.ZodType): RootKey | null => roots.get(body) ?? null;
