/** Describes the browser that sent a request. */
import type { Context } from 'hono';
import type { Client } from '../domain/access/sessions.ts';
import { clientAddressOf } from './serve.ts';

export const clientOf = (c: Context): Client => ({
  userAgent: c.req.header('user-agent') ?? '',
  address: clientAddressOf(c),
});
