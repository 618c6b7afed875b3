/** Decides what an import does with each recipe: create it, update the one that was imported before, or skip it. */
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';

export const importActions = ['create', 'update', 'skip'] as const;
export type ImportAction = (typeof importActions)[number];

/** `changed`: the account imported the same page before, with another text. `existing`: with the same text. */
export type ImportState = 'new' | 'changed' | 'existing';

/** The first is the default: nothing is overwritten or made twice unless its owner says so. */
export const actionsFor: Record<ImportState, readonly [ImportAction, ...ImportAction[]]> = {
  new: ['create', 'skip'],
  changed: ['skip', 'update', 'create'],
  existing: ['skip'],
};

export interface ImportChoice {
  /** The position of the recipe in the import. */
  position: number;
  action: ImportAction;
}

/**
 * Throws validation_failed for a choice that the recipe does not have.
 * @param states By position
 */
export function checkChoices(states: ReadonlyMap<number, ImportState>, choices: ImportChoice[]): void {
  for (const [at, { position, action }] of choices.entries()) {
    const state = states.get(position);
    if (!state) throw invalid(`choices[${at}].position`, t('errors.not-a-recipe-of-this-import'));
    const allowed = actionsFor[state];
    if (!allowed.includes(action))
      throw invalid(
        `choices[${at}].action`,
        t('errors.must-be-one-of-values', { values: allowed.join(', ') }),
      );
  }
}
