/** Shows moderators what is known of an account: age, counts, state and earlier decisions. */

import type { Decision } from '../../domain/moderation/decisions.ts';
import type { AccountHistory } from '../../domain/moderation/members.ts';
import { mayUndoDecision } from '../../domain/roles/admin-log.ts';
import { t } from '../../lib/language/text.ts';
import { addressOf, Byline } from '../components/account.tsx';
import { StateChips } from '../components/elements.tsx';
import { Day, richText } from '../components/texts.tsx';
import { appealState, decisionTitle } from '../components/value-texts.tsx';
import { type AdminVisitor, FactList, FormButton, Row, Rows } from './layout.tsx';

export function AccountFacts({ history }: { history: AccountHistory }) {
  const { account, role, createdAt, itemCount, reportsAbout, openReportsAbout, reportsMade } = history;
  const { invitedBy, invitedMembers } = history;
  return (
    <>
      <Byline
        person={account}
        line={
          <>
            {addressOf(account)}
            {stateChips(history)}
          </>
        }
      />
      <FactList
        list={[
          [t('admin-accounts.since'), <Day date={createdAt} />],
          [t('admin-accounts.role'), t(`admin-accounts.role-${role}`)],
          [t('admin-accounts.posts'), itemCount],
          [t('admin-accounts.followers'), account.followersCount],
          [
            t('access.invited-by'),
            invitedBy ? <a href={`/admin/people/${invitedBy.id}`}>@{invitedBy.username}</a> : '–',
          ],
          [t('access.invited-members'), invitedMembers],
          [t('admin-accounts.reports-about'), reportsAbout],
          [t('admin-accounts.reports-about-open'), openReportsAbout],
          [t('admin-accounts.reports-made'), reportsMade],
          [t('admin-accounts.decisions'), history.decisions.length],
        ]}
      />
    </>
  );
}

function stateChips({ suspendedAt, limitedAt, isByServer }: AccountHistory) {
  const states = [
    suspendedAt && t('admin-accounts.state-suspended'),
    limitedAt && t('admin-accounts.state-limited'),
    isByServer && t('admin-accounts.state-by-server-rule'),
  ];
  return <StateChips states={states} />;
}

/** Each with a button to undo it, where that is possible. */
export function DecisionList({ decisions, visitor }: { decisions: Decision[]; visitor: AdminVisitor }) {
  return (
    <Rows
      empty={t('admin-accounts.no-decisions')}
      list={decisions.map((decision) => {
        const { id, action, text, items, createdAt, undoneAt, notified } = decision;
        const notes = [
          undoneAt && t('admin-accounts.decision-undone'),
          !notified && t('admin-accounts.decision-without-notice'),
          appealState(decision),
        ];
        const title = richText('admin-accounts.decision-on-day', {
          strong: (content) => <strong>{content}</strong>,
          decision: decisionTitle(action),
          date: <Day date={createdAt} />,
        });
        return (
          <Row
            text={
              <>
                {title}
                <StateChips states={notes} />
                {text ? <p class="admin-quote">{text}</p> : null}
                {itemTexts(items)}
              </>
            }
            buttons={[
              undoneAt === null && mayUndoDecision(action) ? (
                <FormButton visitor={visitor} action={`/admin/decisions/${id}/undo`} label={t('admin.undo')} />
              ) : (
                ''
              ),
            ]}
          />
        );
      })}
    />
  );
}

export const itemTexts = (items: Decision['items']) =>
  items.length > 0 ? (
    <ul>
      {items.map(({ text }) => (
        <li>
          <bdi>{(text ?? t('admin-accounts.private-post')) || t('admin-accounts.post-without-text')}</bdi>
        </li>
      ))}
    </ul>
  ) : (
    ''
  );
