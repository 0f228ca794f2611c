package dev.haru.schedule.report;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Counts the statements that the service prepares; it executes each of them once. */
public class StatementCount implements BeanPostProcessor {

    private final AtomicInteger prepared = new AtomicInteger();

    /** Returns the number of statements so far. */
    public int soFar() {
        return prepared.get();
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof DataSource pool
                ? new DelegatingDataSource(pool) {
                    @Override
                    public Connection getConnection() throws SQLException {
                        return counted(super.getConnection());
                    }
                }
                : bean;
    }

    private Connection counted(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (_, method, arguments) -> {
                    if (method.getName().equals("prepareStatement")
                            || method.getName().equals("createStatement")) {
                        prepared.incrementAndGet();
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                });
    }
}
