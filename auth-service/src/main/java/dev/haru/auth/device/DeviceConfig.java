package dev.haru.auth.device;

import dev.haru.platform.device.DeviceTokens;
import dev.haru.platform.signing.SigningKeys;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class DeviceConfig {

    @Bean
    DeviceTokens deviceTokens(SigningKeys keys, Clock clock) {
        return new DeviceTokens(keys, clock);
    }
}
