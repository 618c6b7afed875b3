/** Names the e-mails that members can switch off. */
import type { MailList } from '../../domain/mail/texts.ts';
import { t } from '../../lib/language/text.ts';

export const mailListText = (list: MailList): string => t(`mail-lists.${list}`);
