/** Builds an activity, stores its bytes and lists the inboxes that get it. */
import { send } from '../../src/federation/send.ts';
import type { Handlers } from '../handler.ts';

export const sendActivity: Handlers['send-activity'] = send;
