/** Builds a call of each operation in the route table, with a valid path, query and body. */
import { z } from '@hono/zod-openapi';
import type { EventableType } from '../../src/domain/items/eventable.ts';
import type { Route } from '../../src/http/route.ts';

/** The resources that path parameters refer to. */
export interface Subject {
  account: number;
  /** An item of any kind. */
  item: { kind: EventableType; id: number; slug: string | null; revision?: number };
  medium: number;
  collection: number;
  /** A public collection of the account; by default the one above. */
  shared?: number;
  import?: number;
  /** An unfinished upload of the owner. */
  upload?: number;
  /** A line of the owner's shopping list. */
  line?: number;
  /** A filter of the owner. */
  filter?: number;
  /** What moderators decided about the owner. */
  decision?: number;
}

export interface CallOptions {
  /** Path below /api/v1, with the query. */
  path: string;
  body: Record<string, unknown> | null;
  /** True if values have the right type but may not be meaningful. */
  madeUp: boolean;
}

type Noun =
  | 'account'
  | 'item'
  | 'slug'
  | 'medium'
  | 'collection'
  | 'shared'
  | 'import'
  | 'upload'
  | 'revision'
  | 'line'
  | 'filter'
  | 'decision'
  | 'tag';

const folders: Record<string, EventableType> = {
  recipes: 'recipe',
  preparations: 'preparation',
  bakings: 'baking',
  statuses: 'status',
};
const nouns: Record<string, Noun> = {
  accounts: 'account',
  follow_requests: 'account',
  tag: 'tag',
  tags: 'tag',
  collections: 'collection',
  imports: 'import',
  import_uploads: 'upload',
  filters: 'filter',
  moderation_decisions: 'decision',
  items: 'item',
  lines: 'line',
  media: 'medium',
  revisions: 'revision',
  recipes: 'item',
  preparations: 'item',
  bakings: 'item',
  statuses: 'item',
};

export const nameOf = ({ method, path }: Route): string => `${method.toUpperCase()} ${path}`;

/** Returns the resource behind each path parameter. Throws for an unknown parameter. */
export function nounsOf(route: Route): Noun[] {
  return [...route.path.matchAll(/([^/]+)\/\{(\w+)\}/g)].map(([, folder = '', parameter]) => {
    const isShared = folder === 'collections' && route.path.startsWith('/accounts/');
    const noun = parameter === 'slug' ? 'slug' : isShared ? 'shared' : nouns[folder];
    if (noun) return noun;
    throw new Error(
      `The meaning of {${parameter}} in ${nameOf(route)} is unknown: add it to \`nouns\` in test/proofs/calls.ts`,
    );
  });
}

/** Returns the kind of item in the path, or null if it has none or accepts any. */
export function kindOf({ path }: Route): EventableType | null {
  const [, folder = ''] = /\/(\w+)\/\{slug\}/.exec(path) ?? /^\/(\w+)\/\{/.exec(path) ?? [];
  return folders[folder] ?? null;
}

/** Valid values by key. */
const good: Record<string, (subject: Subject) => unknown> = {
  name: () => 'Changed',
  content: () => 'Changed',
  description: () => 'Changed',
  summary: () => 'Changed',
  prepared_at: () => '2026-07-01T12:00:00Z',
  recipe_id: ({ item }) => (item.kind === 'recipe' ? item.id : undefined),
  visibility: () => 'unlisted',
  account_id: ({ account }) => account,
  recipes: ({ item }) => [{ id: item.id }],
  contexts: () => ['home'],
  keywords: () => [{ phrase: 'nothing' }],
  max_id: () => Number.MAX_SAFE_INTEGER,
};

/** Fallback values for required keys, by JSON type. */
const ordinary: Record<string, unknown> = {
  string: 'Changed',
  integer: 1,
  number: 1,
  boolean: true,
  array: [],
};

/** Builds the call. Throws if no valid query or body is known. */
export function callOf(route: Route, subject: Subject): CallOptions {
  const { item } = subject;
  const values: Record<Noun, string | number> = {
    tag: 'soup',
    account: subject.account,
    item: item.id,
    slug: item.slug ?? 'none',
    medium: subject.medium,
    collection: subject.collection,
    shared: subject.shared ?? subject.collection,
    import: subject.import ?? 1,
    upload: subject.upload ?? 1,
    revision: item.revision ?? 1,
    line: subject.line ?? 1,
    filter: subject.filter ?? 1,
    decision: subject.decision ?? 1,
  };
  const waiting = nounsOf(route);
  const path = route.path.replaceAll(/\{\w+\}/g, () => String(values[waiting.shift()!]));
  const { body, madeUp } = route.upload || route.octets ? { body: null, madeUp: false } : bodyOf(route, subject);
  return { path: `${path}${queryOf(route, subject)}`, body, madeUp };
}

function queryOf(route: Route, { item }: Subject): string {
  if (!route.query || route.query.safeParse({}).success) return '';
  const query = { type: item.kind, q: 'Soup', from: String(item.id), offset: '0' };
  const wanted = Object.entries(query).filter(([key]) => key in propertiesOf(route.query!));
  if (route.query.safeParse(Object.fromEntries(wanted)).success) {
    return `?${new URLSearchParams(Object.fromEntries(wanted))}`;
  }
  throw new Error(`No valid query is known for ${nameOf(route)}: add one to \`queryOf\` in test/proofs/calls.ts`);
}

function bodyOf(route: Route, subject: Subject): Pick<CallOptions, 'body' | 'madeUp'> {
  if (!route.body) return { body: null, madeUp: false };
  const body: Record<string, unknown> = {};
  let madeUp = false;
  for (const [key, schema] of Object.entries(propertiesOf(route.body))) {
    if (good[key]) body[key] = good[key](subject);
    else if (schema.required) {
      body[key] = ordinary[schema.type ?? ''];
      madeUp = true;
    }
  }
  if (route.body.safeParse(body).success) return { body, madeUp };
  throw new Error(
    `No valid body is known for ${nameOf(route)}: add values for its keys to \`good\` in test/proofs/calls.ts`,
  );
}

interface Property {
  type?: string;
  required: boolean;
}

/** Returns the properties of an object as a client sends them. */
export function propertiesOf(schema: z.ZodType): Record<string, Property> {
  const json = z.toJSONSchema(insideOf(schema), { io: 'input', unrepresentable: 'any' });
  const required = new Set(json.required);
  return Object.fromEntries(
    Object.entries(json.properties ?? {}).map(([key, property]) => {
      const { type } = property as { type?: string };
      return [key, { type, required: required.has(key) }];
    }),
  );
}

/** Returns the schema inside the root key. */
function insideOf(schema: z.ZodType): z.ZodType {
  const { def } = schema as unknown as { def: { type: string; in: z.ZodType; out: z.ZodType } };
  if (def.type !== 'pipe') return schema;
  return def.in.type === 'transform' ? insideOf(def.out) : insideOf(def.in);
}
