/** Input on accounts: profiles, moves, mutes, filters, reports, tokens and the server itself. */
import { z } from '@hono/zod-openapi';
import { filterContexts } from '../../db/vocabulary.ts';
import type { Profile } from '../../domain/accounts/profile.ts';
import { maxKeywords, maxPhraseCharacters, maxPhraseLength } from '../../domain/filters/limits.ts';
import { maxMuteSeconds } from '../../domain/interactions/block.ts';
import { maxAppealLength } from '../../domain/moderation/members.ts';
import { reportCategories } from '../../domain/moderation/reports.ts';
import { isReadable } from '../../lib/colour.ts';
import { t } from '../../lib/language/text.ts';
import { password } from '../browser-session.ts';
import { namedSchema } from '../schema.ts';
import {
  dateTimeInput,
  eventableTypeInput,
  integer,
  languageTag,
  line,
  omitUndefined,
  text,
  withDefault,
  wrapped,
} from './fields.ts';

// Defines the input of the caller's profile

const oneLine = text(100)
  .refine((value) => !/[\r\n]/.test(value), { error: () => t('errors.must-be-one-line') })
  .transform((value) => value.trim());

export const quotePolicy = z.enum(['everyone', 'followers', 'nobody']);

export const profileChanges = wrapped(
  'account',
  namedSchema(
    'account_input',
    z.object({
      name: withDefault(oneLine, '').optional(),
      summary: withDefault(text(5_000), '').optional(),
      locked: z.boolean().optional(),
      discoverable: z.boolean().optional(),
      indexable: z.boolean().optional(),
      locale: withDefault(languageTag, 'und')
        .optional()
        .openapi({ description: 'Default language of the posts (BCP 47). Null for none.' }),
      recipes_as_articles: z.boolean().optional().openapi({
        description:
          'Send recipes that are published or edited from now on to other servers as Article instead of Note',
      }),
      quote_policy: quotePolicy
        .optional()
        .openapi({ description: 'Who may quote the caller’s public and unlisted items' }),
    }),
    { name: 'Ann', summary: 'Sourdough, *slowly*.', locked: false },
  ),
);

export const profileOf = ({
  recipes_as_articles,
  quote_policy,
  ...rest
}: z.output<typeof profileChanges>): Partial<Profile> => ({
  ...rest,
  recipesAsArticles: recipes_as_articles,
  quotePolicy: quote_policy,
});

// Defines the input for account migration

const name = line(1_000).openapi({ description: '`name@host`, or the IRI of the account' });

export const aliases = wrapped(
  'account',
  namedSchema('account_aliases_input', z.object({ aliases: z.array(name).max(10) }), {
    aliases: ['ann@other.example'],
  }),
);

export const moveTarget = z.object({ target: name });

export const confirmedMove = wrapped(
  'account',
  namedSchema('account_move_input', moveTarget.extend({ password }), {
    target: 'ann@other.example',
    password: 'correct horse battery staple',
  }),
);

// Defines the input of mutes and of blocked servers

export const muteInput = namedSchema(
  'mute_input',
  z.object({
    notifications: withDefault(z.boolean(), true).optional().openapi({ description: 'Also hide its notifications' }),
    duration: withDefault(integer(0, maxMuteSeconds), 0).optional().openapi({ description: 'Seconds; 0 for no end' }),
  }),
  { notifications: true, duration: 86_400 },
);

export const domainInput = namedSchema('domain_input', z.object({ host: line(300) }), {
  host: 'far.example',
});

// Defines the input of filters

const title = line(100);
const contexts = z
  .array(z.enum(filterContexts))
  .min(1)
  .max(filterContexts.length)
  .transform((list) => [...new Set(list)])
  .openapi({
    description:
      '`public`: public and hashtag timelines, search, trends and lists to discover. `thread`: replies and ' +
      'reviews. `account`: timelines, pins and shared collections of accounts',
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
    description:
      `All filters of an account together have at most ${maxPhraseCharacters} characters. A list given ` +
      `replaces the list.`,
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

// Defines the input of reports

const item = z.object({ type: eventableTypeInput, id: z.int().min(1) });

export const newReport = wrapped(
  'report',
  namedSchema(
    'report_input',
    z
      .object({
        account_id: z.int().min(1),
        items: withDefault(z.array(item).max(20), [])
          .optional()
          .openapi({ description: 'Items of the account to report' }),
        comment: withDefault(text(1_000), '').optional(),
        category: withDefault(z.enum(reportCategories), 'other').optional(),
        forward: withDefault(z.boolean(), false)
          .optional()
          .openapi({ description: 'Forward the report anonymously to the account’s server' }),
      })
      .transform(({ account_id, items = [], comment = '', category = 'other', forward = false }) => ({
        accountId: account_id,
        eventableIds: [...new Set(items.map(({ id }) => id))],
        comment,
        category,
        forward,
      })),
    {
      account_id: 4,
      items: [{ type: 'status', id: 14 }],
      comment: 'Sells pans in every reply',
      category: 'spam',
      forward: true,
    },
  ),
);

// Defines the input of appeals

export const newAppeal = wrapped(
  'appeal',
  namedSchema('appeal_input', z.object({ text: line(maxAppealLength) }), {
    text: 'The author is named in the last line.',
  }),
);

// Defines the input of personal access tokens

export const personalToken = z.object({ name: line(100), scopes: z.array(z.string().max(100)).max(20) });

// Defines the input of the instance settings

const trimmed = (max: number) => text(max).transform((value) => value.trim());

export const instanceChanges = z.object({
  name: line(60).refine((value) => !/[\r\n]/.test(value), { error: () => t('errors.must-be-one-line') }),
  description: trimmed(1_000),
  rules: trimmed(10_000),
  contact: trimmed(200).refine((value) => !/[\r\n]/.test(value), {
    error: () => t('errors.must-be-one-line'),
  }),
  registration: z.enum(['closed', 'approval', 'open']),
  /** Absent keeps the colour, empty restores the usual one. */
  accent: trimmed(7)
    .transform((value) => value.toLowerCase())
    .refine((value) => value === '' || /^#[0-9a-f]{6}$/.test(value), {
      error: () => t('errors.not-a-colour'),
    })
    .refine(
      (value) => !/^#[0-9a-f]{6}$/.test(value) || isReadable(value),
      'is too light to be read on paper: choose a darker colour',
    )
    .optional(),
  /** Absent while e-mail is off. */
  confirmation: z.enum(['optional', 'required']).optional(),
  invitations: z.enum(['nobody', 'moderators', 'everybody']).optional(),
});
