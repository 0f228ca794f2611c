package dev.haru.latency.budget;

import dev.haru.latency.budget.Budget.Limit;
import dev.haru.latency.budget.Budget.Statistic;
import dev.haru.latency.route.Route;
import dev.haru.latency.source.BadInput;
import dev.haru.latency.table.Figures;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Reads budgets in YAML, by route: {@code POST /v1/schedules: {gateway: 3ms, db: 8ms, p95: 25ms}}. A time without
 * statistic is a limit for the 95th percentile. {@code {p50: 1ms, p99: 5ms}} selects other statistics.
 */
public final class Budgets {

    private Budgets() {}

    /** Reads a file. Throws {@link BadInput} with the route and the key of the first error. */
    public static List<Budget> read(Path file) {
        try (Reader in = Files.newBufferedReader(file)) {
            Object content = new Yaml(new SafeConstructor(new LoaderOptions())).load(in);
            if (!(content instanceof Map<?, ?> routes) || routes.isEmpty()) {
                throw new BadInput(file + " contains no budgets: POST /v1/schedules: {p95: 25ms} is expected.");
            }
            List<Budget> budgets = new ArrayList<>();
            routes.forEach((route, limits) -> budgets.add(budget(file, String.valueOf(route), limits)));
            return budgets;
        } catch (IOException e) {
            throw new BadInput("The budgets in " + file + " cannot be read: " + e.getMessage(), e);
        } catch (YAMLException e) {
            throw new BadInput(
                    file + " is not YAML: "
                            + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
                    e);
        }
    }

    private static Budget budget(Path file, String route, @Nullable Object content) {
        if (!(content instanceof Map<?, ?> entries) || entries.isEmpty()) {
            throw new BadInput("%s: %s has no limits: {p95: 25ms} is expected.".formatted(file, route));
        }
        List<Limit> limits = new ArrayList<>();
        entries.forEach((key, value) -> {
            String where = "%s: %s: %s".formatted(file, route, key);
            Statistic whole = statistic(String.valueOf(key));
            if (whole != null) {
                limits.add(limit(where, Selection.TOTAL, whole, value));
            } else if (value instanceof Map<?, ?> statistics) {
                statistics.forEach(
                        (name, most) -> limits.add(limit(where, Selection.name(where, key), known(where, name), most)));
            } else {
                limits.add(limit(where, Selection.name(where, key), Statistic.P95, value));
            }
        });
        return new Budget(Route.of(route), limits);
    }

    private static Limit limit(String where, String what, Statistic statistic, @Nullable Object most) {
        String text = String.valueOf(most);
        return new Limit(
                what, statistic, statistic == Statistic.FAILED ? share(where, text) : Figures.nanos(where, text));
    }

    private static double share(String where, String text) {
        try {
            double percent = Double.parseDouble(text.replaceAll("\\s*%$", ""));
            if (text.endsWith("%") && percent >= 0 && percent <= 100) {
                return percent / 100;
            }
        } catch (NumberFormatException e) {
            throw new BadInput("%s: %s is not a share such as 0.5%%.".formatted(where, text), e);
        }
        throw new BadInput("%s: %s is not a share such as 0.5%%.".formatted(where, text));
    }

    private static Statistic known(String where, Object name) {
        Statistic statistic = statistic(String.valueOf(name));
        if (statistic == null || statistic == Statistic.FAILED) {
            throw new BadInput("%s: a component has no %s, only mean, p50, p90, p95, p99.".formatted(where, name));
        }
        return statistic;
    }

    private static @Nullable Statistic statistic(String name) {
        for (Statistic statistic : Statistic.values()) {
            if (statistic.name().equalsIgnoreCase(name)) {
                return statistic;
            }
        }
        return null;
    }
}
