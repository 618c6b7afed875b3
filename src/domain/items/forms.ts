/** What members send in forms: previews are kept for a day, and a form creates one item, however often it is sent. */
import { hash } from 'node:crypto';
import { keepPreview, recordSentForm, selectPreview, selectSentForm } from '../../db/sql/forms.ts';
import { db, toJson } from '../../db/statement.ts';
import type { BeforeCommit } from '../../db/transaction.ts';

// Keeps the forms of previews, so that a preview has an address

/** Of one account. The oldest makes room. */
const maxPreviews = 8;

const previewKeys = (accountId: number): string[] =>
  Array.from({ length: maxPreviews }, (_, place) => JSON.stringify(['preview', accountId, place]));

interface PreviewedForm {
  /** The item that is edited. Null for a new one. */
  itemId: number | null;
  fields: [name: string, value: string][];
}

/** A later preview of the same form takes its place. */
export async function keepPreviewedForm(accountId: number, formId: string, form: PreviewedForm): Promise<void> {
  await keepPreview(db, previewKeys(accountId), formId, toJson(form));
}

/** Null for a form of another account, and after a day. */
export async function findPreviewedForm(accountId: number, formId: string): Promise<PreviewedForm | null> {
  const [row] = await selectPreview(db, previewKeys(accountId), formId);
  return (row?.preview as PreviewedForm | undefined) ?? null;
}

// Creates an item once

/** Another request with the same form has created its item. */
class SentBefore extends Error {}

/**
 * Returns the id of the item that `create` makes, or of the one that the same form with the same text has made within a
 * day and that still exists. The answer to the first request may have been lost.
 */
export async function createOnce(
  accountId: number,
  formId: string,
  fields: [name: string, value: string][],
  create: (beforeCommit: BeforeCommit<number>) => Promise<number>,
): Promise<number> {
  const key = JSON.stringify(['form', accountId, formId, hash('sha256', JSON.stringify(fields), 'base64url')]);
  const find = async () => (await selectSentForm(db, key))[0]?.id;
  const sent = await find();
  if (sent !== undefined) return sent;
  try {
    return await create(async (tx, id) => {
      const [recorded] = await recordSentForm(tx, key, id);
      if (!recorded) throw new SentBefore();
    });
  } catch (error) {
    const first = error instanceof SentBefore ? await find() : undefined;
    if (first === undefined) throw error;
    return first;
  }
}
