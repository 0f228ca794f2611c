package dev.haru.platform.trace;

import feign.Capability;
import feign.Client;
import feign.Request;
import feign.Response;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import io.opentelemetry.context.Scope;
import java.io.IOException;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpRequestInterceptor;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * Names the agent's span of an upstream call after the template of the path, as the upstream service names its own
 * span. Feign knows the template, but the agent creates its span in the HTTP client, so the context carries the
 * template there. Public because Feign calls it by reflection.
 */
public final class NamedCalls implements Capability, HttpRequestInterceptor {

    private static final ContextKey<String> ROUTE = ContextKey.named("haru-route");

    NamedCalls() {}

    @Override
    public Client enrich(Client client) {
        return (request, options) ->
                Span.current().isRecording() ? execute(client, request, options) : client.execute(request, options);
    }

    private static Response execute(Client client, Request request, Request.Options options) throws IOException {
        String route = request.requestTemplate().methodMetadata().template().path();
        try (Scope _ = Context.current().with(ROUTE, route).makeCurrent()) {
            return client.execute(request, options);
        }
    }

    @Override
    public void process(HttpRequest request, EntityDetails entity, HttpContext context) {
        String route = Context.current().get(ROUTE);
        if (route != null) {
            Span.current().updateName(request.getMethod() + " " + route).setAttribute("url.template", route);
        }
    }
}
