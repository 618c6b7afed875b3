/** Confirms that an item was saved, on the page that follows its form. */
import type { Eventable } from '../../domain/items/eventable.ts';
import { setNotice } from '../components/notice.ts';
import type { SubmittedForm } from '../member-page.ts';

type Saved = Pick<Eventable, 'publication'>;

/** `before` is the item as it was, or null if it is new. */
export function confirmSaved({ c }: SubmittedForm, saved: Saved, before: Saved | null): void {
  if (saved.publication === 'draft') setNotice(c, 'draft-saved');
  else setNotice(c, before?.publication === 'published' ? 'changes-saved' : 'published');
}
