package dev.haru.latency.budget;

import dev.haru.latency.component.Component;
import dev.haru.latency.component.Kind;
import dev.haru.latency.source.BadInput;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Resolves a name in a budget to components. */
final class Selection {

    static final String TOTAL = "total";

    /** The kinds between services, which count for no service. */
    private static final List<Kind> BETWEEN = List.of(Kind.NETWORK, Kind.UNSEEN);

    private static final Map<String, Kind> KINDS = Map.ofEntries(
            Map.entry("own", Kind.OWN),
            Map.entry("network", Kind.NETWORK),
            Map.entry("queue", Kind.QUEUE),
            Map.entry("pool", Kind.POOL),
            Map.entry("hash-wait", Kind.HASH_WAIT),
            Map.entry("hash", Kind.HASH),
            Map.entry("db", Kind.SQL),
            Map.entry("redis", Kind.REDIS),
            Map.entry("cache", Kind.CACHE),
            Map.entry("unseen", Kind.UNSEEN));

    private Selection() {}

    /**
     * Returns the components of a kind, of a service ({@code gateway}, {@code member-service}, or {@code member} for
     * short), or of both ({@code member/db}).
     */
    static Predicate<Component> of(String name) {
        int slash = name.indexOf('/');
        if (slash >= 0) {
            Kind kind = KINDS.get(name.substring(slash + 1));
            return service(name.substring(0, slash)).and(component -> component.kind() == kind);
        }
        Kind kind = KINDS.get(name);
        return kind == null
                ? service(name).and(component -> !BETWEEN.contains(component.kind()))
                : component -> component.kind() == kind;
    }

    /** Returns {@code key} as a name. Throws {@link BadInput} if the text after a slash is not a kind. */
    static String name(String where, Object key) {
        String name = String.valueOf(key);
        int slash = name.indexOf('/');
        if (slash >= 0 && !KINDS.containsKey(name.substring(slash + 1))) {
            throw new BadInput(
                    "%s: the kind %s is unknown, only %s.".formatted(where, name.substring(slash + 1), kinds()));
        }
        return name;
    }

    /** Throws {@link BadInput} if the name is neither {@code total}, nor a kind, nor a service that has a span. */
    static void check(String where, String name, Collection<String> services) {
        String service = name.replaceAll("/.*", "");
        boolean known = name.equals(TOTAL)
                || KINDS.containsKey(name)
                || services.stream().anyMatch(one -> isService(one, service));
        if (!known) {
            throw new BadInput("%s: %s is neither a kind (%s) nor a service that has a span (%s)."
                    .formatted(where, service, kinds(), String.join(", ", services)));
        }
    }

    private static Predicate<Component> service(String name) {
        return component -> isService(component.service(), name);
    }

    private static boolean isService(String service, String name) {
        return service.equals(name) || service.equals(name + "-service");
    }

    private static String kinds() {
        return String.join(", ", KINDS.keySet().stream().sorted().toList());
    }
}
