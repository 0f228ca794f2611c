package dev.haru.schedule.calendar;

/** Builds the statement of a search. */
final class SearchSql {

    private static final String MATCHING_PLACES =
            """
            with needle as materialized (
                select %1$s as text, lower(normalize(cast(:text as text), NFD) collate pg_c_utf8) as decomposed),
            place as materialized (
                select l.id from location l, needle where position(needle.text in %2$s) > 0
                union
                select n.location_id from location_name n, needle where position(needle.text in %3$s) > 0)
            """.formatted(folded("cast(:text as text)"), folded("l.name"), folded("n.name"));

    private static final String SCHEDULES = "select " + ScheduleColumns.SHOWN
            + " from schedule where member_id = :memberId and updated_at >= :updatedSince";

    private static final String PLAIN = """
              and time_form is null
              and start_at > :earliest
              and start_at < :to
              and end_at > :from
            """;

    /**
     * The expanded schedules that may reach the window. Java computes their starts, so the statement cannot order by
     * them and returns all of them for each page.
     */
    private static final String EXPANDED = """
              and time_form is not null
              and reach_to > :reachingFrom
              and reach_from < :reachingTo
            """;

    /** No text contains the line feed between two texts. A changed occurrence stores only the texts that it changes. */
    private static final String TEXT = """
              and (%s
                or location_id in (select id from place)
                or exists (
                    select from jsonb_array_elements(recurrence -> 'changed') as c
                    where %s
                       or cast(c #>> '{patch,locationId}' as integer) in (select id from place)))
            """.formatted(
            contains("concat_ws(E'\\n', title, note, details ->> 'place', details ->> 'description')"), contains("""
                            concat_ws(E'\\n', c #>> '{patch,title}', c #>> '{patch,note}', c #>> '{patch,details,place}',
                                      c #>> '{patch,details,description}')"""));

    private static final String TAG =
            """
              and exists (
                select from jsonb_path_query(
                    jsonb_build_array(details -> 'tags', jsonb_path_query_array(recurrence, '%s')),
                    '$[*][*]') as tag
                where %s = %s)
            """.formatted("$.changed[*].patch.details.tags[*]", folded("tag #>> '{}'"), folded("cast(:tag as text)"));

    /**
     * A changed occurrence without a status is confirmed. Its patch then removes the status, or all optional fields.
     */
    private static final String STATUS = """
              and (coalesce(details ->> 'status', 'confirmed') = :status
                or exists (
                    select from jsonb_array_elements(recurrence -> 'changed') as c
                    where (c #> '{patch,details,status}' is not null or c #> '{patch,details}' = 'null')
                      and coalesce(c #>> '{patch,details,status}', 'confirmed') = :status))
            """;

    private static final String ASCENDING = """
              and (start_at, id) > (:startAt, :id)
            order by start_at, id
            limit :limit
            """;

    private static final String DESCENDING = """
              and (start_at, id) < (:startAt, :id)
            order by start_at desc, id desc
            limit :limit
            """;

    private SearchSql() {}

    static String of(ScheduleQuery query) {
        String filters = (query.text() == null ? "" : TEXT)
                + (query.tag() == null ? "" : TAG)
                + (query.status() == null ? "" : STATUS);
        return "%s(%s %s %s %s) union all (%s %s %s)"
                .formatted(
                        query.text() == null ? "" : MATCHING_PLACES,
                        SCHEDULES,
                        PLAIN,
                        filters,
                        query.descending() ? DESCENDING : ASCENDING,
                        SCHEDULES,
                        EXPANDED,
                        filters);
    }

    /**
     * Whether the text contains the needle in one of its two normal forms. The normalisation of a long text is slow, so
     * it only confirms that a decomposed text does not merely continue the last syllable of the needle.
     */
    private static String contains(String text) {
        return """
                (position((select text from needle) in lower(%1$s collate pg_c_utf8)) > 0
                  or (select text <> decomposed from needle)
                    and position((select decomposed from needle) in lower(%1$s collate pg_c_utf8)) > 0
                    and position((select text from needle) in %2$s) > 0)
                """.formatted(text, folded(text));
    }

    /**
     * Folds case in every script, independently of the locale of the database. NFC, because some systems send the parts
     * of a Korean syllable as separate characters.
     */
    private static String folded(String text) {
        return "lower(normalize(%s, NFC) collate pg_c_utf8)".formatted(text);
    }
}
