package dev.haru.platform.json;

import dev.haru.platform.problem.TooLarge;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.util.JsonParserDelegate;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.std.DelegatingDeserializer;

/**
 * Stops reading an array at the first element above the limit of its field. Validation would refuse the array too, but
 * only after it has validated every element.
 */
final class LimitedArrayDeserializer extends DelegatingDeserializer {

    private final @Nullable SizeLimit limit;

    LimitedArrayDeserializer(ValueDeserializer<?> array) {
        this(array, null);
    }

    private LimitedArrayDeserializer(ValueDeserializer<?> array, @Nullable SizeLimit limit) {
        super(array);
        this.limit = limit;
    }

    @Override
    protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> array) {
        return new LimitedArrayDeserializer(array, limit);
    }

    @Override
    public ValueDeserializer<?> createContextual(DeserializationContext context, @Nullable BeanProperty property) {
        ValueDeserializer<?> array =
                context.handleSecondaryContextualization(_delegatee, property, context.constructType(handledType()));
        // Jackson passes the field of the outer array to the elements of an array of arrays.
        Optional<SizeLimit> found = SizeLimit.of(property);
        return found.isPresent() ? new LimitedArrayDeserializer(array, found.get()) : array;
    }

    @Override
    public @Nullable Object deserialize(JsonParser parser, DeserializationContext context) {
        if (limit == null || !parser.isExpectedStartArrayToken()) {
            return super.deserialize(parser, context);
        }
        CountingParser counting = new CountingParser(parser, limit);
        try {
            return super.deserialize(counting, context);
        } catch (TooLarge large) {
            // Jackson may have reported the element as the location of the error; the array is too large.
            throw counting.isOverLimit() ? new TooLarge(parser, limit.message()) : large;
        }
    }

    /** Counts the elements of the array at which the parser stands. */
    private static final class CountingParser extends JsonParserDelegate {

        private final SizeLimit limit;
        private int depth = 1;
        private int elements;

        CountingParser(JsonParser parser, SizeLimit limit) {
            super(parser);
            this.limit = limit;
        }

        boolean isOverLimit() {
            return elements > limit.max();
        }

        /** Skips token by token, so that the depth stays correct. */
        @Override
        public JsonParser skipChildren() {
            @Nullable JsonToken current = currentToken();
            if (current != null && current.isStructStart()) {
                int outside = depth - 1;
                while (depth > outside && nextToken() != null) {}
            }
            return this;
        }

        @Override
        public @Nullable JsonToken nextToken() {
            @Nullable JsonToken token = super.nextToken();
            if (token == null) {
                return null;
            }
            if (token.isStructEnd()) {
                depth--;
            } else {
                if (depth == 1 && ++elements > limit.max()) {
                    throw new TooLarge(delegate, limit.message());
                }
                if (token.isStructStart()) {
                    depth++;
                }
            }
            return token;
        }
    }
}
