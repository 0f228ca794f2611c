package dev.haru.local.process;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Properties;

/** Random passwords of a data directory, in a file that only its owner may read. */
public final class Secrets {

    private static final int BYTES = 24;

    private final Path file;
    private final Properties values = new Properties();
    private final SecureRandom random = new SecureRandom();

    private Secrets(Path file) {
        this.file = file;
    }

    /** Reads the stored secrets. A missing file means no secrets. */
    public static Secrets in(Path file) {
        Secrets secrets = new Secrets(file);
        if (Files.exists(file)) {
            try (Reader reader = Files.newBufferedReader(file)) {
                secrets.values.load(reader);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return secrets;
    }

    public boolean has(String name) {
        return values.containsKey(name);
    }

    /** Returns the secret with this name. The first call generates and stores it. */
    public synchronized String get(String name) {
        String stored = values.getProperty(name);
        if (stored != null) {
            return stored;
        }
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        String generated = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        values.setProperty(name, generated);
        save();
        return generated;
    }

    private void save() {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            if (!Files.exists(file)) {
                Files.createFile(
                        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            }
            try (Writer writer = Files.newBufferedWriter(file, StandardOpenOption.TRUNCATE_EXISTING)) {
                values.store(writer, "Passwords of the data in this directory");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
