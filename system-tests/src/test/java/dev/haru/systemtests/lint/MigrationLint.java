package dev.haru.systemtests.lint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds statements of migrations that lock a table for as long as it takes to read all its rows. Requests wait for such
 * a migration. A statement on a table of the same file is safe, because this table is empty.
 */
final class MigrationLint {

    private static final Pattern COMMENT = Pattern.compile("--[^\n]*");
    private static final Pattern BODY = Pattern.compile("(\\$\\w*\\$).*?\\1", Pattern.DOTALL);
    private static final Pattern TEXT = Pattern.compile("'[^']*'");

    private static final Pattern STATEMENT_END = Pattern.compile(";");
    private static final Pattern NEXT_ACTION = Pattern.compile(",(?![^(]*\\))");

    private static final Pattern CREATE_TABLE = Pattern.compile("create table (?:if not exists )?(\\S+)");
    private static final Pattern CREATE_INDEX = Pattern.compile(
            "create (?:unique )?index (?!concurrently\\b)(?:if not exists )?(\\S+) on (?:only )?(\\S+)");
    private static final Pattern DROP_INDEX = Pattern.compile("drop index (?!concurrently\\b)(?:if exists )?(\\S+)");
    private static final Pattern ALTER_TABLE =
            Pattern.compile("alter table (?:if exists )?(?:only )?(\\S+) (.*)", Pattern.DOTALL);
    private static final Pattern ADD_CONSTRAINT = Pattern.compile(
            "\\badd constraint (?!.*\\bnot valid\\b)(?!\\S+ (?:unique|primary key) using index\\b)", Pattern.DOTALL);
    private static final Pattern CHANGE_TYPE = Pattern.compile("\\balter (?:column )?\\S+ (?:set data )?type\\b");

    private MigrationLint() {}

    /**
     * Checks the migrations of a folder in the order of their versions.
     *
     * @param released the last version that is in a release; earlier files define tables, but are not checked
     */
    static List<String> violations(Path folder, int released) {
        Set<String> tables = new HashSet<>();
        List<String> violations = new ArrayList<>();
        for (Path file : migrations(folder)) {
            List<String> statements = statements(file);
            if (versionOf(file) > released) {
                statements.stream()
                        .flatMap(statement -> rulesBrokenBy(statement, statements, tables))
                        .distinct()
                        .forEach(rule -> violations.add(file.getFileName() + ": " + rule));
            }
            statements.forEach(statement -> addTo(tables, statement));
        }
        return violations;
    }

    private static Stream<String> rulesBrokenBy(String statement, List<String> sameFile, Set<String> tables) {
        Matcher index = CREATE_INDEX.matcher(statement);
        if (index.lookingAt()) {
            return tables.contains(index.group(2)) ? Stream.of("create index on " + index.group(2)) : Stream.empty();
        }
        Matcher dropped = DROP_INDEX.matcher(statement);
        if (dropped.lookingAt()) {
            return sameFile.stream().anyMatch(other -> creates(other, dropped.group(1)))
                    ? Stream.empty()
                    : Stream.of("drop index " + dropped.group(1));
        }
        Matcher altered = ALTER_TABLE.matcher(statement);
        if (!altered.lookingAt() || !tables.contains(altered.group(1))) {
            return Stream.empty();
        }
        return NEXT_ACTION
                .splitAsStream(altered.group(2))
                .flatMap(action -> Stream.of(
                                ADD_CONSTRAINT.matcher(action).find() ? "add constraint" : "",
                                CHANGE_TYPE.matcher(action).find() ? "change of type" : "")
                        .filter(rule -> !rule.isEmpty()))
                .map(rule -> rule + " on " + altered.group(1));
    }

    private static boolean creates(String statement, String index) {
        Matcher created = CREATE_INDEX.matcher(statement);
        return created.lookingAt() && created.group(1).equals(index);
    }

    private static void addTo(Set<String> tables, String statement) {
        Matcher table = CREATE_TABLE.matcher(statement);
        if (table.lookingAt()) {
            tables.add(table.group(1));
        }
    }

    /** Returns the statements in lower case, without comments, texts and bodies of functions. */
    private static List<String> statements(Path file) {
        String sql;
        try {
            sql = Files.readString(file).toLowerCase(Locale.ROOT);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        for (Pattern ignored : List.of(COMMENT, BODY, TEXT)) {
            sql = ignored.matcher(sql).replaceAll(" ");
        }
        return STATEMENT_END
                .splitAsStream(sql)
                .map(statement -> statement.replaceAll("\\s+", " ").strip())
                .toList();
    }

    private static List<Path> migrations(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".sql"))
                    .sorted(Comparator.comparingInt(MigrationLint::versionOf))
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static int versionOf(Path file) {
        String name = file.getFileName().toString();
        return Integer.parseInt(name.substring(1, name.indexOf("__")));
    }
}
