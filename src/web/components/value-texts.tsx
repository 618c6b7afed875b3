/** Names values in the reader's language: registration modes, decisions, OAuth scopes, e-mails and accesses. */
import type { Scope } from '../../domain/access/tokens.ts';
import type { InstanceProfile } from '../../domain/instance/instance.ts';
import type { MailList } from '../../domain/mail/texts.ts';
import type { Decision } from '../../domain/moderation/decisions.ts';
import { t } from '../../lib/language/text.ts';

/** Who can sign up. */
export const registrationText = (mode: InstanceProfile['registration']): string => t(`instance.registration-${mode}`);

// Names what moderators decide, for members and for moderators

export const decisionTitle = (action: Decision['action']): string => t(`decisions.title-${action}`);

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

// Says where moderators read private items

/** The log keeps `report 12`, `decision 7` or `account`. */
export function accessPlaceText(place: string): string {
  const [where, id = ''] = place.split(' ');
  if (where === 'report') return t('decisions.read-in-report', { id });
  return where === 'decision' ? t('decisions.read-in-decision', { id }) : t('decisions.read-on-account-page');
}
