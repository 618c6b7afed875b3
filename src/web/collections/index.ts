/** Lists the pages of collections. */
import { joinPages } from '../components/page-handler.tsx';
import { collections } from './collections.tsx';
import { collectionEdit } from './edit.tsx';
import { embed } from './embed.tsx';
import { collectionFollows, collectionPage } from './show.tsx';

export const collectionPages = joinPages(collections, collectionEdit, collectionFollows, collectionPage, embed);
