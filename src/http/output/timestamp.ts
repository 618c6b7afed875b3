/** Points in time: RFC 3339, UTC, milliseconds. */
import { z } from '@hono/zod-openapi';

export const timestamp = z.iso.datetime({ precision: 3 });
