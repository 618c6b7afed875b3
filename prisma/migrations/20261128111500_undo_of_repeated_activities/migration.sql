-- An Undo ends every activity of its interaction that was sent before it, in whatever order they arrive.

ALTER TABLE "source_activity" ADD COLUMN "undo_sent_at" TIMESTAMPTZ(3);

-- What an Undo ended in the place of another activity stays ended.
UPDATE source_activity s SET undone_at = coalesce((
  SELECT u.undone_at FROM source_activity u WHERE u.account_id = s.account_id AND u.iri = s.ended_by), s.sent_at, now())
WHERE s.ended_by IS NOT NULL AND s.undone_at IS NULL;
