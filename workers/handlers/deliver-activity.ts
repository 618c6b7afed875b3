/** Delivers one activity to one inbox. */
import { deliver } from '../../src/federation/deliver/deliver.ts';
import type { Handlers } from '../handler.ts';

export const deliverActivity: Handlers['deliver-activity'] = ({ deliveryId }) => deliver(deliveryId);
