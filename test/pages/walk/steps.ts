/** All steps of the walk in order. A new page needs a step here, repeated without script if it has a form. */
import { isFull } from '../../support/test-length.ts';
import { setupSteps } from './beginning.ts';
import { budgetSteps } from './budget.ts';
import type { Step } from './context.ts';
import { cookModeSteps } from './cook-mode.ts';
import { recipeSteps } from './cooking.ts';
import { adminSteps } from './governing.ts';
import { signUpSteps } from './joining.ts';
import { languageSteps } from './languages.ts';
import { visitorSteps } from './looking.ts';
import { mailSteps } from './mailing.ts';
import { followSteps } from './meeting.ts';
import { moderationSteps } from './moderating.ts';
import { migrationSteps } from './moving.ts';
import { offlineSteps } from './offline.ts';
import { passkeySteps } from './passkey.ts';
import { printSteps } from './printing.ts';
import { settingsSteps } from './settling.ts';
import { federatedSteps } from './strangers.ts';
import { scriptlessSteps } from './without-script.ts';

const members: Step[] = [
  ...setupSteps,
  ...recipeSteps,
  ...cookModeSteps,
  ...budgetSteps,
  ...printSteps,
  ...visitorSteps,
  ...settingsSteps,
  ...federatedSteps,
  ...signUpSteps,
  ...migrationSteps,
  ...followSteps,
  ...moderationSteps,
  ...adminSteps,
  ...mailSteps,
];

/** In the short form fewer steps are repeated without script, and one language is looked at. */
export const steps: Step[] = [
  ...members,
  ...scriptlessSteps(isFull ? members : [...recipeSteps, ...visitorSteps, ...signUpSteps]),
  ...(isFull ? languageSteps : languageSteps.slice(0, 1)),
  ...passkeySteps,
  // It stops Ann's server.
  ...offlineSteps,
];
