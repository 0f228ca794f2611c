package dev.haru.systemtests.system;

import java.net.http.HttpHeaders;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A response of the gateway. */
record Answer(int status, HttpHeaders headers, String body) {

    private static final JsonMapper JSON = new JsonMapper();

    JsonNode json() {
        return JSON.readTree(body);
    }

    /** The text at a JSON pointer of the body. Empty if there is none. */
    String text(String pointer) {
        return json().at(pointer).asString("");
    }

    String header(String name) {
        return headers.firstValue(name).orElse("");
    }
}
