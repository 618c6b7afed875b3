/** Imports point down, libraries stay in their folders, and no file is too large. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'workers'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && existsSync(join(root, file)));

/** From the top. Folders that share a line never import each other. */
const layers = [
  ['workers', 'src/start', 'src/main', 'src/boot', 'src/cli'],
  ['src/app'],
  ['src/api', 'src/web', 'src/federation'],
  ['src/http'],
  ['src/domain'],
  ['src/recipe-import', 'src/jobs'],
  ['src/db'],
  ['src/lib'],
];
/** Folders that count as part of another one. */
const partOf: Record<string, string> = { 'src/boot': 'src/main', 'src/start': 'src/main' };

const folderOf = (file: string) => {
  const path = file.replace(/\.tsx?$/, '');
  const folder = layers.flat().find((name) => path === name || path.startsWith(`${name}/`));
  return folder === undefined ? null : (partOf[folder] ?? folder);
};
const layerOf = (folder: string) => layers.findIndex((folders) => folders.includes(folder));

const specifiers =
  /^\s*(?:import|export)\b[^'"]*?\bfrom\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;

const imports = files.flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(specifiers)].map((match) => {
    const specifier = match[1] ?? match[2] ?? match[3]!;
    const target = specifier.startsWith('.') ? relative(root, resolve(root, dirname(file), specifier)) : specifier;
    return { file, target, bare: !specifier.startsWith('.'), sideEffect: match[2] !== undefined };
  }),
);
const local = imports.filter((entry) => !entry.bare && /\.tsx?$/.test(entry.target));
const shown = (entries: { file: string; target: string }[]) => entries.map(({ file, target }) => `${file} → ${target}`);

test('every file is in a known folder', () => {
  expect(files.filter((file) => folderOf(file) === null)).toEqual([]);
  expect(files.length).toBeGreaterThan(50);
});

test('imports point to lower layers only, never to the same layer', () => {
  const wrong = local.filter(({ file, target }) => {
    const [from, to] = [folderOf(file), folderOf(target)];
    return from === null || to === null || (from !== to && layerOf(from) >= layerOf(to));
  });
  expect(shown(wrong)).toEqual([]);
});

test('there are no cycles, type imports included', () => {
  const graph = Map.groupBy(local, (entry) => entry.file);
  const state = new Map<string, 'open' | 'done'>();
  const cycles: string[] = [];

  const visit = (file: string, path: string[]) => {
    if (state.get(file) === 'open') cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (state.has(file)) return;
    state.set(file, 'open');
    for (const { target } of graph.get(file) ?? []) visit(target, [...path, file]);
    state.set(file, 'done');
  };
  for (const file of files) visit(file, []);
  expect(cycles).toEqual([]);
});

/** Every folder, with the edges between the files and folders in it; a folder stands for all files below it. */
const edgesByFolder = new Map<string, Map<string, Set<string>>>();
for (const { file, target } of local) {
  const [from, to] = [file.split('/'), target.split('/')];
  const depth = from.findIndex((part, index) => part !== to[index]);
  const folder = from.slice(0, depth).join('/') || '.';
  const nodes = edgesByFolder.get(folder) ?? new Map<string, Set<string>>();
  edgesByFolder.set(folder, nodes);
  nodes.set(from[depth]!, (nodes.get(from[depth]!) ?? new Set()).add(to[depth]!));
}

function findCycle(nodes: Map<string, Set<string>>): string[] | null {
  const state = new Map<string, 'open' | 'done'>();
  const visit = (node: string, path: string[]): string[] | null => {
    if (state.get(node) === 'open') return [...path.slice(path.indexOf(node)), node];
    if (state.has(node)) return null;
    state.set(node, 'open');
    for (const target of nodes.get(node) ?? []) {
      const cycle = visit(target, [...path, node]);
      if (cycle) return cycle;
    }
    state.set(node, 'done');
    return null;
  };
  for (const node of nodes.keys()) {
    const cycle = visit(node, []);
    if (cycle) return cycle;
  }
  return null;
}

test('there are no cycles among folders, at any level', () => {
  const cycles = [...edgesByFolder].flatMap(([folder, nodes]) => {
    const cycle = findCycle(nodes);
    return cycle ? [`${folder}: ${cycle.join(' → ')}`] : [];
  });
  expect(cycles).toEqual([]);
});

test('prints the dependency graph of the top level and of the domain', () => {
  const printed = ['.', 'src', 'src/domain'].map((folder) => {
    const rows = [...(edgesByFolder.get(folder) ?? [])].map(
      ([from, targets]) => `  ${from} → ${[...targets].sort().join(', ')}`,
    );
    return [folder, ...rows.sort()].join('\n');
  });
  process.stdout.write(`${printed.join('\n')}\n`);
  expect(edgesByFolder.get('src/domain')?.size).toBeGreaterThan(5);
});

test('no line is longer than 130 characters', () => {
  const long = files
    .filter((file) => file !== 'src/db/statement-types.ts')
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (line.length > 130 ? [`${file}:${index + 1}`] : [])),
    );
  expect(long).toEqual([]);
});

