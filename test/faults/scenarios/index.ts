/** All scenarios, in the order in which they run. */
import type { Scenario } from '../scenario.ts';
import { killWorker } from './s01-kill-worker.ts';

export const scenarios: Scenario[] = [killWorker];
