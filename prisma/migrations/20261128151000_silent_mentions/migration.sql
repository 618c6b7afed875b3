-- Somebody whom a private post is addressed to without being mentioned may read it, and is not notified.

ALTER TABLE "mention" ADD COLUMN "silent" BOOLEAN NOT NULL DEFAULT false;
