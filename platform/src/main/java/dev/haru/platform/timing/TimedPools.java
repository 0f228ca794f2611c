package dev.haru.platform.timing;

import com.zaxxer.hikari.HikariDataSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.config.DestructionAwareBeanPostProcessor;
import org.springframework.core.Ordered;

/**
 * Replaces each connection pool by a {@link TimedPool}. The result is still a HikariDataSource, so that code that
 * injects, monitors or wraps that type keeps working.
 */
final class TimedPools implements DestructionAwareBeanPostProcessor, Ordered {

    private final Map<Object, TimedPool> replaced = new ConcurrentHashMap<>();

    /**
     * Runs before post-processors that wrap the driver, because a wrapped driver no longer accepts the socket factory.
     */
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

    /** Spring closes the original bean, which was never used; this closes the replacement. */
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
