package dev.haru.auth.session;

import dev.haru.auth.password.Passwords;
import dev.haru.platform.address.AddressPrefix;
import dev.haru.platform.token.TokenFormat;
import dev.haru.platform.warmup.UserWarmUpScenario;
import dev.haru.platform.warmup.WarmUpCall;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.stereotype.Component;

/**
 * Makes warm-up calls for introspection and password hashing. A sign-in is not among them, because every attempt is
 * counted and recorded.
 */
@Component
class SessionWarmUp implements UserWarmUpScenario {

    private static final Duration LIFE = Duration.ofHours(1);

    /**
     * Number of warm-up hashes. Each takes about 10 ms of a core. The Java fallback takes 300 ms for the first hash,
     * while its code is compiled, and 30 ms after a few.
     */
    private static final int HASHES = 10;

    private static final AddressPrefix LOCALHOST = AddressPrefix.of("127.0.0.1");

    private final Passwords passwords;
    private final SecureRandom random;
    private final SignedIn principal;
    private final AtomicBoolean hashed = new AtomicBoolean();

    SessionWarmUp(Passwords passwords, SecureRandom random, Clock clock) {
        this.passwords = passwords;
        this.random = random;
        this.principal = new SignedIn(
                UUID.randomUUID(), UUID.randomUUID(), clock.instant().plus(LIFE));
    }

    @Override
    public SignedIn warmUpUser() {
        return principal;
    }

    @Override
    public List<WarmUpCall> calls() {
        return List.of(
                WarmUpCall.anonymousPost("/internal/tokens/introspect", "{\"token\": " + unknownToken() + "}", 200),
                WarmUpCall.anonymousPost(
                        "/internal/tokens/introspect-many",
                        "{\"tokens\": [" + unknownToken() + ", " + unknownToken() + "]}",
                        200),
                WarmUpCall.read("/v1/auth/sessions", 200),
                WarmUpCall.anonymousPost("/v1/auth/user/login", "{}", 400),
                WarmUpCall.anonymousRead("/v1/auth/sessions", 401));
    }

    /** Computes all hashes in the first pass and none later, since a short warm-up may have few passes. */
    @Override
    public void beforeCalls() {
        if (!hashed.getAndSet(true)) {
            for (int i = 0; i < HASHES; i++) {
                passwords.hash("a warm-up password", LOCALHOST);
            }
        }
    }

    private String unknownToken() {
        return '"' + TokenFormat.generate(TokenFormat.ACCESS, random) + '"';
    }
}
