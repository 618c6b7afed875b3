/** The form with which members report an account or its items to the moderators. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { type Account, getAccount, isLocal } from '../domain/accounts/account.ts';
import { checkAccountVisible } from '../domain/accounts/check-visible.ts';
import { listItemsOf } from '../domain/items/cards.ts';
import type { Eventable } from '../domain/items/eventable.ts';
import { getEventable, listByIds } from '../domain/items/read.ts';
import { createReport, type ReportCategory, reportCategories } from '../domain/moderation/reports.ts';
import { formToken } from '../http/browser-session.ts';
import { readId } from '../http/ids.ts';
import { DomainError, type FieldErrors, invalid, notFound } from '../lib/errors.ts';
import { firstPage } from '../lib/page.ts';
import { addressOf, byline, profileUrl } from './components/account.ts';
import { checkbox, selectField } from './components/choice-fields.ts';
import { note } from './components/elements.ts';
import { field, hidden } from './components/field.ts';
import { titleOf } from './components/item-link.ts';
import { localPageUrl } from './local-url.ts';
import { type MemberVisitor, memberForm, memberPage } from './member-page.ts';

const path = '/report';
const maxRecentItems = 5;
const maxComment = 1_000;

const categories: [ReportCategory, string][] = [
  ['spam', 'Spam: unwanted advertising or repeated posts'],
  ['violation', 'It breaks the rules of this server'],
  ['legal', 'It is against the law'],
  ['other', 'Something else'],
];

export const reportForm = new Hono()
  .get(
    path,
    memberPage(async (visitor) => {
      const { c, viewer } = visitor;
      const item = c.req.query('item') ? await getEventable(readId(c.req.query('item')!) ?? 0, viewer) : null;
      const accountId = item?.account.id ?? readId(c.req.query('account') ?? '') ?? 0;
      if (c.req.query('sent')) return sentPage(await getReportable(visitor, accountId));
      return show(visitor, await getReportable(visitor, accountId), item);
    }),
  )
  .post(
    path,
    memberForm(async (form) => {
      const { me, fields } = form;
      const account = await getReportable(form, readId(fields.get('account') ?? '') ?? 0);
      try {
        const comment = (fields.get('comment') ?? '').trim();
        if (comment.length > maxComment) throw invalid('comment', `Use at most ${maxComment} characters.`);
        await createReport(me, {
          accountId: account.id,
          eventableIds: [...new Set(fields.getAll('item').flatMap((text) => readId(text) ?? []))].slice(
            0,
            20,
          ),
          comment,
          category: reportCategories.find((each) => each === fields.get('category')) ?? 'other',
          forward: fields.get('forward') === 'yes',
        });
        return `${path}?account=${account.id}&sent=yes`;
      } catch (error) {
        if (!(error instanceof DomainError) || error.code !== 'validation_failed') throw error;
        return { ...(await show(form, account, null, error.errors, fields)), status: 422 as const };
      }
    }),
  );

/** Throws not_found for accounts that the member may not see, and for the member's own. */
async function getReportable({ me, viewer }: MemberVisitor, id: number): Promise<Account> {
  await checkAccountVisible(id, viewer);
  if (id === me) throw notFound();
  return getAccount(id);
}

async function show(
  visitor: MemberVisitor,
  account: Account,
  item: Eventable | null,
  errors: FieldErrors = {},
  fields = new URLSearchParams(),
) {
  const { c, session, viewer } = visitor;
  const chosen = new Set([...fields.getAll('item').map(Number), ...(item ? [item.id] : [])]);
  const items = await choosableItems(account.id, item, viewer);
  const body = html`<h1>Report to the moderators</h1>${byline(account, addressOf(account))}
<p>The moderators of this server read your report. The reported account is not told of it.</p>
<form method="post" action="${path}">${hidden({ form_token: formToken(c, session), account: String(account.id) })}
${selectField({ name: 'category', label: 'What is wrong?', value: fields.get('category') ?? 'spam', options: categories })}
${items.length > 0 ? html`<fieldset><legend>Which posts is it about?</legend>${items.map((each) => checkbox({ name: 'item', value: String(each.id), label: titleOf(each), checked: chosen.has(each.id) }))}${errors.items ? html`<p class="error">${errors.items.join(', ')}</p>` : ''}</fieldset>` : ''}
${field({ name: 'comment', label: 'What should the moderators know?', type: 'textarea', value: fields.get('comment') ?? '', errors: errors.comment, attributes: { maxlength: maxComment, rows: 4 } })}
${isLocal(account) ? '' : checkbox({ name: 'forward', label: `Send a copy to the moderators of ${account.host}`, hint: 'The copy does not contain your name.', checked: fields.get('forward') === 'yes' })}
<div class="actions"><button>Send report</button><a class="button quiet" href="${localPageUrl(c.req.header('referer')) ?? profileUrl(account)}">Cancel</a></div></form>`;
  return { title: 'Report', body, layout: { width: 'text' as const } };
}

/** The item that the member came from, and the newest ones. */
async function choosableItems(accountId: number, item: Eventable | null, viewer: MemberVisitor['viewer']) {
  const types = ['recipe', 'preparation', 'baking', 'status'] as const;
  const recent = await listItemsOf(accountId, [...types], viewer, { ...firstPage, limit: maxRecentItems });
  const ids = recent.map(({ id }) => id).filter((id) => id !== item?.id);
  return [...(item ? [item] : []), ...(await listByIds(ids, viewer))];
}

function sentPage(account: Account) {
  const body = html`<h1>Thank you</h1>${note('Your report was sent to the moderators.', 'good')}
<p>You can also block this account, so that you do not see each other any more. The button is on <a href="${isLocal(account) ? profileUrl(account) : `/@${account.handle}`}">its profile</a>.</p>`;
  return { title: 'Report sent', body, layout: { width: 'text' as const } };
}
