package dev.haru.platform.media;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.web.servlet.mvc.condition.RequestCondition;

/**
 * Prefers a mapping to one without this condition if the {@code Accept} header permits both, such as
 * {@code *}{@code /*}. Spring would otherwise refuse the request as ambiguous.
 */
enum PreferredMapping implements RequestCondition<PreferredMapping> {
    INSTANCE;

    @Override
    public PreferredMapping combine(PreferredMapping other) {
        return this;
    }

    @Override
    public PreferredMapping getMatchingCondition(HttpServletRequest request) {
        return this;
    }

    @Override
    public int compareTo(PreferredMapping other, HttpServletRequest request) {
        return 0;
    }
}
