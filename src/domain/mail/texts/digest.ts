/** The e-mail that tells a member what happened since the last visit. */

import type { NotificationType } from '../../../db/generated/enums.ts';
import { t } from '../../../lib/language/text.ts';
import { mailText } from './text.ts';

export interface DigestLine {
  type: NotificationType;
  /** `@name`, or `@name@host`. */
  who: string;
  /** How many accounts did it. */
  count: number;
  /** The name of the item; empty if it has none. */
  item: string;
}

export interface Digest {
  username: string;
  lines: DigestLine[];
  /** How many lines were left out. */
  more: number;
}

export const digest = mailText<Digest>({
  list: 'digest',
  maxAgeSeconds: 2 * 86_400,
  write: ({ username, lines, more }, { name: server }) => ({
    subject: t('mail.digest-subject', { count: lines.length + more, server }),
    paragraphs: [t('mail.digest', { username, server }), ...lines.map(lineText)],
    action: { label: t('mail.see-notifications'), path: '/notifications' },
    closing: more > 0 ? [t('mail.digest-more', { count: more })] : [],
  }),
});

const lineText = ({ type, who, count, item }: DigestLine): string =>
  t(`mail.digest-${type}`, { who, count, item: item || t('mail.digest-post') });
