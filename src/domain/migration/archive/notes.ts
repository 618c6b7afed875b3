/** Writes and restores private notes in an archive. */
import { prisma } from '../../../db/client.ts';
import { selectIdsByIri } from '../../../db/sql/items.ts';
import { db } from '../../../db/statement.ts';
import { DomainError } from '../../../lib/errors.ts';
import { t } from '../../../lib/language/text.ts';
import { restoreNote } from '../../recipes/private-notes.ts';
import { iterate, jsonWithArray } from './lists.ts';
import { targetOrigin } from './origin.ts';
import type { ArchivedNote } from './private-layout.ts';
import type { RestoreContext } from './restore-item.ts';

export async function* notesJson(accountId: number): AsyncGenerator<Buffer> {
  async function* notes(): AsyncGenerator<ArchivedNote> {
    for await (const row of iterate((above, limit) => listNotes(accountId, above, limit))) {
      const recipe = targetOrigin(accountId, row);
      if (recipe !== null) yield { recipe, content: row.content };
    }
  }
  yield* jsonWithArray({ version: 1 }, 'notes', notes());
}

async function listNotes(accountId: number, above: number, limit: number) {
  const rows = await prisma().privateNote.findMany({
    select: { content: true, eventable: { select: { id: true, iri: true, type: true, accountId: true } } },
    where: { accountId, eventableId: { gt: above } },
    orderBy: { eventableId: 'asc' },
    take: limit,
  });
  return rows.map(({ content, eventable: { id, iri, type } }) => ({ id: Number(id), iri, type, content }));
}

/** A note that the member has written since then stays. */
export async function restoreArchivedNotes(notes: ArchivedNote[], context: RestoreContext): Promise<void> {
  for (const note of notes) await restoreOne(note, context);
}

async function restoreOne({ recipe, content }: ArchivedNote, context: RestoreContext): Promise<void> {
  const { accountId, resolver, problems } = context;
  const target = await resolver.resolve(db, recipe);
  const [known] = target && 'iri' in target ? await selectIdsByIri(db, [target.iri]) : [];
  const id = target && 'id' in target ? target.id : known?.id;
  try {
    if (id === undefined) throw new DomainError('not_found', t('errors.not-found'));
    await restoreNote(accountId, id, content);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
    problems.push(`The note on ${recipe} was left out, because this server does not know the recipe.`);
  }
}
