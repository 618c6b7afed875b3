/** The activities that were built for other servers, whether delivered or not. */
import { prisma } from '../../src/db/client.ts';
import type { Prisma } from '../../src/db/generated/client.ts';

/** In the order in which they were built, with their parsed bodies. */
export async function builtActivities(where: Prisma.ActivityWhereInput) {
  const rows = await prisma().activity.findMany({ where, orderBy: { id: 'asc' } });
  return rows.map((row) => ({ ...row, json: JSON.parse(row.body) }));
}

/** The object of the newest Update. */
export const lastUpdated = async () => (await builtActivities({ type: 'Update' })).at(-1)!.json.object;

/** In the order of their activities. */
export async function deliveryIds(where: Prisma.DeliveryWhereInput = {}): Promise<number[]> {
  const rows = await prisma().delivery.findMany({ where, orderBy: [{ activityId: 'asc' }, { inbox: 'asc' }] });
  return rows.map(({ id }) => Number(id));
}

export const inboxesOf = async (activityId: number | bigint): Promise<string[]> =>
  (await prisma().delivery.findMany({ where: { activityId }, orderBy: { inbox: 'asc' } })).map(({ inbox }) => inbox);
