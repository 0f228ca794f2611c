package dev.haru.member.profile;

import dev.haru.platform.database.Autocommit;
import dev.haru.platform.database.Instants;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Reads profiles for requests of signed-in members: one statement, which is its own transaction. Code within a
 * transaction uses {@link MemberRepository#findProfile}.
 */
@Repository
class ProfileReader {

    private static final String PROFILE = """
            select m.id, m.nickname, m.email, r.name as region,
                   coalesce(m.time_zone, r.zone) as zone, m.created_at, m.updated_at, m.version
            from member m join region r on r.id = m.region_id
            """;

    static final String QUERY = PROFILE + "where m.id = ?";
    static final String QUERY_OF_MANY = PROFILE + "where m.id = any(?)";

    private final JdbcClient jdbc;

    ProfileReader(DataSource dataSource) {
        this.jdbc = Autocommit.reading(dataSource);
    }

    Optional<Profile> find(UUID id) {
        return jdbc.sql(QUERY).param(id).query((row, _) -> profile(row)).optional();
    }

    /** Returns the profiles that exist, by id. */
    Map<UUID, Profile> find(Set<UUID> ids) {
        Map<UUID, Profile> profiles = HashMap.newHashMap(ids.size());
        jdbc.sql(QUERY_OF_MANY).param(ids.toArray(UUID[]::new)).query(row -> {
            Profile profile = profile(row);
            profiles.put(profile.memberId(), profile);
        });
        return profiles;
    }

    private static Profile profile(ResultSet row) throws SQLException {
        return new Profile(
                row.getObject("id", UUID.class),
                row.getString("nickname"),
                row.getString("email"),
                row.getString("region"),
                row.getString("zone"),
                Instants.of(row, "created_at"),
                Instants.of(row, "updated_at"),
                row.getLong("version"));
    }
}
