/** Routes on the server. */
import { z } from '@hono/zod-openapi';
import { getInstanceProfile } from '../domain/instance/instance.ts';
import { requestLimit, uploadLimit } from '../http/rate-limits.ts';
import { type Route, route } from '../http/route.ts';
import { namedSchema } from '../http/schema.ts';
import { config } from '../lib/config.ts';
import { version } from '../lib/paths.ts';

const instanceOutput = namedSchema(
  'instance_output',
  z.object({
    uri: z.string(),
    host: z.string(),
    title: z.string(),
    description: z.string().openapi({ description: 'Markdown' }),
    rules: z.string().openapi({ description: 'Markdown' }),
    contact: z.string().openapi({ description: 'How to contact the operator. May be empty.' }),
    version: z.string(),
    registration: z.enum(['closed', 'approval', 'open']),
    limits: z.object({
      requests: z.object({ quota: z.int(), window: z.int().openapi({ description: 'Seconds' }) }),
      media: z.object({ quota: z.int(), window: z.int().openapi({ description: 'Seconds' }) }),
      page: z.object({ default: z.int(), maximum: z.int() }),
      json_bytes: z.int(),
      upload_bytes: z.int(),
      media_per_item: z.int(),
      link_depth: z.int(),
      recipe: z.object({ name: z.int(), description: z.int(), ingredients: z.int(), steps: z.int() }),
      status: z.object({ content: z.int() }),
    }),
    media_types: z.array(z.string()),
  }),
  {
    uri: 'https://cook.example',
    host: 'cook.example',
    title: 'The long table',
    description: 'For people who bake.',
    rules: '1. *Be kind.*',
    contact: 'ann@cook.example',
    version,
    registration: 'closed',
    limits: {
      requests: { quota: 300, window: 300 },
      media: { quota: 30, window: 1_800 },
      page: { default: 20, maximum: 80 },
      json_bytes: 1_048_576,
      upload_bytes: 16_777_216,
      media_per_item: 10,
      link_depth: 5,
      status: { content: 5_000 },
      recipe: { name: 200, description: 10_000, ingredients: 200, steps: 100 },
    },
    media_types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'],
  },
);

export const instance: Route[] = [
  route({
    method: 'get',
    path: '/instance',
    summary: 'Get the server’s description, rules and limits',
    scope: 'public',
    rule: 'anyone',
    response: instanceOutput,
    handler: async () => {
      const { name: title, description, rules, contact, registration } = await getInstanceProfile();
      return {
        uri: config.baseUrl,
        host: config.host,
        title,
        description,
        rules,
        contact,
        version,
        registration,
        limits: {
          requests: { quota: requestLimit.quota, window: requestLimit.windowSeconds },
          media: { quota: uploadLimit.quota, window: uploadLimit.windowSeconds },
          page: { default: 20, maximum: 80 },
          json_bytes: 2 ** 20,
          upload_bytes: config.maxUploadBytes,
          media_per_item: 10,
          link_depth: config.maxLinkDepth,
          recipe: { name: 200, description: 10_000, ingredients: 200, steps: 100 },
          status: { content: 5_000 },
        },
        media_types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'],
      };
    },
  }),
];
