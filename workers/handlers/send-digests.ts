/** Sends members what they missed. */
import { sendDigests as send } from '../../src/domain/notifications/digest.ts';
import type { Handlers } from '../handler.ts';

export const sendDigests: Handlers['send-digests'] = async () => {
  await send();
  return 'done';
};
