-- Why a picture was refused, for the member who sent it.

ALTER TABLE "medium" ADD COLUMN "failure" TEXT;
