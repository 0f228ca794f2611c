package dev.haru.systemtests.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.local.HaruSystem;
import dev.haru.local.port.Port;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Concurrent requests of many members whose tokens are in no cache. The services look up several tokens in one call.
 */
@SystemTest
class ManyAtOnceSystemTests {

    private static final int MEMBERS = 24;
    private static final Pattern BATCHES = Pattern.compile("(?m)^haru_identity_batch_(?:sum|count)\\{.* (\\S+)$");

    private final HaruSystem system;
    private final Client client;

    ManyAtOnceSystemTests(HaruSystem system, Client client) {
        this.system = system;
        this.client = client;
    }

    @Test
    void eachMemberGetsTheirOwnData() {
        List<String> nicknames = IntStream.range(0, MEMBERS)
                .mapToObj(_ -> Client.freshNickname())
                .toList();
        nicknames.forEach(nickname -> {
            client.register(nickname);
            Answer created = client.signedIn(nickname).post("/v1/schedules", """
                    {"title":"of %s","locationId":1,"startAt":"2030-01-01T09:00:00Z","endAt":"2030-01-01T10:00:00Z"}
                    """.formatted(nickname));
            assertThat(created.status()).as(created.body()).isEqualTo(201);
        });

        // A response with the data of another member fails the test at once.
        Awaitility.await()
                .atMost(Duration.ofMinutes(10))
                .until(() -> getConcurrently(nicknames, "/v1/members/me", "/nickname", "")
                        && getConcurrently(nicknames, "/v1/schedules", "/items/0/title", "of ")
                        && batchesLookUps(Port.MEMBER_MANAGEMENT)
                        && batchesLookUps(Port.SCHEDULE_MANAGEMENT));
    }

    /** Returns whether all requests succeeded. A busy machine may refuse some of them, or a sign-in before them. */
    private boolean getConcurrently(List<String> nicknames, String path, String pointer, String prefix)
            throws Exception {
        List<Client> members = nicknames.stream().map(client::signedIn).toList();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Answer>> answers = new ArrayList<>();
            members.forEach(member -> answers.add(threads.submit(() -> member.get(path))));
            boolean complete = true;
            for (int i = 0; i < MEMBERS; i++) {
                Answer answer = answers.get(i).get();
                if (answer.status() == 200) {
                    assertThat(answer.text(pointer)).isEqualTo(prefix + nicknames.get(i));
                } else {
                    complete = false;
                }
            }
            return complete;
        }
    }

    private boolean batchesLookUps(Port management) {
        double[] countAndSum = BATCHES.matcher(new Client(system.url(management))
                        .get("/actuator/prometheus")
                        .body())
                .results()
                .map(MatchResult::group)
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .toArray();
        return countAndSum.length == 2 && countAndSum[0] < countAndSum[1];
    }
}
