package dev.haru.schedule.template;

import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.precondition.IfMatch;
import dev.haru.platform.problem.InvalidRequest;
import dev.haru.schedule.calendar.ErasureLock;
import java.time.Clock;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** What owners do with their templates. Nobody else sees one that is not released. */
@Component
class Templates {

    /** Who is overtaken each time is told to come back later. */
    private static final int TRIES = 5;

    private final TemplateRepository templates;
    private final Reviews reviews;
    private final ReviewCleanup opinions;
    private final ErasureLock erasureLock;
    private final TemplateProperties properties;
    private final ReplicaRouting reads;
    private final Clock clock;
    private final TransactionTemplate transaction;

    Templates(
            TemplateRepository templates,
            Reviews reviews,
            ReviewCleanup opinions,
            ErasureLock erasureLock,
            TemplateProperties properties,
            ReplicaRouting reads,
            Clock clock,
            PlatformTransactionManager transactions) {
        this.templates = templates;
        this.reviews = reviews;
        this.opinions = opinions;
        this.erasureLock = erasureLock;
        this.properties = properties;
        this.reads = reads;
        this.clock = clock;
        this.transaction = new TransactionTemplate(transactions);
    }

    /** A draft of the member's. */
    @Transactional
    TemplateDetails publish(UUID memberId, Content content) {
        reads.wrote(memberId);
        // Holding the member, nobody adds another one between counting and adding.
        erasureLock.acquire(memberId);
        if (templates.countByOwnerId(memberId) >= properties.limit()) {
            throw TemplateConflict.limitReached(properties.limit());
        }
        return details(save(new Template(memberId, content, clock.instant())), memberId);
    }

    /** A released template, or one of the member's own. */
    @Transactional(readOnly = true)
    TemplateDetails get(@Nullable UUID memberId, UUID id) {
        Template template = templates
                .findById(id)
                .filter(found -> found.isReleased() || found.isOf(memberId))
                .orElseThrow(TemplateNotFound::ofAnybody);
        return details(template, memberId);
    }

    TemplateDetails edit(UUID memberId, UUID id, IfMatch seen, Content content) {
        return change(memberId, id, seen, template -> template.edit(content, seen, clock.instant()));
    }

    TemplateDetails release(UUID memberId, UUID id, IfMatch seen) {
        return change(memberId, id, seen, template -> template.release(seen, clock.instant()));
    }

    TemplateDetails withdraw(UUID memberId, UUID id, IfMatch seen) {
        return change(memberId, id, seen, template -> template.withdraw(seen));
    }

    /**
     * Deletes a template that nobody else sees, with its ratings; what members have adopted stays theirs. The ratings
     * go first: broken off by the deadline or overtaken by a change, it has deleted some of them, and goes on from
     * there when it is asked again.
     */
    void delete(UUID memberId, UUID id, IfMatch seen) {
        reads.wrote(memberId);
        untilDone(seen, () -> {
            int version =
                    transaction.execute(_ -> findToDelete(memberId, id, seen).version());
            opinions.deleteOf(id, version);
            return transaction.execute(_ -> {
                reads.wrote(memberId);
                Template template = findToDelete(memberId, id, seen);
                if (template.version() != version) {
                    // What members think of it would go with it, in one statement that has no time for them.
                    throw new OptimisticLockingFailureException("edited while its ratings and adoptions were deleted");
                }
                templates.delete(template);
                templates.flush();
                return id;
            });
        });
    }

    private Template findToDelete(UUID memberId, UUID id, IfMatch seen) {
        Template template = findOwn(memberId, id);
        template.requireSeen(seen);
        if (template.isReleased()) {
            throw TemplateConflict.released();
        }
        return template;
    }

    private TemplateDetails change(UUID memberId, UUID id, IfMatch seen, Consumer<Template> verb) {
        return untilDone(
                seen,
                () -> transaction.execute(_ -> {
                    reads.wrote(memberId);
                    Template template = findOwn(memberId, id);
                    verb.accept(template);
                    return details(save(template), memberId);
                }));
    }

    /**
     * What has been overtaken by another change is done again in a new transaction, which sees that change; unless the
     * client has named the version that it has seen.
     */
    private static <T> T untilDone(IfMatch seen, Supplier<T> change) {
        for (int tries = 1; ; tries++) {
            try {
                return change.get();
            } catch (OptimisticLockingFailureException overtaken) {
                if (!seen.any()) {
                    throw TemplateChanged.sinceRead();
                }
                if (tries == TRIES) {
                    throw overtaken;
                }
            }
        }
    }

    private Template findOwn(UUID memberId, UUID id) {
        return templates
                .findById(id)
                .filter(template -> template.isOf(memberId))
                .orElseThrow(TemplateNotFound::ofAnybody);
    }

    private Template save(Template template) {
        try {
            return templates.saveAndFlush(template);
        } catch (DataIntegrityViolationException violation) {
            throw factBehind(violation);
        }
    }

    private TemplateDetails details(Template template, @Nullable UUID memberId) {
        return TemplateDetails.of(template, memberId, reviews.standing(template.id(), memberId));
    }

    private static RuntimeException factBehind(DataIntegrityViolationException violation) {
        String message = String.valueOf(violation.getMostSpecificCause().getMessage());
        if (message.contains("template_item_location_fk")) {
            return InvalidRequest.field("items", "each locationId must be the id of a known location");
        }
        if (message.contains("template_location_fk")) {
            return InvalidRequest.field("locationId", "must be the id of a known location");
        }
        if (message.contains("template_category_fk")) {
            return InvalidRequest.field("category", "must be the code of an existing category");
        }
        return violation;
    }
}
