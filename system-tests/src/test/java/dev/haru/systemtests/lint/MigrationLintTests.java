package dev.haru.systemtests.lint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code make lint} runs the first test. */
class MigrationLintTests {

    /** The last migrations of the release before recurring schedules, mail and second factors. */
    private static final Map<String, Integer> RELEASED = Map.of("auth", 31, "member", 5, "schedule", 15);

    private static final String NO_RELEASE_HAS_THE_TABLE = "the same upgrade creates the table, which is still empty";
    private static final String BUILD_BLOCKS_WRITES =
            "changes of the table wait for the build of the index, some seconds for a million rows; a pod that fails "
                    + "to build an index concurrently would leave a failed migration, which stops all later starts";

    /** Statements that are allowed, by file and rule, with the reason. Add none without one. */
    private static final Map<String, String> ALLOWED = Map.ofEntries(
            Map.entry("V34__verified_email_unique.sql: create index on account", BUILD_BLOCKS_WRITES),
            Map.entry("V44__claimed_email_index.sql: create index on account", BUILD_BLOCKS_WRITES),
            Map.entry("V46__mail_account.sql: create index on mail", NO_RELEASE_HAS_THE_TABLE),
            Map.entry("V75__account_role.sql: create index on account", BUILD_BLOCKS_WRITES),
            Map.entry("V77__account_nickname_search.sql: create index on account", BUILD_BLOCKS_WRITES),
            Map.entry("V89__nickname_folded_unique.sql: create index on account", BUILD_BLOCKS_WRITES),
            Map.entry("V10__index_email_key.sql: create index on member", BUILD_BLOCKS_WRITES),
            Map.entry("V32__schedule_by_change.sql: create index on schedule", BUILD_BLOCKS_WRITES),
            Map.entry("V34__schedule_expanded_index.sql: create index on schedule", BUILD_BLOCKS_WRITES),
            Map.entry("V35__schedule_uid.sql: create index on schedule", BUILD_BLOCKS_WRITES),
            Map.entry(
                    "V40__template_item_recurrence.sql: add constraint on template_item",
                    "a template has few items, so the check of all rows is short"),
            Map.entry(
                    "V45__drop_schedule_by_change.sql: drop index schedule_by_change",
                    "the same upgrade creates the index, so no request uses it"),
            Map.entry("V46__calendar_import_by_member.sql: create index on calendar_import", NO_RELEASE_HAS_THE_TABLE));

    @Test
    void noMigrationLocksATableForLong() {
        Set<String> violations = RELEASED.entrySet().stream()
                .flatMap(service ->
                        MigrationLint.violations(migrationsOf(service.getKey()), service.getValue()).stream())
                .collect(Collectors.toSet());

        assertThat(violations)
                .as("create indexes concurrently, and add constraints as not valid; see docs/operations/deploy.md")
                .containsExactlyInAnyOrderElementsOf(ALLOWED.keySet());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "create index big_idx on big (name) | create index on big",
                "CREATE UNIQUE INDEX big_idx   ON big (name) | create index on big",
                "drop index big_old_idx | drop index big_old_idx",
                "alter table big add constraint big_positive check (size > 0) | add constraint on big",
                "alter table big add column a int, add constraint big_fk foreign key (a) references other (id) | add constraint on big",
                "alter table big alter column name type varchar | change of type on big",
                "alter table big alter name set data type varchar | change of type on big"
            })
    void statementThatReadsTheWholeTableIsFound(String statement, String rule, @TempDir Path folder)
            throws IOException {
        write(folder, statement);

        assertThat(MigrationLint.violations(folder, 1)).containsExactly("V2__change.sql: " + rule);
        assertThat(MigrationLint.violations(folder, 2)).as("released").isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "create index concurrently big_idx on big (name)",
                "drop index concurrently big_old_idx",
                "create table small (id int); create index small_idx on small (id); drop index small_idx",
                "alter table big add constraint big_positive check (size in (1, 2)) not valid",
                "alter table big add constraint big_unique unique using index big_idx",
                "alter table big validate constraint big_positive",
                "alter table big add column type text",
                "-- create index big_idx on big (name)",
                "comment on table big is 'create index big_idx on big (name); drop index big_idx'",
                "create function f() returns void language plpgsql as $$ begin drop index big_idx; end $$"
            })
    void otherStatementsAreAccepted(String statement, @TempDir Path folder) throws IOException {
        write(folder, statement);

        assertThat(MigrationLint.violations(folder, 1)).isEmpty();
    }

    private static void write(Path folder, String statement) throws IOException {
        Files.writeString(
                folder.resolve("V1__create_big.sql"),
                "create table big (name text); create index big_old_idx on big (name);");
        Files.writeString(folder.resolve("V2__change.sql"), statement + ";");
    }

    private static Path migrationsOf(String schema) {
        return Path.of("..", schema + "-service", "src/main/resources/db/migration")
                .toAbsolutePath();
    }
}
