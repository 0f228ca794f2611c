package dev.haru.auth.guard;

import java.util.Map;
import java.util.function.BooleanSupplier;

/** An attempt that was let through to the hash. Exactly one of {@link #failed()} and {@link #succeeded()} ends it. */
public final class Admission {

    private final LoginGuard guard;
    private final String address;
    private final Map<Counter, String> keys;
    private final boolean erred;
    private final boolean deviceKnown;

    Admission(LoginGuard guard, String address, Map<Counter, String> keys, boolean erred, boolean deviceKnown) {
        this.guard = guard;
        this.address = address;
        this.keys = keys;
        this.erred = erred;
        this.deviceKnown = deviceKnown;
    }

    /** Whether it came with a device cookie that is good for its account. */
    boolean isDeviceKnown() {
        return deviceKnown;
    }

    /**
     * Runs the check of the password, when its turn has come: attempts that waited in the same queue may have failed
     * meanwhile, and then this one is refused (429) before it costs a hash.
     */
    public boolean check(BooleanSupplier password) {
        guard.begin(keys);
        boolean right = false;
        try {
            right = password.getAsBoolean();
            return right;
        } finally {
            guard.end(keys, right);
        }
    }

    /** The password was wrong, or there is no such account. */
    public void failed() {
        guard.failed(address, keys);
    }

    /** The password was right: typing errors before it are forgotten. */
    public void succeeded() {
        guard.succeeded(keys, erred);
    }
}
