/** Runs nginx and Caddy with the files of docs/deploy, on other ports and with a certificate of a private authority. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../support/built-server.ts';
import type { Certificate } from '../support/certificates.ts';
import { freePort } from '../support/redis.ts';

export const proxyNames = ['nginx', 'caddy'] as const;
export type ProxyName = (typeof proxyNames)[number];

export interface FrontProxy {
  /** Of HTTPS. */
  origin: string;
  /** Of plain HTTP. */
  plainOrigin: string;
  /** Where it expects Potluck, on loopback. */
  targetPort: number;
  stop(): Promise<void>;
}

interface Place {
  folder: string;
  address: string;
  plainPort: number;
  port: number;
  targetPort: number;
}

const deployed = (name: string) => readFileSync(join(root, 'docs/deploy', name), 'utf8');

/** Throws if the file has no such text, because the test would then not run what operators run. */
function replace(text: string, changes: [found: string, by: string][]): string {
  return changes.reduce((changed, [found, by]) => {
    if (!changed.includes(found)) throw new Error(`the file does not contain ${found}`);
    return changed.replaceAll(found, by);
  }, text);
}

/** `http` blocks of distributions compress, which the file must turn off. */
function nginxFiles({ folder, address, plainPort, port, targetPort }: Place): string[] {
  const site = replace(deployed('nginx.conf'), [
    ['listen 80;', `listen ${address}:${plainPort};`],
    ['listen 443 ssl http2;', `listen ${address}:${port} ssl http2;`],
    ['  listen [::]:80;\n', ''],
    ['  listen [::]:443 ssl http2;\n', ''],
    ['https://cook.example$request_uri', `https://${address}:${port}$request_uri`],
    ['server_name cook.example;', `server_name ${address};`],
    ['/etc/letsencrypt/live/cook.example/fullchain.pem', join(folder, 'cert.pem')],
    ['/etc/letsencrypt/live/cook.example/privkey.pem', join(folder, 'key.pem')],
    ['127.0.0.1:3000', `127.0.0.1:${targetPort}`],
  ]);
  writeFileSync(join(folder, 'site'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const main = [
    `pid ${folder}/pid; error_log ${folder}/error.log; daemon off;`,
    process.getuid?.() === 0 ? 'user root;' : '',
    'events {}',
    `http { access_log off; gzip on; gzip_types *; gzip_min_length 1; include ${folder}/site;`,
    ...temporary.map((name) => `${name}_temp_path ${folder}/${name};`),
    '}',
  ];
  writeFileSync(join(folder, 'nginx.conf'), main.join('\n'));
  return ['nginx', '-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')];
}

function caddyFiles({ folder, address, plainPort, port, targetPort }: Place): string[] {
  const site = replace(deployed('Caddyfile'), [
    ['\ncook.example {', `\nhttps://${address}:${port} {\n\ttls ${folder}/cert.pem ${folder}/key.pem`],
    ['127.0.0.1:3000', `127.0.0.1:${targetPort}`],
  ]);
  const options = [
    'admin off',
    `http_port ${plainPort}`,
    `https_port ${port}`,
    `default_bind ${address}`,
    'skip_install_trust',
    `storage file_system ${folder}/storage`,
  ];
  writeFileSync(join(folder, 'Caddyfile'), `{\n\t${options.join('\n\t')}\n}\n${site}`);
  return ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
}

export async function startProxy(
  name: ProxyName,
  parent: string,
  address: string,
  { key, cert }: Certificate,
): Promise<FrontProxy> {
  const [plainPort, port, targetPort] = [await freePort(), await freePort(), await freePort()];
  const place = { folder: join(parent, name), address, plainPort, port, targetPort };
  mkdirSync(place.folder, { recursive: true });
  writeFileSync(join(place.folder, 'cert.pem'), cert);
  writeFileSync(join(place.folder, 'key.pem'), key, { mode: 0o600 });
  const [program, ...args] = name === 'nginx' ? nginxFiles(place) : caddyFiles(place);
  const child = spawn(program!, args, {
    env: { PATH: process.env.PATH, HOME: place.folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const printed: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => printed.push(text));
  const abandon = () => void child.kill('SIGKILL');
  process.once('exit', abandon);
  await listening(child, address, port, printed);
  return {
    origin: `https://${address}:${port}`,
    plainOrigin: `http://${address}:${plainPort}`,
    targetPort,
    stop: async () => {
      process.off('exit', abandon);
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
}

async function listening(child: ChildProcess, host: string, port: number, printed: string[]): Promise<void> {
  for (let attempt = 0; attempt < 300 && child.exitCode === null; attempt += 1) {
    const socket = connect({ host, port });
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await sleep(50);
  }
  throw new Error(`the proxy does not listen:\n${printed.join('').slice(-2_000)}`);
}
