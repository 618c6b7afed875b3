-- Changes made without a connection arrive later, and must not undo what was done meanwhile.

ALTER TABLE "shopping_list_line"
  ADD COLUMN "added_at" TIMESTAMPTZ(6) NOT NULL DEFAULT statement_timestamp(),
  ADD COLUMN "checked_at" TIMESTAMPTZ(6);
