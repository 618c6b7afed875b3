/** Defines what is shown of the lists of an import, and what can be done with each. */
import { invalid } from '../../../lib/errors.ts';
import { t } from '../../../lib/language/text.ts';
import type { ListKind } from './read-list.ts';

export interface ListPreview {
  name: string;
  /** What the import does with the entries. */
  kind: ListKind | 'skip';
  isGuess: boolean;
  entries: number;
  /** The number of lines that are not understood. */
  skipped: number;
  /** The first of them. */
  examples: { line: number; text: string }[];
}

/** What became of the entries. */
export interface ListCounts {
  added: number;
  existing: number;
  failed: number;
}

export interface ListsPreview extends ListCounts {
  files: ListPreview[];
}

export interface ListChoice {
  /** The index of the list in the import. */
  position: number;
  kind: ListKind | 'skip';
}

/** Throws validation_failed for a choice that the list does not have. */
export function applyListChoices({ files }: ListsPreview, choices: ListChoice[]): void {
  for (const [at, { position, kind }] of choices.entries()) {
    const list = files[position];
    if (!list) throw invalid(`lists[${at}].position`, t('migration.no-such-list'));
    const allowed = choicesFor(list);
    if (!allowed.includes(kind))
      throw invalid(`lists[${at}].kind`, t('migration.must-be', { allowed: allowed.join(', ') }));
    list.kind = kind;
  }
}

const accountKinds: ListKind[] = ['follow', 'block', 'mute'];

/** Addresses of accounts may be for several purposes. */
export const choicesFor = ({ kind }: ListPreview): (ListKind | 'skip')[] =>
  kind === 'domain' || kind === 'bookmark' ? [kind, 'skip'] : [...accountKinds, 'skip'];
