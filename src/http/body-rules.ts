/** Declares who may send a body to a route, and how large it may be. The application does not start with a route without one. */
import type { Hono } from 'hono';

export interface BodyRule {
  /** Others are answered before any of it is read. */
  from: 'anyone' | 'members';
  /** 0 if the route reads none. */
  maxBytes: number;
}

const rules = new WeakMap<object, BodyRule>();
const methods = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** The handler itself keeps the rule: it finds out who sends the request before it reads. */
export function takesBody<Handler extends object>(rule: BodyRule, handler: Handler): Handler {
  rules.set(handler, rule);
  return handler;
}

/** Returns the rule of each route, such as `POST /login`. Throws for a route without one. */
export function bodyRules({ routes }: Hono): Map<string, BodyRule> {
  const found = new Map<string, BodyRule | undefined>();
  for (const { method, path, handler } of routes) {
    const name = `${method} ${path}`;
    if (methods.includes(method)) found.set(name, found.get(name) ?? rules.get(handler));
  }
  for (const [name, rule] of found)
    if (!rule) throw new Error(`${name} does not declare who may send it a body: see takesBody`);
  return found as Map<string, BodyRule>;
}
