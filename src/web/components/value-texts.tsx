/** Names values for members: registration modes, decisions, OAuth scopes, e-mails and accesses of moderators. */
import type { Scope } from '../../domain/access/tokens.ts';
import { viewerOf } from '../../domain/accounts/account.ts';
import { listByIds } from '../../domain/items/read.ts';
import type { MailList } from '../../domain/mail/texts.ts';
import type { Decision } from '../../domain/moderation/decisions.ts';
import { listPrivateAccess } from '../../domain/moderation/reports.ts';
import { t } from '../../lib/language/text.ts';
import { pathOf, titleOf } from './actions.tsx';
import { Empty } from './elements.tsx';
import type { Html } from './layout.tsx';
import { Day, richText } from './texts.tsx';

// Texts for each registration mode, in the language of the reader

export const registrationText = {
  get closed() {
    return t('instance.registration-closed');
  },
  get approval() {
    return t('instance.registration-approval');
  },
  get open() {
    return t('instance.registration-open');
  },
};

// Names what moderators decide, for members and for moderators

export const decisionTitle = (action: Decision['action']): string => t(`decisions.title-${action}`);

/** What it means for the member, as a sentence. */
export const decisionMeaning = (action: Decision['action']): string => t(`decisions.meaning-${action}`);

export const appealState = ({ appealedAt, appealClosedAt, undoneAt }: Decision): string => {
  if (!appealedAt) return '';
  if (!appealClosedAt) return t('decisions.appeal-open');
  return t(undoneAt ? 'decisions.appeal-granted' : 'decisions.appeal-rejected');
};

// Describes each OAuth scope to members

const names = {
  read: 'read',
  write: 'write',
  'account:read': 'account-read',
  'account:write': 'account-write',
} as const satisfies Record<Scope, string>;

/** What an app may do, and what that includes. */
export const scopeText = (scope: Scope): [may: string, what: string] => [
  t(`scopes.may-${names[scope]}`),
  t(`scopes.what-${names[scope]}`),
];

// Names the e-mails that members can switch off

export const mailListText = (list: MailList): string => t(`mail-lists.${list}`);

// Says where moderators read private items, and shows members who read theirs

/** The log keeps `report 12`, `decision 7` or `account`. */
export function accessPlaceText(place: string): string {
  const [where, id = ''] = place.split(' ');
  if (where === 'report') return t('decisions.read-in-report', { id });
  return where === 'decision' ? t('decisions.read-in-decision', { id }) : t('decisions.read-on-account-page');
}

const maxShown = 50;

/** Of the member: when, by whom, for what, and which items. Deleted ones have no link. */
export async function privateAccessList(accountId: number): Promise<Html> {
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
