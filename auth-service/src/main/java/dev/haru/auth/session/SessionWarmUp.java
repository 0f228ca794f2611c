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

/** Practises introspection and hashing. Not signing in: an attempt is counted and noted. */
@Component
class SessionWarmUp implements UserWarmUpScenario {

    private static final Duration LIFE = Duration.ofHours(1);

    /**
     * Each is some 10 ms of a core; the Java fallback takes 300 for the first, which compiles it, and 30 after a few.
     */
    private static final int HASHES = 10;

    private static final AddressPrefix NOBODY = AddressPrefix.of("127.0.0.1");

    private final Passwords passwords;
    private final SecureRandom random;
    private final SignedIn visitor;
    private final AtomicBoolean hashed = new AtomicBoolean();

    SessionWarmUp(Passwords passwords, SecureRandom random, Clock clock) {
        this.passwords = passwords;
        this.random = random;
        this.visitor = new SignedIn(
                UUID.randomUUID(), UUID.randomUUID(), clock.instant().plus(LIFE));
    }

    @Override
    public SignedIn visitor() {
        return visitor;
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

    /** All hashes with the first pass, since a warm-up whose time is short may make few; then none. */
    @Override
    public void beforeCalls() {
        if (!hashed.getAndSet(true)) {
            for (int i = 0; i < HASHES; i++) {
                passwords.hash("the password of nobody", NOBODY);
            }
        }
    }

    private String unknownToken() {
        return '"' + TokenFormat.generate(TokenFormat.ACCESS, random) + '"';
    }
}
