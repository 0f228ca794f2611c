package dev.haru.gateway.header;

import java.util.List;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.stereotype.Component;

/** The filters that headers pass on their way to a service and back; Spring Cloud Gateway's own are left out. */
@Component
public final class HeaderFilters {

    private final List<HttpHeadersFilter> filters;

    HeaderFilters(RequestHeaders request, ResponseHeaders response) {
        this.filters = List.of(request, response);
    }

    /** In the order in which they run. */
    public List<HttpHeadersFilter> filters() {
        return filters;
    }
}
