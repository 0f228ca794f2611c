package dev.haru.platform.openapi;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Documents the responses that any call may return, with their headers, so that a controller documents only its own.
 * Each response is a component of the document, and the operations refer to it.
 *
 * <p>Longer than 120 lines because it is one table of statuses, with a call of several lines for each.
 */
final class ProblemResponses {

    private static final String COMPONENT = "#/components/headers/";
    private static final String TRACE_ID = "X-Trace-Id";
    private static final String RETRY_AFTER = "Retry-After";
    private static final String CONTENT_LANGUAGE = "Content-Language";
    private static final List<String> OF_ALL = List.of(TRACE_ID, "RateLimit", "RateLimit-Policy", "Server-Timing");

    private final Components components;

    /** Adds the headers to which the responses refer. */
    ProblemResponses(Components components) {
        this.components = components;
        headers().forEach(components::addHeaders);
    }

    private static Map<String, Header> headers() {
        return Map.of(
                TRACE_ID,
                header("The id of the request in traces and logs", "6ba0ac1a52f34bd1a2d0b0d1f6a3c0de"),
                "RateLimit",
                header("The remainder of each rate limit, unless the limits are off", "\"address\";r=1999;t=1"),
                "RateLimit-Policy",
                header("The rate limits, unless they are off", "\"address\";q=2000;w=2"),
                "Server-Timing",
                header("The time of each hop, if the deployment shows it", "gw;dur=0.4, db;dur=0.3"),
                RETRY_AFTER,
                header("The seconds after which to try again", "2"),
                CONTENT_LANGUAGE,
                header("The language of the texts", "en"));
    }

    /**
     * Completes an operation.
     *
     * @param secured whether the operation checks a token
     */
    void complete(Operation operation, boolean secured) {
        boolean body = operation.getRequestBody() != null;
        operation.getResponses().forEach((status, response) -> {
            if (isProblem(status)) {
                response.setContent(content());
            }
            addHeaders(status, response);
        });
        add(
                operation,
                "400",
                "InvalidRequest",
                "`invalid-request`: a field is not valid, see `errors`; `malformed-request`");
        if (secured) {
            add(
                    operation,
                    "401",
                    "Unauthorized",
                    "`unauthorized`: the access token is missing, malformed, expired or revoked");
        } else {
            add(
                    operation,
                    "401",
                    "MalformedToken",
                    "`unauthorized`: the access token of the request is malformed; the operation needs none");
        }
        addForbidden(operation);
        append(operation, "406", "NotAcceptable", "`not-acceptable`: the `Accept` header excludes JSON");
        if (body) {
            add(operation, "408", "RequestTimeout", "`request-timeout`: the body did not arrive in time");
            add(operation, "413", "ContentTooLarge", "`content-too-large`: the body is over the gateway's limit");
            add(operation, "415", "UnsupportedMediaType", "`unsupported-media-type`: the body must be JSON");
        }
        append(operation, "429", "RateLimited", "`rate-limited`: try again after `Retry-After` seconds");
        add(operation, "431", "HeaderTooLarge", "`header-too-large`: the headers are over the gateway's limit");
        add(operation, "500", "InternalError", "`internal-error`: include the `traceId` in a report");
        add(operation, "502", "BadGateway", "`bad-gateway`: a service ended its response early");
        add(operation, "503", "ServiceUnavailable", "`service-unavailable`: try again after `Retry-After` seconds");
        add(
                operation,
                "504",
                "GatewayTimeout",
                "`upstream-timeout`, `deadline-exceeded`: a service did not answer in time");
    }

    /** Adds the 403 of a personal access token to that of a page. Its text depends on the statement of the endpoint. */
    private void addForbidden(Operation operation) {
        String crossOrigin =
                "`cross-origin-not-allowed`: the deployment does not allow calls from pages of this origin";
        @Nullable String scope = ScopeExtension.of(operation);
        if (scope == null) {
            append(operation, "403", "CrossOriginNotAllowed", crossOrigin);
        } else if (scope.equals(ScopeExtension.SESSION)) {
            append(
                    operation,
                    "403",
                    "SessionRequired",
                    "`insufficient-scope`: the operation refuses personal access tokens; " + crossOrigin);
        } else {
            append(
                    operation,
                    "403",
                    "InsufficientScope",
                    "`insufficient-scope`: the personal access token does not have the scope of the operation; "
                            + crossOrigin);
        }
    }

    private static void addHeaders(String status, ApiResponse response) {
        OF_ALL.forEach(name -> response.addHeaderObject(name, new Header().$ref(COMPONENT + name)));
        if (isProblem(status)) {
            response.addHeaderObject(CONTENT_LANGUAGE, new Header().$ref(COMPONENT + CONTENT_LANGUAGE));
        }
        if (status.equals("429") || status.equals("503")) {
            response.addHeaderObject(RETRY_AFTER, new Header().$ref(COMPONENT + RETRY_AFTER));
        }
    }

    /** Adds a reference to the response that all operations share, unless the controller documents the status. */
    private void add(Operation operation, String status, String name, String description) {
        if (!operation.getResponses().containsKey(status)) {
            ApiResponse shared = new ApiResponse().description(description).content(content());
            addHeaders(status, shared);
            components.addResponses(name, shared);
            operation.getResponses().addApiResponse(status, new ApiResponse().$ref(name));
        }
    }

    /** Adds a problem that the gateway returns to those that the controller documents under the same status. */
    private void append(Operation operation, String status, String name, String description) {
        ApiResponse documented = operation.getResponses().get(status);
        if (documented == null) {
            add(operation, status, name, description);
        } else {
            String text = documented.getDescription();
            documented.setDescription(text + (text.endsWith(".") ? " " : "; ") + description);
        }
    }

    private static boolean isProblem(String status) {
        return status.startsWith("4") || status.startsWith("5");
    }

    private static Content content() {
        return new Content()
                .addMediaType(
                        "application/problem+json",
                        new MediaType().schema(new Schema<>().$ref(ProblemSchema.REFERENCE)));
    }

    private static Header header(String description, String example) {
        return new Header().description(description).schema(Schemas.string()).example(example);
    }
}
