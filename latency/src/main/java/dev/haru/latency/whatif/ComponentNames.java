package dev.haru.latency.whatif;

import dev.haru.latency.component.Component;
import dev.haru.latency.component.Kind;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Finds components by the name that {@code latency of} prints: the service and the component. An ellipsis at the end
 * stands for any rest, as in the table. A name without a detail, such as {@code member-service sql}, stands for all
 * components of the kind.
 */
final class ComponentNames {

    private static final String ELLIPSIS = "…";
    private static final int CLOSEST = 4;

    private ComponentNames() {}

    static boolean matches(Component component, String name) {
        String wanted = name.replaceFirst("\\.\\.\\.$", ELLIPSIS).toLowerCase(Locale.ROOT);
        String full = full(component);
        if (wanted.endsWith(ELLIPSIS) && full.startsWith(wanted.substring(0, wanted.length() - 1))) {
            return true;
        }
        return wanted.equals(full)
                || wanted.equals((component.service() + " " + component.kind().label()).toLowerCase(Locale.ROOT));
    }

    /** The most similar names, each of which is a name that matches. */
    static List<String> closest(Collection<Component> components, String name) {
        Set<String> wanted = bigrams(name.toLowerCase(Locale.ROOT));
        return components.stream()
                .sorted(Comparator.comparingDouble((Component one) -> -similarity(wanted, bigrams(full(one))))
                        .thenComparing(Component::toString))
                .limit(CLOSEST)
                .map(component -> Change.shortened(component.toString()))
                .toList();
    }

    /** Whether a call of this kind can be left out. Own code and a queue are not calls. */
    static boolean isCall(Component component) {
        return component.kind() != Kind.OWN && component.kind() != Kind.QUEUE;
    }

    private static String full(Component component) {
        return Change.normalised(component.toString()).toLowerCase(Locale.ROOT);
    }

    /** The Dice coefficient of the pairs of letters (Dice 1945), which tolerates omissions and another order. */
    private static double similarity(Set<String> one, Set<String> other) {
        Set<String> common = new HashSet<>(one);
        common.retainAll(other);
        return one.isEmpty() && other.isEmpty() ? 0 : 2.0 * common.size() / (one.size() + other.size());
    }

    private static Set<String> bigrams(String text) {
        Set<String> pairs = new HashSet<>();
        for (int i = 0; i + 1 < text.length(); i++) {
            pairs.add(text.substring(i, i + 2));
        }
        return pairs;
    }
}
