package dev.haru.auth.guard;

import dev.haru.platform.address.AddressPrefix;
import dev.haru.platform.token.Sha256;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Decides who may have a password checked, before the database is asked and before anything is hashed. Only failures
 * count, and an account is never closed to its owner: a device that signed in before is counted on its own. Redis
 * counts for all processes; while it is away, each counts for itself, with lower limits.
 */
@Component
public class LoginGuard {

    private static final Logger log = LoggerFactory.getLogger(LoginGuard.class);
    private static final String KEY = "haru:login-guard:";
    private static final int SUBJECT_BYTES = 15;

    private final RedisCounters shared;
    private final LocalCounters local;
    private final Challenges challenges;
    private final DeviceCookies devices;
    private final Suspects suspects;
    private final LoginGuardProperties properties;
    private final Limits limits;
    private final Limits floor;
    private final MeterRegistry meters;
    private final Clock clock;

    /** Until then Redis is left alone: it did not answer a moment ago. */
    private volatile Instant silentUntil = Instant.MIN;

    LoginGuard(
            RedisCounters shared,
            LocalCounters local,
            Challenges challenges,
            DeviceCookies devices,
            Suspects suspects,
            LoginGuardProperties properties,
            MeterRegistry meters,
            Clock clock) {
        this.shared = shared;
        this.local = local;
        this.challenges = challenges;
        this.devices = devices;
        this.suspects = suspects;
        this.properties = properties;
        this.limits = Limits.of(properties, 1);
        this.floor = Limits.of(properties, properties.floorDivisor());
        this.meters = meters;
        this.clock = clock;
    }

    /**
     * Throws the 428 problem at once, from memory, when {@link #admit} threw it a moment ago for the same account or
     * address and this sign-in brings nothing that would change that. Parameters as there.
     */
    public void recall(String address, String account, @Nullable String device, @Nullable String solution) {
        if (suspects.isEmpty() || (solution != null && !solution.isBlank())) {
            return;
        }
        boolean suspect = suspects.isAny(keysOf(prefixOf(address), account).values(), clock.instant());
        if (suspect && devices.deviceOf(device, account).isEmpty()) {
            decided("challenge");
            throw LoginRefused.withoutChallenge();
        }
    }

    /**
     * Lets a sign-in through, or throws a 428 or 429 problem.
     *
     * @param account the key of the nickname, whether or not there is such an account
     * @param device the device cookie, if the client has one
     * @param solution the solution of a challenge, if the client was asked for one
     */
    public Admission admit(String address, String account, @Nullable String device, @Nullable String solution) {
        String prefix = prefixOf(address);
        Optional<Map<Counter, String>> known =
                devices.deviceOf(device, account).map(id -> Map.of(Counter.DEVICE, KEY + "device:" + id));
        Map<Counter, String> keys = keysOf(prefix, account);
        Map<Counter, String> asked = new EnumMap<>(keys);
        known.ifPresent(asked::putAll);

        Instant now = clock.instant();
        Judged judged = count(prefix, asked, now);
        if (known.isPresent() && judged.limits().isDeviceGood(judged.counts())) {
            return admitted("known-device", prefix, known.get(), judged, true);
        }
        counted("refused", () -> judged.limits().refuseHostile(judged.counts(), now));
        double excess = judged.limits().excess(judged.counts());
        if (excess < 1) {
            return admitted("open", prefix, keys, judged, known.isPresent());
        }
        suspects.remember(judged.limits().suspicious(judged.counts(), keys), now);
        counted("challenge", () -> requireWork(solution, challenges.workFor(excess)));
        return admitted("solved", prefix, keys, judged, known.isPresent());
    }

    /** Lets somebody who is signed in confirm the own password, or throws a 429 problem. */
    public Admission admitConfirmation(String address, UUID account) {
        String prefix = prefixOf(address);
        Map<Counter, String> keys = Map.of(Counter.PAIR, KEY + "pair:" + prefix + ":" + subject(account.toString()));
        Instant now = clock.instant();
        Judged judged = count(prefix, keys, now);
        counted("refused", () -> judged.limits().refuseHostilePair(judged.counts(), now));
        return admitted("open", prefix, keys, judged, false);
    }

    /** A device cookie for whoever has just signed in, when there was no good one. */
    public Optional<DeviceCookie> newDevice(String account, Admission admission) {
        return admission.isDeviceKnown()
                ? Optional.empty()
                : Optional.of(new DeviceCookie(
                        devices.issue(account),
                        properties.device().life(),
                        properties.device().secure()));
    }

    /** The work that this address must do now, for this account or for any. */
    long workFor(String address, @Nullable String account) {
        String prefix = prefixOf(address);
        Map<Counter, String> keys =
                account == null ? Map.of(Counter.ADDRESS, KEY + "address:" + prefix) : keysOf(prefix, account);
        Judged judged = count(prefix, keys, clock.instant());
        return challenges.workFor(judged.limits().excess(judged.counts()));
    }

    /** What is counted against an address, an account or both, for an operator. */
    Counts look(@Nullable String address, @Nullable String account) {
        String prefix = address == null ? "" : prefixOf(address);
        return count(prefix, keysOf(address == null ? null : prefix, account), clock.instant())
                .counts();
    }

