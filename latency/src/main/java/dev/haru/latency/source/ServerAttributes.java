package dev.haru.latency.source;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The attributes of a server span by which {@code latency why} groups calls. */
public final class ServerAttributes {

    private static final List<String> OF_RESOURCE =
            List.of("service.instance.id", "k8s.pod.name", "k8s.node.name", "service.version");
    private static final List<String> STATUS =
            List.of("http.response.status_code", "http.status_code", "rpc.grpc.status_code");
    private static final String PATH = "url.path";

    /** The attributes of a server span that {@link #of} uses. */
    static final String[] OF_SPAN = {
        "http.response.status_code",
        "http.status_code",
        "rpc.grpc.status_code",
        PATH,
        "http.route",
        "http.target",
        "http.path"
    };

    private static final Pattern NUMBER = Pattern.compile("\\d+");
    private static final Pattern UUID = Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

    private ServerAttributes() {}

    /** Takes these attributes from all attributes of a span. */
    public static Map<String, String> in(Map<String, String> attributes) {
        Map<String, String> taken = new HashMap<>();
        take(OF_RESOURCE, attributes, taken);
        take(STATUS, attributes, taken);
        take(List.of(PATH), attributes, taken);
        return Map.copyOf(taken);
    }

    /**
     * Takes these attributes from those of the resource and of a server span. The value of {@code url.path} is the path
     * with classes of parameters.
     */
    static Map<String, String> of(Map<String, String> resource, Map<String, String> span) {
        Map<String, String> taken = new HashMap<>();
        take(OF_RESOURCE, resource, taken);
        take(STATUS, span, taken);
        String route = span.getOrDefault("http.route", "");
        String path = span.getOrDefault(PATH, span.getOrDefault("http.target", span.getOrDefault("http.path", "")));
        if (route.contains("{") && !path.isEmpty()) {
            taken.put(PATH, parameterClasses(route, path));
        }
        return taken;
    }

    /** {@code /v1/schedules/{3 digits}} for {@code /v1/schedules/{id}} and {@code /v1/schedules/123}. */
    private static String parameterClasses(String route, String path) {
        String[] names = route.split("/", -1);
        String[] values = path.split("\\?", 2)[0].split("/", -1);
        if (names.length != values.length) {
            return route;
        }
        for (int i = 0; i < names.length; i++) {
            if (names[i].contains("{")) {
                names[i] = '{' + parameterClass(values[i]) + '}';
            }
        }
        return String.join("/", names);
    }

    private static String parameterClass(String value) {
        if (NUMBER.matcher(value).matches()) {
            return value.length() == 1 ? "1 digit" : value.length() + " digits";
        }
        return UUID.matcher(value).matches() ? "UUID" : "text";
    }

    private static void take(List<String> names, Map<String, String> from, Map<String, String> to) {
        for (String name : names) {
            String value = from.get(name);
            if (value != null) {
                to.put(name, value);
            }
        }
    }
}
