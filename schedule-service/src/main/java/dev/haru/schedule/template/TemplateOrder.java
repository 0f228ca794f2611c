package dev.haru.schedule.template;

import java.util.Arrays;
import java.util.Optional;

/** The order of a list. Templates with equal keys are in the order of their ids, newest first. */
public enum TemplateOrder {
    /** By the Bayesian average of the ratings, best first. */
    BEST_RATED("best-rated"),
    /** By the number of members who adopted the template. */
    MOST_ADOPTED("most-adopted"),
    /** By the time of the first release. */
    NEWEST("newest"),
    /** By the time of the last change of content. */
    RECENTLY_UPDATED("recently-updated");

    private final String code;

    TemplateOrder(String code) {
        this.code = code;
    }

    /** Returns the code that clients send. */
    public String code() {
        return code;
    }

    static Optional<TemplateOrder> ofCode(String code) {
        return Arrays.stream(values()).filter(order -> order.code.equals(code)).findFirst();
    }
}
