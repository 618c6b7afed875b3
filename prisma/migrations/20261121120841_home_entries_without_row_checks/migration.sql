-- DropForeignKey
ALTER TABLE "home_entry" DROP CONSTRAINT "home_entry_account_id_fkey";

-- DropForeignKey
ALTER TABLE "home_entry" DROP CONSTRAINT "home_entry_event_id_fkey";

-- DropIndex
DROP INDEX "home_entry_event_id_idx";

-- DropIndex
DROP INDEX "home_entry_eventable_id_account_id_idx";

-- CreateIndex
CREATE INDEX "home_entry_eventable_id_account_id_event_id_idx" ON "home_entry"("eventable_id", "account_id", "event_id");


-- In place of the foreign key's cascade; whoever writes entries holds their event fast meanwhile.
CREATE FUNCTION event_leaves_homes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM home_entry WHERE eventable_id = OLD.eventable_id AND event_id = OLD.id;
  RETURN NULL;
END $$;

CREATE TRIGGER event_leaves_homes AFTER DELETE ON event FOR EACH ROW EXECUTE FUNCTION event_leaves_homes();
