/** All scenarios, in the order in which they run. */
import type { Scenario } from '../scenario.ts';
import { killWorker } from './s01-kill-worker.ts';
import { killWeb } from './s02-kill-web.ts';
import { poison } from './s03-poison.ts';
import { duplicates } from './s04-duplicates.ts';
import { reordering } from './s05-reordering.ts';
import { crowd } from './s06-crowd.ts';
import { daysAwayScenario } from './s07-days-away.ts';
import { flapping } from './s08-flapping.ts';
import { gone } from './s09-gone.ts';
import { postgresAway } from './s10-postgres-away.ts';
import { queueAway } from './s11-queue-away.ts';
import { queueFull } from './s12-queue-full.ts';
import { lostResponses } from './s13-lost-responses.ts';
import { clockJumps } from './s14-clock-jumps.ts';
import { rollingRestart } from './s15-rolling.ts';
import { slow } from './s16-slow.ts';
import { diskFull } from './s17-disk-full.ts';
import { twoVersions } from './s18-two-versions.ts';
import { backupUnderLoad } from './s19-backup.ts';
import { everything } from './s20-random.ts';
import { importLibrary } from './s21-import.ts';
import { maintenance } from './s22-maintenance.ts';
import { hostileHour } from './s23-hostile-hour.ts';

export const scenarios: Scenario[] = [
  killWorker,
  killWeb,
  poison,
  duplicates,
  reordering,
  crowd,
  daysAwayScenario,
  flapping,
  gone,
  postgresAway,
  queueAway,
  queueFull,
  lostResponses,
  clockJumps,
  rollingRestart,
  slow,
  diskFull,
  twoVersions,
  backupUnderLoad,
  everything,
  importLibrary,
  maintenance,
  hostileHour,
];
