# One image, two services: `ROLE=api` (any number) and `ROLE=worker` (any number, one active).
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts
COPY tsconfig.json vite.config.ts ./
# The code of the proofs, which browsers run too.
COPY events/limits.ts events/limits.ts
COPY events/proof events/proof
COPY api/contract api/contract
COPY web web
RUN node node_modules/vite/bin/vite.js build

FROM node:24-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# What only the app's build needs is removed again.
RUN npm ci --omit=dev --omit=optional --ignore-scripts && \
  npm pkg delete $(node -p "require('./package.json').appDependencies.map((name) => 'dependencies.' + name).join(' ')") && \
  npm prune --omit=dev --omit=optional --ignore-scripts && npm cache clean --force
COPY events events
COPY projections projections
COPY api api
COPY --from=build /app/dist dist
RUN mkdir /data && chown node:node /data
# Which release runs: the commit it was built from.
ARG REVISION=
ENV REVISION=$REVISION
LABEL org.opencontainers.image.revision=$REVISION
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=6 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8080) + '/api/health/live').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=64", "api/main.ts"]
