package dev.haru.local.service;

import dev.haru.local.process.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Properties;
import java.util.zip.ZipFile;

/** The jar of a service, as Maven packaged it. */
public record ServiceJar(ServiceModule module, Path file) {

    /** Finds the jar in the module's build directory. Throws a {@link Refusal} if the jar does not exist. */
    public static ServiceJar find(Path repository, ServiceModule module) {
        Path file = repository
                .resolve(module.module())
                .resolve("target")
                .resolve(module.module() + "-" + version() + ".jar");
        if (!Files.isRegularFile(file)) {
            throw new Refusal("%s is not built (%s does not exist). Run make build.".formatted(module.module(), file));
        }
        return new ServiceJar(module, file);
    }

    /**
     * The inputs on which an unpacked copy and its class cache depend: the content, the JVM, its flags and the agent.
     */
    String identity(TracingAgent agent) {
        return "%s %s %s %s %s"
                .formatted(
                        contentHash(),
                        System.getProperty("java.vm.version"),
                        JavaCommand.java(),
                        JavaCommand.flags(module, agent),
                        agent.identity());
    }

    /**
     * Hashes the checksums that the jar stores for its entries, because a hash of the whole jar would delay every
     * start.
     */
    private String contentHash() {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            zip.stream()
                    .map(entry -> "%s %d %d%n".formatted(entry.getName(), entry.getSize(), entry.getCrc()))
                    .forEach(line -> digest.update(line.getBytes(StandardCharsets.UTF_8)));
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static String version() {
        Properties build = new Properties();
        try (InputStream in = ServiceJar.class.getResourceAsStream("/dev/haru/local/build.properties")) {
            build.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return build.getProperty("version");
    }
}
