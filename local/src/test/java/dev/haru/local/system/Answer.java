package dev.haru.local.system;

import java.net.http.HttpHeaders;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the gateway answered. */
record Answer(int status, HttpHeaders headers, String body) {

    private static final JsonMapper JSON = new JsonMapper();

    JsonNode json() {
        return JSON.readTree(body);
    }

    /** A text of the JSON body, by its JSON pointer. */
    String text(String pointer) {
        return json().at(pointer).asString("");
    }

    String header(String name) {
        return headers.firstValue(name).orElse("");
    }
}
