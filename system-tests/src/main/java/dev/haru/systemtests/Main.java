package dev.haru.systemtests;

import dev.haru.local.Settings;
import dev.haru.local.process.Refusal;
import dev.haru.systemtests.catalogue.TemplatesCommand;
import dev.haru.systemtests.chaos.ChaosCommand;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;

/**
 * Entry point of the commands {@code chaos}, {@code soak} and {@code templates}. The working directory is the root of
 * the repository.
 */
public final class Main {

    private static final int REFUSED = 2;

    private final Path repository;
    private final Map<String, String> environment;
    private final PrintStream out;
    private final PrintStream err;

    Main(Path repository, Map<String, String> environment, PrintStream out, PrintStream err) {
        this.repository = repository;
        this.environment = environment;
        this.out = out;
        this.err = err;
    }

    /** Runs the command that the first argument names, and ends the JVM with its exit code. */
    public static void main(String[] arguments) {
        Main main = new Main(Path.of("").toAbsolutePath(), System.getenv(), System.out, System.err);
        System.exit(main.execute(arguments.length == 1 ? arguments[0] : ""));
    }

    /** Runs a command. Returns the exit code: 0, 1 if a check failed, 2 if the command was refused. */
    int execute(String command) {
        try {
            Settings settings = Settings.fromEnvironment(repository, environment);
            return switch (command) {
                case "chaos" -> new ChaosCommand(settings, out, err).chaos(environment);
                case "soak" -> new ChaosCommand(settings, out, err).soak(environment);
                case "templates" -> new TemplatesCommand(settings, environment, out).execute();
                default -> throw new Refusal("Unknown command " + command + ": use chaos, soak or templates.");
            };
        } catch (Refusal e) {
            err.println(e.getMessage());
            return REFUSED;
        }
    }
}
