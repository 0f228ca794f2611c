package dev.haru.schedule.template;

import java.util.Arrays;
import java.util.Optional;

/** In which order templates are listed; what is equal, by id, the newer one first. */
public enum TemplateOrder {
    /** By the Bayesian average of the ratings, the best first. */
    BEST_RATED("best-rated"),
    /** By how many members have adopted it. */
    MOST_ADOPTED("most-adopted"),
    /** By when it was first released. */
    NEWEST("newest"),
    /** By when its content last changed. */
    RECENTLY_UPDATED("recently-updated");

    private final String code;

    TemplateOrder(String code) {
        this.code = code;
    }

    /** As clients write it. */
    public String code() {
        return code;
    }

    static Optional<TemplateOrder> ofCode(String code) {
        return Arrays.stream(values()).filter(order -> order.code.equals(code)).findFirst();
    }
}