    /** Forgets what is counted against an address, an account or both. */
    void unblock(@Nullable String address, @Nullable String account) {
        String prefix = address == null ? null : prefixOf(address);
        Collection<String> keys = keysOf(prefix, account).values();
        suspects.forget(keys);
        local.forget(keys);
        shared.forget(keys);
        if (prefix != null) {
            local.unblock(prefix);
            shared.unblock(prefix);
        }
    }

    void begin(Map<Counter, String> keys) {
        Instant now = clock.instant();
        Limits current = now.isBefore(silentUntil) ? floor : limits;
        if (!local.begin(keys, current.hostile(), now)) {
            decided("refused-in-queue");
            throw LoginRefused.tooManyAttempts(null, now);
        }
    }

    void end(Map<Counter, String> keys, boolean right) {
        local.end(keys, right, clock.instant());
    }

    void failed(String address, Map<Counter, String> keys) {
        Instant now = clock.instant();
        // They may be refused from now on, and no longer asked.
        suspects.forget(keys.values());
        boolean blockedHere = local.blockIfHostile(address, keys, floor.hostileAddress(), now);
        boolean blocked = shared(counters -> counters.failed(address, keys, limits.hostileAddress(), now), now)
                .orElse(blockedHere);
        if (blocked) {
            log.warn("address {} is blocked for {}: too many wrong passwords", address, properties.block());
            meters.counter("haru.login.guard.blocks").increment();
        }
    }

    /**
     * Forgets the typing errors.
     *
     * @param erred whether there were some when it was let through, which another process may have counted
     */
    void succeeded(Map<Counter, String> keys, boolean erred) {
        String typed = keys.get(typedBy(keys));
        if (typed == null) {
            return;
        }
        Instant now = clock.instant();
        if (erred || local.count("", Map.of(Counter.PAIR, typed), now).of(Counter.PAIR) > 0) {
            suspects.forget(List.of(typed));
            local.forget(List.of(typed));
            shared(
                    counters -> {
                        counters.forget(List.of(typed));
                        return true;
                    },
                    now);
        }
    }

    private void requireWork(@Nullable String solution, long work) {
        if (solution == null || solution.isBlank()) {
            throw LoginRefused.withoutChallenge();
        }
        boolean good = challenges
                .verify(solution)
                .filter(solved -> solved.work() >= work)
                .filter(solved -> isFirstUse(solved.challenge()))
                .isPresent();
        if (!good) {
            throw LoginRefused.badChallenge();
        }
    }

    private boolean isFirstUse(String challenge) {
        boolean firstHere = local.useOnce(challenge);
        return firstHere
                && shared(
                                counters -> counters.useOnce(
                                        challenge, properties.challenge().life()),
                                clock.instant())
                        .orElse(true);
    }

    private Judged count(String prefix, Map<Counter, String> keys, Instant now) {
        return shared(counters -> counters.count(prefix, keys, now), now)
                .map(counts -> new Judged(counts, limits))
                .orElseGet(() -> new Judged(local.count(prefix, keys, now), floor));
    }

    /** What Redis says, or nothing while it is away. */
    private <T> Optional<T> shared(Function<RedisCounters, T> question, Instant now) {
        if (now.isBefore(silentUntil)) {
            return Optional.empty();
        }
        try {
            return Optional.of(question.apply(shared));
        } catch (DataAccessException away) {
            log.warn("login guard: Redis is away, the floor of this process applies: {}", away.toString());
            meters.counter("haru.login.guard.floor").increment();
            silentUntil = clock.instant().plus(properties.silence());
            return Optional.empty();
        }
    }

    private Admission admitted(
            String decision, String prefix, Map<Counter, String> keys, Judged judged, boolean deviceKnown) {
        decided(decision);
        return new Admission(this, prefix, keys, judged.counts().of(typedBy(keys)) > 0, deviceKnown);
    }

    private void counted(String decision, Runnable rule) {
        try {
            rule.run();
        } catch (LoginRefused refused) {
            decided(decision);
            throw refused;
        }
    }

    private void decided(String decision) {
        meters.counter("haru.login.guard.decisions", "decision", decision).increment();
    }

    private static Map<Counter, String> keysOf(@Nullable String prefix, @Nullable String account) {
        Map<Counter, String> keys = new EnumMap<>(Counter.class);
        if (prefix != null) {
            keys.put(Counter.ADDRESS, KEY + "address:" + prefix);
        }
        if (account != null) {
            keys.put(Counter.ACCOUNT, KEY + "account:" + subject(account));
        }
        if (prefix != null && account != null) {
            keys.put(Counter.PAIR, KEY + "pair:" + prefix + ":" + subject(account));
        }
        return keys;
    }

    /** The counter of whoever types: of a known device, or of an account at an address. */
    private static Counter typedBy(Map<Counter, String> keys) {
        return keys.containsKey(Counter.PAIR) ? Counter.PAIR : Counter.DEVICE;
    }

    private static String prefixOf(String address) {
        try {
            return AddressPrefix.of(address).text();
        } catch (IllegalArgumentException notLiteral) {
            return address;
        }
    }

    /** Short, whatever a client calls an account, and nobody reads nicknames out of Redis. */
    private static String subject(String account) {
        return Base64.getUrlEncoder().encodeToString(Arrays.copyOf(Sha256.of(account), SUBJECT_BYTES));
    }

    private record Judged(Counts counts, Limits limits) {}
}
