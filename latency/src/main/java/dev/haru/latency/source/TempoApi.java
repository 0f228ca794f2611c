package dev.haru.latency.source;

import dev.haru.latency.trace.Span;
import java.io.ByteArrayInputStream;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Grafana Tempo's HTTP API. Tempo before 2.7 has no version 2 of the call for a trace, so version 1 is used then.
 *
 * <p>Longer than 120 lines because it recognises the responses of both versions.
 */
public final class TempoApi {

    private static final String V2 = "/api/v2/traces/";
    private static final String V1 = "/api/traces/";

    /** The answer of a server to a path that it does not have. A missing trace has another one. */
    private static final String NO_SUCH_PATH = "404 page not found";

    private final HttpApi http;
    private final boolean allowsPartial;
    private volatile String path = V2;

    /**
     * Throws {@link BadInput} if {@code url} is not an http or https URL.
     *
     * @param allowsPartial whether to pass the spans of traces of which Tempo returns only a part
     */
    public TempoApi(String url, @Nullable String tenant, boolean allowsPartial) {
        this(new HttpApi("Tempo", "--tempo", url, tenant), allowsPartial);
    }

    TempoApi(HttpApi http, boolean allowsPartial) {
        this.http = http;
        this.allowsPartial = allowsPartial;
    }

    byte[] get(String search) {
        return http.get(search);
    }

    /** Requests a trace. Pass the response to {@link #read}. */
    CompletableFuture<HttpResponse<byte[]>> send(String id) {
        return http.send(path + id);
    }

    /** Reads the response for a trace. A trace that Tempo no longer has is no error. */
    void read(String id, CompletableFuture<HttpResponse<byte[]>> response, SpanSink sink) {
        HttpResponse<byte[]> answer = http.await(response);
        if (isUnknownPath(answer)) {
            path = V1;
            answer = http.await(http.send(V1 + id));
            if (isUnknownPath(answer)) {
                throw new BadInput("%s returned 404 for %s%s and %s%s: check the URL and the version of Tempo."
                        .formatted(http, V2, id, V1, id));
            }
        }
        if (answer.statusCode() == HttpApi.NOT_FOUND) {
            return;
        }
        if (answer.statusCode() != HttpApi.OK) {
            throw http.refused(answer);
        }
        String name = answer.uri().toString();
        boolean isLeftOut = !allowsPartial && isPartial(answer.body());
        TraceReader.read(new ByteArrayInputStream(answer.body()), name, false, isLeftOut ? leavingOut(sink) : sink);
    }

    /** A sink that drops each span of a partial trace. */
    private static SpanSink leavingOut(SpanSink sink) {
        return new SpanSink() {
            @Override
            public void accept(Span span) {
                drop(DropReason.PARTIAL_TRACE, 1);
            }

            @Override
            public void drop(DropReason reason, long spans) {
                sink.drop(reason, spans);
            }
        };
    }

    /** The URL of a trace. */
    String link(Object id) {
        return http + path + id;
    }

    /** The URL without a slash at its end and without credentials. */
    @Override
    public String toString() {
        return http.toString();
    }

    private static boolean isUnknownPath(HttpResponse<byte[]> answer) {
        return answer.statusCode() == HttpApi.NOT_FOUND
                && HttpApi.firstLine(answer).equals(NO_SUCH_PATH);
    }

    /** Whether a response of version 2 has the status PARTIAL, because the trace exceeds a limit of Tempo. */
    private static boolean isPartial(byte[] body) {
        try (JsonParser parser = TraceReader.JSON.createParser(body)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return false;
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String field = parser.currentName();
                JsonToken value = parser.nextToken();
                if (field.equals("status") && value.isScalarValue()) {
                    String status = parser.getString();
                    return status.equals("PARTIAL") || status.equals("1");
                }
                parser.skipChildren();
            }
            return false;
        } catch (JacksonException e) {
            // The reader of the spans reports it with its place.
            return false;
        }
    }
}
