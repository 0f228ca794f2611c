package dev.haru.auth.schedule;

import dev.haru.auth.delivery.DataPage;
import dev.haru.auth.delivery.DataUnavailable;
import dev.haru.auth.delivery.Delivery;
import dev.haru.auth.schedule.ScheduleApi.AccountState;
import dev.haru.auth.schedule.ScheduleApi.LimitChange;
import feign.FeignException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Erases and reads the data of members at schedule-service, reads and changes their limits, ends their feeds, and
 * publishes the state of their accounts. Each call can be repeated.
 */
@Component
public class ScheduleClient {

    private static final Logger log = LoggerFactory.getLogger(ScheduleClient.class);

    private final ScheduleApi api;

    ScheduleClient(ScheduleApi api) {
        this.api = api;
    }

    /** Erases all schedules of a member. */
    public Delivery eraseSchedules(UUID id) {
        return Delivery.of(() -> api.deleteAllOf(id));
    }

    /** Returns a page of the member's schedules after an item. Throws {@link DataUnavailable}. */
    public DataPage schedules(UUID id, @Nullable UUID after) {
        return read(id, "schedules", after);
    }

    /** Returns a page of the member's deleted schedules after an item. Throws {@link DataUnavailable}. */
    public DataPage deletedSchedules(UUID id, @Nullable UUID after) {
        return read(id, "deleted-schedules", after);
    }

    /** Returns a page of the member's templates after an item. Throws {@link DataUnavailable}. */
    public DataPage templates(UUID id, @Nullable UUID after) {
        return read(id, "templates", after);
    }

    /** Returns a page of the member's ratings after the one of a template. Throws {@link DataUnavailable}. */
    public DataPage ratings(UUID id, @Nullable UUID after) {
        return read(id, "ratings", after);
    }

    /** Returns a page of the member's adoptions after the one of a template. Throws {@link DataUnavailable}. */
    public DataPage adoptions(UUID id, @Nullable UUID after) {
        return read(id, "adoptions", after);
    }

    /**
     * Publishes whether the account of a member is disabled.
     *
     * @param version rises with each change, so that a late call does not undo a later one
     */
    public Delivery changeAccountState(UUID id, boolean disabled, long version) {
        return Delivery.of(() -> api.changeAccountState(id, new AccountState(disabled, version)));
    }

    /** Ends the feed of a member if it was created until this time. */
    public Delivery endFeed(UUID id, Instant createdUntil) {
        return Delivery.of(() -> api.endFeed(id, createdUntil));
    }

    /**
     * Changes the limit of schedules of a member, and returns the limit that applies; empty if the member is erased.
     * Throws the 503 problem if schedule-service gives no usable answer.
     *
     * @param limit null for the limit of all members
     */
    public Optional<ScheduleLimit> changeLimit(UUID id, @Nullable Integer limit) {
        return limit("change", () -> api.changeLimit(id, new LimitChange(limit)));
    }

    /**
     * Returns the limit of schedules of a member; empty if the member is erased. Throws the 503 problem if
     * schedule-service gives no usable answer.
     */
    public Optional<ScheduleLimit> limitOf(UUID id) {
        return limit("read", () -> api.readLimit(id));
    }

    private static Optional<ScheduleLimit> limit(String what, Supplier<@Nullable ScheduleLimit> call) {
        try {
            ScheduleLimit answer = call.get();
            if (answer != null) {
                return Optional.of(answer);
            }
        } catch (FeignException.NotFound _) {
            return Optional.empty();
        } catch (FeignException failure) {
            // The message of the failure can contain a response, and with it personal data.
            log.warn("schedule-service is unavailable: {} of a limit: status {}", what, failure.status());
            throw new ScheduleUnavailable(failure);
        }
        throw new ScheduleUnavailable(null);
    }

    private DataPage read(UUID id, String data, @Nullable UUID after) {
        return DataUnavailable.orElse("schedule-service", () -> api.read(id, data, after));
    }
}
