package dev.haru.local.service;

import dev.haru.local.port.Port;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The processes of Haru, in the order of their dependencies. */
public enum ServiceModule {
    AUTH("auth-service", Port.AUTH, Port.AUTH_MANAGEMENT),
    MEMBER("member-service", Port.MEMBER, Port.MEMBER_MANAGEMENT),
    SCHEDULE("schedule-service", Port.SCHEDULE, Port.SCHEDULE_MANAGEMENT),
    GATEWAY("gateway", Port.GATEWAY, Port.GATEWAY_MANAGEMENT);

    private final String module;
    private final Port http;
    private final Port management;

    ServiceModule(String module, Port http, Port management) {
        this.module = module;
        this.http = http;
        this.management = management;
    }

    /** The name of the Maven module, which is also the name of the process. */
    public String module() {
        return module;
    }

    /** Finds a module by its name. */
    public static ServiceModule named(String name) {
        return Arrays.stream(values())
                .filter(candidate -> candidate.module.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no service has the name " + name));
    }

    /** The services behind the gateway. Each of them has its own schema. */
    public static List<ServiceModule> withSchema() {
        return List.of(AUTH, MEMBER, SCHEDULE);
    }

    Port http() {
        return http;
    }

    Port management() {
        return management;
    }

    /** The schema in the database. Its name is also the prefix of the user that owns it. */
    Optional<String> schema() {
        return this == GATEWAY ? Optional.empty() : Optional.of(name().toLowerCase(Locale.ROOT));
    }

    /** The services whose credentials this service sends or accepts, including its own. */
    List<ServiceModule> credentials() {
        return switch (this) {
            case AUTH -> List.of(AUTH, MEMBER);
            case MEMBER -> List.of(AUTH, MEMBER, SCHEDULE);
            case SCHEDULE -> List.of(AUTH, SCHEDULE);
            case GATEWAY -> List.of();
        };
    }
}
