package dev.haru.gateway.block;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.haru.gateway.header.ClientAddress;
import dev.haru.gateway.problem.ProblemResponses;
import dev.haru.platform.challenge.ChallengeSolutions;
import dev.haru.platform.device.DeviceTokens;
import dev.haru.platform.signing.SigningKeys;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.scheduling.annotation.SchedulingConfigurer;

/** Creates the beans that refuse blocked addresses, and their meters. */
@Configuration(proxyBeanMethods = false)
class BlockConfig {

    @Bean
    BlockedAddresses blockedAddresses(
            StringRedisTemplate redis, Clock clock, BlockedAddressProperties properties, MeterRegistry meters) {
        BlockedAddresses blocked = new BlockedAddresses(redis, clock, properties);
        Gauge.builder("haru.gateway.blocked.addresses", blocked, BlockedAddresses::count)
                .description("Address prefixes that are blocked now")
                .register(meters);
        return blocked;
    }

    @Bean
    SchedulingConfigurer blockedAddressesRefresh(BlockedAddresses blocked, BlockedAddressProperties properties) {
        return tasks -> tasks.addFixedDelayTask(blocked::refresh, properties.refresh());
    }

    @Bean
    SigningKeys loginGuardKeys(LoginGuardProperties properties) {
        return new SigningKeys(properties.secrets());
    }

    @Bean
    SolvedChallenges solvedChallenges(SigningKeys keys, BlockedAddressProperties properties, Clock clock) {
        return new SolvedChallenges(new ChallengeSolutions(keys, clock), properties.usedChallenges());
    }

    @Bean
    KnownDevices knownDevices(SigningKeys keys, BlockedAddressProperties properties, Clock clock) {
        return new KnownDevices(
                new DeviceTokens(keys, clock), properties.deviceLogins(), properties.max(), Ticker.systemTicker());
    }

    @Bean
    BlockedLogin blockedLogin(
            BlockedAddresses blocked,
            SolvedChallenges solved,
            KnownDevices devices,
            ClientAddress clientAddress,
            ProblemResponses problems,
            MeterRegistry meters) {
        return new BlockedLogin(
                blocked,
                solved,
                devices,
                clientAddress,
                problems,
                Counter.builder("haru.gateway.blocked.logins")
                        .description("Sign-ins refused because the address is blocked")
                        .register(meters));
    }
}
