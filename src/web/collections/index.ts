/** Lists the pages of collections. */
import { joinPages } from '../components/page-handler.tsx';
import { collectionEdit } from './edit.tsx';
import { embed } from './embed.tsx';
import { collections } from './own-collections.tsx';
import { collectionFollows, collectionPage } from './show.tsx';

export const collectionPages = joinPages(collections, collectionEdit, collectionFollows, collectionPage, embed);
