/** Stores which software a remote server runs. */
import { updateHostSoftware } from '../../db/sql/federation.ts';
import { db } from '../../db/statement.ts';

/** `software` is name and version, such as `mastodon 4.5.1`. */
export async function setHostSoftware(host: string, software: string): Promise<void> {
  await updateHostSoftware(db, host, software);
}
