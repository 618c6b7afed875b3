/** Defines and validates the exact item in an archive. */
import { z } from 'zod';
import {
  DETAIL_LIMITS,
  difficulties,
  emptyDetails,
  mapDetails,
  nutrients,
  restrictedDiets,
} from '../db/recipe-details.ts';
import { sharedVisibilities, visibilities } from '../db/vocabulary.ts';
import { isStorableDate } from '../lib/date.ts';
import { canonicalTag } from '../lib/language/languages.ts';
import { isCleanText } from '../lib/text.ts';
import type { RecipePart } from './draft.ts';
import { LIMITS } from './import-result.ts';
import { rational } from './quantity.ts';

// Texts, dates and language tags, with the limits of this server

/** `max` counts code points, each of which is one or two UTF-16 units. */
export const boundedText = (max: number) =>
  z
    .string()
    .max(2 * max)
    .refine((value) => value.length <= max || [...value].length <= max, 'is too long')
    .refine(isCleanText, 'contains characters that are not allowed');

/** BCP 47; invalid tags become `und`. */
export const languageTag = boundedText(35).transform((value) => canonicalTag(value) ?? 'und');

/** RFC 3339. Dates that the database cannot hold, such as those of the year 0, are refused. */
export const archivedDate = z.iso
  .datetime({ offset: true })
  .transform((value) => new Date(value))
  .refine(isStorableDate, 'is out of range');

// Items

/** The key of the exact item, beside the schema.org properties. */
export const exactKey = 'potluck:item';

const int4 = 2 ** 31 - 1;
const line = (max: number) => boundedText(max).refine((value) => value.trim() !== '', "can't be blank");
const iri = z.url({ protocol: /^https?$/ }).max(1_024);
const count = z.int().min(0).max(int4);
const serving = z.int().min(1).max(int4);

const fraction = z
  .object({ numerator: z.int().min(0), denominator: z.int().min(1) })
  .transform(({ numerator, denominator }) => rational(numerator, denominator))
  .nullable();

const ingredient = z.object({
  name: line(200),
  quantity: fraction,
  quantityMax: fraction,
  unit: boundedText(200).nullable(),
  note: boundedText(1_000).nullable(),
  group: boundedText(200).nullable(),
  optional: z.boolean(),
  scalable: z.boolean(),
  originalText: boundedText(1_000).nullable(),
});

const step = z.object({
  name: boundedText(200),
  /** Markdown. */
  content: boundedText(10_000),
  /** Seconds. */
  duration: count.nullable(),
  ingredientPositions: z.array(z.int().min(0).max(199)).max(200),
  links: z.array(z.object({ iri, serving: serving.nullable() })).max(20),
});

const webUrl = z.url({ protocol: /^https?$/ }).max(DETAIL_LIMITS.url);
const party = boundedText(DETAIL_LIMITS.party).nullable();

const details = z.object(
  mapDetails({
    seconds: () => count.nullable(),
    texts: ({ max }) => z.array(line(DETAIL_LIMITS.entry)).max(max),
    diets: () => z.array(z.enum(restrictedDiets)).max(restrictedDiets.length),
    difficulty: () => z.enum(difficulties).nullable(),
    nutrition: () => z.partialRecord(z.enum(nutrients), boundedText(DETAIL_LIMITS.nutrient)),
    credit: () => z.object({ name: party, url: webUrl.nullable(), site: party }).nullable(),
    // Archives of earlier versions have none.
    rating: () =>
      z
        .object({ value: z.number().gt(0).max(5), count: z.int().min(1).max(DETAIL_LIMITS.ratings) })
        .nullable()
        .default(null),
    url: () => webUrl.nullable(),
  }),
);

const optionalDetails = details.partial().extend({
  serving,
  servingType: line(30).optional(),
  prepTime: count.optional(),
  cookTime: count.optional(),
  sourceUrl: webUrl.optional(),
});

const state = z.object({
  name: line(200),
  description: boundedText(20_000),
  ingredients: z.array(ingredient).max(200),
  steps: z.array(step.pick({ name: true, content: true, duration: true })).max(100),
  details: optionalDetails,
} satisfies Record<RecipePart, z.ZodType>);

/** The state before an edit. */
const revision = z.object({
  editedAt: archivedDate,
  visibility: z.enum(sharedVisibilities),
  state,
});

const common = {
  /** Its IRI on the exporting server. For a draft, the IRI it would have had. */
  origin: iri,
  /** Its IRIs on earlier servers. */
  formerly: z.array(iri).max(20),
  publication: z.enum(['draft', 'published']),
  visibility: z.enum(visibilities),
  locale: languageTag,
  tags: z.array(line(LIMITS.tag)).max(LIMITS.tags),
  /** Markdown. */
  content: boundedText(20_000),
  createdAt: archivedDate,
  publishedAt: archivedDate,
  media: z.array(z.object({ file: boundedText(200), description: boundedText(1_500) })).max(10),
};

const parts = {
  name: line(200),
  serving,
  ingredients: z.array(ingredient).max(200),
  steps: z.array(step).max(100),
};

const cooked = {
  ...common,
  ...parts,
  servingType: boundedText(30).nullable(),
  preparedAt: archivedDate,
  /** Stars. */
  rating: z.int().min(1).max(5).nullable().default(null),
  /** The recipe cooked. */
  recipe: iri.nullable(),
};

export const archivedItem = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('recipe'),
    ...common,
    ...parts,
    /** Null for a draft that was never published. */
    slug: line(100).nullable(),
    servingType: line(30),
    sourceUrl: webUrl.nullable(),
    /** Seconds. */
    prepTime: count.nullable(),
    /** Seconds. */
    cookTime: count.nullable(),
    details: details.default(emptyDetails),
    forkedFrom: iri.nullable(),
    /** The oldest first. A recipe is worth restoring without them. */
    revisions: z.array(revision).max(200).default([]).catch([]),
  }),
  z.object({ type: z.literal('preparation'), ...cooked }),
  z.object({ type: z.literal('baking'), ...cooked }),
  z.object({
    type: z.literal('status'),
    ...common,
    sensitive: z.boolean(),
    spoilerText: boundedText(500),
    inReplyTo: iri.nullable(),
  }),
]);

/** The parsed form. */
export type ArchivedItem = z.output<typeof archivedItem>;
export type ArchivedRevision = z.output<typeof revision>;
/** The written form. */
export type WrittenItem = z.input<typeof archivedItem>;
export type WrittenRevision = z.input<typeof revision>;
