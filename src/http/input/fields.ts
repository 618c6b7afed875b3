/** Fields that several kinds of input share. */
import { z } from '@hono/zod-openapi';
import { sharedVisibilities } from '../../db/vocabulary.ts';
import type { EventableType } from '../../domain/items/eventable.ts';
import type { DraftType } from '../../domain/items/publish.ts';
import type { Upload } from '../../domain/media/media.ts';
import { isStorableDate } from '../../lib/date.ts';
import { eventableKinds } from '../../lib/iris.ts';
import { canonicalTag } from '../../lib/language/languages.ts';
import { t } from '../../lib/language/text.ts';
import { ReceivedFile } from '../../lib/storage/local-file.ts';
import { normaliseHashtag } from '../../lib/text.ts';
import { readId } from '../pagination.ts';
import { namedSchema, setRootKey } from '../schema.ts';

// Parses boolean query parameters

export const booleanQuery = z
  .enum(['true', 'false', '1', '0', ''])
  .default('false')
  .transform((value) => value === 'true' || value === '1')
  .openapi({ type: 'boolean', enum: undefined, default: false, example: true });

// Parses dates and times in input

const message = { error: () => t('errors.must-be-date') };
const oneDay = 24 * 60 * 60_000;

const day = z.iso.date();
const instant = z.iso.datetime({ offset: true });
const isDate = (text: string) => day.safeParse(text).success || instant.safeParse(text).success;

const dateOrTime = z
  .string()
  .refine(isDate, message)
  .openapi({ description: 'RFC 3339, or YYYY-MM-DD for a day in UTC' });

/** A day means midnight UTC. */
export const dateTimeInput = dateOrTime.transform((text) => new Date(text)).refine(isStorableDate, message);

/** In a query, an unescaped plus sign arrives as a space. */
const queryDate = z.preprocess(
  (value) => (typeof value === 'string' ? value.replace(/(?<=:[\d.]+) (?=\d\d:\d\d$)/, '+') : value),
  dateOrTime,
);

/** Inclusive start of a range. */
export const rangeStart = queryDate.transform((text) => new Date(text)).refine(isStorableDate, message);

/** Exclusive end of a range. A day is included to its end, a time is included itself. */
export const rangeEnd = queryDate
  .transform((text) => new Date(new Date(text).getTime() + (day.safeParse(text).success ? oneDay : 1)))
  .refine((date) => date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 10_000, message);

// Defines the visibilities that recipes, preparations and bakings can have

export const visibility = z.enum(sharedVisibilities);

// Building blocks of input schemas: text, integers, URLs and language tags, with their limits

const int4 = 2 ** 31 - 1;

/** Counts characters, not UTF-16 units. */
const isLonger = (text: string, max: number) => text.length > max && (text.length > 2 * max || [...text].length > max);

/** PostgreSQL cannot store NUL, and UTF-8 cannot encode lone surrogates. */
const isClean = (text: string) => !text.includes('\0') && text.isWellFormed();

export const text = (max: number) =>
  z
    .string()
    .refine(isClean, { error: () => t('errors.characters-not-allowed') })
    .refine((value) => !isLonger(value, max), { error: () => t('errors.too-long') })
    .openapi({ maxLength: max });

/** Trimmed text with at least one visible character. */
export const line = (max: number) =>
  text(max)
    .refine((value) => value.trim() !== '', { error: () => t('errors.blank') })
    .transform((value) => value.trim())
    .openapi({ minLength: 1, maxLength: max });

export const integer = (min: number, max = int4) => z.int().min(min).max(max);

export const positive = z
  .int()
  .max(int4)
  .refine((value) => value > 0, { error: () => t('errors.must-be-greater-than-0') })
  .openapi({ minimum: 1, maximum: int4 });

/** Replaces null by `fallback`. */
export const withDefault = <Schema extends z.ZodType>(schema: Schema, fallback: z.output<Schema>) =>
  schema.nullable().transform((value) => value ?? fallback);

/** Treats null like an absent key. */
export const nullAsUndefined = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

/** An absolute http or https URL. */
export const webUrl = text(2_000).refine(isWebUrl, { error: () => t('errors.not-a-url') });

function isWebUrl(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}

export const languageTag = text(35).transform((value, context) => {
  const tag = canonicalTag(value);
  if (tag !== null) return tag;
  context.addIssue({ code: 'custom', message: t('errors.not-a-language-tag') });
  return z.NEVER;
});

/** Removes keys whose value is undefined. */
export const omitUndefined = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;

/** Accepts `{[root]: {…}}` or the bare object. */
export function wrapped<Schema extends z.ZodType>(root: string, schema: Schema) {
  const unwrap = (body: unknown) => {
    if (typeof body !== 'object' || body === null || Array.isArray(body) || !Object.hasOwn(body, root)) return body;
    return (body as Record<string, unknown>)[root] ?? {};
  };
  return setRootKey(z.preprocess(unwrap, schema), { root, content: schema });
}

// Parses lists in a query, as `tag=soup&tag=vegan` or `tag=soup,vegan`

const maxValues = 10;

