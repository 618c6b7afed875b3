/** Schemas of OpenAPI. */
import { z } from '@hono/zod-openapi';
import { visibilities } from '../db/vocabulary.ts';
import { eventableKinds } from '../lib/iris.ts';
import type { Method } from './route.ts';

// Types the parts of OpenAPI 3.1 that the API document uses

export interface Reference {
  $ref: string;
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  default?: unknown;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  example?: unknown;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
  style?: string;
  explode?: boolean;
}

export interface Content {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, Reference | { summary?: string; value: unknown }>;
}

export interface ResponseObject {
  description: string;
  headers?: Record<string, Reference>;
  content?: Record<string, Content>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { description?: string; required?: boolean; content: Record<string, Content> };
  responses: Record<string, ResponseObject | Reference>;
}

export interface ApiDocument {
  openapi: string;
  info: { title: string; summary: string; description: string; version: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Partial<Record<Method, Operation>>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, ResponseObject>;
    headers: Record<string, unknown>;
    parameters: Record<string, Parameter>;
    examples: Record<string, { value: unknown }>;
    securitySchemes: Record<string, unknown>;
  };
}

/** Follows a `$ref`. Returns other values unchanged. */
export function resolve<Thing extends object>(document: ApiDocument, thing: Thing | Reference): Thing {
  if (!('$ref' in thing) || typeof thing.$ref !== 'string') return thing as Thing;
  const [, , kind, name] = thing.$ref.split('/') as ['', '', keyof ApiDocument['components'], string];
  return document.components[kind][name] as Thing;
}

// Names schemas as the contract does, and attaches an example to each

interface SchemaNote {
  name: string;
  example: unknown;
}
const notes = new WeakMap<z.ZodType, SchemaNote>();

export function namedSchema<Schema extends z.ZodType>(name: string, schema: Schema, example: z.input<Schema>): Schema {
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

// Defines the API's item types and visibilities

export const eventableType = z.enum(eventableKinds);
export const visibility = z.enum(visibilities);

// Writes the pattern of a route's parameter that is one of some names

/**
 * The router puts anchors around a pattern: without a group, `a|b` would match all that begins with `a` or ends with
 * `b`.
 */
export const oneOf = (names: readonly string[]): string => `{(?:${names.join('|')})}`;
