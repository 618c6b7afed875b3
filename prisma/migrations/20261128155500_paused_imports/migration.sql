-- A member can pause a running import.

ALTER TABLE "import" ADD COLUMN "paused_at" TIMESTAMPTZ(3);
