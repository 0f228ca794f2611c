package dev.haru.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.StoredIds;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.client.RestTestClient;

/** Searches all tables of the service for the id of an erased member. */
@WholeService
class ErasedMemberTests {

    /** A row of each table that keeps ids of members, in an order that satisfies the foreign keys. */
    private static final List<Map.Entry<String, String>> ROWS = List.of(
            Map.entry("member_quota", "insert into member_quota (member_id, used) values (:member, 1)"),
            Map.entry("schedule", """
                    insert into schedule
                        (id, member_id, title, location_id, start_at, end_at, created_at, updated_at)
                    values (:other, :member, 'Lunch', 1, now(), now() + interval '1 hour', now(), now())
                    """),
            Map.entry("deleted_schedule", """
                    insert into deleted_schedule (id, member_id, change_number, deleted_at, title, location_id, start_at,
                        end_at, version, created_at)
                    values (:other, :member, 1, now(), 'Lunch', 1, now(), now() + interval '1 hour', 0, now())
                    """),
            Map.entry("idempotent_add", """
                    insert into idempotent_add (member_id, key, fingerprint, schedule_id, overlapping, added_at)
                    values (:member, 'key', '', :other, '{}', now())
                    """),
            Map.entry("calendar_import", """
                    insert into calendar_import (id, member_id, time_zone, dry_run, status, created_at, components)
                    values (:other, :member, 'UTC', false, 'completed', now(), 0)
                    """),
            Map.entry("calendar_feed", """
                    insert into calendar_feed (member_id, secret_hash, created_at)
                    values (:member, uuid_send(:member), now())
                    """),
            Map.entry("template", """
                    insert into template (id, owner_id, status, category_id, title, description, duration_minutes,
                        location_id, created_at, updated_at, released_at)
                    values (:member, :member, 'released', 8, 'Plan', 'A plan', 60, 1, now(), now(), now()),
                        (:other, :other, 'released', 8, 'Plan', 'A plan', 60, 1, now(), now(), now())
                    """),
            Map.entry("review", """
                    insert into review (template_id, member_id, rating, rated_at)
                    values (:other, :member, 4, now()), (:member, :other, 4, now())
                    """),
            Map.entry("adoption", """
                    insert into adoption (template_id, member_id, first_adopted_at, last_adopted_at)
                    values (:other, :member, now(), now()), (:member, :other, now(), now())
                    """),
            Map.entry("idempotent_adoption", """
                    insert into idempotent_adoption (member_id, key, fingerprint, schedule_ids, adopted_at)
                    values (:member, 'key', '', '{}', now())
                    """));

    /** Tables that keep ids of templates, and none of a member. */
    private static final Set<String> WITHOUT_MEMBERS =
            Set.of("template_item", "template_tally", "template_tally_change", "template_unranked");

    /** The member's row closes the calendar until no service accepts a token of the member. */
    private static final String CLOSED_CALENDAR = "member_quota";

    @Autowired
    private RestTestClient http;

    private final UUID member = UUID.randomUUID();
    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("schedule");

    @Test
    void noTableKeepsTheIdOfAnErasedMember() {
        List<String> tables = ROWS.stream().map(Map.Entry::getKey).toList();
        assertThat(StoredIds.tablesOf("schedule"))
                .as("a new table with ids needs a row in this test")
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(tables.stream(), WITHOUT_MEMBERS.stream()).toList());
        UUID other = UUID.randomUUID();
        ROWS.forEach(row -> jdbc.sql(row.getValue())
                .param("member", member)
                .param("other", other)
                .update());
        assertThat(tablesWithMember()).containsExactlyInAnyOrderElementsOf(tables);

        http.delete()
                .uri("/internal/members/{member}/schedules", member)
                .header("X-Service-Credential", "auth-service:" + EmbeddedDatabase.SECRET)
                .exchange()
                .expectStatus()
                .isNoContent();

        assertThat(tablesWithMember()).containsExactly(CLOSED_CALENDAR);
    }

    /** The member's template has the same id as the member in this test, so notes about the template are left out. */
    private List<String> tablesWithMember() {
        return StoredIds.tablesWith("schedule", member).stream()
                .filter(table -> !WITHOUT_MEMBERS.contains(table))
                .toList();
    }
}
