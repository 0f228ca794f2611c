package dev.haru.bench.templates;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Explains each JDBC select of the service just before it runs, with its actual parameters. */
class ExplainedQueries implements BeanPostProcessor {

    private static final String EXPLAIN = "explain (analyze, buffers, format json) ";

    private final List<Explained> seen = new ArrayList<>();

    /** Returns the queries explained since the previous call. */
    synchronized List<Explained> take() {
        List<Explained> taken = List.copyOf(seen);
        seen.clear();
        return taken;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof JdbcTemplate template) {
            DataSource pool = Objects.requireNonNull(template.getDataSource());
            template.setDataSource(new DelegatingDataSource(pool) {
                @Override
                public Connection getConnection() throws SQLException {
                    return explaining(super.getConnection());
                }
            });
        }
        return bean;
    }

    private Connection explaining(Connection connection) {
        return proxy(Connection.class, (method, arguments) -> {
            Object result = call(connection, method, arguments);
            if (method.getName().equals("prepareStatement")
                    && arguments != null
                    && arguments[0] instanceof String sql
                    && sql.startsWith("select")
                    && result instanceof PreparedStatement statement) {
                return explaining(sql, statement, connection.prepareStatement(EXPLAIN + sql));
            }
            return result;
        });
    }

    private PreparedStatement explaining(String sql, PreparedStatement statement, PreparedStatement explain) {
        return proxy(PreparedStatement.class, (method, arguments) -> {
            if (method.getName().equals("executeQuery")) {
                try (ResultSet plan = explain.executeQuery()) {
                    plan.next();
                    keep(new Explained(sql, plan.getString(1)));
                }
            } else if (method.getName().startsWith("set") || method.getName().equals("close")) {
                call(explain, method, arguments);
            }
            return call(statement, method, arguments);
        });
    }

    private synchronized void keep(Explained explained) {
        seen.add(explained);
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (_, method, arguments) -> call.of(method, arguments)));
    }

    private static @Nullable Object call(Object target, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException failure) {
            throw failure.getCause();
        }
    }

    private interface Call {
        @Nullable Object of(Method method, Object @Nullable [] arguments) throws Throwable;
    }

    /** A statement and its plan as JSON. */
    record Explained(String sql, String plan) {}
}
