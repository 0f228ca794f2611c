package dev.haru.auth.guard;

import java.util.EnumMap;
import java.util.Map;

/**
 * The limits of the login guard: as configured, or divided while Redis is unavailable.
 *
 * @param suspicious per counter, the count from which a challenge is required
 * @param hostile per counter, the count from which an attempt is refused, even with a solved challenge
 * @param spraying per counter, the count from which every client without a known device needs a challenge
 * @param address failures and unsolved challenges from which an address prefix is blocked
 * @param confirmation failed confirmations from which the confirmations of an account are blocked
 * @param signUps registrations from which a registration needs a solved challenge
 */
record Limits(
        Map<Counter, Integer> suspicious,
        Map<Counter, Integer> hostile,
        Map<Counter, Integer> spraying,
        int address,
        int confirmation,
        int signUps) {

    static Limits of(LoginGuardProperties properties, int divisor) {
        LoginGuardProperties.Suspicious suspicious = properties.suspicious();
        LoginGuardProperties.Hostile hostile = properties.hostile();
        LoginGuardProperties.Spraying spraying = properties.spraying();
        return new Limits(
                Map.of(
                        Counter.ADDRESS, divided(suspicious.address(), divisor),
                        Counter.ACCOUNT, divided(suspicious.account(), divisor),
                        Counter.PAIR, divided(suspicious.pair(), divisor)),
                Map.of(
                        Counter.ADDRESS, divided(hostile.solvedAddress(), divisor),
                        Counter.ACCOUNT, divided(hostile.account(), divisor),
                        Counter.PAIR, divided(hostile.pair(), divisor),
                        Counter.CONFIRMATION, divided(hostile.confirmation(), divisor),
                        Counter.DEVICE, divided(hostile.device(), divisor)),
                Map.of(
                        Counter.PASSWORD, divided(spraying.password(), divisor),
                        Counter.ALL, divided(spraying.all(), divisor)),
                divided(hostile.address(), divisor),
                divided(hostile.confirmation(), divisor),
                divided(properties.signUp().limit(), divisor));
    }

    /** The count from which a challenge is required; 0 means never. */
    int challengeFrom(Counter counter) {
        return counter == Counter.SIGN_UP
                ? signUps
                : suspicious.getOrDefault(counter, spraying.getOrDefault(counter, 0));
    }

    /** The count from which attempts are refused; 0 means never. */
    int refusedFrom(Counter counter) {
        return hostile.getOrDefault(counter, 0);
    }

    boolean isHostile(Counter counter, int count) {
        int limit = refusedFrom(counter);
        return limit > 0 && count >= limit;
    }

    int sprayingFrom(Counter counter) {
        return spraying.getOrDefault(counter, 0);
    }

    /**
     * The limits for an attempt that leaves the hash queue. Without a solved challenge, the block limit of the address
     * applies.
     */
    Map<Counter, Integer> inQueue(boolean solved) {
        if (solved) {
            return hostile;
        }
        Map<Counter, Integer> unsolved = new EnumMap<>(hostile);
        unsolved.put(Counter.ADDRESS, address);
        return unsolved;
    }

    private static int divided(int limit, int divisor) {
        return Math.max(1, limit / divisor);
    }
}
