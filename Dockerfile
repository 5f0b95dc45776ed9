# docker build -t loadout .
# See docs/container.md.
ARG NODE=docker.io/library/node:24-bookworm-slim

FROM ${NODE} AS build
WORKDIR /srv/loadout
COPY package.json package-lock.json ./
RUN npm install --no-save --no-audit --no-fund --no-progress
COPY . .
# What is only needed to build goes, and npm's copy of Node, as the image has one.
RUN node bin/build-image.js \
 && npm prune --omit=dev --no-save --no-audit --no-fund --ignore-scripts \
 && rm -rf node_modules/node node_modules/.bin/node node_modules/.cache

FROM ${NODE}
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/node
RUN groupadd --gid 10001 shop \
 && useradd --uid 10001 --gid shop --no-create-home --home-dir /tmp --shell /usr/sbin/nologin shop \
 && install -d -o shop -g shop -m 0700 /data
WORKDIR /srv/loadout
COPY --from=build /srv/loadout .
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "bin/healthy.js"]
CMD ["node", "bin/start.js"]
