package dev.haru.schedule.export;

import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.security.InternalCall;
import dev.haru.schedule.export.ExportQueries.ExportedAdoption;
import dev.haru.schedule.export.ExportQueries.ExportedRating;
import dev.haru.schedule.export.ExportQueries.ExportedTemplate;
import io.swagger.v3.oas.annotations.Hidden;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Returns the data of a member in pages by id. auth-service passes the properties of the items on to the member, so
 * they are part of the public API: the schema {@code Archive} of auth-service describes them. A member without data has
 * empty pages.
 */
@Hidden
@RestController
@RequestMapping("/internal/members/{memberId}/export")
class ExportController {

    /** A schedule, deleted or not, has less than 70 KB as JSON, mostly its description and its recurrence. */
    private static final int SCHEDULES = 50;

    /** A template has at most 400 KB as JSON, with all its items. */
    private static final int TEMPLATES = 10;

    /** A rating and an adoption have less than 200 bytes. */
    private static final int REFERENCES = 1000;

    private final ExportQueries queries;
    private final DeletedScheduleQueries deletedSchedules;

    ExportController(ExportQueries queries, DeletedScheduleQueries deletedSchedules) {
        this.queries = queries;
        this.deletedSchedules = deletedSchedules;
    }

    @InternalCall(client = "auth-service")
    @GetMapping("/schedules")
    ExportPage<ExportedSchedule> schedules(
            @PathVariable UUID memberId, @RequestParam(required = false) @Nullable UUID after) {
        return page(SCHEDULES, () -> queries.schedules(memberId, after, SCHEDULES), ExportedSchedule::scheduleId);
    }

    @InternalCall(client = "auth-service")
    @GetMapping("/deleted-schedules")
    ExportPage<ExportedSchedule> deletedSchedules(
            @PathVariable UUID memberId, @RequestParam(required = false) @Nullable UUID after) {
        return page(SCHEDULES, () -> deletedSchedules.page(memberId, after, SCHEDULES), ExportedSchedule::scheduleId);
    }

    @InternalCall(client = "auth-service")
    @GetMapping("/templates")
    ExportPage<ExportedTemplate> templates(
            @PathVariable UUID memberId, @RequestParam(required = false) @Nullable UUID after) {
        return page(TEMPLATES, () -> queries.templates(memberId, after, TEMPLATES), ExportedTemplate::templateId);
    }

    @InternalCall(client = "auth-service")
    @GetMapping("/ratings")
    ExportPage<ExportedRating> ratings(
            @PathVariable UUID memberId, @RequestParam(required = false) @Nullable UUID after) {
        return page(REFERENCES, () -> queries.ratings(memberId, after, REFERENCES), ExportedRating::templateId);
    }

    @InternalCall(client = "auth-service")
    @GetMapping("/adoptions")
    ExportPage<ExportedAdoption> adoptions(
            @PathVariable UUID memberId, @RequestParam(required = false) @Nullable UUID after) {
        return page(REFERENCES, () -> queries.adoptions(memberId, after, REFERENCES), ExportedAdoption::templateId);
    }

    /** Reads the primary, so that the archive has what the member has just written. */
    private static <T> ExportPage<T> page(int limit, Supplier<List<T>> query, Function<T, UUID> id) {
        List<T> items = ReplicaRouting.fromPrimary(query);
        return new ExportPage<>(items, items.size() < limit ? null : id.apply(items.getLast()));
    }

    /**
     * A page.
     *
     * @param next the item after which the next page begins; null on the last page
     */
    record ExportPage<T>(List<T> items, @Nullable UUID next) {}
}
