/** The form with which members report an account or its items to the moderators. */
import { Hono } from 'hono';
import type { ReportCategory } from '../../db/vocabulary.ts';
import { type Account, checkAccountVisible, currentIdOf, getAccount, isLocal } from '../../domain/accounts/account.ts';
import type { Eventable } from '../../domain/items/eventable.ts';
import { getEventable, listByIds, listItemsOf } from '../../domain/items/read.ts';
import { createReport, reportCategories } from '../../domain/moderation/reports.ts';
import { readId } from '../../http/pagination.ts';
import { invalid, notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { firstPage } from '../../lib/page.ts';
import { addressOf, Byline, profileHere, profilePath } from '../components/account.tsx';
import { titleOf } from '../components/actions.tsx';
import { Note } from '../components/elements.tsx';
import { Checkbox, Choices, Field, PostForm, SelectField } from '../components/fields.tsx';
import { referringPath } from '../components/page-handler.tsx';
import { richText } from '../components/texts.tsx';
import { type MemberVisitor, memberForm, memberPage, type SubmittedForm } from '../forms/member-page.ts';
import { pathWith } from '../forms/refused-form.ts';

const path = '/report';
const maxRecentItems = 5;
const maxComment = 1_000;

const categories = ['spam', 'violation', 'legal', 'other'] as const satisfies ReportCategory[];

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
  .post(path, memberForm(send, { page: (fields) => pathWith(path, fields, ['account']) }));

async function send(form: SubmittedForm) {
  const { me, fields } = form;
  const account = await getReportable(form, readId(fields.get('account') ?? '') ?? 0);
  const comment = (fields.get('comment') ?? '').trim();
  if (comment.length > maxComment) throw invalid('comment', t('report.comment-too-long', { max: String(maxComment) }));
  await createReport(me, {
    accountId: account.id,
    eventableIds: [...new Set(fields.getAll('item').flatMap((text) => readId(text) ?? []))].slice(0, 20),
    comment,
    category: reportCategories.find((each) => each === fields.get('category')) ?? 'other',
    forward: fields.get('forward') === 'yes',
  });
  return `${path}?account=${account.id}&sent=yes`;
}

/** Throws not_found for accounts that the member may not see, and for the member's own. */
async function getReportable({ me, viewer }: MemberVisitor, givenId: number): Promise<Account> {
  const id = await currentIdOf(givenId);
  await checkAccountVisible(id, viewer);
  if (id === me) throw notFound();
  return getAccount(id);
}

async function show(visitor: MemberVisitor, account: Account, item: Eventable | null) {
  const items = await choosableItems(account.id, item, visitor.viewer);
  const body = (
    <>
      <h1>{t('report.heading')}</h1>
      <Byline person={account} line={addressOf(account)} />
      <p>{t('report.explanation')}</p>
      <PostForm visitor={visitor} action={path} fields={{ account: String(account.id) }}>
        <SelectField
          name="category"
          label={t('report.what-is-wrong')}
          value="spam"
          options={categories.map((each) => [each, t(`report.category-${each}`)])}
        />
        {items.length > 0 && (
          <fieldset>
            <legend>{t('report.which-posts')}</legend>
            {items.map((each) => (
              <Checkbox name="item" value={String(each.id)} label={titleOf(each)} checked={each.id === item?.id} />
            ))}
          </fieldset>
        )}
        <Field
          name="comment"
          label={t('report.comment')}
          type="textarea"
          attributes={{ maxlength: maxComment, rows: 4 }}
        />
        {isLocal(account) ? null : (
          <Checkbox
            name="forward"
            label={t('report.forward', { host: account.host })}
            hint={t('report.forward-hint')}
            checked={false}
          />
        )}
        <Choices
          action={t('report.send')}
          back={referringPath(visitor.c.req.header('referer')) ?? profilePath(account)}
        />
      </PostForm>
    </>
  );
  return { title: t('report.title'), body, layout: { width: 'text' as const } };
}

/** The item that the member came from, and the newest ones. */
async function choosableItems(accountId: number, item: Eventable | null, viewer: MemberVisitor['viewer']) {
  const types = ['recipe', 'preparation', 'baking', 'status'] as const;
  const recent = await listItemsOf(accountId, [...types], viewer, { ...firstPage, limit: maxRecentItems });
  const ids = recent.map(({ id }) => id).filter((id) => id !== item?.id);
  return [...(item ? [item] : []), ...(await listByIds(ids, viewer))];
}

function sentPage(account: Account) {
  const body = (
    <>
      <h1>{t('report.thank-you')}</h1>
      <Note kind="good">{t('report.sent')}</Note>
      <p>
        {richText('report.you-can-block', {
          link: (text) => <a href={profileHere(account)}>{text}</a>,
        })}
      </p>
    </>
  );
  return { title: t('report.sent-title'), body, layout: { width: 'text' as const } };
}
