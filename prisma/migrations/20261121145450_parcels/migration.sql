-- AlterTable
ALTER TABLE "outbox" ADD COLUMN     "parcel" TEXT;
