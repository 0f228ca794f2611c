package dev.haru.schedule.calendar;

import dev.haru.platform.database.ReplicaRouting;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** The limits of single members. The statement that adds a schedule reads the limit, so a change applies at once. */
@Repository
class LimitStore {

    /** A member without a first schedule has no row. The limit of an erased member stays 0. */
    private static final String CHANGE = """
            insert into member_quota as q (member_id, used, max) values (:memberId, 0, :max)
            on conflict (member_id) do update set max = excluded.max where q.erased_at is null
            returning coalesce(max, :limit) as applied, used, max as own
            """;

    private static final String FIND = """
            select coalesce(q.max, :limit) as applied, coalesce(q.used, 0) as used, q.max as own
            from (values (cast(:memberId as uuid))) as wanted (id) left join member_quota q on q.member_id = wanted.id
            where q.erased_at is null
            """;

    private final JdbcClient jdbc;
    private final ReplicaRouting routing;
    private final ScheduleProperties properties;

    LimitStore(JdbcClient jdbc, ReplicaRouting routing, ScheduleProperties properties) {
        this.jdbc = jdbc;
        this.routing = routing;
        this.properties = properties;
    }

    /**
     * Changes the limit of a member, and returns it with the number of schedules; empty if the member is erased.
     *
     * @param limit null for the limit of all members
     */
    @Transactional
    public Optional<MemberLimit> change(UUID memberId, @Nullable Integer limit) {
        routing.wrote(memberId);
        return jdbc.sql(CHANGE)
                .param("memberId", memberId)
                .param("max", limit, Types.INTEGER)
                .param("limit", properties.limit())
                .query((row, _) -> limit(row))
                .optional();
    }

    /** Returns the limit of a member, from the primary; empty if the member is erased. */
    @Transactional
    public Optional<MemberLimit> find(UUID memberId) {
        return jdbc.sql(FIND)
                .param("memberId", memberId)
                .param("limit", properties.limit())
                .query((row, _) -> limit(row))
                .optional();
    }

    private static MemberLimit limit(ResultSet row) throws SQLException {
        return new MemberLimit(row.getInt("applied"), row.getInt("used"), row.getObject("own", Integer.class));
    }
}
