-- AlterTable
ALTER TABLE "event" ADD COLUMN     "moved_from" BIGINT;

CREATE INDEX event_moved_from ON event (moved_from) WHERE fanned_out_at IS NULL;
