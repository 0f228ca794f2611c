package dev.haru.schedule.template;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The SQL of the lists. Each statement is one projection, and reads an index in the order of the list. */
final class ListSql {

    /** Exactly the columns of {@link TemplateCard}. */
    private static final String CARD = """
            t.id, t.title, t.description, t.image_url, t.category_id,
            coalesce(r.rating_total, 0) as rating_total, coalesce(r.ratings, 0) as ratings,
            coalesce(r.adoptions, 0) as adoptions, t.version""";

    /**
     * Joins the template, because only the template row says whether the template is still released and still in the
     * category. {@code coalesce} hides the comparison of the categories from the planner. PostgreSQL would multiply a
     * plain comparison into its estimate, although it nearly always holds. It would expect a tenth of the rows, and
     * read and sort the whole category instead of walking the index.
     */
    private static final String BY_RANK = "template_ranking r"
            + " join template t on t.id = r.template_id and coalesce(t.category_id = r.category_id, false)";

    private static final String BY_TIME = "template t left join template_ranking r on r.template_id = t.id";

    /** All templates of a member, newest first. */
    static final String OWN = """
            select t.id, t.status, t.title, t.category_id, t.created_at, t.updated_at, t.released_at, t.version,
                   coalesce(r.rating_total, 0) as rating_total, coalesce(r.ratings, 0) as ratings,
                   coalesce(r.adoptions, 0) as adoptions
            from template t left join template_ranking r on r.template_id = t.id
            where t.owner_id = :ownerId
            order by t.id desc
            """;

    private ListSql() {}

    /** Selects the first cards of each order. The column {@code section} contains the name of the order. */
    static String firstOfEach(boolean ofCategory, int limit) {
        return "select * from ("
                + Arrays.stream(TemplateOrder.values())
                        .map(order ->
                                "select '%s' as section, row_number() over () as position, card.* from (%s) as card"
                                        .formatted(order.name(), page(order, ofCategory, false, limit, CARD)))
                        .collect(Collectors.joining(" union all "))
                + ") as sections order by position";
    }

    /**
     * Selects a page of an order, from its beginning or after a key and id. The column {@code key} contains the sort
     * key.
     *
     * @param rated whether the column {@code own_rating} contains the rating of the member {@code :memberId}
     */
    static String page(TemplateOrder order, boolean ofCategory, boolean after, boolean rated, int limit) {
        String own = rated
                ? ", (select v.rating from review v where v.template_id = t.id and v.member_id = :memberId) as own_rating"
                : "";
        return page(order, ofCategory, after, limit, CARD + ", " + key(order) + " as key" + own);
    }

    /** Writes the limit into the SQL. With a parameter, PostgreSQL plans for a tenth of all rows. */
    private static String page(TemplateOrder order, boolean ofCategory, boolean after, int limit, String columns) {
        boolean byRank = isByRank(order);
        String id = byRank ? "r.template_id" : "t.id";
        return """
                select %s
                from %s
                where t.status = 'released'%s%s
                order by %s desc, %s desc
                limit %d""".formatted(
                        columns,
                        byRank ? BY_RANK : BY_TIME,
                        ofCategory ? " and %s.category_id = :category".formatted(byRank ? "r" : "t") : "",
                        // Only a row comparison becomes a range scan of the index.
                        after ? " and (%s, %s) < (:key, :id)".formatted(key(order), id) : "",
                        key(order),
                        id,
                        limit);
    }

    private static boolean isByRank(TemplateOrder order) {
        return switch (order) {
            case BEST_RATED, MOST_ADOPTED -> true;
            case NEWEST, RECENTLY_UPDATED -> false;
        };
    }

    private static String key(TemplateOrder order) {
        return switch (order) {
            case BEST_RATED -> "r.score";
            case MOST_ADOPTED -> "r.adoptions";
            case NEWEST -> "t.released_at";
            case RECENTLY_UPDATED -> "t.updated_at";
        };
    }
}
