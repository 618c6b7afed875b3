/** Types the parts of OpenAPI 3.1 that the API document uses. */
import type { Method } from './route.ts';

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
