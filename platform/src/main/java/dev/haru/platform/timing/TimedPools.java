package dev.haru.platform.timing;

import com.zaxxer.hikari.HikariDataSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.config.DestructionAwareBeanPostProcessor;
import org.springframework.core.Ordered;

/**
 * Puts a {@link TimedPool} in place of each connection pool. Still a HikariDataSource, so that whoever asks for one by
 * its type, binds its metrics or wraps it gets what it expects.
 */
final class TimedPools implements DestructionAwareBeanPostProcessor, Ordered {

    private final Map<Object, TimedPool> replaced = new ConcurrentHashMap<>();

    /** Before others put something between the pool and the driver, which then has the sockets already. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        if (bean instanceof HikariDataSource pool && !pool.isRunning()) {
            pool.addDataSourceProperty("socketFactory", TimedSockets.class.getName());
        }
        return bean;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof HikariDataSource pool && !pool.isRunning()
                ? replaced.computeIfAbsent(pool, _ -> new TimedPool(pool))
                : bean;
    }

    /** Spring closes the bean that it made, which was never used. */
    @Override
    public void postProcessBeforeDestruction(Object bean, String name) {
        TimedPool pool = replaced.remove(bean);
        if (pool != null) {
            pool.close();
        }
    }

    @Override
    public boolean requiresDestruction(Object bean) {
        return bean instanceof HikariDataSource;
    }
}
