package dev.haru.schedule.template;

import dev.haru.platform.database.ReplicaRouting;
import dev.haru.schedule.calendar.Bookings;
import dev.haru.schedule.calendar.IdempotencyKey;
import dev.haru.schedule.calendar.Plan;
import dev.haru.schedule.member.Member;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Adds all schedules of a template to the calendar of a member. If they exceed the schedule limit, it adds none. */
@Component
class Adoptions {

    /**
     * Counts the member once, however often the member adopts the template. Does not count the owner of the template.
     */
    private static final String COUNT_ADOPTION = """
            insert into adoption as a (template_id, member_id, first_adopted_at, last_adopted_at)
            select t.id, :memberId, :now, :now
            from template t
            where t.id = :templateId and t.owner_id <> :memberId
            for key share
            on conflict (template_id, member_id) do update
            set times = a.times + 1, last_adopted_at = excluded.last_adopted_at
            """;

    private final TemplateRepository templates;
    private final Bookings bookings;
    private final AdoptionKeys keys;
    private final JdbcClient jdbc;
    private final ReplicaRouting routing;
    private final Clock clock;

    Adoptions(
            TemplateRepository templates,
            Bookings bookings,
            AdoptionKeys keys,
            JdbcClient jdbc,
            ReplicaRouting routing,
            Clock clock) {
        this.templates = templates;
        this.bookings = bookings;
        this.keys = keys;
        this.jdbc = jdbc;
        this.routing = routing;
        this.clock = clock;
    }

    /** Adopts the template from an instant on, and only once with the same key. Returns the ids of the schedules. */
    @Transactional
    List<UUID> adopt(Member member, UUID templateId, Instant startAt, @Nullable IdempotencyKey key) {
        UUID memberId = member.memberId();
        routing.wrote(memberId);
        Instant now = clock.instant();
        if (key != null) {
            Optional<List<UUID>> earlier =
                    keys.take(memberId, key, templateId, startAt, now, bookings.keysForgottenAt());
            if (earlier.isPresent()) {
                return earlier.get();
            }
        }
        Content content = templates
                .findById(templateId)
                .filter(template -> template.isReleased() || template.isOf(memberId))
                .orElseThrow(TemplateNotFound::orNotReleased)
                .content();
        // One more day, because days of 25 hours lengthen the plan. The longest template fits into the calendar anyway.
        Bookings.requireWithinCalendar(
                "startAt",
                startAt,
                Duration.ofMinutes(content.durationMinutes()).plusDays(1));
        List<UUID> scheduleIds = bookings.addAll(memberId, plans(content, startAt, member.timeZone()));
        jdbc.sql(COUNT_ADOPTION)
                .param("templateId", templateId)
                .param("memberId", memberId)
                .param("now", now.atOffset(ZoneOffset.UTC))
                .update();
        if (key != null) {
            keys.store(memberId, key, scheduleIds);
        }
        return scheduleIds;
    }

    /**
     * Plans the schedules of an adoption. Whole days and series keep the local time of the member, also across a change
     * of the clocks.
     */
    static List<Plan> plans(Content content, Instant startAt, ZoneId zone) {
        List<Step> steps = content.steps().isEmpty()
                ? List.of(new Step(content.title(), 0, content.durationMinutes(), content.locationId(), null, null))
                : content.steps();
        return steps.stream().map(step -> step.plan(startAt.atZone(zone))).toList();
    }
}
