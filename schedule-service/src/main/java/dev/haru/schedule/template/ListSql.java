package dev.haru.schedule.template;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The SQL of the lists. Each statement is one projection, and reads an index in the order of the list.
 *
 * <p>Longer than 120 lines because it is mostly text of SQL.
 */
final class ListSql {

    /** The names of the columns of {@link #CARD}. */
    private static final String CARD_NAMES =
            "id, title, description, image_url, category_id, rating_total, ratings, adoptions, version";

    /** Exactly the columns of {@link TemplateCard}. */
    private static final String CARD = """
            t.id, t.title, t.description, t.image_url, t.category_id,
            coalesce(r.rating_total, 0) as rating_total, coalesce(r.ratings, 0) as ratings,
            coalesce(r.adoptions, 0) as adoptions, t.version""";

    /**
     * Joins the template, because only the template row says whether the template is still released and still in the
     * category. {@link #IN_SAME_CATEGORY}: {@code coalesce} hides the comparison of the categories from the planner.
     * PostgreSQL would multiply a plain comparison into its estimate, although it nearly always holds. It would expect
     * a tenth of the rows, and read and sort the whole category instead of walking the index.
     */
    private static final String BY_RANK = "template_ranking r join template t on t.id = r.template_id";

    private static final String IN_SAME_CATEGORY = " and coalesce(t.category_id = r.category_id, false)";

    /**
     * The few templates that the ranking does not contain yet, or contains in another category. Without a rank, a
     * template has the rank of one without ratings and adoptions, by the formula of the view.
     */
    private static final String UNRANKED = """
            (select distinct template_id from template_unranked) u
                join template t on t.id = u.template_id
                left join template_ranking r on r.template_id = t.id
                cross join lateral (
                    select coalesce(r.adoptions, 0) as adoptions,
                           coalesce(r.score, cast(round(cast(p.weight * p.mean / greatest(p.weight, 1) as numeric), 6)
                                                  as double precision)) as score
                    from template_prior p) k""";

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
                                        .formatted(order.name(), page(order, ofCategory, false, limit, "", "")))
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
        return page(order, ofCategory, after, limit, own, rated ? ", key, own_rating" : ", key");
    }

    /**
     * Selects the columns of a card and {@code shown} columns.
     *
     * @param own a column of the member, or nothing
     * @param shown the names of further columns, each after a comma
     */
    private static String page(
            TemplateOrder order, boolean ofCategory, boolean after, int limit, String own, String shown) {
        if (!isByRank(order)) {
            String category = ofCategory ? " and t.category_id = :category" : "";
            return "select %s%s from (%s) as card"
                    .formatted(CARD_NAMES, shown, part(BY_TIME, key(order), "t.id", category, after, limit, own));
        }
        String ranked = part(
                BY_RANK,
                "r." + key(order),
                "r.template_id",
                ofCategory ? IN_SAME_CATEGORY + " and r.category_id = :category" : "",
                after,
                limit,
                own);
        String unranked = part(
                UNRANKED,
                "k." + key(order),
                "t.id",
                ofCategory
                        ? " and t.category_id = :category and r.category_id is distinct from t.category_id"
                        : " and r.template_id is null",
                after,
                limit,
                own);
        return "select %s%s from ((%s) union all (%s)) as card order by key desc, id desc limit %d"
                .formatted(CARD_NAMES, shown, ranked, unranked, limit);
    }

    /** Writes the limit into the SQL. With a parameter, PostgreSQL plans for a tenth of all rows. */
    private static String part(
            String tables, String key, String id, String category, boolean after, int limit, String own) {
        return """
                select %s, %s as key%s
                from %s
                where t.status = 'released'%s%s
                order by %s desc, %s desc
                limit %d""".formatted(
                        CARD,
                        key,
                        own,
                        tables,
                        category,
                        // Only a row comparison becomes a range scan of the index.
                        after ? " and (%s, %s) < (:key, :id)".formatted(key, id) : "",
                        key,
                        id,
                        limit);
    }

    private static boolean isByRank(TemplateOrder order) {
        return switch (order) {
            case BEST_RATED, MOST_ADOPTED -> true;
            case NEWEST, RECENTLY_UPDATED -> false;
        };
    }

    /** Returns the sort key: a column of the template, or of its rank. */
    private static String key(TemplateOrder order) {
        return switch (order) {
            case BEST_RATED -> "score";
            case MOST_ADOPTED -> "adoptions";
            case NEWEST -> "t.released_at";
            case RECENTLY_UPDATED -> "t.updated_at";
        };
    }
}
