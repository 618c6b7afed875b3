/** Stores the language and the time zone in which a member reads. */
import { prisma } from '../../db/client.ts';

/** Null follows the browser. */
export async function updateLanguage(
  accountId: number,
  { language, timeZone }: { language: string | null; timeZone: string | null },
): Promise<void> {
  await prisma().member.update({ where: { accountId }, data: { language, timeZone } });
}
