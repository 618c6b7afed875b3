/** Defines the input of filters. */
import { z } from '@hono/zod-openapi';
import {
  filterContexts,
  maxKeywords,
  maxPhraseCharacters,
  maxPhraseLength,
} from '../../domain/filters/limits.ts';
import { namedSchema } from '../named-schema.ts';
import { dateTimeInput } from './date.ts';
import { line, omitUndefined, withDefault, wrapped } from './fields.ts';

const title = line(100);
const contexts = z
  .array(z.enum(filterContexts))
  .min(1)
  .max(filterContexts.length)
  .transform((list) => [...new Set(list)])
  .openapi({
    description:
      '`public`: public and hashtag timelines, search, trends and lists to discover. `thread`: replies and reviews. `account`: timelines, pins and shared collections of accounts',
  });
const action = z.enum(['warn', 'hide']).openapi({
  description: '`warn`: matching items are marked. `hide`: they are left out of lists',
});
const keywords = z
  .array(
    z
      .object({ phrase: line(maxPhraseLength), whole_word: withDefault(z.boolean(), true).optional() })
      .transform(({ phrase, whole_word: wholeWord = true }) => ({ phrase, wholeWord })),
  )
  .min(1)
  .max(maxKeywords)
  .openapi({
    description: `All filters of an account together have at most ${maxPhraseCharacters} characters. A list given replaces the list.`,
  });
const expiresAt = dateTimeInput.nullable().optional().openapi({ description: 'Null: it does not expire' });

const example = {
  title: 'Fish',
  contexts: ['home' as const, 'public' as const],
  action: 'hide' as const,
  keywords: [{ phrase: 'anchovies', whole_word: true }],
  expires_at: null,
};

export const newFilter = wrapped(
  'filter',
  namedSchema(
    'filter_create_input',
    z
      .object({ title, contexts, action: action.default('warn'), keywords, expires_at: expiresAt })
      .transform(({ expires_at, ...input }) => ({ ...input, expiresAt: expires_at ?? null })),
    example,
  ),
);

export const filterChanges = wrapped(
  'filter',
  namedSchema(
    'filter_input',
    z
      .object({
        title: title.optional(),
        contexts: contexts.optional(),
        action: action.optional(),
        keywords: keywords.optional(),
        expires_at: expiresAt,
      })
      .transform(({ expires_at: expiresAt, ...input }) => omitUndefined({ ...input, expiresAt })),
    example,
  ),
);
