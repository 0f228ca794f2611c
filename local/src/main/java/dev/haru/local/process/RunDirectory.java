package dev.haru.local.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The files of a run: data, secrets, unpacked services, logs, traces, pid files. */
public record RunDirectory(Path root) {

    public RunDirectory {
        root = root.toAbsolutePath().normalize();
    }

    /**
     * Creates the directory with access for its owner only. It contains passwords, and executables that the launcher
     * runs.
     */
    void create() throws IOException {
        if (!Files.isDirectory(root)) {
            Files.createDirectories(root.getParent());
            Files.createDirectory(
                    root, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
    }

    public Path postgres() {
        return root.resolve("postgres");
    }

    public Path redis() {
        return root.resolve("redis");
    }

    public Path secrets() {
        return root.resolve("secrets.properties");
    }

    public Path app(String part) {
        return root.resolve("app").resolve(part);
    }

    /** The directory of the spans. Each service has one file, with some older files beside it. */
    public Path traces() {
        return root.resolve("trace");
    }

    /** The directory of the services that record class caches beside the running ones. */
    public RunDirectory training() {
        return new RunDirectory(root.resolve("training"));
    }

    public PidFile pid(String part) {
        return new PidFile(root.resolve("pid").resolve(part));
    }

    /** The names of the parts that have a pid file. */
    public List<String> partsWithPidFile() {
        Path pids = root.resolve("pid");
        if (!Files.isDirectory(pids)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(pids)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path log(String part) {
        return root.resolve("log").resolve(part + ".log");
    }

    /** Creates an empty log file. The log of the previous start is kept beside it. */
    public Path freshLog(String part) {
        Path log = log(part);
        try {
            Files.createDirectories(log.getParent());
            if (Files.exists(log)) {
                Files.move(log, log.resolveSibling(part + ".log.1"), StandardCopyOption.REPLACE_EXISTING);
            }
            return Files.createFile(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes data and secrets, which are valid only together. Unpacked services and logs stay. */
    public void deleteData() {
        deleteTree(postgres().resolve("data"));
        deleteTree(redis());
        deleteTree(secrets());
    }

    public static void deleteTree(Path top) {
        if (!Files.exists(top)) {
            return;
        }
        try (Stream<Path> tree = Files.walk(top)) {
            for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
