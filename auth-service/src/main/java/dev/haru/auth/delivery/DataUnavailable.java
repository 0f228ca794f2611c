package dev.haru.auth.delivery;

import feign.FeignException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An upstream service did not return the data of a member. A later call can succeed. */
public final class DataUnavailable extends RuntimeException {

    private static final int NO_CONTENT = 204;

    private DataUnavailable(String service, int status) {
        // The message of the failure can contain a response, and with it personal data.
        super(service + " returned no data, status " + status);
    }

    /** Makes the call; throws {@link DataUnavailable} if it fails or if the response has no body. */
    public static DataPage orElse(String service, Supplier<@Nullable DataPage> call) {
        @Nullable DataPage page;
        try {
            page = call.get();
        } catch (FeignException failure) {
            throw new DataUnavailable(service, failure.status());
        }
        if (page == null) {
            throw new DataUnavailable(service, NO_CONTENT);
        }
        return page;
    }
}
