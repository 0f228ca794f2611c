package dev.haru.latency.whatif;

import dev.haru.latency.component.Component;
import dev.haru.latency.source.BadInput;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The changes by component, for the components of one route. */
record ResolvedChanges(Map<Component, Change> byComponent) {

    /** Throws {@link BadInput} if two changes have the same component, or if its calls cannot be removed. */
    static ResolvedChanges of(List<Change> changes, Collection<Component> components) {
        Map<Component, Change> byComponent = new HashMap<>();
        for (Change change : changes) {
            for (Component component : components) {
                if (ComponentNames.matches(component, change.component())) {
                    if (change.removed() && !ComponentNames.isCall(component)) {
                        throw new BadInput("%s: %s has no calls to remove. Use 0 for no time."
                                .formatted(change.text(), component));
                    }
                    Change other = byComponent.putIfAbsent(component, change);
                    if (other != null) {
                        throw new BadInput(
                                "%s and %s both change %s.".formatted(other.text(), change.text(), component));
                    }
                }
            }
        }
        return new ResolvedChanges(byComponent);
    }

    /** The components of a change, sorted by name. */
    List<String> components(Change change) {
        Set<String> names = new TreeSet<>();
        byComponent.forEach((component, one) -> {
            if (one.equals(change)) {
                names.add(component.toString());
            }
        });
        return List.copyOf(names);
    }
}
