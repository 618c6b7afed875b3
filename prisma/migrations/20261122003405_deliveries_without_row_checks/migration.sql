-- DropForeignKey
ALTER TABLE "delivery" DROP CONSTRAINT "delivery_activity_id_fkey";

-- In place of its cascade: it was looked at for each of the thousands of rows of an activity that was just written.
CREATE FUNCTION activity_leaves_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM delivery WHERE activity_id = OLD.id;
  RETURN NULL;
END $$;

CREATE TRIGGER activity_leaves_deliveries AFTER DELETE ON activity
  FOR EACH ROW EXECUTE FUNCTION activity_leaves_deliveries();
