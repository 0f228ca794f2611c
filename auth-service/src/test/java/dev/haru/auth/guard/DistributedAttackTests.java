package dev.haru.auth.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.FakeService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

/**
 * Within one minute, 200 addresses guess at one account and solve every challenge they are given; one of them, which
 * tries other accounts too, is the address of a café.
 */
@AuthServiceTest
class DistributedAttackTests {

    private static final int ADDRESSES = 200;
    private static final int ROUNDS = 3;
    private static final int GUESTS = 50;
    private static final int ACCOUNT_BUDGET = 100;

    @Autowired
    private MockMvcTester http;

    private final String cafe = LoginGuardTests.freshAddress();

    @Test
    void underSiegeTheOwnerAndTheCafeGetInAndTheGuessersStayWithinTheBudget() throws Exception {
        FakeService.takesEverything();
        String target = LoginGuardTests.freshNickname();
        TestClient owner = new TestClient(http, LoginGuardTests.freshAddress());
        owner.register(target);
        assertThat(owner.signIn(target)).hasStatusOk();
        List<String> guests = IntStream.range(0, GUESTS)
                .mapToObj(_ -> LoginGuardTests.freshNickname())
                .peek(guest -> new TestClient(http, LoginGuardTests.freshAddress()).register(guest))
                .toList();
        List<TestClient> guessers = IntStream.range(0, ADDRESSES)
                .mapToObj(i -> new TestClient(http, i == 0 ? cafe : LoginGuardTests.freshAddress()))
                .toList();
        AtomicInteger hashes = new AtomicInteger();
        AtomicInteger ownerIn = new AtomicInteger();
        AtomicInteger guestsIn = new AtomicInteger();

        try (ExecutorService clients = Executors.newFixedThreadPool(8)) {
            for (int round = 0; round < ROUNDS; round++) {
                List<Callable<Void>> moves = new ArrayList<>();
                for (TestClient guesser : guessers) {
                    moves.add(counting(
                            () -> guesser.signInWithPatience(target, "wrong-password")
                                    .getResponse()
                                    .getStatus(),
                            401,
                            hashes));
                }
                for (int i = 0; i < 12; i++) {
                    moves.add(counting(
                            () -> new TestClient(http, cafe)
                                    .signInWithPatience(LoginGuardTests.freshNickname(), "wrong-password")
                                    .getResponse()
                                    .getStatus(),
                            401,
                            new AtomicInteger()));
                    moves.add(counting(() -> owner.signIn(target).getResponse().getStatus(), 200, ownerIn));
                }
                for (String guest : guests) {
                    moves.add(counting(
                            () -> new TestClient(http, cafe)
                                    .signInWithPatience(guest, TestClient.PASSWORD)
                                    .getResponse()
                                    .getStatus(),
                            200,
                            guestsIn));
                }
                Collections.shuffle(moves, new Random(round));
                clients.invokeAll(moves).forEach(move -> assertThat(move).succeedsWithin(Duration.ofMinutes(1)));
            }
        }

        assertThat(ownerIn).hasValue(12 * ROUNDS);
        assertThat(guestsIn).hasValue(GUESTS * ROUNDS);
        assertThat(hashes.get()).isBetween(10, ACCOUNT_BUDGET);
    }

    private static Callable<Void> counting(Callable<Integer> move, int status, AtomicInteger counter) {
        return () -> {
            if (move.call() == status) {
                counter.incrementAndGet();
            }
            return null;
        };
    }
}
