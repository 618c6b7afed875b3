-- AlterTable
ALTER TABLE "inbound" ADD COLUMN     "signed_part_only" BOOLEAN NOT NULL DEFAULT false;
