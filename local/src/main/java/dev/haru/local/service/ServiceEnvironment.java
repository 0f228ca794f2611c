package dev.haru.local.service;

import dev.haru.local.port.Hop;
import dev.haru.local.port.Port;
import dev.haru.local.port.Ports;
import dev.haru.local.process.Secrets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The environment variables of each service: its ports, the URLs of its upstream services, and its secrets.
 *
 * <p>Longer than 120 lines because it lists the variables of all services.
 */
public final class ServiceEnvironment {

    private final Ports ports;
    private final Map<Hop, String> proxyUrls;
    private final Secrets secrets;
    private final String databaseUrl;
    private final @Nullable Tracing tracing;
    private final boolean warmUp;
    private final String redisDatabase;

    /**
     * A null {@code tracing} means no tracing.
     *
     * @param proxyUrls the URL that one process uses for another in place of the other's own address
     * @param warmUp whether services warm up before they are ready; {@code WARM_UP_ENABLED} overrides it
     */
    public ServiceEnvironment(
            Ports ports,
            Map<Hop, String> proxyUrls,
            Secrets secrets,
            String databaseUrl,
            @Nullable Tracing tracing,
            boolean warmUp) {
        this(ports, proxyUrls, secrets, databaseUrl, tracing, warmUp, "");
    }

    private ServiceEnvironment(
            Ports ports,
            Map<Hop, String> proxyUrls,
            Secrets secrets,
            String databaseUrl,
            @Nullable Tracing tracing,
            boolean warmUp,
            String redisDatabase) {
        this.ports = ports;
        this.proxyUrls = proxyUrls;
        this.secrets = secrets;
        this.databaseUrl = databaseUrl;
        this.tracing = tracing;
        this.warmUp = warmUp;
        this.redisDatabase = redisDatabase;
    }

    /** The environment of services that record class caches. Their limits and caches in Redis are their own. */
    public static ServiceEnvironment ofTraining(Ports ports, Secrets secrets, String databaseUrl) {
        return new ServiceEnvironment(ports, Map.of(), secrets, databaseUrl, null, false, "/1");
    }

    /** The database password of each schema's user. */
    public Map<String, String> passwordBySchema() {
        Map<String, String> passwords = new LinkedHashMap<>();
        for (ServiceModule module : ServiceModule.withSchema()) {
            module.schema().ifPresent(schema -> passwords.put(schema, secrets.get("database." + schema)));
        }
        return passwords;
    }

    Map<String, String> of(ServiceModule module) {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("SERVER_ADDRESS", "127.0.0.1");
        environment.put("SERVER_PORT", Integer.toString(ports.number(module.http())));
        environment.put("MANAGEMENT_PORT", Integer.toString(ports.number(module.management())));
        environment.put("AUTH_URL", upstreamUrl(module, Port.AUTH));
        environment.put("MEMBER_URL", upstreamUrl(module, Port.MEMBER));
        environment.put("SCHEDULE_URL", upstreamUrl(module, Port.SCHEDULE));
        environment.put("REDIS_URL", "redis://127.0.0.1:" + ports.number(Port.REDIS) + redisDatabase);
        module.schema().ifPresent(schema -> {
            environment.put("DB_URL", databaseUrl);
            environment.put("DB_USERNAME", schema + "_service");
            environment.put("DB_PASSWORD", secrets.get("database." + schema));
        });
        environment.put("WARM_UP_ENABLED", System.getenv().getOrDefault("WARM_UP_ENABLED", Boolean.toString(warmUp)));
        for (ServiceModule credential : module.credentials()) {
            environment.put(credential.name() + "_SERVICE_SECRET", secrets.get("service." + credential.module()));
        }
        if (module == ServiceModule.GATEWAY) {
            environment.put("SERVER_TIMING_SHOWN", "true"); // local users are engineers
            environment.put("CORS_LOCAL_ORIGINS", "true"); // development servers of browser clients
        }
        if (module == ServiceModule.GATEWAY || module == ServiceModule.AUTH) {
            environment.put("LOGIN_GUARD_SECRETS", secrets.get("login-guard"));
        }
        if (module == ServiceModule.AUTH || module == ServiceModule.SCHEDULE) {
            environment.put("OPERATOR_SECRETS", secrets.get("operator"));
        }
        if (module == ServiceModule.AUTH) {
            // Demo data and load tests register many members from one address.
            environment.put("SIGN_UP_BUDGET_ENABLED", System.getenv().getOrDefault("SIGN_UP_BUDGET_ENABLED", "false"));
            // The local gateway uses plain HTTP.
            environment.put("DEVICE_COOKIE_SECURE", System.getenv().getOrDefault("DEVICE_COOKIE_SECURE", "false"));
            environment.put("PASSKEY_RP_ID", "localhost");
            // An engineer with pages of its own adds their origins.
            environment.put(
                    "PASSKEY_ORIGINS", System.getenv().getOrDefault("PASSKEY_ORIGINS", ports.browserUrl(Port.GATEWAY)));
            // The demo data, load tests and examples use a password of breaches.
            environment.put("BREACHED_PASSWORDS", System.getenv().getOrDefault("BREACHED_PASSWORDS", ""));
            environment.put("SMTP_HOST", "127.0.0.1");
            environment.put("SMTP_PORT", Integer.toString(ports.number(Port.SMTP)));
            environment.put("SMTP_SECURITY", "none");
            environment.put("MAIL_FROM", "haru@localhost");
            environment.put("PUBLIC_URL", ports.url(Port.GATEWAY));
        }
        if (tracing != null) {
            environment.putAll(tracing.environment(module));
        }
        return environment;
    }

    private String upstreamUrl(ServiceModule module, Port port) {
        return proxyUrls.getOrDefault(new Hop(module.http(), port), ports.url(port));
    }

    String readinessUrl(ServiceModule module) {
        return ports.url(module.management()) + "/actuator/health/readiness";
    }

    /** The URL of the service's HTTP port. */
    public String url(ServiceModule module) {
        return ports.url(module.http());
    }
}
