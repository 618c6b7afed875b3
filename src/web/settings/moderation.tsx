/** The settings page with the decisions of the moderators about the member, and the form to appeal. */
import { Hono } from 'hono';
import { viewerOf } from '../../domain/accounts/account.ts';
import { listByIds } from '../../domain/items/read.ts';
import { type Decision, listDecisions } from '../../domain/moderation/decisions.ts';
import { appeal, maxAppealLength, mayAppeal } from '../../domain/moderation/members.ts';
import { listPrivateAccess } from '../../domain/moderation/reports.ts';
import { idInPath } from '../../http/pagination.ts';
import { t } from '../../lib/language/text.ts';
import { pathOf, titleOf } from '../components/actions.tsx';
import { Empty, StateChips } from '../components/elements.tsx';
import { Field, PostForm } from '../components/fields.tsx';
import type { Html } from '../components/layout.tsx';
import { Day, richText } from '../components/texts.tsx';
import { accessPlaceText, appealState, decisionTitle } from '../components/value-texts.tsx';
import { type MemberVisitor, memberForm, memberPage, type SubmittedForm } from '../forms/member-page.ts';
import { settingsPage } from './layout.tsx';

const path = '/settings/moderation';

export const moderation = new Hono().get(path, memberPage(show)).post(
  `${path}/:id/appeal`,
  memberForm(
    async (form) => {
      await sendAppeal(form);
      return `${path}?saved=yes`;
    },
    { page: path },
  ),
);

/** Throws like `appeal`. */
export const sendAppeal = ({ c, me, fields }: SubmittedForm): Promise<void> =>
  appeal(me, idInPath(c), fields.get('text') ?? '');

async function show(visitor: MemberVisitor) {
  const body = (
    <>
      <h2>{t('decisions.page-title')}</h2>
      {await decisionList(visitor, { path, none: t('decisions.none'), withUndone: true })}
      {await privateAccessList(visitor.me)}
    </>
  );
  return settingsPage(visitor, path, t('decisions.page-title'), body);
}

interface ListOptions {
  /** The forms to appeal are submitted below it. */
  path: string;
  /** Says that there are no decisions. */
  none: string;
  withUndone: boolean;
}

/** What the moderators decided about the member, with the appeals and the forms for them. */
export async function decisionList(visitor: MemberVisitor, { path, none, withUndone }: ListOptions) {
  const all = await listDecisions(visitor.me, { onlyNotified: true });
  const decisions = all.filter(({ undoneAt }) => withUndone || undoneAt === null);
  const item = (each: Decision) => (
    <li>
      <Description decision={each} form={<AppealForm decision={each} visitor={visitor} path={path} />} />
    </li>
  );
  return decisions.length > 0 ? <ul class="rows">{decisions.map(item)}</ul> : <Empty>{none}</Empty>;
}

function Description({ decision, form }: { decision: Decision; form: Html | '' }) {
  const { action, text, items, createdAt, undoneAt, appeal: words, appealAnswer } = decision;
  return (
    <div>
      <h3>
        {richText('decisions.title-and-day', { title: decisionTitle(action), day: <Day date={createdAt} /> })}
        <StateChips states={[undoneAt && t('decisions.undone-chip')]} />
      </h3>
      <p>{undoneAt ? t('decisions.undone') : t(`decisions.meaning-${action}`)}</p>
      {text ? <p class="admin-quote">{text}</p> : null}
      {items.length > 0 && (
        <ul>
          {items.map((item) => (
            <li>
              <bdi>{item.text || t('decisions.post-without-text')}</bdi>
            </li>
          ))}
        </ul>
      )}
      {words ? (
        <>
          <p>{appealState(decision)}</p>
          <p class="admin-quote">{words}</p>
          {appealAnswer ? <p>{t('decisions.answer', { text: appealAnswer })}</p> : null}
        </>
      ) : null}
      {form}
    </div>
  );
}

function AppealForm({ decision, visitor, path }: { decision: Decision; visitor: MemberVisitor; path: string }) {
  if (!mayAppeal(decision)) return null;
  const { id } = decision;
  return (
    <details>
      <summary>{t('decisions.appeal')}</summary>
      <PostForm visitor={visitor} action={`${path}/${id}/appeal`}>
        <Field
          name="text"
          id={`text-${id}`}
          label={t('decisions.appeal-why')}
          type="textarea"
          hint={t('decisions.appeal-hint')}
          attributes={{ required: true, maxlength: maxAppealLength, rows: 4 }}
        />
        <button>{t('decisions.send-appeal')}</button>
      </PostForm>
    </details>
  );
}

// Shows members who read their private items

const maxShown = 50;

/** Of the member: when, by whom, for what, and which items. Deleted ones have no link. */
async function privateAccessList(accountId: number): Promise<Html> {
  const list = await listPrivateAccess(accountId, { limit: maxShown });
  const ids = [...new Set(list.flatMap(({ itemIds }) => itemIds))];
  const items = new Map((await listByIds(ids, viewerOf(accountId))).map((item) => [item.id, item]));
  const rows = list.map(({ at, by, action, place, itemIds }) => {
    const links = itemIds.map((id) => {
      const item = items.get(id);
      return (
        <li>
          {item ? (
            <a href={pathOf(item)}>
              <bdi>{titleOf(item)}</bdi>
            </a>
          ) : (
            t('decisions.deleted-post')
          )}
        </li>
      );
    });
    const text =
      action === 'export-account'
        ? richText('decisions.exported-by-operator', { day: <Day date={at} /> })
        : richText('decisions.read-private', { day: <Day date={at} />, by, place: accessPlaceText(place) });
    return (
      <li>
        <div>
          <p>{text}</p>
          {links.length > 0 && <ul>{links}</ul>}
        </div>
      </li>
    );
  });
  return (
    <>
      <h2>{t('decisions.access-title')}</h2>
      <p class="hint">{t('decisions.access-hint')}</p>
      {rows.length > 0 ? <ul class="rows">{rows}</ul> : <Empty>{t('decisions.access-none')}</Empty>}
    </>
  );
}
