/** Builds the container image with Buildah, which needs no daemon. Base images and layers stay in a cache. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../support/built-server.ts';
import { reportSkipped } from '../support/report-skipped.ts';
import { run } from './run.ts';

const cache = join(process.env.XDG_CACHE_HOME || '/var/cache', 'potluck-container');
const debian = 'docker.io/library/debian:bookworm-slim';
const node = 'docker.io/library/node:24-bookworm-slim';
const maxCacheMegabytes = 6_000;

/** Runs a command of Buildah on the storage of the tests. */
export const buildah = (command: string, ...args: string[]): Promise<string> =>
  run('buildah', '--root', join(cache, 'storage'), '--runroot', join(cache, 'run'), command, ...args);

/** Says loudly why no image can be built on this machine. */
export function canBuild(): boolean {
  const missing = ['buildah', 'mmdebstrap', 'unshare', 'nsenter'].filter(
    (program) => spawnSync(program, ['--version']).error,
  );
  const reason =
    process.getuid?.() !== 0
      ? 'it needs root'
      : missing.length > 0
        ? `${missing.join(', ')} not found`
        : spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status !== 0 &&
          'mounting is not allowed';
  if (reason) reportSkipped(`the container image is neither built nor run: ${reason}`);
  return !reason;
}

/** Returns the image's name. */
export async function buildImage(): Promise<string> {
  mkdirSync(cache, { recursive: true });
  await dropOldLayers();
  if (!(await isPresent(debian))) await pull(debian).catch(bootstrapDebian);
  if (!(await isPresent(node))) await pull(node).catch(standInForNode);

  const options = ['--isolation', 'chroot', '--layers', '--format', 'docker', '--pull-never'];
  await buildah('bud', ...options, ...sharedWithNpm(), '--tag', 'potluck-test', root);
  return 'localhost/potluck-test';
}

/** Lets npm in the build use what this machine has downloaded before, and the authorities that it trusts. */
function sharedWithNpm(): string[] {
  const downloads = join(homedir(), '.npm');
  mkdirSync(downloads, { recursive: true });
  const settings = join(cache, 'npmrc');
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  writeFileSync(settings, `prefer-offline=true\n${authorities ? 'cafile=/root/authorities.pem\n' : ''}`);
  const volumes = [`${downloads}:/root/.npm:rw`, `${settings}:/root/.npmrc:ro`];
  if (authorities) volumes.push(`${authorities}:/root/authorities.pem:ro`);
  return volumes.flatMap((volume) => ['--volume', volume]);
}

const isPresent = (image: string) =>
  buildah('inspect', '--type', 'image', image).then(
    () => true,
    () => false,
  );

const pull = (image: string) => run('timeout', '20', 'buildah', ...storage(), 'pull', '--quiet', image);
const storage = () => ['--root', join(cache, 'storage'), '--runroot', join(cache, 'run')];

/** The packages of the official image, from Debian's archive. */
async function bootstrapDebian(): Promise<void> {
  await inContext('FROM scratch\nADD debian.tar /\n', debian, async (folder) => {
    const left = ['doc', 'man', 'locale', 'info'].map((name) => `path-exclude=/usr/share/${name}/*`);
    const emptied = ['lib/apt/lists', 'cache/apt', 'cache/debconf'].map((name) => `"$1"/var/${name}/*`);
    await run(
      'mmdebstrap',
      '--variant=apt',
      '--include=usr-is-merged',
      '--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr',
      ...left.map((path) => `--dpkgopt=${path}`),
      `--customize-hook=rm -rf ${emptied.join(' ')}`,
      'bookworm',
      join(folder, 'debian.tar'),
      'http://deb.debian.org/debian',
    );
  });
}

/** Node from the npm package, with this machine's npm. */
async function standInForNode(): Promise<void> {
  const file = [
    `FROM ${debian}`,
    'COPY node /usr/local/bin/',
    'COPY npm /usr/local/lib/node_modules/npm',
    'RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm',
  ];
  await inContext(`${file.join('\n')}\n`, node, async (folder) => {
    cpSync(join(root, 'node_modules/node/bin/node'), join(folder, 'node'), { dereference: true });
    const npm = join(await run('npm', 'root', '--global'), 'npm');
    cpSync(npm, join(folder, 'npm'), { recursive: true, dereference: true });
  });
}

async function inContext(containerfile: string, tag: string, fill: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'potluck-base-'));
  try {
    await fill(folder);
    writeFileSync(join(folder, 'Dockerfile'), containerfile);
    await buildah('bud', '--isolation', 'chroot', '--pull-never', '--tag', tag, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each build of other sources adds layers. */
async function dropOldLayers(): Promise<void> {
  const folder = join(cache, 'storage');
  if (!existsSync(folder)) return;
  const megabytes = Number((await run('du', '-sm', folder)).split('\t', 1)[0]);
  if (megabytes <= maxCacheMegabytes) return;
  const old = `${folder}.${process.pid}`;
  // Builds that were killed leave mounted layers behind.
  await run('umount', '--recursive', '--lazy', join(folder, 'overlay')).catch(() => {});
  renameSync(folder, old);
  rmSync(old, { recursive: true, force: true });
}
