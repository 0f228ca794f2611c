package dev.haru.systemtests.lint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code make lint} runs the first test. Each folder of fixtures breaks the rule in its name, and no other rule. */
@Execution(ExecutionMode.CONCURRENT)
class TimeoutLintTests {

    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();
    private static final Path FIXTURES = Path.of("src/test/resources/lint").toAbsolutePath();

    @Test
    void timeoutsOfAllModulesNest() {
        List<Violation> violations = new TimeoutLint(REPOSITORY, null).violations();

        assertThat(violations)
                .withFailMessage(() -> violations.stream()
                        .map(Violation::toString)
                        .collect(Collectors.joining("\n", "Time-outs do not nest:\n", "\n")))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void fixtureBreaksOnlyTheRuleInItsName(Path fixture) throws IOException {
        List<Violation> violations = new ArrayList<>(new TimeoutLint(REPOSITORY, fixture).violations());
        // the other test reports violations that exist without the fixture
        violations.removeAll(new TimeoutLint(REPOSITORY, null).violations());

        String changed;
        try (Stream<Path> files = Files.list(fixture)) {
            changed = REPOSITORY.relativize(files.findFirst().orElseThrow()).toString();
        }
        assertThat(violations)
                .isNotEmpty()
                .allSatisfy(violation -> assertThat(violation.rule())
                        .isEqualTo(fixture.getFileName().toString()));
        assertThat(violations.getFirst().toString())
                .contains(changed + ":2")
                .containsPattern("[a-z-]+\\.[a-z.-]+.* [0-9]+ ms .* must be less than [a-z-]+\\.[a-z.-]+.* [0-9]+ ms");
    }

    @Test
    void everyRuleHasAFixture() throws IOException {
        String rules = Files.readString(Path.of("src/test/java/dev/haru/systemtests/lint/TimeoutLint.java")
                .toAbsolutePath());
        List<String> named = Pattern.compile("require\\(\\s*\"([a-z-]+)\"")
                .matcher(rules)
                .results()
                .map(rule -> rule.group(1))
                .toList();

        assertThat(fixtures().map(fixture -> fixture.getFileName().toString()))
                .hasSizeGreaterThan(5)
                .containsExactlyInAnyOrderElementsOf(named);
    }

    static Stream<Path> fixtures() throws IOException {
        try (Stream<Path> folders = Files.list(FIXTURES)) {
            return folders.sorted().toList().stream();
        }
    }
}
