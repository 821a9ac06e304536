# syntax=docker/dockerfile:1
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages ./packages
RUN npm ci
COPY . .
RUN npm run build

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages ./packages
RUN npm ci --omit=dev

# What deploy/backup.sh needs, in the version of the database that compose.yaml starts.
FROM postgres:16.15-trixie AS backup
COPY --from=rclone/rclone:1.75.1 /usr/local/bin/rclone /usr/local/bin/rclone

FROM node:24.21.0-bookworm-slim AS app
# Returns freed memory to the operating system.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 NODE_OPTIONS=--max-old-space-size=768
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY package.json server.js ./
COPY public ./public
COPY api/db/functions ./api/db/functions
COPY api/db/migrations ./api/db/migrations
COPY api/demo/pictures ./api/demo/pictures
COPY api/exports/fonts ./api/exports/fonts
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/build ./build
USER node
VOLUME /data
EXPOSE 3000
# /readyz asks the database too. Five failures are two and a half minutes: long enough for a restart of the database. The first start fills
# the demo workspace.
HEALTHCHECK --interval=30s --timeout=15s --start-period=300s --retries=5 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`, { signal: AbortSignal.timeout(10_000) }).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "node_modules/@remix-run/serve/dist/cli.js", "./server.js"]
