/** Lists the pages of people, and what members do to them and to items. */
import { joinPages } from '../components/page-handler.tsx';
import { actions } from './actions.ts';
import { intents } from './intents.tsx';
import { muteAndBlock } from './mute-and-block.tsx';
import { profile } from './profile.tsx';
import { type FindPage, remoteInteraction } from './remote-interaction.tsx';
import { reportForm } from './report.tsx';

export const peoplePages = (findInteractionPage: FindPage) =>
  joinPages(actions, muteAndBlock, reportForm, intents, remoteInteraction(findInteractionPage), profile);
