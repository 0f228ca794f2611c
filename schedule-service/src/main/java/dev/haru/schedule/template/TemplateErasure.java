package dev.haru.schedule.template;

import dev.haru.schedule.calendar.CalendarClosed;
import java.util.UUID;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Erases the data of a member in the catalogue: the member's ratings, adoptions, idempotency keys and templates, with
 * all ratings and adoptions of these templates. The first step withdraws the released templates, so that they disappear
 * at once.
 */
@Component
class TemplateErasure {

    private final JdbcClient jdbc;
    private final ReviewCleanup reviewCleanup;
    private final TransactionTemplate transaction;

    TemplateErasure(JdbcClient jdbc, ReviewCleanup reviewCleanup, PlatformTransactionManager transactions) {
        this.jdbc = jdbc;
        this.reviewCleanup = reviewCleanup;
        this.transaction = new TransactionTemplate(transactions);
    }

    @EventListener
    void on(CalendarClosed closed) {
        UUID memberId = closed.memberId();
        // The new version prevents a concurrent change from releasing the template again. Each statement locks the
        // templates in the order of their ids, so that concurrent statements do not wait for each other.
        update("""
                update template set status = 'withdrawn', version = version + 1
                where id in (
                    select id from template where owner_id = :memberId and status = 'released'
                    order by id for no key update)
                """, memberId);
        reviewCleanup.deleteFrom(memberId);
        reviewCleanup.deleteOfAllBy(memberId);
        update("""
                delete from template where id in (
                    select id from template where owner_id = :memberId order by id for update)
                """, memberId);
    }

    private void update(String sql, UUID memberId) {
        transaction.executeWithoutResult(
                _ -> jdbc.sql(sql).param("memberId", memberId).update());
    }
}
