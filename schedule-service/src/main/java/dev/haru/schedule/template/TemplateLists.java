package dev.haru.schedule.template;

import dev.haru.platform.database.Autocommit;
import dev.haru.platform.database.Instants;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Lists templates. Each list is one statement that selects only the columns it shows, and is its own transaction. */
@Repository
public class TemplateLists {

    private final JdbcClient jdbc;

    TemplateLists(DataSource dataSource) {
        this.jdbc = Autocommit.reading(dataSource);
    }

    /** Returns the first templates of each order, of one category or of all, in one statement. */
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

    /**
     * Returns a page of an order, from its beginning or after a position, with the member's own ratings if a member is
     * given.
     */
    List<ListedCard> page(
            TemplateOrder order,
            @Nullable Integer categoryId,
            @Nullable ListPosition after,
            @Nullable UUID memberId,
            int limit) {
        JdbcClient.StatementSpec statement =
                of(ListSql.page(order, categoryId != null, after != null, memberId != null, limit), categoryId);
        if (after != null) {
            statement = statement.param("key", after.parameter(order)).param("id", after.id());
        }
        if (memberId != null) {
            statement = statement.param("memberId", memberId);
        }
        return statement
                .query((row, _) -> new ListedCard(
                        card(row),
                        ListPosition.of(order, row),
                        memberId == null ? null : row.getObject("own_rating", Integer.class)))
                .list();
    }

    /** Returns all templates of a member, newest first. */
    List<OwnCard> own(UUID ownerId) {
        return jdbc.sql(ListSql.OWN)
                .param("ownerId", ownerId)
                .query((row, _) -> own(row))
                .list();
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
                RatingSummary.average(row.getInt("rating_total"), ratings),
                ratings,
                row.getInt("adoptions"),
                row.getInt("version"));
    }

    private static OwnCard own(ResultSet row) throws SQLException {
        int ratings = row.getInt("ratings");
        return new OwnCard(
                row.getObject("id", UUID.class),
                TemplateStatus.valueOf(row.getString("status").toUpperCase(Locale.ROOT)),
                row.getString("title"),
                row.getInt("category_id"),
                RatingSummary.average(row.getInt("rating_total"), ratings),
                ratings,
                row.getInt("adoptions"),
                Instants.of(row, "created_at"),
                Instants.of(row, "updated_at"),
                Instants.orNull(row, "released_at"),
                row.getInt("version"));
    }
}
