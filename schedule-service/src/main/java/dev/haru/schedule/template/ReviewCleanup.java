package dev.haru.schedule.template;

import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
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
class ReviewCleanup {

    private static final int BATCH = 5000;

    /** So many at most, should somebody add them as fast; what is left then goes with the template or the next time. */
    private static final int BATCHES = 1000;

    /** Who rates or adopts does not wait for it. */
    private static final String HOLD = """
            select true from template
            where id = :template and version = :version and status <> 'released'
            for no key update
            """;

    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;

    ReviewCleanup(JdbcClient jdbc, PlatformTransactionManager transactions) {
        this.jdbc = jdbc;
        this.transaction = new TransactionTemplate(transactions);
    }

    /** Of one template while it is in this version and not released, which it cannot become during a batch. */
    void deleteOf(UUID templateId, int version) {
        Map<String, ?> template = Map.of("template", templateId, "version", version);
        deleteBoth("template_id = :template", template, () -> holds(template));
    }

    /** Of all templates of an owner's. */
    void deleteOfAllBy(UUID ownerId) {
        deleteBoth(
                "template_id in (select id from template where owner_id = :owner)",
                Map.of("owner", ownerId),
                ReviewCleanup::always);
    }

    /** What one member has made of any template, with the keys by which an adoption is known again. */
    void deleteFrom(UUID memberId) {
        String those = "member_id = :member";
        Map<String, ?> parameters = Map.of("member", memberId);
        deleteBoth(those, parameters, ReviewCleanup::always);
        deleteAll("idempotent_adoption", those, parameters, ReviewCleanup::always);
    }

    private void deleteBoth(String those, Map<String, ?> parameters, BooleanSupplier condition) {
        deleteAll("review", those, parameters, condition);
        deleteAll("adoption", those, parameters, condition);
    }

    /** Until none is found, and not until none is deleted: another deletion may have taken just the same ones. */
    private void deleteAll(String table, String those, Map<String, ?> parameters, BooleanSupplier condition) {
        String sql = """
                with batch as materialized (select ctid from %1$s where %2$s limit %3$d),
                gone as (delete from %1$s where ctid = any (array(select ctid from batch)))
                select count(*) from batch
                """.formatted(table, those, BATCH);
        int found = 1;
        for (int batch = 0; batch < BATCHES && found > 0; batch++) {
            found = transaction.execute(_ -> condition.getAsBoolean()
                    ? jdbc.sql(sql).params(parameters).query(Integer.class).single()
                    : 0);
        }
    }

    /** A statement of its own, so that who has waited here for another deletion sees what that has left. */
    private boolean holds(Map<String, ?> template) {
        return jdbc.sql(HOLD).params(template).query(Boolean.class).optional().isPresent();
    }

    private static boolean always() {
        return true;
    }
}
