/** Where members say who they are and whom they let in, see who acts for them, move, and go. */
import { access } from './settings/access.ts';
import { apps } from './settings/apps.ts';
import { leave } from './settings/leave.ts';
import { move } from './settings/move.ts';
import { people } from './settings/people.ts';
import { profile } from './settings/profile.ts';

export const settingsPages = [profile, access, apps, people, move, leave];
