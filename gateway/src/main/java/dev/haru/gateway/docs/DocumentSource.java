package dev.haru.gateway.docs;

import dev.haru.gateway.page.StaticContent;
import dev.haru.gateway.route.Services;
import dev.haru.gateway.route.Services.Service;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.http.client.HttpClient;

/**
 * The merged OpenAPI document. From readiness on, the gateway fetches the documents of the services in the background.
 * It merges them when it has all of them, and again when one changes. While a service is unavailable, its last document
 * is used.
 *
 * <p>Longer than 120 lines because polling, merging and the answer share one state.
 */
@Component
@ConditionalOnBooleanProperty(name = "haru.gateway.docs.enabled", matchIfMissing = true)
final class DocumentSource implements DisposableBean {

    private static final Logger log = LoggerFactory.getLogger(DocumentSource.class);

    /** Attempts without a warning, about five minutes. Services that start later than the gateway are no problem. */
    private static final int ATTEMPTS_OF_A_START = 30;

    private final HttpClient client;
    private final List<Service> services;
    private final DocsProperties properties;
    private final Map<String, byte[]> received = new ConcurrentHashMap<>();
    private final Disposable.Swap polling = Disposables.swap();
    private final AtomicInteger attempts = new AtomicInteger();

    private volatile @Nullable StaticContent document;
    private volatile Duration pause = Duration.ZERO;

    DocumentSource(HttpClient serviceClient, Services services, DocsProperties properties) {
        this.client = serviceClient.responseTimeout(properties.fetchTimeout());
        this.services = services.services();
        this.properties = properties;
    }

    /** Returns the document; fails with {@link DocumentIncomplete} until all services have returned theirs. */
    Mono<StaticContent> document() {
        StaticContent current = document;
        return current == null ? Mono.error(() -> DocumentIncomplete.withNextAttemptAfter(pause)) : Mono.just(current);
    }

    /** Begins after the warm-up, because a service computes its document at the first call. */
    @EventListener(ApplicationReadyEvent.class)
    void start() {
        polling.update(update().then(Mono.defer(() -> Mono.delay(nextPause())))
                .repeat()
                .subscribe());
    }

    @Override
    public void destroy() {
        polling.dispose();
    }

    /** Fetches the documents once: those that are missing, or else all of them. Never fails. */
    Mono<Void> update() {
        return Flux.defer(() -> {
                    attempts.incrementAndGet();
                    return Flux.fromIterable(due());
                })
                .flatMap(this::fetch)
                .reduce(false, Boolean::logicalOr)
                .publishOn(Schedulers.boundedElastic())
                .doOnNext(this::merge)
                .onErrorResume(failure -> {
                    log.error("The OpenAPI documents of the services cannot be merged", failure);
                    return Mono.empty();
                })
                .then();
    }

    private Duration nextPause() {
        pause = document == null ? properties.retry().after(pause) : properties.refresh();
        return pause;
    }

    private Mono<Boolean> fetch(Service service) {
        return client.get()
                .uri(service.url().resolve("/v3/api-docs").toString())
                .responseSingle((response, body) -> response.status().code() == 200
                        ? body.asByteArray()
                        : Mono.error(new IllegalStateException(
                                "status " + response.status().code())))
                .publishOn(Schedulers.boundedElastic())
                .map(json -> receive(service.id(), json))
                .onErrorResume(failure -> {
                    log.atLevel(isStart() ? Level.DEBUG : Level.WARN)
                            .log("OpenAPI document of {} is unavailable: {}", service.id(), failure.toString());
                    return Mono.empty();
                });
    }

    /** Keeps a valid document. Returns whether it differs from the one before. */
    private boolean receive(String service, byte[] json) {
        if (Arrays.equals(received.get(service), json)) {
            return false;
        }
        ServiceDocument.read(service, json);
        received.put(service, json);
        return true;
    }

    private void merge(boolean changed) {
        if (missing().isEmpty() && (changed || document == null)) {
            List<ServiceDocument> documents = services.stream()
                    .map(service ->
                            ServiceDocument.read(service.id(), Objects.requireNonNull(received.get(service.id()))))
                    .toList();
            document = StaticContent.of(MediaType.APPLICATION_JSON, ApiDocument.of(documents));
        }
    }

    private boolean isStart() {
        return document == null && attempts.get() <= ATTEMPTS_OF_A_START;
    }

    private List<Service> due() {
        List<Service> missing = missing();
        return missing.isEmpty() ? services : missing;
    }

    private List<Service> missing() {
        return services.stream()
                .filter(service -> !received.containsKey(service.id()))
                .toList();
    }
}
