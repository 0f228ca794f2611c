package dev.haru.auth.password;

import dev.haru.platform.token.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;
import org.springframework.stereotype.Component;

/**
 * Passwords of known breaches, which <a href="https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver">NIST SP
 * 800-63B</a> excludes. It reads the first filter that exists.
 */
@Component
class BreachedPasswords {

    private static final Logger log = LoggerFactory.getLogger(BreachedPasswords.class);

    private final @Nullable PasswordFilter filter;

    /** Throws an exception that names the property for a file that is no filter. */
    BreachedPasswords(PasswordProperties properties, ResourceLoader files) {
        Resource file = properties.breached().stream()
                .filter(location -> !location.isBlank())
                .map(files::getResource)
                .filter(Resource::exists)
                .findFirst()
                .orElse(null);
        this.filter = file == null ? null : read(file);
        log.info(
                "{} passwords of breaches are refused{}",
                filter == null ? 0 : filter.size(),
                file == null ? "" : " by " + file.getFilename());
    }

    private static PasswordFilter read(Resource file) {
        try (InputStream content = file.getInputStream()) {
            return PasswordFilter.of(content.readNBytes(PasswordFilter.LONGEST + 1));
        } catch (IOException | IllegalArgumentException unusable) {
            throw new IllegalStateException(
                    "haru.password.breached (BREACHED_PASSWORDS): " + file.getDescription()
                            + " is no filter of tools/breached-passwords",
                    unusable);
        }
    }

    /**
     * Returns whether the password, in any case, is known from a breach.
     *
     * @param normal the password in its normalised form, whose length the caller has checked
     */
    boolean contain(String normal) {
        return filter != null && filter.contains(Sha256.of(normal.toLowerCase(Locale.ROOT)));
    }
}
