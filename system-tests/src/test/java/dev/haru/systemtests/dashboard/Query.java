package dev.haru.systemtests.dashboard;

import tools.jackson.databind.JsonNode;

/**
 * A query of a panel.
 *
 * @param source the uid of the data source, a variable
 * @param promql the expression; empty for a data source of another kind
 * @param instant whether the query returns only the current value, not a range
 */
public record Query(String source, String promql, boolean instant) {

    static Query of(JsonNode target) {
        return new Query(
                target.at("/datasource/uid").asString(),
                target.path("expr").asString(""),
                target.path("instant").asBoolean(false));
    }

    /** Whether Tempo or its metrics generator provides the result. */
    public boolean needsTempo() {
        return promql.isEmpty() || promql.contains("traces_");
    }
}
