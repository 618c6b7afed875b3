/** Makes what a format finds in a source. */
import { t } from '../../lib/language/text.ts';
import type { Found, ImportedRecipe, ImportResult } from '../import-result.ts';
import { toPlainLine } from '../rich-text.ts';

/** An entry without a recipe is reported with the reason. */
export function* foundEntry(
  at: number,
  title: unknown,
  read: () => ImportedRecipe | null,
  reason = t('reading.recipe-without-content'),
): Generator<Found> {
  const name = nameOf(title);
  yield { type: 'entry', at, name };
  const recipe = read();
  if (recipe) yield { type: 'recipe', recipe };
  else yield { type: 'failed', name, reason };
}

/** The entry at which a file ends too early. Without a title it is what comes after the last one. */
export const foundCut = (title: unknown): Found => ({
  type: 'failed',
  name: nameOf(title),
  reason: t('reading.file-cut-off'),
});

const nameOf = (title: unknown): string => toPlainLine(title).slice(0, 100);

export function* foundIn({ format, recipes, problems }: ImportResult & { format: string }): Generator<Found> {
  yield { type: 'format', format };
  for (const recipe of recipes) yield { type: 'recipe', recipe };
  for (const problem of problems) yield { type: 'problem', problem };
}
