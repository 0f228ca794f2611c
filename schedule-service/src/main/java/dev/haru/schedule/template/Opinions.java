package dev.haru.schedule.template;

import java.util.Map;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Deletes what members have made of templates, their ratings and adoptions; what they have adopted is in their
 * calendars and stays. In transactions of their own, each short enough for a statement: a popular template has more of
 * them than its own deletion could take along. Whatever breaks that off, the next time goes on from there.
 */
@Component
class Opinions {

    private static final int BATCH = 5000;

    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;

    Opinions(JdbcClient jdbc, PlatformTransactionManager transactions) {
        this.jdbc = jdbc;
        this.transaction = new TransactionTemplate(transactions);
    }

    /** Of one template while it is in this version and not released, which it cannot become during a batch. */
    void deleteOf(UUID templateId, int version) {
        deleteBoth(
                "template_id = (select id from template where id = :template and version = :version "
                        + "and status <> 'released' for share)",
                Map.of("template", templateId, "version", version));
    }

    /** Of all templates of an owner's. */
    void deleteOfAllBy(UUID ownerId) {
        deleteBoth("template_id in (select id from template where owner_id = :owner)", Map.of("owner", ownerId));
    }

    /** What one member has made of any template, with the keys by which an adoption is known again. */
    void deleteFrom(UUID memberId) {
        String those = "member_id = :member";
        Map<String, ?> parameters = Map.of("member", memberId);
        deleteBoth(those, parameters);
        deleteAll("idempotent_adoption", those, parameters);
    }

    private void deleteBoth(String those, Map<String, ?> parameters) {
        deleteAll("review", those, parameters);
        deleteAll("adoption", those, parameters);
    }

    private void deleteAll(String table, String those, Map<String, ?> parameters) {
        String sql = "delete from %1$s where ctid = any (array(select ctid from %1$s where %2$s limit %3$d))"
                .formatted(table, those, BATCH);
        int deleted;
        do {
            deleted = transaction.execute(_ -> jdbc.sql(sql).params(parameters).update());
        } while (deleted == BATCH);
    }
}
