# Potluck in production: web, worker, and the operator's commands, from one image.
FROM docker.io/library/node:24-bookworm-slim AS build
WORKDIR /potluck
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts
COPY prisma.config.ts build.ts ./
COPY prisma prisma
COPY src src
COPY workers workers
# The image brings its own Node.
RUN rm -rf node_modules/node node_modules/.bin/node && npm run postinstall
# The build holds all libraries but those with native code or files of their own, and what Bull Board loads.
RUN node --eval "const project = JSON.parse(fs.readFileSync('package.json')); delete project.devDependencies; \
  for (const name in project.dependencies) \
    if (!/^(sharp|bullmq|@bull-board[/].*|@fontsource-variable[/].*)$/.test(name)) delete project.dependencies[name]; \
  fs.writeFileSync('package.json', JSON.stringify(project))" && \
  npm prune --ignore-scripts && rm -rf node_modules/.cache

FROM docker.io/library/debian:bookworm-slim
# Fonts of all scripts, for the pictures of link previews.
RUN apt-get update && \
  apt-get install -y --no-install-recommends fontconfig-config fonts-noto-core fonts-droid-fallback && \
  rm -rf /var/lib/apt/lists/* /var/cache/apt/* && \
  useradd --uid 1000 --user-group --create-home node && mkdir /data && chown node:node /data
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/compiled MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /potluck
COPY --from=build /usr/local/bin/node /usr/local/bin/
COPY --from=build /potluck/node_modules node_modules
COPY --from=build /potluck/dist dist
COPY prisma/migrations prisma/migrations
COPY src/reference-data src/reference-data
COPY src/messages src/messages
COPY src/web/assets src/web/assets
COPY package.json ./
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "dist/main.js"]
