package dev.haru.schedule.template;

import dev.haru.schedule.calendar.CalendarClosed;
import java.util.UUID;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Erases what a member has written into the catalogue: ratings, adoptions, and all templates, with what others think of
 * them. First of all the templates disappear.
 */
@Component
class TemplateErasure {

    private final JdbcClient jdbc;
    private final ReviewCleanup opinions;
    private final TransactionTemplate transaction;

    TemplateErasure(JdbcClient jdbc, ReviewCleanup opinions, PlatformTransactionManager transactions) {
        this.jdbc = jdbc;
        this.opinions = opinions;
        this.transaction = new TransactionTemplate(transactions);
    }

    @EventListener
    void on(CalendarClosed closed) {
        UUID memberId = closed.memberId();
        // The version, too: who is editing one just now must not release it again.
        update("""
                update template set status = 'withdrawn', version = version + 1
                where owner_id = :memberId and status = 'released'
                """, memberId);
        opinions.deleteFrom(memberId);
        opinions.deleteOfAllBy(memberId);
        update("delete from template where owner_id = :memberId", memberId);
    }

    private void update(String sql, UUID memberId) {
        transaction.executeWithoutResult(
                _ -> jdbc.sql(sql).param("memberId", memberId).update());
    }
}
