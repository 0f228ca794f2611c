# Builds the image of one service: docker build --build-arg SERVICE=member-service . (make images builds all four).
# Run make build first.
ARG BASE=docker.io/library/eclipse-temurin:25-jre

# Extracts each jar into layers, so that libraries, which seldom change, are separate from Haru's classes.
FROM ${BASE} AS extracted
COPY auth-service/target/auth-service-*.jar /jars/auth-service.jar
COPY gateway/target/gateway-*.jar /jars/gateway.jar
COPY member-service/target/member-service-*.jar /jars/member-service.jar
COPY schedule-service/target/schedule-service-*.jar /jars/schedule-service.jar
RUN for service in auth-service gateway member-service schedule-service; do \
      java -XX:TieredStopAtLevel=1 -Djarmode=tools -jar /jars/$service.jar extract --layers \
        --application-filename service.jar --destination /layers/$service || exit 1; \
    done

# Records the class caches of all services in one run, because the services call each other and need PostgreSQL and Redis.
# A class cache is valid only for the exact JVM, flags, paths and jars of its image, so this build records it.
FROM ${BASE} AS recorded
RUN echo 'haru:x:10001:10001::/tmp:/bin/false' >>/etc/passwd && mkdir -m 777 /caches
# The embedded Redis needs OpenSSL 3, which Temurin's images have.
RUN ldconfig -p | grep -q libssl.so.3 || { apt-get update -qq && apt-get install -y -qq --no-install-recommends libssl3; }
COPY local/target/lib /local/lib
COPY local/target/local-*.jar /local/local.jar
COPY tracing/target/opentelemetry-javaagent.jar /app/tracing/
COPY --chmod=755 platform/src/main/docker/jvm.options .run/lib/image[s] /app/
ENV LD_LIBRARY_PATH=/app/native
COPY --from=extracted /layers/auth-service/dependencies /layers/auth-service/snapshot-dependencies /layers/auth-service/application /app/auth-service/
COPY --from=extracted /layers/gateway/dependencies /layers/gateway/snapshot-dependencies /layers/gateway/application /app/gateway/
COPY --from=extracted /layers/member-service/dependencies /layers/member-service/snapshot-dependencies /layers/member-service/application /app/member-service/
COPY --from=extracted /layers/schedule-service/dependencies /layers/schedule-service/snapshot-dependencies /layers/schedule-service/application /app/schedule-service/
# PostgreSQL refuses to run as root.
USER 10001:10001
RUN HARU_RUN_DIR=/tmp/haru java -XX:TieredStopAtLevel=1 -cp '/local/local.jar:/local/lib/*' dev.haru.local.Main record

FROM ${BASE}
ARG SERVICE
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="haru/${SERVICE}" \
      org.opencontainers.image.description="Haru, a back end for accounts and schedules: ${SERVICE}" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY tracing/target/opentelemetry-javaagent.jar /app/tracing/
COPY tracing/target/tracing-*.jar /app/tracing/tracing.jar
# The last path has libargon2, with which a hash takes a third of the time of the Java implementation, and the filter of breached
# passwords. make images makes both.
COPY --chmod=755 platform/src/main/docker/jvm.options platform/src/main/docker/tracing.options .run/lib/image[s] /app/
ENV LD_LIBRARY_PATH=/app/native
COPY --from=extracted /layers/${SERVICE}/dependencies /app/${SERVICE}/
COPY --from=extracted /layers/${SERVICE}/snapshot-dependencies /app/${SERVICE}/
COPY --from=extracted /layers/${SERVICE}/application /app/${SERVICE}/
COPY ${SERVICE}/target/classes/META-INF/sbom/application.cdx.json /app/${SERVICE}/
COPY --from=recorded --chown=0:0 /caches/${SERVICE}.aot /app/${SERVICE}/classes.aot
WORKDIR /app/${SERVICE}
USER 10001:10001
ENTRYPOINT ["java", "@/app/jvm.options", "-XX:AOTCache=classes.aot", "-jar", "service.jar"]
