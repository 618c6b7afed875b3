/** Says what waits for a moderator, with links. */
import { countWaitingCases } from '../../domain/moderation/members.ts';
import { may } from '../../domain/roles/permissions.ts';
import type { BrowserSession } from '../../http/browser-session.ts';
import { type MessageKey, t } from '../../lib/language/text.ts';
import { richText } from './texts.tsx';

type WaitingCount = readonly [count: number, path: string, text: MessageKey];

/** Nothing without a count. The texts name it as `count`. */
export function Waiting({ list }: { list: readonly WaitingCount[] }) {
  const open = list.filter(([count]) => count > 0);
  if (open.length === 0) return null;
  return (
    <>
      <h2>{t('admin-overview.waiting-for-you')}</h2>
      <ul class="waiting">
        {open.map(([count, path, text]) => (
          <li>
            <a href={path}>{richText(text, { count, strong: (content) => <strong>{content}</strong> })}</a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The reports and appeals, on the notifications page of a moderator. */
export async function WaitingCases({ session }: { session: BrowserSession }) {
  if (!may(session.role, 'moderate')) return null;
  const { reports, appeals } = await countWaitingCases();
  const list = [
    [reports, '/admin/reports', 'admin-overview.waiting-reports'],
    [appeals, '/admin/appeals', 'admin-overview.waiting-appeals'],
  ] as const;
  return <Waiting list={list} />;
}
