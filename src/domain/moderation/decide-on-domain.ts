/** Makes a rule for the server of a reported account and resolves the report. */
import { withBeforeCommit } from '../../db/transaction.ts';
import { authorize, type Moderator } from '../roles/permissions.ts';
import { recordAdminAction } from './admin-log.ts';
import { blockDomain, blockRule, type DomainRule, findDomainBlock } from './domain-blocks.ts';
import { resolveReportIn } from './reports.ts';

export const domainMeasures = ['silence-domain', 'reject-media', 'suspend-domain'] as const;
export type DomainMeasure = (typeof domainMeasures)[number];

const measures: Record<DomainMeasure, (rule: DomainRule) => DomainRule> = {
  'silence-domain': (rule) => ({ ...rule, severity: rule.severity === 'suspend' ? 'suspend' : 'silence' }),
  'reject-media': (rule) => ({ ...rule, rejectMedia: true }),
  'suspend-domain': (rule) => ({ ...rule, severity: 'suspend' }),
};

/** Adds the measure to the rule that exists. Throws forbidden, and like `blockDomain`. */
export async function decideOnDomain(
  moderator: Moderator,
  {
    host,
    measure,
    reason,
    reportId,
  }: { host: string; measure: DomainMeasure; reason: string; reportId: number | null },
): Promise<void> {
  authorize(moderator, 'manage-domains');
  const [name = ''] = host.split(':');
  const existing = await findDomainBlock(name);
  const rule = measures[measure](existing ?? { ...blockRule, severity: 'noop' });
  await withBeforeCommit(
    async (tx) => {
      if (reportId !== null) await resolveReportIn(tx, reportId);
      await recordAdminAction(tx, moderator, {
        action: 'block-domain',
        subject: describe(name, rule),
        reason,
      });
    },
    () => blockDomain(name, { ...rule, privateComment: reason || rule.privateComment }),
  );
}

/** The host comes first, because the log undoes the action by it. */
const describe = (host: string, { severity, rejectMedia }: DomainRule) =>
  [host, severity !== 'noop' && severity, rejectMedia && 'pictures rejected'].filter(Boolean).join(', ');
