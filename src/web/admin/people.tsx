/** The page of one account for moderators: its history, and the form to decide about it. */
import { Hono } from 'hono';
import { findAccountByHandle } from '../../domain/accounts/account.ts';
import { listItemsOf } from '../../domain/items/read.ts';
import { undoAll, undoDecision } from '../../domain/moderation/decisions.ts';
import { getAccountHistory } from '../../domain/moderation/members.ts';
import { listReportsAbout, readModeratedItems } from '../../domain/moderation/reports.ts';
import { idInPath } from '../../http/pagination.ts';
import { oneOf } from '../../http/schema.ts';
import { notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { firstPage } from '../../lib/page.ts';
import { addressOf } from '../components/account.tsx';
import { AccountFacts, DecisionList } from './account-facts.tsx';
import { DecisionForm, submitDecision } from './decision-form.tsx';
import { type AdminVisitor, adminContent, adminForm, adminPage, FormButton } from './layout.tsx';
import { ReportList } from './reports.tsx';

const path = '/admin/people';
const maxItems = 10;

export const people = new Hono()
  .get(
    path,
    adminPage('moderate', async ({ c }) => {
      const account = await findAccountByHandle((c.req.query('address') ?? '').trim());
      if (!account) throw notFound();
      return c.redirect(`${path}/${account.id}`, 303);
    }),
  )
  .get(
    `${path}/:id`,
    adminPage('moderate', async (visitor) => {
      const id = idInPath(visitor.c);
      const [history, reports] = await Promise.all([getAccountHistory(id), listReportsAbout(id)]);
      const { account, suspendedAt, limitedAt, isByServer, decisions } = history;
      const items = await newestItems(id, visitor);
      const lift = (action: string, label: string) => (
        <FormButton visitor={visitor} action={`${path}/${id}/${action}`} label={label} />
      );
      const body = (
        <>
          <AccountFacts history={history} />
          <div class="admin-actions">
            {suspendedAt && !isByServer ? lift('unsuspend', t('admin-accounts.end-suspension')) : null}
            {limitedAt && !isByServer ? lift('unlimit', t('admin-accounts.end-limit')) : null}
          </div>
          <h2>{t('admin-accounts.decisions')}</h2>
          <DecisionList decisions={decisions} visitor={visitor} />
          <h2>{t('admin-accounts.reports-about-this-account')}</h2>
          <ReportList list={reports} />
          <h2>{t('admin-accounts.decide-about-this-account')}</h2>
          <DecisionForm
            visitor={visitor}
            action={`${path}/${id}/decide`}
            account={account}
            items={items}
            isReport={false}
          />
        </>
      );
      return adminContent(visitor, '/admin/accounts', addressOf(account), body);
    }),
  )
  .post(
    `${path}/:id/decide`,
    adminForm('moderate', async (form) => {
      const { account } = await getAccountHistory(idInPath(form.c));
      const back = `${path}/${account.id}`;
      const question = await submitDecision(form, { account, reportId: null, back });
      if (question) return question;
      return `${path}/${account.id}?done=decide`;
    }),
  )
  .post(
    `${path}/:id/:action${oneOf(['unsuspend', 'unlimit'])}`,
    adminForm('moderate', async (form) => {
      const action = form.c.req.param('action') === 'unlimit' ? 'limit' : 'suspend';
      await undoAll(form.moderator, idInPath(form.c), action);
      return `${path}/${idInPath(form.c)}?done=undo`;
    }),
  )
  .post(
    '/admin/decisions/:id/undo',
    adminForm('moderate', async (form) => {
      const accountId = await undoDecision(form.moderator, idInPath(form.c));
      return `${path}/${accountId}?done=undo`;
    }),
  );

/** Those that the moderator may see, newest first. */
async function newestItems(accountId: number, { viewer, moderator }: AdminVisitor) {
  const types = ['recipe', 'preparation', 'baking', 'status'] as const;
  const cards = await listItemsOf(accountId, [...types], viewer, { ...firstPage, limit: maxItems });
  const items = await readModeratedItems(moderator, { accountId, ids: cards.map(({ id }) => id) });
  return items.reverse();
}
