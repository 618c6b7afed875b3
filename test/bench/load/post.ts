/** Publishes an item as a member. */

/** Returns its id. */
export async function post(port: number, token: string, path: string, body: unknown): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`POST ${path} returned ${answer.status}: ${text}`);
  return JSON.parse(text).id;
}
