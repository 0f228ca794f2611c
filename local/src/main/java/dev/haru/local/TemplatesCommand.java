package dev.haru.local;

import dev.haru.local.catalogue.Catalogue;
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
final class TemplatesCommand {

    private final Settings settings;
    private final int size;
    private final PrintStream out;

    TemplatesCommand(Settings settings, Map<String, String> environment, PrintStream out) {
        this.settings = settings;
        this.size = Settings.number(environment, "SIZE", 1, Catalogue.MAXIMUM_SIZE);
        this.out = out;
    }

    int execute() {
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
