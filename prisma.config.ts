/** For Prisma's own CLI, which takes the database's address from here; the house itself reads it in src/lib/config.ts. */
import { defineConfig } from 'prisma/config';

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
});
