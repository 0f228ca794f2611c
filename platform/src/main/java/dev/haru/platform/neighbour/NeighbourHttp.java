package dev.haru.platform.neighbour;

import feign.Client;
import feign.Request;
import feign.Request.Options;
import feign.Response;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.client5.http.config.Configurable;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * Makes Feign's calls with Apache's client. Feign's own adapter does as well, but reads the address anew for each part
 * of it and turns each body into text and back; see decision 019.
 */
final class NeighbourHttp implements Client {

    private final HttpClient http;
    private final RequestConfig config;

    NeighbourHttp(HttpClient http) {
        this.http = http;
        this.config = http instanceof Configurable configured ? configured.getConfig() : RequestConfig.DEFAULT;
    }

    @Override
    public Response execute(Request request, Options options) throws IOException {
        URI uri = URI.create(request.url());
        HttpHost neighbour = new HttpHost(uri.getScheme(), uri.getHost(), uri.getPort());
        BasicClassicHttpRequest call =
                new BasicClassicHttpRequest(request.httpMethod().name(), neighbour, target(uri));
        request.headers().forEach((name, values) -> {
            // Apache's client counts for itself.
            if (!name.equalsIgnoreCase(HttpHeaders.CONTENT_LENGTH)) {
                values.forEach(value -> call.addHeader(name, value));
            }
        });
        if (request.body() != null) {
            call.setEntity(new ByteArrayEntity(request.body(), null)); // its type is among the headers
        }
        HttpClientContext context = HttpClientContext.create();
        context.setRequestConfig(config(options));
        return http.execute(neighbour, call, context, answer -> response(request, answer));
    }

    @SuppressWarnings("deprecation") // the time to connect is Feign's, for each neighbour
    private RequestConfig config(Options options) {
        return RequestConfig.copy(config)
                .setConnectTimeout(options.connectTimeoutMillis(), TimeUnit.MILLISECONDS)
                .setResponseTimeout(options.readTimeoutMillis(), TimeUnit.MILLISECONDS)
                .build();
    }

    private static String target(URI uri) {
        String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        return uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
    }

    private static Response response(Request request, ClassicHttpResponse answer) throws IOException {
        Map<String, Collection<String>> headers = new HashMap<>();
        for (Header header : answer.getHeaders()) {
            headers.computeIfAbsent(header.getName(), _ -> new ArrayList<>(1)).add(header.getValue());
        }
        byte @Nullable [] body = answer.getEntity() == null ? null : EntityUtils.toByteArray(answer.getEntity());
        return Response.builder()
                .request(request)
                .status(answer.getCode())
                .reason(answer.getReasonPhrase())
                .headers(headers)
                .body(body)
                .build();
    }
}
