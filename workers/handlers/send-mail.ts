/** Sends one e-mail. */
import { getInstanceProfile } from '../../src/domain/instance/profile.ts';
import { sendStoredMail } from '../../src/domain/mail/send.ts';
import type { Handlers } from '../handler.ts';

export const sendMail: Handlers['send-mail'] = async ({ mailId }) => {
  await sendStoredMail(mailId, (await getInstanceProfile()).name);
  return 'done';
};
