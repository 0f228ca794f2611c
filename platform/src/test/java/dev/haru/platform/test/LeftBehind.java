package dev.haru.platform.test;

import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.core.Ordered;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Counts the stored rows and keys of a service after the migrations and before the warm-up. Register it as a bean in
 * the service under test.
 */
public final class LeftBehind implements ApplicationRunner, Ordered {

    private final JdbcClient jdbc;
    private final StringRedisTemplate redis;
    private Map<String, Long> before = Map.of();

    public LeftBehind(JdbcClient jdbc, StringRedisTemplate redis) {
        this.jdbc = jdbc;
        this.redis = redis;
    }

    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        before = now();
    }

    /** The number of rows by table, and of keys in Redis, before the warm-up. */
    public Map<String, Long> before() {
        return before;
    }

    /** The number of rows by table, and of keys in Redis, now. */
    public Map<String, Long> now() {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (String table : jdbc.sql("select tablename from pg_tables where schemaname = current_schema() order by 1")
                .query(String.class)
                .list()) {
            counts.put(
                    table,
                    jdbc.sql("select count(*) from " + table).query(Long.class).single());
        }
        counts.put("redis", redis.execute((RedisCallback<Long>)
                connection -> connection.serverCommands().dbSize()));
        return counts;
    }
}
