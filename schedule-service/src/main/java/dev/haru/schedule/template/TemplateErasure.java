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
 * them; what others have adopted is in their calendars and stays. In batches, each short enough for a statement, and
 * first of all the templates disappear.
 */
@Component
class TemplateErasure {

    private static final int BATCH = 5000;

    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;

    TemplateErasure(JdbcClient jdbc, PlatformTransactionManager transactions) {
        this.jdbc = jdbc;
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
        deleteAll("review", "member_id = :memberId", memberId);
        deleteAll("adoption", "member_id = :memberId", memberId);
        deleteAll("idempotent_adoption", "member_id = :memberId", memberId);
        deleteAll("review", "template_id in (select id from template where owner_id = :memberId)", memberId);
        deleteAll("adoption", "template_id in (select id from template where owner_id = :memberId)", memberId);
        update("delete from template where owner_id = :memberId", memberId);
    }

    private void deleteAll(String table, String those, UUID memberId) {
        String sql = "delete from %1$s where ctid = any (array(select ctid from %1$s where %2$s limit %3$d))"
                .formatted(table, those, BATCH);
        while (update(sql, memberId) == BATCH) {}
    }

    private int update(String sql, UUID memberId) {
        Integer rows = transaction.execute(
                _ -> jdbc.sql(sql).param("memberId", memberId).update());
        return rows == null ? 0 : rows;
    }
}
