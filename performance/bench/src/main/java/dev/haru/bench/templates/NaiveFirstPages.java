package dev.haru.bench.templates;

import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/** Reads the four sections, each by one query and a second query for entities, or by one projection query. */
class NaiveFirstPages {

    private static final List<String> IDS = BaseTableSql.sections("", "");

    private static final List<String> PROJECTIONS =
            BaseTableSql.sections(", t.title, t.description, t.image_url, k.code, k.icon, n.name", """

                    join category k on k.id = t.category_id
                    join category_name n on n.category_id = k.id and n.language = 'en'""");

    private final JdbcClient jdbc;

    @PersistenceContext
    @SuppressWarnings("NullAway.Init")
    private EntityManager entities;

    NaiveFirstPages(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Transactional(readOnly = true)
    public List<List<Map<String, @Nullable Object>>> byEntities() {
        return IDS.stream().map(this::withEntities).toList();
    }

    @Transactional(readOnly = true)
    public List<List<Map<String, @Nullable Object>>> byProjection() {
        return PROJECTIONS.stream()
                .map(sql -> jdbc.sql(sql).query().listOfRows())
                .toList();
    }

    private List<Map<String, @Nullable Object>> withEntities(String sql) {
        List<Map<String, @Nullable Object>> rows = jdbc.sql(sql).query().listOfRows();
        Map<UUID, NaiveTemplate> byId = entities.createQuery("""
                        select distinct t from NaiveTemplate t join fetch t.category k left join fetch k.names
                        where t.id in :ids""", NaiveTemplate.class)
                .setParameter("ids", rows.stream().map(row -> row.get("id")).toList())
                .getResultStream()
                .collect(Collectors.toMap(template -> template.id, Function.identity()));
        return rows.stream()
                .map(row -> {
                    Map<String, @Nullable Object> item = new HashMap<>(row);
                    NaiveTemplate template = byId.get(row.get("id"));
                    if (template != null) {
                        item.put("title", template.title);
                        item.put("description", template.description);
                        item.put("category", template.category);
                    }
                    return item;
                })
                .toList();
    }
}
