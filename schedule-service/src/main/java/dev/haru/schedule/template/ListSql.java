package dev.haru.schedule.template;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The statements of the lists: one projection each, walking an index that has the order of the list. */
final class ListSql {

    /** What {@link TemplateCard} has, and nothing else. */
    private static final String CARD = """
            t.id, t.title, t.description, t.image_url, t.category_id,
            coalesce(r.rating_total, 0) as rating_total, coalesce(r.ratings, 0) as ratings,
            coalesce(r.adoptions, 0) as adoptions""";

    /**
     * Joined with the template, which knows of this moment whether it is still released, and still in the category. A
     * bare equation of the categories would be multiplied into the estimate, though it nearly always holds: PostgreSQL
     * would expect a list of a tenth, and read and sort the whole category instead of walking the index.
     */
    private static final String BY_RANK = "template_ranking r"
            + " join template t on t.id = r.template_id and coalesce(t.category_id = r.category_id, false)";

    private static final String BY_TIME = "template t left join template_ranking r on r.template_id = t.id";

    /** All of a member's own. */
    static final String OWN = """
            select t.id, t.status, t.title, t.category_id, t.created_at, t.updated_at, t.released_at,
                   coalesce(r.rating_total, 0) as rating_total, coalesce(r.ratings, 0) as ratings,
                   coalesce(r.adoptions, 0) as adoptions
            from template t left join template_ranking r on r.template_id = t.id
            where t.owner_id = :ownerId
            order by t.id desc
            """;

    private ListSql() {}

    /** The first cards of each order, with the name of the order as {@code section}. */
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
     * A page of an order, from its beginning or after a key and id; with {@code key}.
     *
     * @param rated whether with {@code own_rating}, that of a member
     */
    static String page(TemplateOrder order, boolean ofCategory, boolean after, boolean rated, int limit) {
        String own = rated
                ? ", (select v.rating from review v where v.template_id = t.id and v.member_id = :memberId) as own_rating"
                : "";
        return page(order, ofCategory, after, limit, CARD + ", " + key(order) + " as key" + own);
    }

    /** The limit is written out: with a parameter, PostgreSQL plans for a tenth of all rows. */
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
                        // A row comparison, and nothing else, is a range of the index.
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
