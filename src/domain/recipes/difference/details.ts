/** Compares the yield, times, kinds and sources of two recipes, as texts for a cook. */
import { durationText } from '../../../lib/duration.ts';
import type { StateDetails } from '../../../recipe-import/recipe-state.ts';
import { dietText } from '../diet-text.ts';
import { servingText } from '../schema-org.ts';

const time = (seconds: number | null | undefined): string | null => (seconds ? durationText(seconds) : null);
const list = (entries: string[] | undefined): string | null => entries?.join(', ') || null;

/** Example: `saturatedFatContent` is "saturated fat". */
const nutrientText = ([nutrient, amount]: [string, string]): string =>
  `${nutrient.replace(/Content$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}: ${amount}`;

/** The text of each detail. Yield and its unit are one. */
const texts = {
  serving: ({ serving, servingType }: StateDetails) => servingText(serving, servingType ?? null),
  prepTime: ({ prepTime }: StateDetails) => time(prepTime),
  cookTime: ({ cookTime }: StateDetails) => time(cookTime),
  restTime: ({ restTime }: StateDetails) => time(restTime),
  totalTime: ({ totalTime }: StateDetails) => time(totalTime),
  category: ({ category }: StateDetails) => list(category),
  cuisine: ({ cuisine }: StateDetails) => list(cuisine),
  diet: ({ diet }: StateDetails) => list(diet?.map(dietText)),
  equipment: ({ equipment }: StateDetails) => list(equipment),
  difficulty: ({ difficulty }: StateDetails) => difficulty ?? null,
  nutrition: ({ nutrition }: StateDetails) => list(Object.entries(nutrition ?? {}).map(nutrientText)),
  credit: ({ credit }: StateDetails) => list([credit?.name, credit?.site].filter((each) => each != null)),
  sourceUrl: ({ sourceUrl }: StateDetails) => sourceUrl ?? null,
  videoUrl: ({ videoUrl }: StateDetails) => videoUrl ?? null,
} satisfies Record<string, (details: StateDetails) => string | null>;

export type DetailField = keyof typeof texts;

export interface DetailChange {
  field: DetailField;
  /** Null if there was none. */
  before: string | null;
  after: string | null;
}

/** Returns only the details that differ. */
export function compareDetails(before: StateDetails, after: StateDetails): DetailChange[] {
  return (Object.keys(texts) as DetailField[])
    .map((field) => ({ field, before: texts[field](before), after: texts[field](after) }))
    .filter((change) => change.before !== change.after);
}
