/** Lists the pages of people, and what members do to them and to items. */
import { joinPages } from '../components/page-handler.tsx';
import { actions } from './actions.ts';
import { blockForm } from './block.tsx';
import { intents } from './intents.tsx';
import { muteForm } from './mute.tsx';
import { profile } from './profile.tsx';
import { type FindPage, remoteInteraction } from './remote-interaction.tsx';
import { reportForm } from './report.tsx';

export const people = (findInteractionPage: FindPage) =>
  joinPages(actions, muteForm, blockForm, reportForm, intents, remoteInteraction(findInteractionPage), profile);
