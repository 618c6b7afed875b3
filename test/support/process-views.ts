/** Starts programs where processes look different: with another /proc, in other namespaces, as a container does. */
import { spawnSync } from 'node:child_process';
import { reportSkipped } from './report-skipped.ts';

export interface ProcessView {
  name: string;
  /** Precedes the command. */
  prefix: string[];
  /** False where PostgreSQL itself does not start. */
  canStart: boolean;
}

const ownProcesses = ['--pid', '--fork', '--kill-child'];
const shell = (script: string) => ['/bin/sh', '-c', `${script} && exec "$@"`, 'sh'];

const views: ProcessView[] = [
  {
    name: 'where /proc shows nobody',
    prefix: ['unshare', '--mount', ...shell('mount -t tmpfs tmpfs /proc')],
    canStart: false,
  },
  {
    name: 'with process ids of its own and the /proc of the others',
    prefix: ['unshare', ...ownProcesses],
    canStart: true,
  },
  {
    name: 'with process ids and a /proc of its own',
    prefix: ['unshare', ...ownProcesses, '--mount', '--mount-proc'],
    canStart: true,
  },
  {
    name: 'in a container on the same volume',
    prefix: [
      'unshare',
      ...ownProcesses,
      '--mount',
      '--mount-proc',
      '--ipc',
      '--uts',
      '--net',
      ...shell('ip link set lo up'),
    ],
    canStart: true,
  },
];

/** Prints the views that this machine cannot create. */
export function findProcessViews(): ProcessView[] {
  return views.filter(({ name, prefix: [program, ...args] }) => {
    const { status, stderr, error } = spawnSync(program!, [...args, 'true']);
    if (status !== 0) reportSkipped(`nothing is run ${name}: ${error?.message ?? String(stderr).trim()}`);
    return status === 0;
  });
}
