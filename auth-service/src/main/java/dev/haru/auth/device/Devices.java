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

    /** Maximum of devices of an account. A sign-in from a new device ends the least recently used device beyond it. */
    public static final int MAX = 10;

    /** Concurrent sign-ins can leave devices beyond the maximum until the next sign-in. The owner sees them, too. */
    private static final int MAX_LISTED = 100;

    private final DeviceStore store;
    private final SecurityEvents events;

    Devices(DeviceStore store, SecurityEvents events) {
        this.store = store;
        this.events = events;
    }

    List<Device> list(UUID account, UUID session) {
        // From the primary: a device that the owner has just ended must not appear because a replica lags.
        return ReplicaRouting.fromPrimary(() -> store.list(account, session, MAX_LISTED));
    }

    /** Ends a device. Throws {@link DeviceNotFound} if the account has no such device. */
    @Transactional
    public void end(UUID account, UUID device, Origin origin) {
        if (!store.end(account, device)) {
            throw DeviceNotFound.withId(device);
        }
        events.append(account, Kind.DEVICE_ENDED, origin);
    }

    /** Ends all devices of an account, in the caller's transaction. */
    public void endAll(UUID account) {
        store.endAll(account);
    }

    /** Ends all devices except the one that this session was opened from, in the caller's transaction. */
    public void endOthers(UUID account, UUID session) {
        store.endOthers(account, session);
    }
}
