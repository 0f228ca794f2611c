package dev.haru.gateway.compression;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * The entity tags of compressed responses. A strong tag identifies the bytes of one representation, so the gzipped
 * response needs a tag of its own (<a href="https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3.3">RFC 9110, section
 * 8.8.3.3</a>). The gateway adds a suffix to the service's tag and removes the suffix from the conditions of a request.
 * The tag stays strong, because {@code If-Match} never matches a weak tag.
 */
public final class GzipTag {

    /** The end of a tag. No service uses {@code +} in its tags. */
    private static final String SUFFIX = "+gzip\"";

    private GzipTag() {}

    /** Returns the tag of the gzipped representation. A weak tag stays, because it does not identify bytes. */
    public static String of(String tag) {
        return tag.startsWith("\"") ? tag.substring(0, tag.length() - 1) + SUFFIX : tag;
    }

    /** Replaces the tags of compressed responses by the tags of the service in the conditions of a request. */
    public static void restore(HttpHeaders request) {
        restore(request, HttpHeaders.IF_MATCH);
        restore(request, HttpHeaders.IF_NONE_MATCH);
    }

    /** Sets the tag of a 304 response to the tag that the client sent, so that its cache finds its response. */
    static void confirm(HttpHeaders request, HttpHeaders response) {
        @Nullable String tag = response.getETag();
        if (tag != null && isNamed(of(tag), request.getOrEmpty(HttpHeaders.IF_NONE_MATCH))) {
            response.setETag(of(tag));
        }
    }

    private static void restore(HttpHeaders request, String name) {
        @Nullable List<String> values = request.get(name);
        if (values != null && isNamed(SUFFIX, values)) {
            request.put(
                    name,
                    values.stream().map(value -> value.replace(SUFFIX, "\"")).toList());
        }
    }

    private static boolean isNamed(String text, List<String> values) {
        for (String value : values) {
            if (value.contains(text)) {
                return true;
            }
        }
        return false;
    }
}
