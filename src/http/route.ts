/** Declares API operations. Mounting, validation and documentation are derived from the declaration. */
import type { z } from '@hono/zod-openapi';
import type { BeforeCommit } from '../db/transaction.ts';
import { type Scope, scopes, type Token } from '../domain/access/tokens.ts';
import type { Viewer } from '../domain/accounts/account.ts';
import type { DocumentedErrorName } from './errors.ts';
import type { PagedResponse, RawJson } from './pagination.ts';
import type { RateLimit } from './rate-limits.ts';

export const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type Method = (typeof methods)[number];
export type Access = Scope | 'public';

/** An authenticated and parsed request. */
export interface RouteCall<A extends Access, Params, Query, Body> {
  caller: A extends 'public' ? Token | null : Token;
  /** Decides which items are visible. */
  viewer: Viewer;
  params: Params;
  query: Query;
  body: Body;
  /** The requested URL, for links to other pages. */
  url: string;
}

/** A response with the version of its data, so that it can be cached. */
export class Versioned<Value> {
  readonly value: Value;
  readonly version: string;

  constructor(value: Value, version: string) {
    this.value = value;
    this.version = version;
  }
}

/** Converts an item and takes over its version. */
export const toVersioned = <Item extends { responseVersion: string }, Value>(
  item: Item,
  convert: (item: Item) => Value,
): Versioned<Value> => new Versioned(convert(item), item.responseVersion);

/** A list is returned as an array, or as a page with links. */
type RouteResult<Schema extends z.ZodType | null> =
  Schema extends z.ZodArray<infer Item extends z.ZodType>
    ? z.output<Item>[] | PagedResponse<z.output<Item> | RawJson>
    : Schema extends z.ZodType
      ? z.output<Schema> | Versioned<z.output<Schema>>
      : unknown;

interface RouteDeclaration<
  A extends Access,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Schema extends z.ZodType | null,
> {
  method: Method;
  /** Below /api/v1, parameters in braces. */
  path: `/${string}`;
  /** One line. */
  summary: string;
  /** Markdown, shown below the summary. */
  details?: string;
  scope: A;
  /** For public operations: the scope with which a token's account becomes the viewer. Defaults to `read`. */
  optionalScope?: Scope;
  /** Who may do this, beyond the scope. Completes "Allowed for: …". */
  rule: string;
  params?: Params;
  query?: Query;
  /** An absent body is read as `{}`. */
  body?: Body;
  /** Name of the file part of a multipart body, which `body` receives as `{file, description}`. */
  upload?: string;
  /** The body is raw bytes, which `body` receives as a Uint8Array. */
  octets?: true;
  /** Schema of a JSON body that is accepted instead of an upload. */
  jsonAlternative?: z.ZodType;
  /** Counted in addition to the general request limit. */
  rateLimit?: RateLimit;
  /** Whether the request makes this server ask another one, which is limited in pages and here together. */
  looksUp?(call: RouteCall<A, z.output<Params>, z.output<Query>, z.output<Body>>): boolean | Promise<boolean>;
  /** Errors beyond those implied by scope, parameters and body. */
  errors?: DocumentedErrorName[];
  /** By default 204 without a response, 201 for what `create` made, and 200 otherwise. */
  status?: Status;
  /** Null or absent for a response without a body. */
  response?: Schema;
  /** Creates a resource, once per Idempotency-Key, and returns its id for the handler. */
  create?(
    call: RouteCall<A, z.output<Params>, z.output<Query>, z.output<Body>>,
    beforeCommit?: BeforeCommit<number>,
  ): Promise<number>;
  /** Returns the current version of the data, and throws what the handler would throw. */
  readVersion?(call: RouteCall<A, z.output<Params>, z.output<Query>, z.output<Body>>): Promise<string>;
  handler(
    call: RouteCall<A, z.output<Params>, z.output<Query>, z.output<Body>>,
    created: number,
  ): Promise<RouteResult<Schema>>;
}

type Status = 200 | 201 | 202 | 204;

/** A declaration with its type parameters erased. */
export interface Route extends RouteDeclaration<Access, z.ZodType, z.ZodType, z.ZodType, z.ZodType | null> {
  response: z.ZodType | null;
  status: Status;
}

export function route<
  const A extends Access,
  Schema extends z.ZodType | null = null,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(declaration: RouteDeclaration<A, Params, Query, Body, Schema>): Route {
  const { response = null, create } = declaration;
  const status = response === null ? 204 : create ? 201 : 200;
  return { response, status, ...declaration } as unknown as Route;
}

/** Throws if a declaration is incomplete, so that no route is mounted without an access rule. */
export function checkDeclaration({ method, path, scope, summary, response, status, rule }: Route): void {
  const complete =
    methods.includes(method) &&
    path?.startsWith('/') &&
    (scope === 'public' || scopes.includes(scope)) &&
    Boolean(summary) &&
    Boolean(rule) &&
    (response === null) === (status === 204);
  if (!complete) throw new Error(`${method} ${path}: method, path, scope, rule, summary and response must be declared`);
}
