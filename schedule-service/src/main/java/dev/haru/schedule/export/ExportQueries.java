package dev.haru.schedule.export;

import dev.haru.platform.database.Instants;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Reads the data of a member, ordered by id: an item that exists during the whole export is in exactly one page. Where
 * no index has this order, the statement first collects the member's ids. Otherwise the planner may read the index of
 * all members' ids.
 *
 * <p>Longer than 120 lines because each kind of data has its statement and its record here.
 */
@Repository
@Transactional(readOnly = true)
class ExportQueries {

    private static final String SCHEDULES = """
            with own as materialized (select id from schedule where member_id = :member),
            page as materialized (
                select id from own where cast(:after as uuid) is null or id > :after order by id limit :limit)
            select s.id, s.title, s.location_id, l.name as location, s.start_at, s.end_at, s.note, s.time_form,
                   s.local_start, s.local_end, s.time_zone, s.recurrence, s.details, s.uid, s.created_at, s.updated_at,
                   cast(null as timestamptz) as deleted_at
            from page join schedule s on s.id = page.id join location l on l.id = s.location_id
            order by s.id
            """;

    private static final String TEMPLATES = """
            select t.id, t.status, c.code as category, t.title, t.description, t.duration_minutes, t.location_id,
                   l.name as location, t.image_url, t.created_at, t.updated_at, t.released_at
            from template t join category c on c.id = t.category_id join location l on l.id = t.location_id
            where t.owner_id = :member and (cast(:after as uuid) is null or t.id > :after)
            order by t.id
            limit :limit
            """;

    private static final String RATINGS = """
            with own as materialized (select template_id, rating, rated_at from review where member_id = :member)
            select template_id, rating, rated_at from own
            where cast(:after as uuid) is null or template_id > :after
            order by template_id
            limit :limit
            """;

    private static final String ADOPTIONS = """
            with own as materialized (
                select template_id, times, first_adopted_at, last_adopted_at from adoption where member_id = :member)
            select template_id, times, first_adopted_at, last_adopted_at from own
            where cast(:after as uuid) is null or template_id > :after
            order by template_id
            limit :limit
            """;

    private final JdbcClient jdbc;

    ExportQueries(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    List<ExportedSchedule> schedules(UUID member, @Nullable UUID after, int limit) {
        return read(SCHEDULES, member, after, limit, (row, _) -> ExportedSchedule.of(row));
    }

    /** The templates with their items, which a second statement reads in the same transaction. */
    List<ExportedTemplate> templates(UUID member, @Nullable UUID after, int limit) {
        List<ExportedTemplate> templates = read(
                TEMPLATES,
                member,
                after,
                limit,
                (row, _) -> new ExportedTemplate(
                        id(row, "id"),
                        row.getString("status"),
                        row.getString("category"),
                        row.getString("title"),
                        row.getString("description"),
                        row.getInt("duration_minutes"),
                        row.getInt("location_id"),
                        row.getString("location"),
                        row.getString("image_url"),
                        List.of(),
                        Instants.of(row, "created_at"),
                        Instants.of(row, "updated_at"),
                        Instants.orNull(row, "released_at")));
        if (templates.isEmpty()) {
            return templates;
        }
        Map<UUID, List<ExportedItem>> items =
                itemsOf(templates.stream().map(ExportedTemplate::templateId).toList());
        return templates.stream()
                .map(template -> template.with(items.getOrDefault(template.templateId(), List.of())))
                .toList();
    }

    private Map<UUID, List<ExportedItem>> itemsOf(List<UUID> templates) {
        Map<UUID, List<ExportedItem>> items = new HashMap<>();
        jdbc.sql("""
                        select template_id, title, starts_after_minutes, duration_minutes, location_id, note,
                               recurrence_rule
                        from template_item where template_id in (:templates) order by template_id, position
                        """).param("templates", templates).query(row -> {
            items.computeIfAbsent(id(row, "template_id"), _ -> new ArrayList<>())
                    .add(new ExportedItem(
                            row.getString("title"),
                            row.getInt("starts_after_minutes"),
                            row.getInt("duration_minutes"),
                            row.getInt("location_id"),
                            row.getString("note"),
                            row.getString("recurrence_rule")));
        });
        return items;
    }

    List<ExportedRating> ratings(UUID member, @Nullable UUID after, int limit) {
        return read(
                RATINGS,
                member,
                after,
                limit,
                (row, _) ->
                        new ExportedRating(id(row, "template_id"), row.getInt("rating"), Instants.of(row, "rated_at")));
    }

    List<ExportedAdoption> adoptions(UUID member, @Nullable UUID after, int limit) {
        return read(
                ADOPTIONS,
                member,
                after,
                limit,
                (row, _) -> new ExportedAdoption(
                        id(row, "template_id"),
                        row.getInt("times"),
                        Instants.of(row, "first_adopted_at"),
                        Instants.of(row, "last_adopted_at")));
    }

    private <T> List<T> read(String sql, UUID member, @Nullable UUID after, int limit, RowMapper<T> mapper) {
        return jdbc.sql(sql)
                .param("member", member)
                .param("after", after)
                .param("limit", limit)
                .query(mapper)
                .list();
    }

    private static UUID id(ResultSet row, String column) throws SQLException {
        return row.getObject(column, UUID.class);
    }

    record ExportedTemplate(
            UUID templateId,
            String status,
            String category,
            String title,
            String description,
            int durationMinutes,
            int locationId,
            String location,
            @Nullable String imageUrl,
            List<ExportedItem> items,
            Instant createdAt,
            Instant updatedAt,
            @Nullable Instant releasedAt) {

        ExportedTemplate with(List<ExportedItem> items) {
            return new ExportedTemplate(
                    templateId,
                    status,
                    category,
                    title,
                    description,
                    durationMinutes,
                    locationId,
                    location,
                    imageUrl,
                    items,
                    createdAt,
                    updatedAt,
                    releasedAt);
        }
    }

    record ExportedItem(
            String title,
            int startsAfterMinutes,
            int durationMinutes,
            int locationId,
            @Nullable String note,
            @Nullable String recurrenceRule) {}

    record ExportedRating(UUID templateId, int rating, Instant ratedAt) {}

    record ExportedAdoption(UUID templateId, int times, Instant firstAdoptedAt, Instant lastAdoptedAt) {}
}
