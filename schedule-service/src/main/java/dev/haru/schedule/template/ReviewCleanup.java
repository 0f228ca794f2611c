package dev.haru.schedule.template;

import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Deletes ratings and adoptions of templates; adopted schedules stay in the calendars. It deletes in batches, each in a
 * transaction short enough for the statement time-out. A popular template may have more ratings and adoptions than one
 * statement can delete together with the template. If the cleanup breaks off, the next call continues from there.
 */
@Component
class ReviewCleanup {

    private static final int BATCH_SIZE = 5000;

    /**
     * The maximum number of batches, in case members add ratings as fast as the cleanup deletes them. The deletion of
     * the template, or the next call, removes the rest.
     */
    private static final int MAX_BATCHES = 1000;

    /** Locks the template. Ratings and adoptions do not wait for this lock. */
    private static final String LOCK_TEMPLATE = """
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

    /**
     * Deletes the ratings and adoptions of one template while it has this version and is not released. The lock
     * prevents a release during a batch.
     */
    void deleteOf(UUID templateId, int version) {
        Map<String, ?> template = Map.of("template", templateId, "version", version);
        deleteBoth("template_id = :template", template, () -> lockTemplate(template));
    }

    /** Deletes the ratings and adoptions of all templates of an owner. */
    void deleteOfAllBy(UUID ownerId) {
        deleteBoth(
                "template_id in (select id from template where owner_id = :owner)",
                Map.of("owner", ownerId),
                ReviewCleanup::always);
    }

    /** Deletes the ratings and adoptions of one member, and the idempotency keys of these adoptions. */
    void deleteFrom(UUID memberId) {
        String condition = "member_id = :member";
        Map<String, ?> parameters = Map.of("member", memberId);
        deleteBoth(condition, parameters, ReviewCleanup::always);
        deleteAll("idempotent_adoption", condition, parameters, ReviewCleanup::always);
    }

    private void deleteBoth(String condition, Map<String, ?> parameters, BooleanSupplier precondition) {
        deleteAll("review", condition, parameters, precondition);
        deleteAll("adoption", condition, parameters, precondition);
    }

    /**
     * Repeats until a batch finds no row. A batch that deletes no row is not enough: another transaction may have
     * deleted exactly the rows of this batch.
     */
    private void deleteAll(String table, String condition, Map<String, ?> parameters, BooleanSupplier precondition) {
        String sql = """
                with batch as materialized (select ctid from %1$s where %2$s limit %3$d),
                gone as (delete from %1$s where ctid = any (array(select ctid from batch)))
                select count(*) from batch
                """.formatted(table, condition, BATCH_SIZE);
        int found = 1;
        for (int batch = 0; batch < MAX_BATCHES && found > 0; batch++) {
            found = transaction.execute(_ -> precondition.getAsBoolean()
                    ? jdbc.sql(sql).params(parameters).query(Integer.class).single()
                    : 0);
        }
    }

    /**
     * Locks the template in a statement of its own. If this statement waits for another deletion, the next statement
     * sees the result of that deletion.
     */
    private boolean lockTemplate(Map<String, ?> template) {
        return jdbc.sql(LOCK_TEMPLATE)
                .params(template)
                .query(Boolean.class)
                .optional()
                .isPresent();
    }

    private static boolean always() {
        return true;
    }
}
