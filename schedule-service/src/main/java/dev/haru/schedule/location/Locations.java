package dev.haru.schedule.location;

import dev.haru.platform.language.Languages;
import dev.haru.platform.language.ReferenceList;
import dev.haru.schedule.location.LocationsResponse.Location;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The locations in each language, read once at start: a new location and a new language come with a migration. */
@Component
public class Locations {

    /** A location without a name in the language has its English name. */
    private static final String IN_LANGUAGE = """
            select l.id, coalesce(n.name, l.name) as name
            from location l left join location_name n on n.location_id = l.id and n.language = ?
            order by l.id
            """;

    private final ReferenceList<LocationsResponse> list;

    Locations(JdbcClient jdbc) {
        List<String> languages = jdbc.sql("select distinct language from location_name")
                .query((row, _) -> row.getString("language"))
                .list();
        list = ReferenceList.of(languages, language -> read(jdbc, language));
    }

    ReferenceList<LocationsResponse> list() {
        return list;
    }

    /** Returns the English names by id. */
    public Map<Integer, String> names() {
        return list.in(Languages.DEFAULT).items().stream()
                .collect(Collectors.toMap(LocationsResponse.Location::locationId, LocationsResponse.Location::name));
    }

    private static LocationsResponse read(JdbcClient jdbc, String language) {
        List<Location> locations = jdbc.sql(IN_LANGUAGE)
                .param(language)
                .query((row, _) -> new Location(row.getInt("id"), row.getString("name")))
                .list();
        return new LocationsResponse(locations);
    }
}
