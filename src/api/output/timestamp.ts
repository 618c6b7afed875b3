/** Defines timestamps in responses: RFC 3339 in UTC with milliseconds. */
import { z } from '@hono/zod-openapi';

export const timestamp = z.iso.datetime({ precision: 3 });
