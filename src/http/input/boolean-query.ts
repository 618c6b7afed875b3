/** Parses boolean query parameters. */
import { z } from '@hono/zod-openapi';

export const booleanQuery = z
  .enum(['true', 'false', '1', '0', ''])
  .default('false')
  .transform((value) => value === 'true' || value === '1')
  .openapi({ type: 'boolean', enum: undefined, default: false, example: true });