/** Repeated and comma-separated values as one list, without empty ones. */
const commaSeparated = z.union([z.string(), z.array(z.string())]).transform((input) =>
  [input]
    .flat()
    .flatMap((text) => text.split(','))
    .map((value) => value.trim())
    .filter(Boolean),
);

export const listQuery = (description: string, example: string, max = maxValues) =>
  commaSeparated
    .default([])
    .pipe(z.array(line(100)).max(max, `must have at most ${max} values`))
    .openapi({
      type: 'array',
      items: { type: 'string' },
      anyOf: undefined,
      maxItems: max,
      example: [example],
      description,
    });

// Defines the input for drafts: their publication, and the filter of lists by it

const publicationInput = namedSchema('publication_input', z.object({ visibility: visibility.nullish() }), {
  visibility: 'unlisted',
});

/** `{"preparation": {"visibility": "unlisted"}}`. Without a visibility the item keeps its own. */
export const publication = (type: DraftType) => wrapped(type, publicationInput);

const publications = z.enum(['draft', 'published']);
export const publicationStatuses = commaSeparated
  .pipe(z.array(z.string()))
  .refine((input) => input.every((each) => publications.safeParse(each).success), {
    error: () => t('errors.must-be-one-of-values', { values: 'draft, published' }),
  })
  .transform((input) => [...new Set(input)] as z.output<typeof publications>[])
  .openapi({ type: 'string', description: 'Comma-separated: draft, published', example: 'draft,published' });

// Parses the hashtag in a path

/** Normalised. Text without letters and digits becomes empty, which is no hashtag. */
export const tagParams = z.object({
  tag: z.string().transform(normaliseHashtag).openapi({ type: 'string', example: 'pizza' }),
});

// Parses the type of an item: `recipe` or `Recipe`

const types: readonly string[] = eventableKinds;

export const eventableTypeInput = z
  .string()
  .transform((value) => value.toLowerCase() as EventableType)
  .refine((value) => types.includes(value), {
    error: () => t('errors.must-be-one-of-values', { values: types.join(', ') }),
  })
  .openapi({ enum: [...types] });

// Parses ids in a query, as `id[]=1&id[]=2`, `id=1&id=2` or `id=1,2`

const maxIds = 100;
const idList = z.union([z.string(), z.array(z.string())]).optional();

const ids = (description: string) =>
  idList.openapi({
    type: 'array',
    items: { type: 'integer' },
    anyOf: undefined,
    maxItems: maxIds,
    example: [3, 4],
    description,
  });

export const relationshipQuery = z
  .object({
    id: ids('Ids of accounts, as `id=3&id=4` or `id=3,4`'),
    'id[]': ids('The same, as `id[]=3&id[]=4`'),
  })
  .transform((query, context) => {
    const texts = [query['id[]'] ?? [], query.id ?? []].flat().flatMap((text) => text.split(','));
    const requested = texts.filter((text) => text !== '');
    if (requested.length > maxIds) {
      context.addIssue({ code: 'custom', path: ['id'], message: `is too long (at most ${maxIds} ids)` });
      return z.NEVER;
    }
    // Text that is not an id is left out, like unknown ids.
    return { id: [...new Set(requested.flatMap((text) => readId(text) ?? []))] };
  });

// Defines the input of picture uploads

const maxDescription = 1_500;
const description = text(maxDescription);

const file = z
  .custom<ReceivedFile>((value) => value instanceof ReceivedFile && value.pictureType !== null, {
    error: ({ input }) => explainNoPicture(input),
  })
  .openapi({ type: 'string', format: 'binary' });

function explainNoPicture(given: unknown): string {
  if (!(given instanceof ReceivedFile)) return t('errors.not-an-image');
  if (given.size === 0) return t('errors.empty-file');
  const { foreignFormat: format } = given;
  return format === null ? t('errors.not-an-image') : t('errors.picture-format', { format });
}

/** A multipart body with the file part `root`. */
export const pictureUpload = (root: string) =>
  z
    .object({ file, description: description.optional() })
    .transform((input): Upload => ({ file: input.file, description: input.description?.trim() ?? '' }))
    .openapi(root === 'media' ? 'medium_input' : `${root}_input`, {
      type: 'object',
      properties: {
        [`${root}[file]`]: {
          type: 'string',
          format: 'binary',
          description: 'JPEG, PNG, WebP, GIF (first frame only) or AVIF',
        },
        [`${root}[description]`]: { type: 'string', maxLength: maxDescription },
      },
      required: [`${root}[file]`],
    });

/** Only the alt text can be changed. */
export const mediumChanges = wrapped(
  'media',
  namedSchema('medium_change_input', z.object({ description: withDefault(description, '').optional() }), {
    description: 'Dough, doubled in its bowl',
  }),
);

/** Ids of uploaded pictures, in display order. */
export const mediaIds = z
  .array(z.int().min(1))
  .max(10)
  .transform((ids) => [...new Set(ids)]);

/** Only the alt text of a profile picture can be changed. */
export const avatarChanges = z.object({ description: description.transform((value) => value.trim()) });
