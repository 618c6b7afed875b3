/** Pages around the forms for writing: what to write, the drafts, questions before a change, and a session that ended. */
import type { Context } from 'hono';
import { undoSeconds } from '../../domain/items/delete.ts';
import type { Eventable } from '../../domain/items/eventable.ts';
import { listDraftsOf } from '../../domain/items/read.ts';
import { notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { ActionButton, actionContext, pathOf, titleOf } from '../components/actions.tsx';
import { Empty, factLine, Note, Pager, requestedPage, withNeighbours } from '../components/elements.tsx';
import { Choices, PostForm } from '../components/fields.tsx';
import { icons } from '../components/icons.ts';
import { type Html, page, pageHeaders } from '../components/layout.tsx';
import { Day, richText, visuallyHidden } from '../components/texts.tsx';
import { confirmPage } from '../forms/ask-first.tsx';
import type { MemberVisitor } from '../forms/member-page.ts';
import { KeptFields, readUnsent } from '../forms/unsent-form.tsx';

/** Asks what to write. */
export function typesPage() {
  const option = (path: string, icon: Html | string, label: string, text: string) => (
    <li>
      {icon}
      <div>
        <a href={path}>{label}</a>
        <span>{text}</span>
      </div>
    </li>
  );
  const body = (
    <>
      <h1>{t('write.title')}</h1>
      <ul class="write-options">
        {option('/write/recipe', icons.write, t('write.recipe'), t('write.recipe-hint'))}
        {option('/import', icons.link, t('write.import'), t('write.import-hint'))}
        {option('/write/cooked', icons.pot, t('write.cooked-item'), t('write.cooked-item-hint'))}
        {option('/write/post', icons.post, t('write.post'), t('write.post-hint'))}
      </ul>
      <p>
        <a href="/drafts">{t('write.your-drafts')}</a>
      </p>
    </>
  );
  return { title: t('write.title'), body, layout: { path: '/write' } };
}

const draftsPerPage = 80;

export async function draftsPage(visitor: MemberVisitor) {
  const requested = requestedPage(visitor.c, draftsPerPage);
  const found = await listDraftsOf(visitor.me, requested);
  const { items, newer, older } = withNeighbours(found, requested, '/drafts');
  const context = actionContext(visitor)!;
  const list = items.map((item) => (
    <li>
      <div>
        <a href={`/items/${item.id}/edit`}>{item.name}</a>
        <span class="hint">
          {factLine([
            item.type === 'recipe' ? t('write.draft-recipe') : t('write.draft-cooked-item'),
            <Day date={item.date} />,
          ])}
        </span>
      </div>
      <div class="actions">
        <ActionButton
          context={context}
          action={`/items/${item.id}/publish`}
          label={t('write.publish')}
          hiddenText={item.name}
        />
        <a class="button small quiet" href={`/items/${item.id}/delete`}>
          {richText('write.delete-item', { item: item.name, hidden: visuallyHidden })}
        </a>
      </div>
    </li>
  ));
  const body = (
    <>
      <h1>{t('write.your-drafts')}</h1>
      <p class="hint">{t('write.drafts-hint')}</p>
      {list.length > 0 ? <ul class="rows">{list}</ul> : <Empty>{t('write.no-drafts')}</Empty>}
      <Pager newer={newer} older={older} />
    </>
  );
  return { title: t('write.drafts'), body, layout: { width: 'text' as const } };
}

// Asks before an item is deleted or no longer published

export function deletePage(visitor: MemberVisitor, item: Eventable) {
  return confirmPage(visitor, {
    title: t('write.delete'),
    question: t('write.delete-question', { item: titleOf(item) }),
    consequence: t('write.delete-hint', { seconds: undoSeconds }),
    action: `/items/${item.id}/delete`,
    label: t('write.delete'),
    back: item.publication === 'draft' ? '/drafts' : pathOf(item),
  });
}

/** Throws not_found for an item that cannot go back to the drafts. */
export function unpublishPage(visitor: MemberVisitor, item: Eventable) {
  if (item.publication === 'draft' || item.type === 'status') throw notFound();
  return confirmPage(visitor, {
    title: t('write.unpublish'),
    question: t('write.unpublish-question', { item: titleOf(item) }),
    consequence: t('write.unpublish-hint'),
    action: `/items/${item.id}/unpublish`,
    label: t('write.unpublish'),
    back: pathOf(item),
  });
}

// Keeps what a member has written whose session has ended: the answer carries it until it is sent again

/** The visitor logs in again in another tab. Nothing is stored. Throws forbidden for a form of another origin. */
export async function interruptedPage(c: Context): Promise<Response> {
  const { fields, files } = await readUnsent(c);
  const hadFiles = files.length > 0;
  const body = (
    <>
      <h1>{t('write.logged-out')}</h1>
      <Note>{t(hadFiles ? 'write.safe-without-photos' : 'write.safe')}</Note>
      <ol class="plain-steps">
        <li>
          <a href="/login?next=/write/continue" target="_blank" rel="noopener">
            {t('write.log-in-new-tab')}
          </a>
        </li>
        <li>{t('write.come-back')}</li>
      </ol>
      <PostForm
        visitor={{ c, session: null }}
        enctype="multipart/form-data"
        action={c.req.path}
        fields={{ intent: 'edit' }}
      >
        <KeptFields fields={fields} />
        <Choices action={t('write.continue')} />
      </PostForm>
    </>
  );
  return c.html(page(t('write.logged-out'), body), 403, pageHeaders);
}

/** Opened in the other tab after the login. */
export const continuePage = () => ({
  title: t('write.logged-in'),
  body: (
    <>
      <h1>{t('write.logged-in-again')}</h1>
      <p>{t('write.close-tab')}</p>
    </>
  ),
});
