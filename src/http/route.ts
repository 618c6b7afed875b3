/** What an operation of the API is: one declaration, from which it is mounted, checked and documented. */
import type { z } from '@hono/zod-openapi';
import type { Viewer } from '../domain/eventables/visibility.ts';
import { type Scope, scopes, type Token } from '../domain/tokens.ts';
import type { Json } from './json.ts';
import type { FailureName } from './openapi/failures.ts';
import type { Page } from './page.ts';
import type { Stamped } from './stamped.ts';

export const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type Method = (typeof methods)[number];
export type Access = Scope | 'public';

/** A request as its handler sees it: authenticated and parsed. */
export interface Call<A extends Access, Params, Query, Body> {
  caller: A extends 'public' ? Token | null : Token;
  /** Through whose eyes items are read. */
  viewer: Viewer;
  params: Params;
  query: Query;
  body: Body;
  /** As requested, for links to other pages. */
  url: string;
}

/** Lists are answered whole or as a page with links to its neighbours. */
type Answer<Schema extends z.ZodType | null> =
  Schema extends z.ZodArray<infer Item extends z.ZodType>
    ? z.output<Item>[] | Page<z.output<Item> | Json>
    : Schema extends z.ZodType
      ? z.output<Schema> | Stamped<z.output<Schema>>
      : unknown;

export interface Declaration<
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
  /** What a client should know beyond the summary, in Markdown. */
  details?: string;
  scope: A;
  /** On public operations: with a token of this scope they show what its account may see; `read` unless told. */
  optionalScope?: Scope;
  /** Who may, beyond the scope. */
  rule: string;
  params?: Params;
  query?: Query;
  /** An absent body is read as `{}`. */
  body?: Body;
  /** The body is multipart with a file under this name; `body` then reads `{file, description}`. */
  upload?: string;
  /** What a JSON body may say in place of an upload; `body` reads either. */
  insteadOfUpload?: z.ZodType;
  /** What can go wrong beside that which follows from scope, parameters and body. */
  fails?: FailureName[];
  status: 200 | 201 | 202 | 204;
  /** Null for an answer without a body. */
  answer: Schema;
  /** The id of what a POST makes, made once for each Idempotency-Key; the handler then shows it. */
  create?(call: Call<A, z.output<Params>, z.output<Query>, z.output<Body>>): Promise<number>;
  /** The stamp with which the handler would answer now, throwing what it would throw; asked for once an answer is kept. */
  stamp?(call: Call<A, z.output<Params>, z.output<Query>, z.output<Body>>): Promise<string>;
  handler(
    call: Call<A, z.output<Params>, z.output<Query>, z.output<Body>>,
    created: number,
  ): Promise<Answer<Schema>>;
}

/** A declaration whose types have done their work. */
export type Route = Declaration<Access, z.ZodType, z.ZodType, z.ZodType, z.ZodType | null>;

export function route<
  const A extends Access,
  Schema extends z.ZodType | null,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(declaration: Declaration<A, Params, Query, Body, Schema>): Route {
  return declaration as unknown as Route;
}

/** Throws for a declaration that does not say who may: it must not be mounted. */
export function checkDeclaration({ method, path, scope, summary, answer, status, rule }: Route): void {
  const complete =
    methods.includes(method) &&
    path?.startsWith('/') &&
    (scope === 'public' || scopes.includes(scope)) &&
    Boolean(summary) &&
    Boolean(rule) &&
    (answer === null) === (status === 204);
  if (!complete)
    throw new Error(`${method} ${path}: method, path, scope, rule, summary and answer must be declared`);
}
