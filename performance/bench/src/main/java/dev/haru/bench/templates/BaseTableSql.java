package dev.haru.bench.templates;

import java.util.List;

/** The queries of the four sections on the base tables. They count ratings and adoptions in each request. */
final class BaseTableSql {

    private static final String RATINGS = """
            (select avg(v.rating) from review v where v.template_id = t.id) as average,
            (select count(*) from review v where v.template_id = t.id) as ratings""";

    private static final String ADOPTIONS = "(select count(*) from adoption a where a.template_id = t.id) as adoptions";

    private BaseTableSql() {}

    /**
     * Returns one query for each section. It selects the id, the average, the ratings, the adoptions and
     * {@code columns}.
     */
    static List<String> sections(String columns, String joins) {
        String bestRated = """
                select t.id, r.average, r.ratings, %s%s
                from template t
                join (select template_id, avg(rating) as average, count(*) as ratings,
                             (30 + sum(rating)) / (10.0 + count(*)) as score
                      from review group by template_id) r on r.template_id = t.id%s
                where t.status = 'released' order by r.score desc, t.id desc limit 10
                """.formatted(ADOPTIONS, columns, joins);
        String mostAdopted = """
                select t.id, %s, c.adoptions%s
                from template t
                join (select template_id, count(*) as adoptions from adoption group by template_id) c
                  on c.template_id = t.id%s
                where t.status = 'released' order by c.adoptions desc, t.id desc limit 10
                """.formatted(RATINGS, columns, joins);
        return List.of(
                bestRated, mostAdopted, byTime("released_at", columns, joins), byTime("updated_at", columns, joins));
    }

    private static String byTime(String column, String columns, String joins) {
        return """
                select t.id, %s, %s%s from template t%s
                where t.status = 'released' order by t.%s desc, t.id desc limit 10
                """.formatted(RATINGS, ADOPTIONS, columns, joins, column);
    }
}
