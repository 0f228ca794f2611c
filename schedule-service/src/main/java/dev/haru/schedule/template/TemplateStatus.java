package dev.haru.schedule.template;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Who sees a template. The names are the database's, too. */
enum TemplateStatus {
    /** Its owner, who is not done with it. */
    @JsonProperty("draft")
    DRAFT,
    /** Everybody. */
    @JsonProperty("released")
    RELEASED,
    /** Its owner, who has taken it back. */
    @JsonProperty("withdrawn")
    WITHDRAWN
}
