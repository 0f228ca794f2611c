package dev.haru.schedule.template;

import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.language.Message;
import dev.haru.platform.precondition.IfMatch;
import dev.haru.platform.problem.InvalidRequest;
import dev.haru.schedule.calendar.ErasureLock;
import java.time.Clock;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Changes templates for their owners. Only the owner sees a template that is not released.
 *
 * <p>Longer than 120 lines because it keeps the changes of a template and their conflicts together.
 */
@Component
class Templates {

    /**
     * The maximum number of attempts. After so many conflicts the change fails, and the client must try again later.
     */
    private static final int MAX_ATTEMPTS = 5;

    private final TemplateRepository templates;
    private final Reviews reviews;
    private final ReviewCleanup reviewCleanup;
    private final ErasureLock erasureLock;
    private final TemplateProperties properties;
    private final ReplicaRouting routing;
    private final Clock clock;
    private final TransactionTemplate transaction;

    Templates(
            TemplateRepository templates,
            Reviews reviews,
            ReviewCleanup reviewCleanup,
            ErasureLock erasureLock,
            TemplateProperties properties,
            ReplicaRouting routing,
            Clock clock,
            PlatformTransactionManager transactions) {
        this.templates = templates;
        this.reviews = reviews;
        this.reviewCleanup = reviewCleanup;
        this.erasureLock = erasureLock;
        this.properties = properties;
        this.routing = routing;
        this.clock = clock;
        this.transaction = new TransactionTemplate(transactions);
    }

    /** Creates a draft of the member. */
    @Transactional
    TemplateDetails publish(UUID memberId, Content content) {
        routing.wrote(memberId);
        // The lock prevents another insert by the member between the count and this insert.
        erasureLock.acquire(memberId);
        if (templates.countByOwnerId(memberId) >= properties.limit()) {
            throw TemplateConflict.limitReached(properties.limit());
        }
        return details(save(new Template(memberId, content, clock.instant())), memberId);
    }

    /** Returns a released template, or any template of the member. */
    @Transactional(readOnly = true)
    TemplateDetails get(@Nullable UUID memberId, UUID id) {
        Template template = templates
                .findById(id)
                .filter(found -> found.isReleased() || found.isOf(memberId))
                .orElseThrow(TemplateNotFound::orNotReleased);
        return details(template, memberId);
    }

    TemplateDetails edit(UUID memberId, UUID id, IfMatch seen, Content content) {
        return change(memberId, id, seen, template -> template.edit(content, seen, clock.instant()));
    }

    /**
     * Edits a template.
     *
     * @param change returns the new content from the current template
     */
    TemplateDetails edit(UUID memberId, UUID id, IfMatch seen, Function<TemplateDetails, Content> change) {
        return change(memberId, id, seen, template -> {
            template.requireSeen(seen);
            template.edit(change.apply(details(template, memberId)), seen, clock.instant());
        });
    }

    TemplateDetails release(UUID memberId, UUID id, IfMatch seen) {
        return change(memberId, id, seen, template -> template.release(seen, clock.instant()));
    }

    TemplateDetails withdraw(UUID memberId, UUID id, IfMatch seen) {
        return change(memberId, id, seen, template -> template.withdraw(seen));
    }

    /**
     * Deletes a draft or a withdrawn template, with its ratings and adoptions; adopted schedules stay. It deletes the
     * ratings and adoptions first. If the deadline or another change stops the deletion, some of them are already
     * deleted, and a repeated call continues from there.
     */
    void delete(UUID memberId, UUID id, IfMatch seen) {
        routing.wrote(memberId);
        retryOnConflict(seen, () -> {
            int version =
                    transaction.execute(_ -> findToDelete(memberId, id, seen).version());
            reviewCleanup.deleteOf(id, version);
            return transaction.execute(_ -> {
                routing.wrote(memberId);
                Template template = findToDelete(memberId, id, seen);
                if (template.version() != version) {
                    // This delete would delete new ratings and adoptions with it, perhaps too many for one statement.
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

    private TemplateDetails change(UUID memberId, UUID id, IfMatch seen, Consumer<Template> action) {
        return retryOnConflict(
                seen,
                () -> transaction.execute(_ -> {
                    routing.wrote(memberId);
                    Template template = findOwn(memberId, id);
                    action.accept(template);
                    return details(save(template), memberId);
                }));
    }

    /**
     * Repeats a change after a conflict with another change, in a new transaction that sees the other change. If the
     * client named the version that it has seen, throws {@link TemplateChanged} instead.
     */
    private static <T> T retryOnConflict(IfMatch seen, Supplier<T> change) {
        for (int attempt = 1; ; attempt++) {
            try {
                return change.get();
            } catch (OptimisticLockingFailureException overtaken) {
                if (!seen.any()) {
                    throw TemplateChanged.sinceRead();
                }
                if (attempt == MAX_ATTEMPTS) {
                    throw overtaken;
                }
            }
        }
    }

    private Template findOwn(UUID memberId, UUID id) {
        return templates
                .findById(id)
                .filter(template -> template.isOf(memberId))
                .orElseThrow(TemplateNotFound::orNotReleased);
    }

    private Template save(Template template) {
        try {
            return templates.saveAndFlush(template);
        } catch (DataIntegrityViolationException violation) {
            throw problemOf(violation);
        }
    }

    private TemplateDetails details(Template template, @Nullable UUID memberId) {
        return TemplateDetails.of(template, memberId, reviews.ratingSummary(template.id(), memberId));
    }

    private static RuntimeException problemOf(DataIntegrityViolationException violation) {
        String message = String.valueOf(violation.getMostSpecificCause().getMessage());
        if (message.contains("template_item_location_fk")) {
            return InvalidRequest.field("items", Message.of("field.items.location"));
        }
        if (message.contains("template_location_fk")) {
            return InvalidRequest.field("locationId", Message.of("field.location"));
        }
        if (message.contains("template_category_fk")) {
            return InvalidRequest.field("category", Message.of("field.category"));
        }
        return violation;
    }
}
