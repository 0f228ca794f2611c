package dev.haru.local;

import dev.haru.local.process.Autogroup;
import dev.haru.local.process.Progress;
import dev.haru.local.process.Refusal;
import dev.haru.local.process.RunDirectory;
import dev.haru.local.process.RunLock;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;

/**
 * Entry point of the launcher. The command is {@code run}, {@code stop}, {@code clean-data} or, in the build of an
 * image, {@code record}. The working directory is the root of the repository.
 */
public final class Main {

    private static final int REFUSED = 2;
    private static final int JDK = 25;

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

    public static void main(String[] arguments) {
        Main main = new Main(Path.of("").toAbsolutePath(), System.getenv(), System.out, System.err);
        System.exit(main.execute(arguments.length == 1 ? arguments[0] : "run"));
    }

    /** Runs a command. Returns the exit code: 0, 1 if a part failed, 2 if the launcher refused the command. */
    int execute(String command) {
        try {
            checkJdk();
            return switch (command) {
                case "run" -> new Run(Settings.fromEnvironment(repository, environment), out, err).execute();
                case "stop" -> stop();
                case "clean-data" -> cleanData();
                case "record" ->
                    new RecordCommand(Settings.directory(repository, environment), environment, out, err).execute();
                default -> throw new Refusal("Unknown command " + command + ": use run, stop or clean-data.");
            };
        } catch (Refusal e) {
            err.println(e.getMessage());
            return REFUSED;
        }
    }

    private int stop() {
        RunDirectory directory = Settings.directory(repository, environment);
        try (RunLock _ = RunLock.of(directory)) {
            StaleProcesses.stop(directory, new Progress(out));
        }
        Autogroup.restorePriority();
        return 0;
    }

    private int cleanData() {
        RunDirectory directory = Settings.directory(repository, environment);
        HaruSystem.deleteData(directory, new Progress(out));
        out.println("The data in " + directory.root() + " is deleted.");
        return 0;
    }

    private static void checkJdk() {
        int version = Runtime.version().feature();
        if (version != JDK) {
            throw new Refusal("Haru requires JDK %d, but this is JDK %d. Set JAVA_HOME, or use make, which finds a JDK."
                    .formatted(JDK, version));
        }
    }
}
