package dev.haru.schedule.calendar;

import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Prevents a transaction from writing a member's other data in this service after the member's erasure. */
@Repository
public class ErasureLock {

    /**
     * Takes the row lock that an erasure takes first. The erasure therefore sees the data that this transaction writes.
     */
    private static final String ACQUIRE = """
            insert into member_quota as q (member_id, used) values (:memberId, 0)
            on conflict (member_id) do update set used = q.used where q.erased_at is null
            """;

    private final JdbcClient jdbc;

    ErasureLock(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Prevents the member's erasure until the transaction ends. Another transaction that acquires this lock for the
     * same member waits.
     *
     * @throws MemberErased when the erasure has already begun
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void acquire(UUID memberId) {
        if (jdbc.sql(ACQUIRE).param("memberId", memberId).update() == 0) {
            throw MemberErased.already();
        }
    }
}
