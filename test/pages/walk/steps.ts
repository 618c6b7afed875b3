/** All steps of the walk in order. A new page needs a step here. */
import { beginning } from './beginning.ts';
import { budget } from './budget.ts';
import { cookMode } from './cook-mode.ts';
import { cooking } from './cooking.ts';
import { governing } from './governing.ts';
import { joining } from './joining.ts';
import { inLanguages } from './languages.ts';
import { looking } from './looking.ts';
import { mailing } from './mailing.ts';
import { meeting } from './meeting.ts';
import { moderating } from './moderating.ts';
import { moving } from './moving.ts';
import { offline } from './offline.ts';
import { passkey } from './passkey.ts';
import { settling } from './settling.ts';
import { strangers } from './strangers.ts';
import type { Step } from './world.ts';

export const steps: Step[] = [
  ...beginning,
  ...cooking,
  ...cookMode,
  ...budget,
  ...looking,
  ...settling,
  ...strangers,
  ...joining,
  ...moving,
  ...meeting,
  ...moderating,
  ...governing,
  ...mailing,
  ...inLanguages,
  ...passkey,
  // It stops Ann's server.
  ...offline,
];
