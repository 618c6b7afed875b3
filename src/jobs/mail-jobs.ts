/** The jobs that send e-mail. They share the queue of deliveries, whose many slots a slow mail server cannot exhaust. */
import { z } from 'zod';
import { job } from './define.ts';
import { quick } from './retry-delays.ts';

const mail = z.object({ mailId: z.number().int().positive() });

export const mailJobs = {
  /** Sends one e-mail. */
  sendMail: job('send-mail', { queue: 'delivery', payload: mail, retry: [30, 120, 600, 1800, 3600] }),
  /** Sends the links to reset a password to the members that a request names. */
  preparePasswordReset: job('prepare-password-reset', { queue: 'delivery', payload: mail, retry: quick }),
  /** Sends members what they missed. */
  sendDigests: job('send-digests', {
    queue: 'maintenance',
    payload: z.object({}),
    retry: quick,
    dedupe: () => '',
  }),
} as const;
