package dev.haru.platform.identity;

import static dev.haru.platform.identity.CacheFixture.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.haru.platform.deadline.DeadlineExceeded;
import dev.haru.platform.deadline.Deadlines;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class SharedLookupsTests {

    private final LookupResult<String> result = new LookupResult<>(new CacheFixture().entry());
    private final LookupResult<String> ownResult = new LookupResult<>(new CacheFixture().entry());
    private final SharedLookups<String, String> lookups = new SharedLookups<>();
    private final CompletableFuture<LookupResult<String>> lookup = new CompletableFuture<>();

    @Test
    void secondRequestForAKeyFindsTheLookUpInProgress() {
        begin();

        assertThat(lookups.begin(TOKEN, new CompletableFuture<>())).isSameAs(lookup);
        assertThat(lookups.begin("hru_of_another", new CompletableFuture<>())).isNull();
    }

    @Test
    void resultReachesEachWaitingRequest() {
        begin();

        lookups.end(TOKEN, lookup, result);

        assertThat(join()).isSameAs(result);
        assertThat(join()).isSameAs(result);
        assertThat(lookups.begin(TOKEN, new CompletableFuture<>())).as("ended").isNull();
    }

    @Test
    void endWithoutResultLetsWaitingRequestsLookUp() {
        begin();

        lookups.end(TOKEN, lookup, null);

        assertThat(join()).isSameAs(ownResult);
    }

    @Test
    void lateEndKeepsTheNextLookUp() {
        CompletableFuture<LookupResult<String>> next = new CompletableFuture<>();
        begin();
        lookups.end(TOKEN, lookup, result);
        assertThat(lookups.begin(TOKEN, next)).isNull();

        lookups.end(TOKEN, lookup, result);

        assertThat(lookups.begin(TOKEN, new CompletableFuture<>())).isSameAs(next);
    }

    @Test
    void failureReachesWaitingRequestsAndEndsTheLookUp() {
        begin();

        lookups.fail(TOKEN, lookup, new IllegalStateException("refused"));

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(this::join)
                .withMessage("refused");
        assertThat(lookups.begin(TOKEN, new CompletableFuture<>())).isNull();
    }

    @Test
    void eachWaitingRequestThrowsItsOwnProblem() {
        IdentityUnsettled shared = IdentityUnsettled.rightNow();
        begin();

        lookups.fail(TOKEN, lookup, shared);

        assertThat(catchThrowable(this::join))
                .isInstanceOf(IdentityUnsettled.class)
                .isNotSameAs(shared)
                .isNotSameAs(catchThrowable(this::join));
    }

    @Test
    void deadlineOfTheLookUpIsNotShared() {
        begin();

        Deadlines.over()
                .wrap(() -> lookups.fail(TOKEN, lookup, new IllegalStateException("no time left")))
                .run();

        assertThat(join()).isSameAs(ownResult);
    }

    @Test
    void deadlineOfTheWaitingRequestEndsItsWait() {
        begin();

        Runnable waiting = Deadlines.in(Duration.ofMillis(1)).wrap((Runnable) this::join);

        assertThatExceptionOfType(DeadlineExceeded.class).isThrownBy(waiting::run);
        assertThat(lookup).as("other requests still wait").isNotDone();
    }

    private void begin() {
        assertThat(lookups.begin(TOKEN, lookup)).isNull();
    }

    private LookupResult<String> join() {
        return lookups.join(lookup, () -> ownResult);
    }
}
