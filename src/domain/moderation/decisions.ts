/** Reads what moderators decided about an account. */
import { prisma } from '../../db/client.ts';
import type { DecidedItem, DecisionAction } from './effects.ts';
import { isPrivate } from './private-access.ts';

interface DecidedText extends Pick<DecidedItem, 'id' | 'type'> {
  /** Absent in decisions of earlier versions. */
  visibility?: DecidedItem['visibility'];
  /** Null if it is withheld from moderators. */
  text: string | null;
}

export interface Decision {
  id: number;
  accountId: number;
  action: DecisionAction;
  /** The moderator's reason. */
  text: string;
  /** The items as they were. Removed ones exist only here. */
  items: DecidedText[];
  /** Whether the member can see it. */
  notified: boolean;
  createdAt: Date;
  undoneAt: Date | null;
  appeal: string | null;
  appealedAt: Date | null;
  appealAnswer: string | null;
  appealClosedAt: Date | null;
}

export const maxDecisions = 100;

/** Newest first, at most 100. With `onlyNotified`, those that the member may see. */
export async function listDecisions(
  accountId: number,
  { onlyNotified = false }: { onlyNotified?: boolean } = {},
): Promise<Decision[]> {
  const rows = await prisma().moderationDecision.findMany({
    where: { accountId, ...(onlyNotified && { notified: true }) },
    orderBy: { id: 'desc' },
    take: maxDecisions,
  });
  return rows.map(toDecision);
}

/** What a list shows to moderators: they read private words only where they need them, to answer an appeal. */
export const withoutPrivateTexts = (decision: Decision): Decision => ({
  ...decision,
  items: decision.items.map((item) => (isPrivate(item) ? { ...item, text: null } : item)),
});

export const toDecision = ({
  id,
  accountId,
  items,
  ...row
}: Omit<Decision, 'id' | 'accountId' | 'items'> & {
  id: bigint;
  accountId: bigint;
  items: unknown;
}): Decision => ({
  ...row,
  id: Number(id),
  accountId: Number(accountId),
  items: items as Decision['items'],
});
