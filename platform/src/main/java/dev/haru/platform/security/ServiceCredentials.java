package dev.haru.platform.security;

import dev.haru.platform.token.Sha256;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes this service's credential, {@code name:secret}, and verifies those of client services. */
final class ServiceCredentials {

    static final String HEADER = "X-Service-Credential";

    /** The name of operators, which no service has. */
    static final String OPERATOR = "operator";

    private final String own;
    private final Map<String, List<byte[]>> accepted;

    ServiceCredentials(ServiceCredentialProperties properties) {
        this.own = properties.name() + ":" + properties.secret().getFirst();
        Map<String, List<String>> secrets = new HashMap<>(properties.accept());
        secrets.put(OPERATOR, properties.operator());
        this.accepted = secrets.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey,
                        entry -> entry.getValue().stream().map(Sha256::of).toList()));
    }

    String own() {
        return own;
    }

    /** The name of the client service, if its credential is valid. The comparison takes constant time. */
    Optional<String> callerOf(@Nullable String credential) {
        int colon = credential == null ? -1 : credential.indexOf(':');
        if (credential == null || colon < 0) {
            return Optional.empty();
        }
        String name = credential.substring(0, colon);
        // All digests have the same length, so the time of the comparison reveals nothing about the length of the
        // secret.
        byte[] offered = Sha256.of(credential.substring(colon + 1));
        boolean known = false;
        for (byte[] secret : accepted.getOrDefault(name, List.of())) {
            known |= MessageDigest.isEqual(secret, offered);
        }
        return known ? Optional.of(name) : Optional.empty();
    }
}
