package dev.haru.platform.openapi;

import dev.haru.platform.security.RequiredScope;
import dev.haru.platform.security.SessionOnly;
import io.swagger.v3.oas.models.Operation;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springframework.web.method.HandlerMethod;

/**
 * Documents the annotation {@link RequiredScope} or {@link SessionOnly} of an endpoint as the extension {@code x-scope}
 * of its operation, from which {@link OpenApiDefaults} writes the texts.
 */
final class ScopeExtension implements OperationCustomizer {

    /** The name of the extension. */
    static final String NAME = "x-scope";

    /** The value for an operation that refuses personal access tokens. */
    static final String SESSION = "session";

    @Override
    public Operation customize(Operation operation, HandlerMethod handler) {
        RequiredScope required = handler.getMethodAnnotation(RequiredScope.class);
        if (required != null) {
            operation.addExtension(NAME, required.value().code());
        } else if (handler.hasMethodAnnotation(SessionOnly.class)) {
            operation.addExtension(NAME, SESSION);
        }
        return operation;
    }

    /** Returns the scope of the operation, {@link #SESSION}, or null for an operation without a statement. */
    static @Nullable String of(Operation operation) {
        return operation.getExtensions() == null
                ? null
                : (String) operation.getExtensions().get(NAME);
    }
}
