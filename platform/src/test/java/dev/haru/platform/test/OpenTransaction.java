package dev.haru.platform.test;

import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** A transaction of another process. A test holds its locks while the service runs, and then commits it. */
public final class OpenTransaction implements AutoCloseable {

    private final Connection connection;
    private final JdbcClient jdbc;
    private final int pid;
    private final JdbcClient observer;

    private OpenTransaction(Connection connection, String schema) {
        this.connection = connection;
        this.jdbc = JdbcClient.create(new SingleConnectionDataSource(connection, true));
        this.pid = jdbc.sql("select pg_backend_pid()").query(Integer.class).single();
        this.observer = EmbeddedDatabase.jdbc(schema);
    }

    /** Begins a transaction of the service with this schema. */
    public static OpenTransaction begin(String schema) throws SQLException {
        Connection connection = DriverManager.getConnection(
                EmbeddedDatabase.url() + "?currentSchema=" + schema, schema + "_service", EmbeddedDatabase.SECRET);
        connection.setAutoCommit(false);
        return new OpenTransaction(connection, schema);
    }

    /** Runs statements in the transaction. */
    public JdbcClient jdbc() {
        return jdbc;
    }

    /** Starts the call, waits until it waits for this transaction or has ended, commits, and returns its result. */
    public <T> T commitDuring(Supplier<T> call) throws SQLException {
        CompletableFuture<T> result = start(call);
        commit();
        return result.join();
    }

    /** Starts the call, and returns when it waits for this transaction or has ended. */
    public <T> CompletableFuture<T> start(Supplier<T> call) {
        CompletableFuture<T> result = CompletableFuture.supplyAsync(call, Thread::startVirtualThread);
        await().until(() -> result.isDone() || blocksAnother());
        return result;
    }

    /** Ends the transaction with its changes. */
    public void commit() throws SQLException {
        connection.commit();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    private boolean blocksAnother() {
        return observer.sql("select exists (select 1 from pg_stat_activity where ? = any (pg_blocking_pids(pid)))")
                .param(pid)
                .query(Boolean.class)
                .single();
    }
}
