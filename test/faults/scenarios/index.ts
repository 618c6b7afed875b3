/** All scenarios, in the order in which they run. */
import type { Scenario } from '../scenario.ts';
import { killWorker } from './s01-kill-worker.ts';
import { queueAway } from './s11-queue-away.ts';
import { queueFull } from './s12-queue-full.ts';
import { clockJumps } from './s14-clock-jumps.ts';

export const scenarios: Scenario[] = [killWorker, queueAway, queueFull, clockJumps];
