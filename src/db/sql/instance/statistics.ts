/** Counts members, posts, media and open tasks for the admin pages. */
import { statement } from '../../statement.ts';

export interface InstanceCounts {
  members: number;
  suspended: number;
  items: number;
  pictures: number;
  picture_bytes: number;
  remote_bytes: number;
  database_bytes: number;
  open_reports: number;
  open_appeals: number;
  applications: number;
}

export const countInstance = statement<InstanceCounts, []>(
  'count_instance',
  `SELECT (SELECT count(*) FROM member m JOIN account a ON a.id = m.account_id WHERE a.deleted_at IS NULL) AS members,
     (SELECT count(*) FROM member m JOIN account a ON a.id = m.account_id
      WHERE a.deleted_at IS NULL AND a.suspended_at IS NOT NULL) AS suspended,
     (SELECT count(*) FROM eventable e JOIN member m ON m.account_id = e.account_id) AS items,
     (SELECT count(*) FROM medium) AS pictures,
     (SELECT coalesce(sum(bytes), 0)::bigint FROM medium WHERE remote_url IS NULL) AS picture_bytes,
     (SELECT coalesce(sum(bytes), 0)::bigint FROM medium WHERE remote_url IS NOT NULL) AS remote_bytes,
     pg_database_size(current_database()) AS database_bytes,
     (SELECT count(*) FROM report WHERE resolved_at IS NULL) AS open_reports,
     (SELECT count(*) FROM moderation_decision WHERE appealed_at IS NOT NULL AND appeal_closed_at IS NULL) AS open_appeals,
     (SELECT count(*) FROM application WHERE NOT awaits_confirmation) AS applications`,
);
