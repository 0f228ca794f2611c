package dev.haru.systemtests.catalogue;

import dev.haru.local.Settings;
import dev.haru.local.port.Port;
import dev.haru.local.process.Refusal;
import dev.haru.local.process.Secrets;
import dev.haru.local.store.PostgresStore;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;

/** Loads {@code SIZE} times 1,000 templates into the database of a running system. */
public final class TemplatesCommand {

    private final Settings settings;
    private final int size;
    private final PrintStream out;

    /** Reads {@code SIZE} from the environment, 1 if it is not set. Throws a {@link Refusal} if it is not valid. */
    public TemplatesCommand(Settings settings, Map<String, String> environment, PrintStream out) {
        this.settings = settings;
        this.size = Settings.number(environment, "SIZE", 1, Catalogue.MAXIMUM_SIZE);
        this.out = out;
    }

    /** Replaces all templates. Returns the exit code 0. Throws a {@link Refusal} if no system runs. */
    public int execute() {
        int port = settings.ports().number(Port.POSTGRES);
        long start = System.nanoTime();
        try (Connection admin =
                PostgresStore.connect(port, Secrets.in(settings.directory().secrets()))) {
            Map<String, Long> rows = Catalogue.load(admin, Math.max(1, size));
            out.printf(
                    "%,d templates, %,d ratings and %,d adoptions loaded in %,d s.%n",
                    rows.get("templates"),
                    rows.get("ratings"),
                    rows.get("adoptions"),
                    Duration.ofNanos(System.nanoTime() - start).toSeconds());
            return 0;
        } catch (SQLException failure) {
            throw new Refusal("The templates could not be loaded into PostgreSQL on port %d (is make run running?): %s"
                    .formatted(port, failure.getMessage()));
        }
    }
}
