package dev.haru.platform.identity;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.redis.ChannelSubscription;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.transaction.support.TransactionSynchronization;

/**
 * Caches the owners of tokens and distributes revocations to all processes. With {@code haru.identity.enabled=false}
 * the process caches no token, but it still publishes and receives revocations.
 */
@AutoConfiguration(after = DataRedisAutoConfiguration.class)
@ConditionalOnClass({
    Caffeine.class,
    MeterRegistry.class,
    StringRedisTemplate.class,
    DataRedisAutoConfiguration.class,
    TransactionSynchronization.class
})
@EnableConfigurationProperties(IdentityProperties.class)
public class IdentityAutoConfiguration {

    @Bean
    Tombstones tombstones(ObjectProvider<Ticker> ticker, ObjectProvider<ReplicaRouting> reads) {
        return new Tombstones(
                ticker.getIfAvailable(Ticker::systemTicker), reads.getIfAvailable(ReplicaRouting::withoutReplica));
    }

    @Bean
    IdentityCaches identityCaches(
            IdentityProperties properties,
            Tombstones tombstones,
            ObjectProvider<Ticker> ticker,
            ObjectProvider<Clock> clock,
            ObjectProvider<MeterRegistry> meters) {
        return new IdentityCaches(
                properties,
                tombstones,
                new Refresher()::tryRun,
                ticker.getIfAvailable(Ticker::systemTicker),
                clock.getIfAvailable(Clock::systemUTC),
                meters.getIfAvailable(CompositeMeterRegistry::new));
    }

    @Bean
    Revocations revocations(
            Tombstones tombstones, ObjectProvider<StringRedisTemplate> redis, ObjectProvider<MeterRegistry> meters) {
        StringRedisTemplate template = redis.getIfAvailable();
        return new Revocations(
                tombstones,
                template == null ? (_, _) -> {} : template::convertAndSend,
                meters.getIfAvailable(CompositeMeterRegistry::new));
    }

    @Bean
    @ConditionalOnBean(RedisConnectionFactory.class)
    ChannelSubscription revocationSubscription(
            RedisConnectionFactory connections, Tombstones tombstones, ObjectProvider<MeterRegistry> meters) {
        return new ChannelSubscription(
                connections,
                Revocations.CHANNEL,
                new RevocationListener(tombstones, meters.getIfAvailable(CompositeMeterRegistry::new)));
    }
}
