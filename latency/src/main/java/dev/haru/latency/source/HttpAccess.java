package dev.haru.latency.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The headers that an HTTP API needs: the tenant and the credentials. No message contains a credential. */
final class HttpAccess {

    private static final Pattern HEADER_VALUE = Pattern.compile("[\\x20-\\x7e]+");

    private HttpAccess() {}

    /**
     * The headers for the API of this name. The credentials are those of the URL, otherwise {@code TEMPO_BEARER_TOKEN},
     * otherwise {@code TEMPO_USERNAME} and {@code TEMPO_PASSWORD} of the environment, with the name of the API.
     */
    static Map<String, String> headers(String api, URI url, @Nullable String tenant, Map<String, String> environment) {
        String prefix = api.toUpperCase(Locale.ROOT);
        Map<String, String> headers = new LinkedHashMap<>();
        if (tenant != null) {
            headers.put("X-Scope-OrgID", checked("--tenant", tenant));
        }
        String token = environment.getOrDefault(prefix + "_BEARER_TOKEN", "").strip();
        String user = environment.getOrDefault(prefix + "_USERNAME", "");
        if (url.getUserInfo() != null) {
            headers.put("Authorization", basic(url.getUserInfo()));
        } else if (!token.isEmpty()) {
            headers.put("Authorization", "Bearer " + checked(prefix + "_BEARER_TOKEN", token));
        } else if (!user.isEmpty()) {
            headers.put("Authorization", basic(user + ":" + environment.getOrDefault(prefix + "_PASSWORD", "")));
        }
        return headers;
    }

    private static String basic(String credentials) {
        String both = credentials.contains(":") ? credentials : credentials + ":";
        return "Basic " + Base64.getEncoder().encodeToString(both.getBytes(UTF_8));
    }

    private static String checked(String name, String value) {
        if (!HEADER_VALUE.matcher(value).matches()) {
            throw new BadInput(name + " is empty, or has a character that an HTTP header cannot have.");
        }
        return value;
    }
}
