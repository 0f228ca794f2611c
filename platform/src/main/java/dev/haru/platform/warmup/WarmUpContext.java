package dev.haru.platform.warmup;

import org.jspecify.annotations.Nullable;

/**
 * Everything that differs while a thread serves a warm-up call. A process makes its <em>own</em> calls to itself; their
 * calls to an upstream service are <em>a client service's</em> warm-up calls there. No other class decides what
 * differs:
 *
 * <ul>
 *   <li>The observation of requests and the metrics of cached pages: {@link #isMeasured}, so that the metrics of a
 *       route contain only requests of clients.
 *   <li>{@code ResilientClient}: {@link #countsForCircuitBreaker}, because a warm-up may run before the upstream
 *       service is available. Otherwise the circuit breaker would be open for the first requests of clients.
 *   <li>{@code LookupBatcher}: {@link #sharesLookups}, because a shared call carries the header of one look-up to all.
 *   <li>The interceptor of upstream calls: {@link #marksUpstreamCalls}, so that the upstream service applies this list
 *       too.
 *   <li>{@code ServiceCredentialFilter}: {@link #isOwnCall}, because a process has no credential for itself.
 *       {@code InternalCallInterceptor} reads only the authentication that results.
 *   <li>The check of access tokens: {@link #isWarmUpUser}, because the warm-up user has no session.
 * </ul>
 */
public final class WarmUpContext {

    private static final ThreadLocal<@Nullable Call> CALL = new ThreadLocal<>();

    private WarmUpContext() {}

    /** Whether the call appears in the metrics of routes. */
    public static boolean isMeasured() {
        return CALL.get() == null;
    }

    /** Whether the outcomes of upstream calls count for the circuit breaker. */
    public static boolean countsForCircuitBreaker() {
        return CALL.get() == null;
    }

    /** Whether look-ups of the call may share an upstream call with look-ups of other calls. */
    public static boolean sharesLookups() {
        return CALL.get() == null;
    }

    /** Whether upstream calls carry the header of warm-up calls. */
    static boolean marksUpstreamCalls() {
        return CALL.get() != null;
    }

    /** Whether the process makes the call to itself and still warms up. */
    public static boolean isOwnCall() {
        return ownPass() != null;
    }

    /** Whether the process makes the call to itself, and this is the token of its warm-up user. */
    public static boolean isWarmUpUser(String token) {
        WarmUpPass pass = ownPass();
        return pass != null && pass.matches(token);
    }

    private static @Nullable WarmUpPass ownPass() {
        Call call = CALL.get();
        WarmUpPass pass = call == null ? null : call.pass;
        return pass != null && pass.isOpen() ? pass : null;
    }

    static void beginOwnCall(WarmUpPass pass) {
        CALL.set(new Call(pass));
    }

    static void beginClientServiceCall() {
        CALL.set(new Call(null));
    }

    static void endCall() {
        CALL.remove();
    }

    /**
     * A warm-up call.
     *
     * @param pass the pass that the call has shown; null for a call of a client service
     */
    private record Call(@Nullable WarmUpPass pass) {}
}
