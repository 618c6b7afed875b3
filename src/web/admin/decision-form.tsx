/** The form with which moderators decide about an account, its items and its server. */

import type { DecisionAction } from '../../db/vocabulary.ts';
import {
  type DomainMeasure,
  decide,
  decideOnDomain,
  domainMeasures,
  effects,
} from '../../domain/moderation/decisions.ts';
import { isPrivate, type ModeratedItem, resolveReport } from '../../domain/moderation/reports.ts';
import { may } from '../../domain/roles/permissions.ts';
import { readId } from '../../http/pagination.ts';
import { invalid } from '../../lib/errors.ts';
import { excerpt } from '../../lib/html/html.ts';
import { folders } from '../../lib/iris.ts';
import { t } from '../../lib/language/text.ts';
import { StateChips } from '../components/elements.tsx';
import { Checkbox, Field, PostForm } from '../components/fields.tsx';
import type { PageContent } from '../components/page-handler.tsx';
import { askFirst } from '../forms/ask-first.tsx';
import type { AdminForm, AdminVisitor } from './layout.tsx';

interface DecisionFormOptions {
  /** Path to submit to. */
  action: string;
  account: { id: number; handle: string | null; host: string };
  items: ModeratedItem[];
  /** Whether "no action" can be chosen, which closes the report. */
  isReport: boolean;
}

type Choice = [value: string, label: string, hint: string];

const accountChoices = (): Choice[] => [
  ['warn', t('admin-decisions.warn'), t('admin-decisions.warn-hint')],
  ['remove_items', t('admin-decisions.remove-items'), t('admin-decisions.remove-items-hint')],
  ['mark_sensitive', t('admin-decisions.mark-sensitive'), t('admin-decisions.mark-sensitive-hint')],
  ['limit', t('admin-decisions.limit'), t('admin-decisions.limit-hint')],
  ['suspend', t('admin-decisions.suspend'), t('admin-decisions.suspend-hint')],
];

const domainChoices = (host: string): Choice[] => [
  ['silence-domain', t('admin-decisions.limit-server', { host }), t('admin-decisions.limit-server-hint')],
  ['reject-media', t('admin-decisions.reject-pictures', { host }), t('admin-decisions.reject-pictures-hint')],
  ['suspend-domain', t('admin-decisions.block-server', { host }), t('admin-decisions.block-server-hint')],
];

export function DecisionForm({
  visitor,
  action,
  account,
  items,
  isReport,
}: { visitor: AdminVisitor } & DecisionFormOptions) {
  const isRemote = account.host !== '';
  const choices: Choice[] = [
    ...(isReport ? [['dismiss', t('admin-decisions.dismiss'), ''] satisfies Choice] : []),
    ...accountChoices().filter(([value]) => !(isRemote && value === 'warn')),
    ...(isRemote && may(visitor.session.role, 'manage-domains') ? domainChoices(account.host) : []),
  ];
  return (
    <PostForm visitor={visitor} class="admin-form" action={action}>
      {items.length > 0 && (
        <fieldset>
          <legend>{t('admin-decisions.posts')}</legend>
          {items.map((item) => (
            <ItemChoice item={item} handle={account.handle} checked={isReport} />
          ))}
        </fieldset>
      )}
      <fieldset>
        <legend>{t('admin-decisions.decision')}</legend>
        {choices.map(([value, label, hint]) => (
          <Checkbox type="radio" name="decision" value={value} label={label} hint={hint} required />
        ))}
      </fieldset>
      <Field
        name="reason"
        label={t('admin-decisions.reason')}
        type="textarea"
        hint={t('admin-decisions.reason-hint')}
        attributes={{ maxlength: 2_000, rows: 3 }}
      />
      {isRemote ? null : (
        <Checkbox
          name="notify"
          label={t('admin-decisions.tell-member')}
          hint={t('admin-decisions.tell-member-hint')}
          checked
        />
      )}
      <button>{t('admin.decide')}</button>
    </PostForm>
  );
}

function ItemChoice({
  item: { id, type, text, readable, visibility },
  handle,
  checked,
}: {
  item: ModeratedItem;
  handle: string | null;
  checked: boolean;
}) {
  const label = excerpt(text, 80) || t('items.post');
  const path = `/@${handle}/${folders[type]}/${id}`;
  const mark = <StateChips states={[isPrivate({ visibility }) && t('admin-decisions.private-post')]} />;
  const link =
    readable && handle !== null ? (
      <>
        {' '}
        <a href={path}>{t('admin-decisions.open-post')}</a>
      </>
    ) : null;
  return (
    <>
      <Checkbox name="item" value={String(id)} label={label} checked={checked} />
      <p class="admin-quote">
        <bdi>{text}</bdi>
        {mark}
        {link}
      </p>
    </>
  );
}

/** What no other decision brings back: the posts, or the follows with a server. */
function askAboutDecision(form: AdminForm, host: string, back: string) {
  const isAboutItems = form.fields.has('item');
  const [, action, consequence] =
    [...accountChoices(), ...domainChoices(host)].find(([value]) => value === form.fields.get('decision')) ?? [];
  switch (form.fields.get('decision')) {
    case 'remove_items':
      return isAboutItems ? askFirst(form, { action: action!, consequence, back }) : null;
    case 'suspend-domain':
      return host === '' || !may(form.session.role, 'manage-domains')
        ? null
        : askFirst(form, { action: action!, consequence, back });
    default:
      return null;
  }
}

interface DecisionSubject {
  account: { id: number; host: string };
  reportId: number | null;
  /** Path of the page with the form. */
  back: string;
}

/** Returns the page that asks first, if any. Throws validation_failed on `decision` and like `decide`. */
export async function submitDecision(
  form: AdminForm,
  { account, reportId, back }: DecisionSubject,
): Promise<PageContent | null> {
  const question = askAboutDecision(form, account.host, back);
  if (question) return question;
  const { moderator, fields } = form;
  const chosen = fields.get('decision') ?? '';
  const reason = (fields.get('reason') ?? '').trim().slice(0, 2_000);
  if (chosen === 'dismiss' && reportId !== null) {
    await resolveReport(moderator, reportId, reason);
  } else if (domainMeasures.includes(chosen as DomainMeasure) && account.host !== '') {
    const measure = chosen as DomainMeasure;
    await decideOnDomain(moderator, { host: account.host, measure, reason, reportId });
  } else if (Object.hasOwn(effects, chosen)) {
    const action = chosen as DecisionAction;
    const itemIds = fields.getAll('item').flatMap((text) => readId(text) ?? []);
    const notify = fields.get('notify') === 'yes';
    await decide(moderator, { accountId: account.id, action, itemIds, reason, notify, reportId });
  } else {
    throw invalid('decision', t('admin-decisions.choose'));
  }
  return null;
}
