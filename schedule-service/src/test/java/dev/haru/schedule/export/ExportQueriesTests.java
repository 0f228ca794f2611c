package dev.haru.schedule.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.OnEmbeddedPostgres;
import dev.haru.schedule.calendar.ScheduleFixture;
import dev.haru.schedule.export.ExportController.ExportPage;
import dev.haru.schedule.export.ExportQueries.ExportedItem;
import dev.haru.schedule.export.ExportQueries.ExportedTemplate;
import dev.haru.schedule.template.TemplateFixture;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.jdbc.test.autoconfigure.JdbcTest;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

@OnEmbeddedPostgres // must be first, or the slice requires an in-memory database
@JdbcTest
@Import({ExportQueries.class, DeletedScheduleQueries.class, ExportController.class})
@Transactional(propagation = Propagation.NOT_SUPPORTED)
class ExportQueriesTests {

    @Autowired
    private ExportController export;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("schedule");

    @Test
    void eachScheduleIsInOnePage() {
        UUID member = ScheduleFixture.memberWithSchedules(1000);
        ScheduleFixture.memberWithSchedules(3);

        List<ExportedSchedule> all = all(after -> export.schedules(member, after));

        assertThat(all).hasSize(1000).doesNotHaveDuplicates();
        assertThat(all.getFirst().location()).isEqualTo("Home");
        assertThat(all).extracting(ExportedSchedule::title).contains("Hour 1", "Hour 1000");
    }

    @Test
    void movedAndNewSchedulesLoseNoneOfTheOthers() {
        UUID member = ScheduleFixture.memberWithSchedules(500);
        List<ExportedSchedule> all = new ArrayList<>();
        ExportPage<ExportedSchedule> first = export.schedules(member, null);
        all.addAll(first.items());

        jdbc.sql("update schedule set start_at = start_at - interval '1 year', end_at = end_at - interval '1 year' "
                        + "where member_id = ?")
                .param(member)
                .update();
        ScheduleFixture.schedule(
                member, 1, Instant.parse("2020-01-01T00:00:00Z"), Instant.parse("2020-01-01T01:00:00Z"));
        all.addAll(all(after -> export.schedules(member, after == null ? first.next() : after)));

        assertThat(all).extracting(ExportedSchedule::scheduleId).hasSize(501).doesNotHaveDuplicates();
    }

    @Test
    void deletedSchedulesAreThoseThatCanBeRestored() {
        UUID member = ScheduleFixture.memberWithSchedules(300);
        jdbc.sql("delete from schedule where member_id = ? and title <> 'Hour 1'")
                .param(member)
                .update();

        List<ExportedSchedule> all = all(after -> export.deletedSchedules(member, after));

        assertThat(all)
                .hasSize(299)
                .doesNotHaveDuplicates()
                .extracting(ExportedSchedule::title)
                .contains("Hour 300")
                .doesNotContain("Hour 1");
        assertThat(all.getFirst().location()).isEqualTo("Home");
    }

    @Test
    void templatesHaveTheirItems() {
        UUID owner = TemplateFixture.memberWithDrafts(25);
        jdbc.sql("""
                insert into template_item
                    (template_id, position, title, starts_after_minutes, duration_minutes, location_id, note,
                     recurrence_rule)
                select id, position, 'Chapter ' || position, 60 * position, 30, 1, null, 'FREQ=DAILY'
                from template, generate_series(0, 2) position where owner_id = ?
                """).param(owner).update();

        List<ExportedTemplate> all = all(after -> export.templates(owner, after));

        assertThat(all).hasSize(25).extracting(ExportedTemplate::templateId).doesNotHaveDuplicates();
        assertThat(all).allSatisfy(template -> {
            assertThat(template.category()).isEqualTo("travel");
            assertThat(template.items())
                    .extracting(ExportedItem::title)
                    .containsExactly("Chapter 0", "Chapter 1", "Chapter 2");
            assertThat(template.items())
                    .extracting(ExportedItem::recurrenceRule)
                    .containsOnly("FREQ=DAILY");
        });
    }

    @Test
    void ratingsAndAdoptionsAreThoseOfTheMember() {
        UUID member = UUID.randomUUID();
        jdbc.sql("""
                with released as (
                    insert into template (owner_id, status, category_id, title, description, duration_minutes,
                        location_id, created_at, updated_at, released_at)
                    select gen_random_uuid(), 'released', 1, 'T', 'D', 60, 1, now(), now(), now()
                    from generate_series(1, 1500)
                    returning id),
                rated as (
                    insert into review (template_id, member_id, rating, rated_at)
                    select id, :member, 4, now() from released)
                insert into adoption (template_id, member_id, times, first_adopted_at, last_adopted_at)
                select id, :member, 2, now(), now() from released
                """).param("member", member).update();
        TemplateFixture.rate(TemplateFixture.released("Of others", Instant.now()), 1, 2);

        assertThat(all(after -> export.ratings(member, after)))
                .hasSize(1500)
                .doesNotHaveDuplicates()
                .allSatisfy(rating -> assertThat(rating.rating()).isEqualTo(4));
        assertThat(all(after -> export.adoptions(member, after)))
                .hasSize(1500)
                .doesNotHaveDuplicates()
                .allSatisfy(adoption -> assertThat(adoption.times()).isEqualTo(2));
    }

    @Test
    void memberWithoutDataHasEmptyPages() {
        UUID unknown = UUID.randomUUID();

        assertThat(export.schedules(unknown, null)).isEqualTo(new ExportPage<>(List.of(), null));
        assertThat(export.templates(unknown, null)).isEqualTo(new ExportPage<>(List.of(), null));
    }

    private static <T> List<T> all(Function<@Nullable UUID, ExportPage<T>> read) {
        List<T> all = new ArrayList<>();
        UUID after = null;
        do {
            ExportPage<T> page = read.apply(after);
            all.addAll(page.items());
            after = page.next();
        } while (after != null);
        return all;
    }
}
