package dev.haru.local.port;

/** A port of the system: the process that listens on it, the variable that changes it, and its default number. */
public enum Port {
    GATEWAY("gateway", "HARU_GATEWAY_PORT", 8080),
    AUTH("auth-service", "HARU_AUTH_PORT", 8081),
    MEMBER("member-service", "HARU_MEMBER_PORT", 8082),
    SCHEDULE("schedule-service", "HARU_SCHEDULE_PORT", 8083),
    GATEWAY_MANAGEMENT("gateway (management)", "HARU_GATEWAY_MANAGEMENT_PORT", 9080),
    AUTH_MANAGEMENT("auth-service (management)", "HARU_AUTH_MANAGEMENT_PORT", 9081),
    MEMBER_MANAGEMENT("member-service (management)", "HARU_MEMBER_MANAGEMENT_PORT", 9082),
    SCHEDULE_MANAGEMENT("schedule-service (management)", "HARU_SCHEDULE_MANAGEMENT_PORT", 9083),
    POSTGRES("PostgreSQL", "HARU_POSTGRES_PORT", 15432),
    REDIS("Redis", "HARU_REDIS_PORT", 16379),
    LATENCY("latency", "HARU_LATENCY_PORT", 3210),
    SMTP("mail server", "HARU_SMTP_PORT", 1025),
    MAIL("mail inbox", "HARU_MAIL_PORT", 8025);

    private final String owner;
    private final String variable;
    private final int defaultNumber;

    Port(String owner, String variable, int defaultNumber) {
        this.owner = owner;
        this.variable = variable;
        this.defaultNumber = defaultNumber;
    }

    String owner() {
        return owner;
    }

    String variable() {
        return variable;
    }

    int defaultNumber() {
        return defaultNumber;
    }
}
