/** The shapes of what goes in and out: each under its name in the contract, and with an example. */
import type { z } from '@hono/zod-openapi';

interface Shape {
  name: string;
  example: unknown;
}
const shapes = new WeakMap<z.ZodType, Shape>();

export function shape<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  example: z.input<Schema>,
): Schema {
  const named = schema.openapi(name);
  shapes.set(named, { name, example });
  return named;
}

/** Null for a shape that has no name of its own. */
export const nameOf = (schema: z.ZodType): string | null => shapes.get(schema)?.name ?? null;

/** Throws for a shape without an example. */
export function exampleOf<Schema extends z.ZodType>(schema: Schema): z.input<Schema> {
  const found = shapes.get(schema);
  if (!found) throw new Error('a shape without a name and an example');
  return found.example as z.input<Schema>;
}

interface Root {
  root: string;
  content: z.ZodType;
}
const roots = new WeakMap<z.ZodType, Root>();

/** Notes that a body stands under a key of an object. */
export function noteRoot<Schema extends z.ZodType>(body: Schema, root: Root): Schema {
  roots.set(body, root);
  return body;
}

/** Null for a body that has none. */
export const rootOf = (body: z.ZodType): Root | null => roots.get(body) ?? null;
