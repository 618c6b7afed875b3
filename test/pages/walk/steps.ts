/** All steps of the walk in order. A new page needs a step here, repeated without script if it has a form. */
import { isFull } from '../../support/length.ts';
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
import { printing } from './printing.ts';
import { settling } from './settling.ts';
import { strangers } from './strangers.ts';
import { withoutScript } from './without-script.ts';
import type { Step } from './world.ts';

const members: Step[] = [
  ...beginning,
  ...cooking,
  ...cookMode,
  ...budget,
  ...printing,
  ...looking,
  ...settling,
  ...strangers,
  ...joining,
  ...moving,
  ...meeting,
  ...moderating,
  ...governing,
  ...mailing,
];

/** In the short form fewer steps are repeated without script, and one language is looked at. */
export const steps: Step[] = [
  ...members,
  ...withoutScript(isFull ? members : [...cooking, ...looking, ...joining]),
  ...(isFull ? inLanguages : inLanguages.slice(0, 1)),
  ...passkey,
  // It stops Ann's server.
  ...offline,
];
