-- Every access of a moderator to private items is in the log. These tables are small: no statement takes long.
ALTER TABLE "admin_action" ADD COLUMN     "item_ids" BIGINT[] DEFAULT ARRAY[]::BIGINT[],
ADD COLUMN     "owner_id" BIGINT;

CREATE INDEX "admin_action_owner_id_id_idx" ON "admin_action"("owner_id", "id");

ALTER TABLE "admin_action" ADD CONSTRAINT "admin_action_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- A version of a block list that changes much waits for an administrator.
ALTER TABLE "block_list" ADD COLUMN     "pending" TEXT,
ADD COLUMN     "refused" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "report" ADD COLUMN     "hidden_ids" BIGINT[] DEFAULT ARRAY[]::BIGINT[];

-- Until now, reports of other servers were stored without asking what their senders may read.
UPDATE "report" r SET
  "eventable_ids" = ARRAY(SELECT e.id FROM eventable e WHERE e.id = ANY(r.eventable_ids) AND e.visibility IN ('public', 'unlisted') ORDER BY e.id),
  "hidden_ids" = ARRAY(SELECT e.id FROM eventable e WHERE e.id = ANY(r.eventable_ids) AND e.visibility NOT IN ('public', 'unlisted') ORDER BY e.id)
FROM account a WHERE a.id = r.reporter_id AND a.host <> '' AND cardinality(r.eventable_ids) > 0;