const allowedFolders: { library: RegExp; in: RegExp }[] = [
  { library: /^(@prisma\/|prisma$)|generated\/client/, in: /^src\/(db|domain)\// },
  { library: /^hono($|\/)|^@hono\/zod-openapi/, in: /^src\/(api\/|web\/|http\/|app\.ts$)/ },
  { library: /^@hono\/node-server/, in: /^src\/(boot|http|web)\// },
  { library: /^@fedify\//, in: /^src\/(federation\/|app\.ts$)/ },
  { library: /^bullmq/, in: /^(src\/jobs\/(postgres-)?queues\.ts$|workers\/)/ },
  { library: /^@bull-board\//, in: /^src\/web\/admin\/queue-board\.ts$/ },
  { library: /^sharp/, in: /^workers\/imaging/ },
  { library: /^pg$/, in: /^src\/(db\/|jobs\/postgres-queues\.ts$)/ },
];

test.each(allowedFolders)('$library is imported only where it is allowed', ({ library, in: folder }) => {
  expect(shown(imports.filter(({ file, target }) => library.test(target) && !folder.test(file)))).toEqual([]);
});

const filesMatching = (pattern: RegExp, folder: RegExp) =>
  files.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')) && !folder.test(file));

const activityTypes =
  'Accept|Add|Announce|Block|Create|Delete|Dislike|EmojiReact|Flag|Follow|Like|Move|QuoteRequest|Reject|Remove|Undo|Update';
const objectTypes = 'Article|Note|Tombstone';
/** As a string, or in a name that has no other meaning. */
const activityPub = new RegExp(`['"\`](${activityTypes}|${objectTypes})['"\`]|\\b(Announce|EmojiReact|Undo)(?![a-z])`);
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

test('the domain and its jobs name no ActivityPub type', () => {
  const inner = files.filter((file) => /^src\/(domain|jobs)\//.test(file));
  const knowing = inner.filter((file) => activityPub.test(withoutComments(readFileSync(join(root, file), 'utf8'))));
  expect(knowing).toEqual([]);
});

test('only config reads the environment', () => {
  // The compile cache must be set before config and everything else is loaded.
  expect(filesMatching(/process\.env/, /^src\/(lib\/config|start)\.ts$/)).toEqual([]);
});

test('raw SQL is only in db', () => {
  expect(filesMatching(/\$(query|execute)Raw|\bstatement(PerViewer)?[<(]/, /^src\/db\//)).toEqual([]);
  expect(filesMatching(/\bstatement(PerViewer)?[<(]/, /^src\/db\/(sql\/|statement\.ts$)/)).toEqual([]);
});

/** The parts of federation that may run statements; everything else goes through a domain operation. */
const mayCallSql = [
  /^src\/federation\/(ledger|deliver|receive)\//,
  // To be moved to the ledger and to domain operations.
  /^src\/federation\/(inbox|outgoing)\//,
];

test('federation calls db/sql only in the ledger, deliveries and the receiver', () => {
  const wrong = local.filter(
    ({ file, target }) =>
      file.startsWith('src/federation/') &&
      target.startsWith('src/db/sql/') &&
      !mayCallSql.some((pattern) => pattern.test(file)),
  );
  expect(shown(wrong)).toEqual([]);
});

test('federation has at most five files outside its folders', () => {
  expect(files.filter((file) => /^src\/federation\/[^/]+$/.test(file)).length).toBeLessThanOrEqual(5);
});

/** What a program loads when it starts: types and `import()` are left out. */
function loadedBy(program: string): string[] {
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    if (!/\.tsx?$/.test(file)) return;
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, names = '', target = ''] of text.matchAll(/^(?:im|ex)port\s(?!type\b)([^'";]*?)from '([^']+)';/gm)) {
      const isOfTypes = /^\{(?:\s*type [^,}]+,?)+\s*\}\s*$/.test(names);
      if (!isOfTypes) visit(target.startsWith('.') ? relative(root, resolve(root, dirname(file), target)) : target);
    }
  };
  visit(program);
  return [...found];
}

test.each(['imaging', 'import-reader', 'json-ld'])('the program %s loads no database', (name) => {
  const loaded = loadedBy(`workers/${name}.ts`);
  expect(loaded.filter((file) => /^src\/db\/(?!generated|recipe-details|vocabulary)|^pg$|prisma/.test(file))).toEqual(
    [],
  );
  expect(loaded.length).toBeGreaterThan(2);
});

test('servers load Fedify and BullMQ only when they need them', () => {
  const web = loadedBy('src/app.ts');
  expect(web.filter((file) => file === '@fedify/fedify' || file.startsWith('@bull-board'))).toEqual([]);
  expect(web).toContain('hono');
  expect(loadedBy('workers/main.ts')).toContain('bullmq');
});

test('nothing is imported for its side effects', () => {
  expect(shown(imports.filter((entry) => entry.sideEffect))).toEqual([]);
});

test('no index file is a barrel', () => {
  const barrels = files.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return file.endsWith('/index.ts') && /^export \* from/m.test(text);
  });
  expect(barrels).toEqual([]);
});

test('no file has more than 450 lines, and each begins with a sentence', () => {
  const written = files.filter((file) => file !== 'src/db/statement-types.ts');
  const texts = written.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  expect(texts.filter(({ text }) => text.split('\n').length > 451).map(({ file }) => file)).toEqual([]);
  expect(texts.filter(({ text }) => !text.startsWith('/**')).map(({ file }) => file)).toEqual([]);
});

test('no file is called utils, helper, service or manager', () => {
  expect(files.filter((file) => /(utils?|helpers?|services?|manager)\b/i.test(file))).toEqual([]);
});
