package dev.haru.schedule.calendar;

import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Keeps what a member leaves in this service, besides schedules, from being written after the member's erasure. */
@Repository
public class ErasureLock {

    /** The row lock that an erasure takes first; so what this transaction writes is there when the erasure looks. */
    private static final String HOLD = """
            insert into member_quota as q (member_id, used) values (:memberId, 0)
            on conflict (member_id) do update set used = q.used where q.erased_at is null
            """;

    private final JdbcClient jdbc;

    ErasureLock(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * The member will not be erased before the transaction ends, and does nothing else meanwhile that holds this.
     *
     * @throws MemberErased when it is too late
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void acquire(UUID memberId) {
        if (jdbc.sql(HOLD).param("memberId", memberId).update() == 0) {
            throw MemberErased.already();
        }
    }
}
