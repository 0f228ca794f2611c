package dev.haru.auth.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AccountFixture;
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
 * Within one minute, 200 addresses guess at one account and solve every challenge that they receive. One of them is the
 * address of a café, which also tries other accounts.
 */
@AuthServiceTest
class DistributedAttackTests {

    private static final int ADDRESSES = 200;
    private static final int ROUNDS = 3;
    private static final int CAFE_MEMBERS = 50;
    private static final int ACCOUNT_BUDGET = 100;

    @Autowired
    private MockMvcTester http;

    private final String cafe = TestClient.freshAddress();

    @Test
    void distributedAttackAdmitsTheOwnerAndLimitsTheGuesses() throws Exception {
        FakeService.acceptAll();
        String target = AccountFixture.freshNickname();
        TestClient owner = new TestClient(http, TestClient.freshAddress());
        owner.register(target);
        assertThat(owner.signIn(target)).hasStatusOk();
        List<String> cafeMembers = IntStream.range(0, CAFE_MEMBERS)
                .mapToObj(_ -> AccountFixture.freshNickname())
                .peek(cafeMember -> new TestClient(http, TestClient.freshAddress()).register(cafeMember))
                .toList();
        List<TestClient> guessers = IntStream.range(0, ADDRESSES)
                .mapToObj(i -> new TestClient(http, i == 0 ? cafe : TestClient.freshAddress()))
                .toList();
        AtomicInteger hashes = new AtomicInteger();
        AtomicInteger ownerSignIns = new AtomicInteger();
        AtomicInteger cafeSignIns = new AtomicInteger();

        try (ExecutorService clients = Executors.newFixedThreadPool(8)) {
            for (int round = 0; round < ROUNDS; round++) {
                List<Callable<Void>> requests = new ArrayList<>();
                for (TestClient guesser : guessers) {
                    requests.add(counting(
                            () -> guesser.signInSolvingChallenge(target, "wrong-password")
                                    .getResponse()
                                    .getStatus(),
                            401,
                            hashes));
                }
                for (int i = 0; i < 12; i++) {
                    requests.add(counting(
                            () -> new TestClient(http, cafe)
                                    .signInSolvingChallenge(AccountFixture.freshNickname(), "wrong-password")
                                    .getResponse()
                                    .getStatus(),
                            401,
                            new AtomicInteger()));
                    requests.add(
                            counting(() -> owner.signIn(target).getResponse().getStatus(), 200, ownerSignIns));
                }
                for (String cafeMember : cafeMembers) {
                    requests.add(counting(
                            () -> new TestClient(http, cafe)
                                    .signInSolvingChallenge(cafeMember, TestClient.PASSWORD)
                                    .getResponse()
                                    .getStatus(),
                            200,
                            cafeSignIns));
                }
                Collections.shuffle(requests, new Random(round));
                clients.invokeAll(requests)
                        .forEach(request -> assertThat(request).succeedsWithin(Duration.ofMinutes(3)));
            }
        }

        assertThat(ownerSignIns).hasValue(12 * ROUNDS);
        assertThat(cafeSignIns).hasValue(CAFE_MEMBERS * ROUNDS);
        assertThat(hashes.get()).isBetween(10, ACCOUNT_BUDGET);
    }

    private static Callable<Void> counting(Callable<Integer> request, int status, AtomicInteger counter) {
        return () -> {
            if (request.call() == status) {
                counter.incrementAndGet();
            }
            return null;
        };
    }
}
