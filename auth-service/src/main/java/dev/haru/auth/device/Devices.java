package dev.haru.auth.device;

import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvents;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.platform.database.ReplicaRouting;
import java.util.List;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Lists and ends the devices of an account. */
@Component
public class Devices {

    /** Devices of an account; a sign-in from a new one ends those beyond, the least recently used first. */
    public static final int MAX = 10;

    /** Concurrent sign-ins may leave some devices beyond the maximum until the next one, and the owner sees them. */
    private static final int LONGEST_LIST = 100;

    private final DeviceStore store;
    private final SecurityEvents events;

    Devices(DeviceStore store, SecurityEvents events) {
        this.store = store;
        this.events = events;
    }

    List<Device> list(UUID account, UUID session) {
        // An owner who has just ended one must not see it, however far a replica lags behind.
        return ReplicaRouting.fromPrimary(() -> store.list(account, session, LONGEST_LIST));
    }

    /** Ends a device; throws {@link DeviceNotFound} when the account has no such device. */
    @Transactional
    public void end(UUID account, UUID device, Origin origin) {
        if (!store.end(account, device)) {
            throw DeviceNotFound.withId(device);
        }
        events.append(account, Kind.DEVICE_ENDED, origin);
    }

    /** Ends all devices of an account but the one that this session was opened from, in the caller's transaction. */
    public void endOthers(UUID account, UUID session) {
        store.endOthers(account, session);
    }
}
