/** Stores the language and the time zone in which a member reads. */
import { prisma } from '../../db/client.ts';
import { defaultLanguage, isLanguage } from '../../lib/language/languages.ts';
import { writeFor } from '../../lib/language/reader.ts';

/** Null follows the browser. */
export async function updateLanguage(
  accountId: number,
  { language, timeZone }: { language: string | null; timeZone: string | null },
): Promise<void> {
  await prisma().member.update({ where: { accountId }, data: { language, timeZone } });
}

/** For jobs: everything that `write` and what it awaits write is for the member. */
export async function writeForMember<Result>(
  accountId: number,
  write: () => Promise<Result>,
): Promise<Result> {
  const select = { language: true, timeZone: true };
  const { language = null, timeZone = null } =
    (await prisma().member.findUnique({ where: { accountId }, select })) ?? {};
  const known = language !== null && isLanguage(language) ? language : defaultLanguage;
  return writeFor({ language: known, timeZone: timeZone ?? 'UTC' }, write);
}
