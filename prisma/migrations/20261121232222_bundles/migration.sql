-- AlterTable
ALTER TABLE "outbox" DROP COLUMN "parcel";
