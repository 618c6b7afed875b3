/** Derives operation ids, which generated clients use as function names: `createRecipe`, `listCollectionItems`. */
import type { Route } from '../../http/route.ts';

const verbs = { get: 'get', post: 'post', put: 'put', patch: 'update', delete: 'delete' };

export function operationId({ method, path, response, create }: Route): string {
  const parts = path.split('/').filter(Boolean);
  const lists = response?.type === 'array';
  const words = parts.flatMap((part, index) => {
    if (isParameter(part)) return [];
    const one = isParameter(parts[index + 1] ?? '') || (create && index === parts.length - 1);
    return one ? [singular(part)] : [part];
  });
  const verb = lists ? 'list' : create ? 'create' : verbs[method];
  return (
    verb +
    words
      .flatMap((word) => word.split('_'))
      .map(capital)
      .join('')
  );
}

const isParameter = (part: string) => part.startsWith('{');
const capital = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`;

export function singular(word: string): string {
  if (word === 'media') return 'medium';
  if (word === 'statuses') return 'status';
  return word.replace(/s$/, '');
}
