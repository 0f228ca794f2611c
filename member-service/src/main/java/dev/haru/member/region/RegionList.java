package dev.haru.member.region;

import dev.haru.member.region.RegionsResponse.Item;
import dev.haru.platform.language.ReferenceList;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The list of regions for clients in each language, read once at start: a new region and a new language come with a
 * migration.
 */
@Component
class RegionList {

    /** A region without a name in the language has its English name. */
    private static final String IN_LANGUAGE = """
            select r.name, coalesce(n.name, r.name) as display_name, r.zone
            from region r left join region_name n on n.region_id = r.id and n.language = ?
            order by r.name
            """;

    private final ReferenceList<RegionsResponse> list;

    RegionList(JdbcClient jdbc) {
        List<String> languages = jdbc.sql("select distinct language from region_name")
                .query((row, _) -> row.getString("language"))
                .list();
        list = ReferenceList.of(languages, language -> read(jdbc, language));
    }

    ReferenceList<RegionsResponse> list() {
        return list;
    }

    private static RegionsResponse read(JdbcClient jdbc, String language) {
        List<Item> regions = jdbc.sql(IN_LANGUAGE)
                .param(language)
                .query((row, _) ->
                        new Item(row.getString("name"), row.getString("display_name"), row.getString("zone")))
                .list();
        return new RegionsResponse(regions);
    }
}
