# The image of the gateway: Node.js, one bundle, the few packages that it loads later, and nothing else: no shell, no package manager.
#
#   docker build -t soapstone .        (or: npm run image, which also works without an engine)
#   docker run --read-only --cap-drop ALL -v ./mapping:/mapping:ro -p 8080:8080 soapstone serve --mapping /mapping --upstream http://…
#
# BASE has Node.js at /nodejs/bin/node, BUILD has npm and a shell. A tag names another image tomorrow: `node scripts/pin-bases.ts` writes the digests of
# today into these two lines, and scripts/release.ts takes no base without one.
ARG BUILD=docker.io/library/node:24-trixie-slim
ARG BASE=gcr.io/distroless/nodejs24-debian13:nonroot

FROM ${BUILD} AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --prefer-offline --no-audit --no-fund
COPY . .
RUN node scripts/build-image.ts /out

# Compiled code is kept beside the bundle by a first start, for this Node.js, these flags and this user: later the file system is read-only.
FROM ${BASE} AS compiled
WORKDIR /app
COPY --from=build --chown=65532:65532 /out /app
COPY --from=build /build/scripts/image/first-start.ts /first-start.ts
USER 65532:65532
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=1
RUN ["/nodejs/bin/node", "/first-start.ts"]

FROM ${BASE}
# That of the first lines.
ARG BASE
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Soapstone" \
      org.opencontainers.image.description="Presents SOAP services as REST APIs and REST APIs as SOAP services, from one mapping table" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.base.name="${BASE}"
WORKDIR /app
# The program does not own its files: it cannot change them, on a file system that can be written either.
COPY --from=compiled --chown=0:0 /app /app
USER 65532:65532
# One arena of glibc's malloc: hardly any of the threads allocates, and each further arena is kept for nothing (4 MB when idle).
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=1
EXPOSE 8080 9090
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD ["/nodejs/bin/node", "/app/bin/soapstone.js", "health", "--live", "--pid", "1"]
ENTRYPOINT ["/nodejs/bin/node", "--disallow-code-generation-from-strings", "--disable-proto=delete", "/app/bin/soapstone.js"]
CMD ["serve"]
