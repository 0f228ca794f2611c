package dev.haru.systemtests.dashboard;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** A panel of a dashboard, with its position. */
public record Panel(JsonNode json, String dashboard) {

    /** The title of the dashboard's file and of the panel. */
    public String name() {
        return dashboard + ": " + title();
    }

    public List<Query> queries() {
        return json.path("targets").valueStream().map(Query::of).toList();
    }

    String title() {
        return json.path("title").asString("");
    }

    String text(String pointer) {
        return json.at(pointer).asString("");
    }

    int number(String pointer) {
        return json.at(pointer).asInt();
    }

    boolean isRow() {
        return text("/type").equals("row");
    }

    boolean overlaps(Panel other) {
        return number("/gridPos/x") < other.number("/gridPos/x") + other.number("/gridPos/w")
                && other.number("/gridPos/x") < number("/gridPos/x") + number("/gridPos/w")
                && number("/gridPos/y") < other.number("/gridPos/y") + other.number("/gridPos/h")
                && other.number("/gridPos/y") < number("/gridPos/y") + number("/gridPos/h");
    }
}
