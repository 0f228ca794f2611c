package dev.haru.schedule.icalendar;

import dev.haru.platform.database.Instants;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stores imports with their files.
 *
 * <p>Longer than 120 lines because it keeps the statements of one table together.
 */
@Repository
class ImportStore {

    private static final String COLUMNS = """
            id, member_id, time_zone, dry_run, status, created_at, ended_at, components, position, added, changed,
            unchanged, refused, report""";

    /** Two requests of a member at once add one import. */
    private static final String ADD = """
            insert into calendar_import (id, member_id, time_zone, dry_run, status, created_at, file, components)
            select uuidv7(), :memberId, :zone, :dryRun, 'pending', cast(:now as timestamptz), :file, :components
            where (select count(*) from calendar_import where status = 'pending') < :max
            on conflict (member_id) where status = 'pending' do nothing
            returning %s
            """.formatted(COLUMNS);

    private static final String TAKE = """
            update calendar_import set lease_until = :until, attempts = attempts + 1
            where id = (select id from calendar_import
                        where status = 'pending' and (lease_until is null or lease_until <= :now)
                        order by created_at limit 1 for update skip locked)
            returning %s, file, attempts
            """.formatted(COLUMNS);

    /** The position shows that no other process has continued the import, and that the member is not erased. */
    private static final String PROGRESS = """
            update calendar_import
            set position = :position, attempts = 0, lease_until = :until, added = :added, changed = :changed,
                unchanged = :unchanged, refused = :refused, report = report || cast(:items as jsonb)
            where id = :id and status = 'pending' and position = :before
            """;

    private static final String END = """
            update calendar_import set status = :status, ended_at = :now, lease_until = null, file = null
            where id = :id and status = 'pending'
            """;

    private static final String DELETE_EXPIRED = """
            delete from calendar_import where ctid = any (array(
                select ctid from calendar_import where created_at <= :before and status <> 'pending'
                order by created_at limit :batch for update skip locked))
            """;

    private static final TypeReference<List<ReportItem>> REPORT = new TypeReference<>() {};
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final JdbcClient jdbc;

    ImportStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Adds an import; empty if the member has a pending import, or if there are {@code max} pending imports.
     *
     * @param components the number of components in the file
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public Optional<CalendarImport> add(
            UUID memberId, ZoneId zone, boolean dryRun, byte[] file, int components, int max, Instant now) {
        return jdbc.sql(ADD)
                .param("memberId", memberId)
                .param("zone", zone.getId())
                .param("dryRun", dryRun)
                .param("now", now.atOffset(ZoneOffset.UTC))
                .param("file", file)
                .param("components", components)
                .param("max", max)
                .query((row, _) -> read(row))
                .optional();
    }

    @Transactional
    public boolean isPending(UUID memberId) {
        return jdbc.sql("select 1 from calendar_import where member_id = :memberId and status = 'pending'")
                .param("memberId", memberId)
                .query(Integer.class)
                .optional()
                .isPresent();
    }

    @Transactional
    public Optional<CalendarImport> find(UUID memberId, UUID id) {
        return jdbc.sql("select " + COLUMNS + " from calendar_import where member_id = :memberId and id = :id")
                .param("memberId", memberId)
                .param("id", id)
                .query((row, _) -> read(row))
                .optional();
    }

    /** Takes the oldest pending import that no process owns, and owns it until the instant. */
    @Transactional
    public Optional<Taken> take(Instant now, Instant until) {
        return jdbc.sql(TAKE)
                .param("now", now.atOffset(ZoneOffset.UTC))
                .param("until", until.atOffset(ZoneOffset.UTC))
                .query((row, _) -> new Taken(read(row), row.getBytes("file"), row.getInt("attempts")))
                .optional();
    }

    /** Records the progress in the transaction of the changes. Returns whether this process still owns the import. */
    @Transactional
    public boolean progress(
            CalendarImport running, int position, ImportCounts counts, List<ReportItem> items, Instant until) {
        return jdbc.sql(PROGRESS)
                        .param("id", running.id())
                        .param("before", running.position())
                        .param("position", position)
                        .param("until", until.atOffset(ZoneOffset.UTC))
                        .param("added", counts.added())
                        .param("changed", counts.changed())
                        .param("unchanged", counts.unchanged())
                        .param("refused", counts.refused())
                        .param("items", JSON.writeValueAsString(items))
                        .update()
                == 1;
    }

    @Transactional
    public void end(UUID id, ImportStatus status, Instant now) {
        jdbc.sql(END)
                .param("id", id)
                .param("status", status.code())
                .param("now", now.atOffset(ZoneOffset.UTC))
                .update();
    }

    @Transactional
    public void deleteOf(UUID memberId) {
        jdbc.sql("delete from calendar_import where member_id = :memberId")
                .param("memberId", memberId)
                .update();
    }

    /** Deletes ended imports of before the instant. Returns their number, at most a batch. */
    @Transactional
    public int deleteExpired(Instant before, int batch) {
        return jdbc.sql(DELETE_EXPIRED)
                .param("before", before.atOffset(ZoneOffset.UTC))
                .param("batch", batch)
                .update();
    }

    private static CalendarImport read(ResultSet row) throws SQLException {
        return new CalendarImport(
                row.getObject("id", UUID.class),
                row.getObject("member_id", UUID.class),
                ZoneId.of(row.getString("time_zone")),
                row.getBoolean("dry_run"),
                ImportStatus.ofCode(row.getString("status")),
                Instants.of(row, "created_at"),
                Instants.orNull(row, "ended_at"),
                row.getInt("components"),
                row.getInt("position"),
                new ImportCounts(
                        row.getInt("added"), row.getInt("changed"), row.getInt("unchanged"), row.getInt("refused")),
                JSON.readValue(row.getString("report"), REPORT));
    }

    /**
     * A pending import that this process owns.
     *
     * @param attempts the number of processes that have taken it since its last progress, with this one
     */
    record Taken(CalendarImport running, byte[] file, int attempts) {}
}
