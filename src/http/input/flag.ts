/** A query value that says yes or no. */
import { z } from '@hono/zod-openapi';

export const flag = z
  .enum(['true', 'false', '1', '0', ''])
  .default('false')
  .transform((value) => value === 'true' || value === '1')
  .openapi({ type: 'boolean', enum: undefined, default: false, example: true });
