package dev.haru.schedule.template;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Lists the released templates, each list in one statement that selects what is shown, and no entity. */
@Repository
public class TemplateLists {

    private final JdbcClient jdbc;

    TemplateLists(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** The first ones in an order, over all or in a category. */
    @Transactional(readOnly = true)
    public List<TemplateCard> first(TemplateOrder order, @Nullable Integer categoryId, int limit) {
        return of(ListSql.first(order, categoryId != null, limit), categoryId)
                .query((row, _) -> card(row))
                .list();
    }

    /** The first ones in each of the orders, over all or in a category, in one statement. */
    @Transactional(readOnly = true)
    public Map<TemplateOrder, List<TemplateCard>> firstOfEach(@Nullable Integer categoryId, int limit) {
        Map<TemplateOrder, List<TemplateCard>> sections = new EnumMap<>(TemplateOrder.class);
        of(ListSql.firstOfEach(categoryId != null, limit), categoryId)
                .query((row, _) -> sections.computeIfAbsent(
                                TemplateOrder.valueOf(row.getString("section")), _ -> new ArrayList<>(limit))
                        .add(card(row)))
                .list();
        for (TemplateOrder order : TemplateOrder.values()) {
            sections.putIfAbsent(order, List.of());
        }
        return sections;
    }

    private JdbcClient.StatementSpec of(String sql, @Nullable Integer categoryId) {
        JdbcClient.StatementSpec statement = jdbc.sql(sql);
        return categoryId == null ? statement : statement.param("category", categoryId);
    }

    private static TemplateCard card(ResultSet row) throws SQLException {
        int ratings = row.getInt("ratings");
        return new TemplateCard(
                row.getObject("id", UUID.class),
                row.getString("title"),
                row.getString("description"),
                row.getString("image_url"),
                row.getInt("category_id"),
                ratings == 0 ? null : Math.round(row.getInt("rating_total") * 100.0 / ratings) / 100.0,
                ratings,
                row.getInt("adoptions"));
    }
}
