/** Lets Node run the pages from their sources: it strips the types of `.ts` files, but cannot read `.tsx`. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('.tsx')) return nextLoad(url, context);

    const file = fileURLToPath(url);
    const { code, map, errors } = transformSync(file, readFileSync(file, 'utf8'), { tsconfig: true, sourcemap: true });
    if (errors[0]) throw errors[0];
    const inlineMap = Buffer.from(JSON.stringify(map)).toString('base64');
    const source = `${code}\n//# sourceMappingURL=data:application/json;base64,${inlineMap}`;
    return { format: 'module', source, shortCircuit: true };
  },
});
