package dev.haru.gateway.header;

import java.util.List;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.stereotype.Component;

/** The filters for the headers of requests and responses. They replace Spring Cloud Gateway's own header filters. */
@Component
public final class HeaderFilters {

    private final List<HttpHeadersFilter> filters;

    HeaderFilters(RequestHeaders request, ResponseHeaders response) {
        this.filters = List.of(request, response);
    }

    /** Returns the filters in the order in which they run. */
    public List<HttpHeadersFilter> filters() {
        return filters;
    }
}
