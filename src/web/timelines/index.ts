/** Lists the timelines and the pages on which people discover recipes. */
import { joinPages } from '../components/page-handler.tsx';
import { explore } from './explore.tsx';
import { frontPage } from './front-page.tsx';
import { homeTimelinePage } from './home-timeline.tsx';
import { notifications } from './notifications.tsx';
import { search } from './search.tsx';
import { tagged } from './tag.tsx';
import { welcome } from './welcome.tsx';

export const timelinePages = joinPages(homeTimelinePage, welcome, notifications, search, frontPage, tagged, explore);
