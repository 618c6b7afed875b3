/** Builds an activity, stores its bytes and lists the inboxes that receive it. */
import { send } from '../../src/federation/deliver/send.ts';
import type { Handlers } from '../handler.ts';

export const sendActivity: Handlers['send-activity'] = send;
