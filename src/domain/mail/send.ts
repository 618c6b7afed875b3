/** Sends one stored e-mail: writes its text, creates its one-time link and hands it to the mail server. */
import { deleteMail, type MailRow, recordSentMail, selectMail } from '../../db/sql/mail.ts';
import { db } from '../../db/statement.ts';
import { config } from '../../lib/config.ts';
import { defaultLanguage, isLanguage } from '../../lib/language/languages.ts';
import { type Reader, writeFor } from '../../lib/language/reader.ts';
import { log } from '../../lib/log.ts';
import { type Letter, MailRefused, sendLetter } from '../../lib/mail-transport.ts';
import { layOut } from './layout.ts';
import { createMailLink } from './links.ts';
import { texts } from './texts/index.ts';
import type { MailText } from './texts/text.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

/**
 * Throws MailNotSent, so that the job is tried again. A refused message is given up and logged without its content.
 * If the process dies after the server accepted the message, it is sent twice; both of its links work.
 */
export async function sendStoredMail(mailId: number, siteName: string): Promise<void> {
  const [mail] = await selectMail(db, mailId);
  if (!mail) return;
  const text = (texts as Record<string, MailText<never> | undefined>)[mail.kind];
  const isOutdated = text?.maxAgeSeconds !== undefined && mail.ageSeconds > text.maxAgeSeconds;
  if (!config.mail || !text || isOutdated) return void (await deleteMail(db, mail.id));
  try {
    const letter = await writeFor(readerOf(mail), () => write(mail, text, siteName));
    if (!letter) return void (await deleteMail(db, mail.id));
    await sendLetter(letter);
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    log.warn({ kind: mail.kind, error: error.message }, 'an e-mail was refused and is not sent again');
    return void (await deleteMail(db, mail.id));
  }
  await recordSentMail(db, mail.id);
}

const readerOf = ({ language, timeZone }: MailRow): Reader => ({
  language: language && isLanguage(language) ? language : defaultLanguage,
  timeZone: timeZone ?? 'UTC',
});

/** Returns null if the message is about something that no longer exists. */
async function write(mail: MailRow, text: MailText<never>, siteName: string): Promise<Letter | null> {
  const { accountId, address, data } = mail;
  const site = { name: siteName, origin: config.baseUrl };
  const message = text.write(data as never, site);
  const { applicationId = null } = data as { applicationId?: number };
  const token = text.link && (await createMailLink(db, text.link, { accountId, applicationId, address }));
  if (token === null) return null;
  const url =
    message.action &&
    `${site.origin}${message.action.path}${token ? `?token=${encodeURIComponent(token)}` : ''}`;
  const unsubscribe = text.list && accountId !== null ? unsubscribeUrl(accountId, text.list) : null;
  return {
    ...{ to: address, subject: message.subject },
    ...layOut(message, { site, url: url ?? null, unsubscribe }),
    ...(unsubscribe && {
      headers: {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
  };
}

/** Sends at once, without a job. Throws MailRefused and MailNotSent. */
export async function sendTestMail(address: string, siteName: string): Promise<void> {
  const site = { name: siteName, origin: config.baseUrl };
  const message = texts.test.write({}, site);
  await sendLetter({
    ...{ to: address, subject: message.subject },
    ...layOut(message, { site, url: null, unsubscribe: null }),
  });
}
