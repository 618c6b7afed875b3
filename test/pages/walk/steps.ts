/** All steps of the walk in order. A new page needs a step here, repeated without script if it has a form. */
import { isFull } from '../../support/test-length.ts';
import { adminSteps } from './admin.ts';
import { budgetSteps } from './budget.ts';
import type { Step } from './context.ts';
import { cookModeSteps } from './cook-mode.ts';
import { federatedSteps } from './federation.ts';
import { languageSteps } from './languages.ts';
import { listSteps } from './lists.ts';
import { mailSteps } from './mail.ts';
import { migrationSteps } from './migration.ts';
import { moderationSteps } from './moderation.ts';
import { offlineSteps } from './offline.ts';
import { otherPageSteps } from './other-pages.ts';
import { passkeySteps } from './passkey.ts';
import { printSteps } from './print.ts';
import { recipeSteps } from './recipes.ts';
import { settingsSteps } from './settings.ts';
import { setupSteps } from './setup.ts';
import { signUpSteps } from './sign-up.ts';
import { scriptlessSteps } from './without-script.ts';

const members: Step[] = [
  ...setupSteps,
  ...recipeSteps,
  ...cookModeSteps,
  ...budgetSteps,
  ...printSteps,
  ...otherPageSteps,
  ...settingsSteps,
  ...federatedSteps,
  ...signUpSteps,
  ...migrationSteps,
  ...listSteps,
  ...moderationSteps,
  ...adminSteps,
  ...mailSteps,
];

/** In the short form one recipe is written without script, and no other language is looked at. */
export const steps: Step[] = [
  ...members,
  ...scriptlessSteps(isFull ? members : recipeSteps.slice(0, 1)),
  ...(isFull ? languageSteps : []),
  ...passkeySteps,
  // It stops Ann's server.
  ...offlineSteps,
].filter(({ isLong }) => isFull || !isLong);
