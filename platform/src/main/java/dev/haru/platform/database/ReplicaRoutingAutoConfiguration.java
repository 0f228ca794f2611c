package dev.haru.platform.database;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;

/** The routing of reads, separate from the data source for tests of the web layer, which have no database. */
@AutoConfiguration
@ConditionalOnClass({Caffeine.class, LazyConnectionDataSourceProxy.class})
@EnableConfigurationProperties(DatabaseProperties.class)
public class ReplicaRoutingAutoConfiguration {

    @Bean
    ReplicaRouting replicaRouting(DatabaseProperties properties, ObjectProvider<Ticker> ticker) {
        return new ReplicaRouting(
                properties.hasReplica(), properties.ownWrites(), ticker.getIfAvailable(Ticker::systemTicker));
    }
}
