/** Lists the pages on which members write. */
import { joinPages } from '../components/page-handler.tsx';
import { write } from './write.tsx';

export const writePages = joinPages(write);
