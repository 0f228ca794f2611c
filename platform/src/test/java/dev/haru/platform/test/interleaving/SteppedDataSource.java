package dev.haru.platform.test.interleaving;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * A data source whose connections pause before each statement, commit and rollback of a participant of an
 * {@link Interleaving}. Other threads get the connections of the pool.
 */
public final class SteppedDataSource extends DelegatingDataSource {

    /** Wraps a pool. */
    public SteppedDataSource(DataSource pool) {
        super(pool);
    }

    /** Wraps each data source of an application context. */
    public static BeanPostProcessor postProcessor() {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                return bean instanceof DataSource pool ? new SteppedDataSource(pool) : bean;
            }
        };
    }

    @Override
    public Connection getConnection() throws SQLException {
        Participant participant = Participant.current();
        return participant == null ? super.getConnection() : SteppedConnection.of(super.getConnection(), participant);
    }
}
