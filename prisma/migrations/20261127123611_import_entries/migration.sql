-- CreateEnum
CREATE TYPE "import_record_kind" AS ENUM ('recipe', 'item', 'other', 'file');

-- CreateEnum
CREATE TYPE "import_state" AS ENUM ('new', 'changed', 'existing');

-- CreateEnum
CREATE TYPE "import_action" AS ENUM ('create', 'update', 'skip');

-- AlterEnum
ALTER TYPE "import_outcome" ADD VALUE 'skipped';

-- AlterTable
ALTER TABLE "import" ADD COLUMN     "bytes" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "chunks" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "cursor" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "read_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "import_record" (
    "import_id" BIGINT NOT NULL,
    "position" INTEGER NOT NULL,
    "kind" "import_record_kind" NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "origin" TEXT,
    "preview" JSONB NOT NULL DEFAULT '{}',
    "content" JSONB,
    "state" "import_state" NOT NULL DEFAULT 'new',
    "action" "import_action" NOT NULL DEFAULT 'create',
    "outcome" "import_outcome",
    "reason" TEXT NOT NULL DEFAULT '',
    "eventable_id" BIGINT,

    CONSTRAINT "import_record_pkey" PRIMARY KEY ("import_id","position")
);

-- CreateTable
CREATE TABLE "import_picture" (
    "key" TEXT NOT NULL,
    "import_id" BIGINT NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "import_picture_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
-- Addresses may be longer than an entry of a B-tree.
CREATE INDEX "import_record_origin_idx" ON "import_record" USING HASH ("origin");

-- CreateIndex
CREATE UNIQUE INDEX "import_picture_import_id_position_name_key" ON "import_picture"("import_id", "position", "name");

-- AddForeignKey
ALTER TABLE "import_record" ADD CONSTRAINT "import_record_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "import"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_picture" ADD CONSTRAINT "import_picture_import_id_position_fkey" FOREIGN KEY ("import_id", "position") REFERENCES "import_record"("import_id", "position") ON DELETE CASCADE ON UPDATE CASCADE;
