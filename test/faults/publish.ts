/** Publishes as a careful client does: retries requests without a response under the same idempotency key. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../support/api-client.ts';

const atOnce = 4;
const pause = 150;

/**
 * Resolves to how many were acknowledged by a 2xx, and how often it had to ask again.
 * @param before called ahead of each, with its number
 */
export async function publishAll(
  ann: ApiClient,
  names: string[],
  before: (index: number) => void = () => {},
): Promise<{ acknowledged: string[]; repeated: number }> {
  const acknowledged: string[] = [];
  let repeated = 0;
  let next = 0;

  const publishNext = async () => {
    for (let index = next++; index < names.length; index = next++) {
      before(index);
      const tries = await publish(ann, names[index]!);
      repeated += tries - 1;
      acknowledged.push(names[index]!);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, publishNext));
  return { acknowledged, repeated };
}

/** Returns the number of attempts. */
async function publish(ann: ApiClient, name: string): Promise<number> {
  const recipe = { name, serving: 2, ingredients: ['200 g flour', '1 egg'], steps: [{ content: 'Stir.' }] };
  for (let tries = 1; tries < 400; tries += 1) {
    const answer = await ann
      .post('/recipes', { recipe }, { 'idempotency-key': name.replace(' ', '-') })
      .catch(() => null);
    if (answer && answer.status >= 200 && answer.status < 300) return tries;
    if (answer && answer.status < 500 && answer.status !== 409)
      throw new Error(`${name} was refused: ${answer.status} ${JSON.stringify(answer.body)}`);
    await sleep(pause);
  }
  throw new Error(`${name} was never acknowledged`);
}
