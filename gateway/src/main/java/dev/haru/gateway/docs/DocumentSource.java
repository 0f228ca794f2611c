package dev.haru.gateway.docs;

import dev.haru.gateway.route.Services;
import dev.haru.gateway.route.Services.Service;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;

/**
 * The merged OpenAPI document. A request fetches it from the services, and the gateway keeps it for a while; concurrent
 * requests share one fetch. For a service that is unavailable, the last document that it returned is used.
 */
@Component
final class DocumentSource {

    private static final Logger log = LoggerFactory.getLogger(DocumentSource.class);

    private final HttpClient client;
    private final List<Service> services;
    private final Map<String, ServiceDocument> lastGood = new ConcurrentHashMap<>();
    private final Mono<String> document;

    DocumentSource(HttpClient serviceClient, Services services, DocsProperties properties) {
        this.client = serviceClient.responseTimeout(properties.fetchTimeout());
        this.services = services.services();
        this.document = Mono.defer(this::fetch)
                .cache(
                        fetched -> fetched.missing().isEmpty() ? properties.keep() : properties.keepIncomplete(),
                        _ -> Duration.ZERO,
                        () -> Duration.ZERO)
                .map(Fetched::json);
    }

    Mono<String> document() {
        return document;
    }

    private Mono<Fetched> fetch() {
        return Flux.fromIterable(services)
                .flatMapSequential(this::fetch)
                .collectList()
                .map(documents -> {
                    List<ServiceDocument> available =
                            documents.stream().flatMap(Optional::stream).toList();
                    List<String> missing = services.stream()
                            .map(Service::id)
                            .filter(id -> available.stream()
                                    .noneMatch(document -> document.service().equals(id)))
                            .toList();
                    return new Fetched(ApiDocument.of(available, missing), missing);
                });
    }

    private Mono<Optional<ServiceDocument>> fetch(Service service) {
        return client.get()
                .uri(service.url().resolve("/v3/api-docs").toString())
                .responseSingle((response, body) -> response.status().code() == 200
                        ? body.asByteArray()
                        : Mono.error(new IllegalStateException(
                                "status " + response.status().code())))
                .map(json -> ServiceDocument.read(service.id(), json))
                .doOnNext(document -> lastGood.put(service.id(), document))
                .onErrorResume(failure -> {
                    log.warn("OpenAPI document of {} is unavailable: {}", service.id(), failure.toString());
                    return Mono.empty();
                })
                .map(Optional::of)
                .switchIfEmpty(Mono.fromSupplier(() -> Optional.ofNullable(lastGood.get(service.id()))));
    }

    private record Fetched(String json, List<String> missing) {}
}
