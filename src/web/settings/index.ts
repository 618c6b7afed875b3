/** Lists the settings pages. */
import { joinPages } from '../components/page-handler.tsx';
import { apps } from './apps.tsx';
import { confirmIdentity } from './confirm.tsx';
import { credentials } from './credentials.tsx';
import { deleteAccountPage } from './delete-account.tsx';
import { email } from './email.tsx';
import { filters } from './filters.tsx';
import { invitations } from './invitations.tsx';
import { keyboard } from './keyboard.tsx';
import { language } from './language.tsx';
import { moderation } from './moderation.tsx';
import { move } from './move.tsx';
import { passkeys } from './passkeys.tsx';
import { profile } from './profile.tsx';
import { relationships } from './relationships.tsx';
import { twoFactor } from './two-factor.tsx';

export const settingsPages = joinPages(
  profile,
  credentials,
  confirmIdentity,
  twoFactor,
  passkeys,
  email,
  apps,
  relationships,
  filters,
  invitations,
  keyboard,
  language,
  moderation,
  move,
  deleteAccountPage,
);
