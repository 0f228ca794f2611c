package dev.haru.schedule.category;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Reads the categories from the database, all in one statement, because there are few of them. */
@Repository
class CategoryTable {

    private static final String ALL = """
            select c.id, c.code, c.icon, array_agg(n.language order by n.language) as languages,
                   array_agg(n.name order by n.language) as names
            from category c join category_name n on n.category_id = c.id
            group by c.id
            order by c.id
            """;

    private final JdbcClient jdbc;

    CategoryTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Returns all categories, by id. */
    List<Category> read() {
        return jdbc.sql(ALL)
                .query((row, _) -> {
                    String[] languages = (String[]) row.getArray("languages").getArray();
                    String[] names = (String[]) row.getArray("names").getArray();
                    Map<String, String> byLanguage = new TreeMap<>();
                    for (int i = 0; i < languages.length; i++) {
                        byLanguage.put(languages[i], names[i]);
                    }
                    return new Category(
                            row.getInt("id"), row.getString("code"), row.getString("icon"), Map.copyOf(byLanguage));
                })
                .list();
    }
}
