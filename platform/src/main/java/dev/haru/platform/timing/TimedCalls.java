package dev.haru.platform.timing;

import feign.Capability;
import feign.Client;
import feign.Request;
import feign.Response;
import java.io.IOException;
import java.util.Collection;

/**
 * Times Feign calls and adds the timing entries that the upstream service returns. Public because Feign calls it by
 * reflection.
 */
public final class TimedCalls implements Capability {

    TimedCalls() {}

    @Override
    public Client enrich(Client client) {
        return (request, options) -> timed(client, request, options);
    }

    private static Response timed(Client client, Request request, Request.Options options) throws IOException {
        RequestTiming timing = RequestTiming.current();
        String hop = TimingEntries.hop(request.requestTemplate().feignTarget().name());
        long start = System.nanoTime();
        timing.begin(Part.UPSTREAM);
        try {
            Response response = client.execute(request, options);
            Collection<String> headers = response.headers().get(TimingEntries.HEADER);
            if (headers == null) {
                timing.upstreamTook(hop, System.nanoTime() - start);
            } else {
                headers.forEach(timing::upstreamReported);
            }
            return response;
        } catch (IOException failure) {
            timing.upstreamFailed(hop, System.nanoTime() - start);
            throw failure;
        } finally {
            timing.end(Part.UPSTREAM);
        }
    }
}
