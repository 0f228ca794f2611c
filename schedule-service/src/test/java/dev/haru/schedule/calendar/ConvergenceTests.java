package dev.haru.schedule.calendar;

import static dev.haru.schedule.calendar.ScheduleFixture.hour;
import static dev.haru.schedule.calendar.ScheduleFixture.newMember;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.precondition.IfMatch;
import dev.haru.platform.test.EmbeddedDatabase;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.ErrorResponseException;

/**
 * A property of the change feed: a client that applies all pages has the state of the server, whatever happens between
 * the pages. Random writers, some of them with the statements of the version before, meet random readers, some of them
 * at a lagging replica. Readers restart from their stored token, and lose pages.
 */
@OnCalendar
class ConvergenceTests {

    private static final int WRITERS = 4;
    private static final int READERS = 4;
    private static final int STEPS = 150;

    @Autowired
    private Calendar calendar;

    @Autowired
    private DataSource dataSource;

    private final JdbcClient versionBefore = EmbeddedDatabase.jdbc("schedule");
    private final UUID member = newMember();
    private final List<UUID> known = new CopyOnWriteArrayList<>();
    private final AtomicInteger writing = new AtomicInteger(WRITERS);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void everyReaderEndsWithTheStateOfTheServer(long seed) throws Exception {
        known.add(calendar.add(member, ZoneOffset.UTC, hour("First")).schedule().id());

        List<Map<UUID, Schedule>> copies;
        try (ExecutorService executor = Executors.newFixedThreadPool(WRITERS + READERS)) {
            List<Future<?>> writers = IntStream.range(0, WRITERS)
                    .<Future<?>>mapToObj(writer -> executor.submit(() -> write(new Random(seed * 100 + writer))))
                    .toList();
            List<Future<Map<UUID, Schedule>>> readers = IntStream.range(0, READERS)
                    .mapToObj(reader -> executor.submit((Callable<Map<UUID, Schedule>>)
                            () -> read(new Random(seed * 1000 + reader), reader % 2 == 0)))
                    .toList();
            for (Future<?> writer : writers) {
                writer.get();
            }
            copies = readers.stream().map(ConvergenceTests::result).toList();
        }

        Map<UUID, Schedule> state = new HashMap<>();
        Window always = Window.of(null, null);
        calendar.list(member, ZoneOffset.UTC, always, always.start(), 1000)
                .forEach(occurrence -> state.put(occurrence.schedule().id(), occurrence.schedule()));
        assertThat(state).isNotEmpty();
        assertThat(copies).hasSize(READERS).allSatisfy(copy -> assertThat(copy).isEqualTo(state));
    }

    private void write(Random random) {
        try {
            for (int step = 0; step < STEPS; step++) {
                UUID id = known.get(random.nextInt(known.size()));
                try {
                    writeOnce(random.nextInt(8), id);
                } catch (ErrorResponseException | TransientDataAccessException refused) {
                    continue;
                }
            }
        } finally {
            writing.decrementAndGet();
        }
    }

    private void writeOnce(int dice, UUID id) {
        switch (dice) {
            case 0, 1 ->
                known.add(calendar.add(member, ZoneOffset.UTC, hour("Added"))
                        .schedule()
                        .id());
            case 2 ->
                calendar.reschedule(member, ZoneOffset.UTC, id, IfMatch.ANY, hour("Changed " + System.nanoTime()));
            case 3 -> calendar.remove(member, id, IfMatch.ANY);
            case 4 -> calendar.restore(member, ZoneOffset.UTC, id);
            case 5 ->
                versionBefore
                        .sql("update schedule set title = 'Old', version = version + 1 where id = ?")
                        .param(id)
                        .update();
            case 6 -> versionBefore.sql("""
                            with gone as (delete from schedule where id = ? returning member_id)
                            update member_quota q set used = used - 1 from gone where q.member_id = gone.member_id
                            """).param(id).update();
            default ->
                known.add(versionBefore
                        .sql("""
                                with slot as (
                                    update member_quota set used = used + 1 where member_id = ? and used < 30
                                    returning member_id)
                                insert into schedule (id, member_id, title, location_id, start_at, end_at, created_at,
                                                      updated_at)
                                select uuidv7(), member_id, 'Old', 1, now(), now() + interval '1 hour', now(), now()
                                from slot
                                returning id
                                """)
                        .param(member)
                        .query(UUID.class)
                        .optional()
                        .orElse(id));
        }
    }

    /** Reads until all writers are done, and then the rest. */
    private Map<UUID, Schedule> read(Random random, boolean fromReplica) throws SQLException {
        try (LaggingReplica replica = new LaggingReplica(dataSource)) {
            ChangeReader changes = new ChangeReader(replica);
            Map<UUID, Schedule> copy = new HashMap<>();
            SyncToken token = SyncToken.BEGINNING;
            boolean last = false;
            while (true) {
                boolean done = writing.get() == 0;
                if (random.nextInt(5) == 0 || done) {
                    replica.catchUp();
                }
                if (fromReplica) {
                    replica.beginRequest();
                }
                Changes page = changes.after(member, token, 1 + random.nextInt(5));
                if (random.nextInt(20) == 0 && !done) {
                    if (random.nextBoolean()) {
                        copy.clear();
                        token = SyncToken.BEGINNING;
                    }
                    continue; // the client ends before it stores the page
                }
                apply(page, copy);
                token = SyncToken.parse(page.next().toText(member), member).orElseThrow();
                if (last && !page.more()) {
                    return copy;
                }
                last = done;
            }
        }
    }

    private static void apply(Changes page, Map<UUID, Schedule> copy) {
        page.page().forEach(change -> {
            if (change.schedule() == null) {
                copy.remove(change.id());
            } else {
                copy.put(change.id(), change.schedule());
            }
        });
    }

    private static <T> T result(Future<T> future) {
        try {
            return future.get();
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }
}
