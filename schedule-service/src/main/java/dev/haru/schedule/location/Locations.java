package dev.haru.schedule.location;

import dev.haru.schedule.location.LocationsResponse.Location;
import java.nio.charset.StandardCharsets;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.util.DigestUtils;

/** The locations, read once at start: a new location comes with a migration. */
@Component
class Locations {

    private final LocationsResponse all;
    private final String entityTag;

    Locations(JdbcClient jdbc) {
        this.all = new LocationsResponse(jdbc.sql("select id, name from location order by id")
                .query((row, _) -> new Location(row.getInt("id"), row.getString("name")))
                .list());
        // From the content, so that replicas agree; a record does not guarantee a stable hashCode().
        this.entityTag = DigestUtils.md5DigestAsHex(all.toString().getBytes(StandardCharsets.UTF_8));
    }

    LocationsResponse all() {
        return all;
    }

    String entityTag() {
        return entityTag;
    }
}
