package dev.haru.platform.language;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.context.MessageSourceResolvable;

/**
 * A text for clients, in no language yet. {@link Messages} finds it in the language of the request.
 *
 * @param key the key in the message files; null for a literal text
 * @param arguments the values for the text's placeholders; as strings, so that each language shows {@code 65536} alike
 * @param literal a text that is in its language already; null for a key
 */
public record Message(
        @Nullable String key,
        List<String> arguments,
        @Nullable String literal) implements MessageSourceResolvable {

    /** Returns the message with this key. The key is a literal in the code, where a test of each module finds it. */
    public static Message of(String key, Object... arguments) {
        return new Message(key, Arrays.stream(arguments).map(String::valueOf).toList(), null);
    }

    /** Returns the message for a text that is in the language of the request already. */
    public static Message literal(String text) {
        return new Message(null, List.of(), text);
    }

    @Override
    public String @Nullable [] getCodes() {
        return key == null ? null : new String[] {key};
    }

    @Override
    public Object @Nullable [] getArguments() {
        return arguments.isEmpty() ? null : arguments.toArray();
    }

    /** The key itself if no message file has it: the client then still receives the status and the code. */
    @Override
    public String getDefaultMessage() {
        return literal != null ? literal : Objects.requireNonNullElse(key, "");
    }

    /** For logs and exceptions: the key with its arguments. */
    @Override
    public String toString() {
        return arguments.isEmpty() ? getDefaultMessage() : key + arguments;
    }
}
