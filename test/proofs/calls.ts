/** How each operation of the route table is called: its path filled in, with a query and a body that it takes. */
import { z } from '@hono/zod-openapi';
import type { EventableType } from '../../src/domain/eventables/eventable.ts';
import type { Route } from '../../src/http/route.ts';

/** What the parameters of a path stand for. */
export interface Subject {
  account: number;
  /** The item, whatever its kind. */
  item: { kind: EventableType; id: number; slug: string | null };
  medium: number;
  collection: number;
  /** The owner's. */
  import?: number;
}

export interface Asked {
  /** Below /api/v1, with its query. */
  path: string;
  body: Record<string, unknown> | null;
  /** Its shape is right, but nobody knows whether it means anything. */
  madeUp: boolean;
}

type Noun = 'account' | 'item' | 'slug' | 'medium' | 'collection' | 'import';

const folders: Record<string, EventableType> = {
  recipes: 'recipe',
  preparations: 'preparation',
  bakings: 'baking',
  statuses: 'status',
};
const nouns: Record<string, Noun> = {
  accounts: 'account',
  follow_requests: 'account',
  collections: 'collection',
  imports: 'import',
  items: 'item',
  media: 'medium',
  recipes: 'item',
  preparations: 'item',
  bakings: 'item',
  statuses: 'item',
};

export const nameOf = ({ method, path }: Route): string => `${method.toUpperCase()} ${path}`;

/** What each parameter of the path stands for. Throws for one that the proofs have no subject for. */
export function nounsOf(route: Route): Noun[] {
  return [...route.path.matchAll(/([^/]+)\/\{(\w+)\}/g)].map(([, folder = '', parameter]) => {
    const noun = parameter === 'slug' ? 'slug' : nouns[folder];
    if (noun) return noun;
    throw new Error(
      `The proofs do not know what {${parameter}} of ${nameOf(route)} stands for: say so in \`nouns\` of test/proofs/calls.ts`,
    );
  });
}

/** The kind of item that the path is about; null when any or none is. */
export function kindOf({ path }: Route): EventableType | null {
  const [, folder = ''] = /\/(\w+)\/\{slug\}/.exec(path) ?? /^\/(\w+)\/\{/.exec(path) ?? [];
  return folders[folder] ?? null;
}

/** Values that operations take, by the name of their key. */
const good: Record<string, (subject: Subject) => unknown> = {
  name: () => 'Changed',
  content: () => 'Changed',
  description: () => 'Changed',
  summary: () => 'Changed',
  prepared_at: () => '2026-07-01T12:00:00Z',
  recipe_id: ({ item }) => (item.kind === 'recipe' ? item.id : undefined),
  visibility: () => 'unlisted',
  account_id: ({ account }) => account,
  max_id: () => Number.MAX_SAFE_INTEGER,
};

/** For what an operation cannot do without. */
const ordinary: Record<string, unknown> = {
  string: 'Changed',
  integer: 1,
  number: 1,
  boolean: true,
  array: [],
};

/** Throws for an operation that wants a query or body which cannot be made up. */
export function callOf(route: Route, subject: Subject): Asked {
  const { item } = subject;
  const values: Record<Noun, string | number> = {
    account: subject.account,
    item: item.id,
    slug: item.slug ?? 'none',
    medium: subject.medium,
    collection: subject.collection,
    import: subject.import ?? 1,
  };
  const waiting = nounsOf(route);
  const path = route.path.replaceAll(/\{\w+\}/g, () => String(values[waiting.shift()!]));
  const { body, madeUp } = route.upload ? { body: null, madeUp: false } : bodyOf(route, subject);
  return { path: `${path}${queryOf(route, subject)}`, body, madeUp };
}

function queryOf(route: Route, { item }: Subject): string {
  if (!route.query || route.query.safeParse({}).success) return '';
  const query = { type: item.kind, q: 'Soup' };
  const wanted = Object.entries(query).filter(([key]) => key in propertiesOf(route.query!));
  if (route.query.safeParse(Object.fromEntries(wanted)).success) {
    return `?${new URLSearchParams(Object.fromEntries(wanted))}`;
  }
  throw new Error(
    `The proofs do not know which query ${nameOf(route)} takes: say so in \`queryOf\` of test/proofs/calls.ts`,
  );
}

function bodyOf(route: Route, subject: Subject): Pick<Asked, 'body' | 'madeUp'> {
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
    `The proofs do not know which body ${nameOf(route)} takes: name a good value for its keys in \`good\` of test/proofs/calls.ts`,
  );
}

interface Property {
  type?: string;
  required: boolean;
}

/** The keys of an object, as a client gives them. */
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

/** What is parsed after the root key is taken off. */
function insideOf(schema: z.ZodType): z.ZodType {
  const { def } = schema as unknown as { def: { type: string; in: z.ZodType; out: z.ZodType } };
  if (def.type !== 'pipe') return schema;
  return def.in.type === 'transform' ? insideOf(def.out) : insideOf(def.in);
}
