# Brava's server with its pages. `docker build -t brava .`; compose.yaml runs it with a database and a proxy.
#
# Debian, not Alpine: the PostgreSQL and the Solana VM that come as npm packages are built for glibc.
FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
# Not `npm ci`: it refuses a lockfile that lacks a binary for some other platform. `--no-save` keeps to the lockfile.
RUN npm install --no-save --no-audit --no-fund --loglevel=error
COPY vite.config.ts tsconfig.json ./
COPY contract contract
COPY web web
RUN npm run --silent build

FROM node:24-slim AS packages
WORKDIR /brava
COPY package.json package-lock.json ./
RUN npm install --omit=dev --no-save --no-audit --no-fund --loglevel=error
COPY server server
COPY contract contract
COPY sandbox sandbox
COPY cli cli
# Later nothing can be written here.
RUN node server/postgres/embedded/link-pg-binaries.ts

FROM node:24-slim
# ffmpeg evens the loudness of donors' clips and makes them anew; espeak-ng reads messages aloud; jemalloc gives back
# memory that is freed.
RUN apt-get update \
    && apt-get install -y --no-install-recommends espeak-ng ffmpeg libjemalloc2 \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /brava
COPY --from=packages /brava ./
COPY --from=build /build/dist dist
# The master seed lies apart from the data, so that no back-up of one holds the other.
RUN install -d -o node -g node -m 0700 /data /keys
ENV DATA_DIR=/data SEED_FILE=/keys/seed PORT=3000
ENV LD_PRELOAD=libjemalloc.so.2 MALLOC_CONF=background_thread:true
VOLUME ["/data", "/keys"]
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
    CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--v8-pool-size=1", "server/main.ts"]
