package dev.haru.bench.reactive;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Reads accounts of auth-service on separate threads, over a connection pool or over a new connection each time. */
final class Accounts {

    private static final String BY_NICKNAME =
            "select id, password_hash from auth.account where nickname_key = ? and erased_at is null";
    private static final long MAXIMUM_WAIT_MS = 30_000;

    private final Connections connections;

    Accounts(int pool) {
        String url = System.getenv("DB_URL");
        String username = System.getenv("DB_USERNAME");
        String password = System.getenv("DB_PASSWORD");
        if (pool == 0) {
            this.connections = () -> DriverManager.getConnection(url, username, password);
            return;
        }
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername(username);
        config.setPassword(password);
        config.setMaximumPoolSize(pool);
        config.setConnectionTimeout(MAXIMUM_WAIT_MS);
        this.connections = new HikariDataSource(config)::getConnection;
    }

    /** The id of the account with this nickname. Empty if there is none. */
    Mono<UUID> idOf(String nickname) {
        return Mono.fromCallable(() -> read(nickname)).subscribeOn(Schedulers.boundedElastic());
    }

    private @Nullable UUID read(String nickname) throws SQLException {
        try (Connection connection = connections.open();
                PreparedStatement query = connection.prepareStatement(BY_NICKNAME)) {
            query.setString(1, nickname);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next() ? rows.getObject("id", UUID.class) : null;
            }
        }
    }

    private interface Connections {
        Connection open() throws SQLException;
    }
}
