package dev.haru.local.dashboard;

import tools.jackson.databind.JsonNode;

/**
 * What a panel asks.
 *
 * @param source the data source's uid, a variable
 * @param promql the expression; empty when another kind of source is asked
 * @param instant whether it is asked for now alone, and not over time
 */
public record Query(String source, String promql, boolean instant) {

    static Query of(JsonNode target) {
        return new Query(
                target.at("/datasource/uid").asString(),
                target.path("expr").asString(""),
                target.path("instant").asBoolean(false));
    }

    /** Whether its answer is made of traces, by Tempo or its metrics generator. */
    public boolean needsTempo() {
        return promql.isEmpty() || promql.contains("traces_");
    }
}
