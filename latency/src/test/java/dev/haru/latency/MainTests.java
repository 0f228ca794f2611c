package dev.haru.latency;

import static dev.haru.latency.CommandLineFixture.latency;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import org.junit.jupiter.api.Test;

class MainTests {

    @Test
    void completionHasEachCommandWithItsOptions() {
        String script = latency("generate-completion").out();

        Main.commandLine(Clock.systemUTC())
                .getSubcommands()
                .keySet()
                .forEach(command -> assertThat(script).contains("_picocli_latency_" + command.replace("-", "") + "()"));
        assertThat(script).contains("complete -F _complete_latency", "bashcompinit", "'--skip-cut-off'", "'--loki'");
    }

    @Test
    void eachCommandPrintsTheVersion() {
        assertThat(latency("--version").out()).startsWith("latency ");
        assertThat(latency("show", "--version").out())
                .isEqualTo(latency("--version").out());
    }
}
