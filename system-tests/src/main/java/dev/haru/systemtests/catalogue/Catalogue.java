package dev.haru.systemtests.catalogue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Replaces all templates by a catalogue of {@code size} times 1,000 templates, 50,000 ratings and 200,000 adoptions.
 * The administrator writes the rows. Check constraints apply. Foreign keys are not checked, but the generated rows
 * satisfy them.
 *
 * <p>Longer than 120 lines because it keeps the statements of the catalogue together.
 */
final class Catalogue {

    /** The largest supported size: 100,000 templates, 5 million ratings, 20 million adoptions. */
    static final int MAXIMUM_SIZE = 100;

    private static final int TEMPLATES = 1_000;
    private static final long RATINGS = 50_000;
    private static final long ADOPTIONS = 200_000;

    /**
     * The number of members at size 1. It is a power of two, so that odd steps visit each member once. It exceeds the
     * adoptions of the most popular template.
     */
    private static final int MEMBERS = 1 << 14;

    private static final Instant FIRST = Instant.parse("2024-11-01T00:00:00Z");
    private static final Duration SPAN = Duration.ofDays(730);
    private static final String[] TITLES = {
        "Morning run",
        "Study plan",
        "Deep work",
        "Piano practice",
        "Meal prep",
        "Evening stretch",
        "Language hour",
        "Weekly review",
        "Family dinner",
        "Reading hour",
        "Strength training",
        "Spring cleaning"
    };

    private final Connection admin;
    private final int size;
    private final Random random = new Random(20_261_121);

    private Catalogue(Connection admin, int size) {
        this.admin = admin;
        this.size = size;
    }

    /** Loads a catalogue of a size from 1 to {@link #MAXIMUM_SIZE}. Returns the row count of each table. */
    static Map<String, Long> load(Connection admin, int size) throws SQLException {
        admin.setAutoCommit(false);
        Map<String, Long> rows = new Catalogue(admin, size).load();
        admin.setAutoCommit(true);
        try (Statement statement = admin.createStatement()) {
            // The vacuum also marks the rows as visible to all transactions. Otherwise, the first readers would do so.
            statement.execute("vacuum (analyze) schedule.template, schedule.review, schedule.adoption, "
                    + "schedule.template_tally, schedule.template_tally_change");
            statement.execute("refresh materialized view schedule.template_ranking");
            statement.execute("vacuum (analyze) schedule.template_ranking");
        }
        return rows;
    }

    private Map<String, Long> load() throws SQLException {
        Map<String, Long> rows = new TreeMap<>();
        try (Statement statement = admin.createStatement()) {
            statement.execute("truncate schedule.template cascade");
            // Otherwise PostgreSQL would look up each of 25 million rows in template.
            statement.execute("set local session_replication_role = replica");
            int[] categories = ids(statement, "category");
            int[] locations = ids(statement, "location");
            UUID[] templates = new UUID[size * TEMPLATES];
            rows.put("templates", templates(templates, categories, locations));
            Popularity popularity = new Popularity(templates.length, random);
            try (WithoutIndexes _ = WithoutIndexes.of(admin, "review", "adoption")) {
                rows.put("ratings", ratings(templates, popularity));
                rows.put("adoptions", adoptions(templates, popularity));
            }
            // The triggers that add up changes do not run in the replica role.
            statement.execute("select schedule.recount_template_tally()");
        }
        admin.commit();
        return rows;
    }

    private long templates(UUID[] ids, int[] categories, int[] locations) throws SQLException {
        Popularity fields = new Popularity(categories.length, random);
        int[] categoryOf = new int[ids.length];
        int from = 0;
        for (int i = 0; i < categories.length; i++) {
            int to = i == categories.length - 1 ? ids.length : Math.min(ids.length, from + fields.share(i, ids.length));
            Arrays.fill(categoryOf, from, to, categories[i]);
            from = to;
        }
        try (CopyTable table = new CopyTable(
                admin,
                "schedule.template (id, owner_id, status, category_id, title, description, duration_minutes, "
                        + "location_id, image_url, created_at, updated_at, released_at)")) {
            for (int n = 0; n < ids.length; n++) {
                Instant createdAt = FIRST.plus(SPAN.multipliedBy(n).dividedBy(ids.length));
                Instant releasedAt = createdAt.plusSeconds(random.nextInt(86_400));
                Instant updatedAt = releasedAt.plusSeconds(random.nextInt(30 * 86_400));
                // One twentieth is not released yet, another twentieth is withdrawn.
                int draw = random.nextInt(20);
                ids[n] = id(createdAt, n);
                table.row(
                        ids[n],
                        member(random.nextInt(members())),
                        draw == 0 ? "draft" : draw == 1 ? "withdrawn" : "released",
                        categoryOf[random.nextInt(ids.length)],
                        TITLES[n % TITLES.length] + " " + n,
                        "A plan that many have kept, with time to rest. "
                                .repeat(1 + random.nextInt(4))
                                .strip(),
                        15 * (1 + random.nextInt(12)),
                        locations[random.nextInt(locations.length)],
                        random.nextBoolean() ? "https://images.example.org/" + ids[n] + ".webp" : null,
                        createdAt,
                        updatedAt,
                        draw == 0 ? null : releasedAt);
            }
            return table.finish();
        }
    }

    private long ratings(UUID[] templates, Popularity popularity) throws SQLException {
        try (CopyTable table = new CopyTable(admin, "schedule.review (template_id, member_id, rating, rated_at)")) {
            for (int n = 0; n < templates.length; n++) {
                double quality = 3.7 + 0.6 * random.nextGaussian();
                for (int member : members(popularity.share(n, size * RATINGS))) {
                    long rating = Math.round(Math.clamp(quality + random.nextGaussian(), 1, 5));
                    table.row(templates[n], member(member), rating, FIRST.plus(SPAN));
                }
            }
            return table.finish();
        }
    }

    private long adoptions(UUID[] templates, Popularity popularity) throws SQLException {
        try (CopyTable table = new CopyTable(
                admin, "schedule.adoption (template_id, member_id, times, first_adopted_at, last_adopted_at)")) {
            for (int n = 0; n < templates.length; n++) {
                for (int member : members(popularity.share(n, size * ADOPTIONS))) {
                    table.row(templates[n], member(member), 1, FIRST.plus(SPAN), FIRST.plus(SPAN));
                }
            }
            return table.finish();
        }
    }

    /** Draws {@code count} different members, in the order of their ids, which is the order of the primary keys. */
    private int[] members(int count) {
        int first = random.nextInt(members());
        int step = random.nextInt(members()) | 1;
        int[] chosen = new int[Math.min(count, members())];
        for (int i = 0; i < chosen.length; i++) {
            chosen[i] = (first + i * step) & (members() - 1);
        }
        Arrays.sort(chosen);
        return chosen;
    }

    private int members() {
        return Integer.highestOneBit(2 * size - 1) * MEMBERS;
    }

    private static UUID member(int number) {
        return id(FIRST, number);
    }

    /** A version 7 UUID (RFC 9562, section 5.7) whose random part is {@code number}. */
    private static UUID id(Instant time, int number) {
        return new UUID(time.toEpochMilli() << 16 | 0x7000, 0x8000_0000_0000_0000L | number);
    }

    private static int[] ids(Statement statement, String table) throws SQLException {
        try (ResultSet rows = statement.executeQuery("select array_agg(id order by id) from schedule." + table)) {
            rows.next();
            return Arrays.stream((Integer[]) rows.getArray(1).getArray())
                    .mapToInt(Integer::intValue)
                    .toArray();
        }
    }
}
