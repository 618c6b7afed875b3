/** Lists the pages with which members import and export. */
import { joinPages } from '../components/page-handler.tsx';
import { exportPage } from './export.tsx';
import { importPage } from './import.tsx';

export const importAndExportPages = joinPages(importPage, exportPage);
