/** Lists the settings pages. */
import { apps } from './apps.ts';
import { blockedServers } from './blocked-servers.ts';
import { confirmIdentity } from './confirm.ts';
import { credentials } from './credentials.ts';
import { deleteAccountPage } from './delete-account.ts';
import { email } from './email.ts';
import { filters } from './filters.ts';
import { invitations } from './invitations.ts';
import { keyboard } from './keyboard.ts';
import { moderation } from './moderation.ts';
import { move } from './move.ts';
import { passkeys } from './passkeys.ts';
import { profile } from './profile.ts';
import { relationships } from './relationships.ts';
import { twoFactor } from './two-factor.ts';

export const settingsPages = [
  profile,
  credentials,
  confirmIdentity,
  twoFactor,
  passkeys,
  email,
  apps,
  relationships,
  filters,
  blockedServers,
  invitations,
  keyboard,
  moderation,
  move,
  deleteAccountPage,
];
