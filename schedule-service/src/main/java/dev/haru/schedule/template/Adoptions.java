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

/** Puts what a template makes into a member's calendar: all of it within the limit of schedules, or nothing. */
@Component
class Adoptions {

    /** Counted once for each member; nobody counts for the own template. */
    private static final String COUNT = """
            insert into adoption as a (template_id, member_id, first_adopted_at, last_adopted_at)
            select t.id, :memberId, :now, :now
            from template t
            where t.id = :templateId and t.owner_id <> :memberId
            for key share
            on conflict (template_id, member_id) do update
            set times = a.times + 1, last_adopted_at = excluded.last_adopted_at
            """;

    private static final int MINUTES_OF_DAY = 24 * 60;

    private final TemplateRepository templates;
    private final Bookings bookings;
    private final AdoptionKeys keys;
    private final JdbcClient jdbc;
    private final ReplicaRouting reads;
    private final Clock clock;

    Adoptions(
            TemplateRepository templates,
            Bookings bookings,
            AdoptionKeys keys,
            JdbcClient jdbc,
            ReplicaRouting reads,
            Clock clock) {
        this.templates = templates;
        this.bookings = bookings;
        this.keys = keys;
        this.jdbc = jdbc;
        this.reads = reads;
        this.clock = clock;
    }

    /** Adopts it from an instant on, with a key only once; answers the ids of the schedules. */
    @Transactional
    List<UUID> adopt(Member member, UUID templateId, Instant startAt, @Nullable IdempotencyKey key) {
        UUID memberId = member.memberId();
        reads.wrote(memberId);
        Instant now = clock.instant();
        if (key != null) {
            Optional<List<UUID>> before =
                    keys.take(memberId, key, templateId, startAt, now, bookings.keysForgottenAt());
            if (before.isPresent()) {
                return before.get();
            }
        }
        Content content = templates
                .findById(templateId)
                .filter(template -> template.isReleased() || template.isOf(memberId))
                .orElseThrow(TemplateNotFound::ofAnybody)
                .content();
        // A day of slack for those of 25 hours; and the longest schedule fits in between anyway.
        Bookings.requireWithinCalendar(
                "startAt",
                startAt,
                Duration.ofMinutes(content.durationMinutes()).plusDays(1));
        List<UUID> scheduleIds = bookings.addAll(memberId, plans(content, startAt, member.timeZone()));
        jdbc.sql(COUNT)
                .param("templateId", templateId)
                .param("memberId", memberId)
                .param("now", now.atOffset(ZoneOffset.UTC))
                .update();
        if (key != null) {
            keys.made(memberId, key, scheduleIds);
        }
        return scheduleIds;
    }

    /** Whole days later it begins at the same time of the member's clock, also when the clocks change in between. */
    static List<Plan> plans(Content content, Instant startAt, ZoneId zone) {
        List<Step> steps = content.steps().isEmpty()
                ? List.of(new Step(content.title(), 0, content.durationMinutes(), content.locationId(), null))
                : content.steps();
        return steps.stream()
                .map(step -> {
                    Instant start = startAt.atZone(zone)
                            .plusDays(step.startsAfterMinutes() / MINUTES_OF_DAY)
                            .plusMinutes(step.startsAfterMinutes() % MINUTES_OF_DAY)
                            .toInstant();
                    Instant end = start.plus(Duration.ofMinutes(step.durationMinutes()));
                    return new Plan(step.title(), step.locationId(), start, end, step.note());
                })
                .toList();
    }
}
