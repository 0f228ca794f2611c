package dev.haru.schedule.template;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Decides which members see a template. The database stores these names in lower case. */
enum TemplateStatus {
    /** Visible to the owner, not released yet. */
    @JsonProperty("draft")
    DRAFT,
    /** Visible to all members. */
    @JsonProperty("released")
    RELEASED,
    /** Visible to the owner, who has withdrawn it. */
    @JsonProperty("withdrawn")
    WITHDRAWN
}
