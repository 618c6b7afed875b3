/** Defines the input of mutes and of blocked servers. */
import { z } from '@hono/zod-openapi';
import { maxMuteSeconds } from '../../domain/interactions/mute.ts';
import { namedSchema } from '../named-schema.ts';
import { integer, line, withDefault } from './fields.ts';

export const muteInput = namedSchema(
  'mute_input',
  z.object({
    notifications: withDefault(z.boolean(), true)
      .optional()
      .openapi({ description: 'Also hide its notifications' }),
    duration: withDefault(integer(0, maxMuteSeconds), 0)
      .optional()
      .openapi({ description: 'Seconds; 0 for no end' }),
  }),
  { notifications: true, duration: 86_400 },
);

export const domainInput = namedSchema('domain_input', z.object({ host: line(300) }), {
  host: 'far.example',
});
