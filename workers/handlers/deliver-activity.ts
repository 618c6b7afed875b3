/** Carries one activity to one inbox. */
import { deliver } from '../../src/federation/deliver.ts';
import type { Handlers } from '../handler.ts';

export const deliverActivity: Handlers['deliver-activity'] = ({ deliveryId }) => deliver(deliveryId);
