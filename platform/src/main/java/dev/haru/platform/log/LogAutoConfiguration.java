package dev.haru.platform.log;

import ch.qos.logback.classic.LoggerContext;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** Limits how often a cause is logged (decision 041). Off with {@code haru.log.limit.enabled=false}, as in tests. */
@AutoConfiguration
@ConditionalOnClass(LoggerContext.class)
@ConditionalOnProperty(name = "haru.log.limit.enabled", matchIfMissing = true)
class LogAutoConfiguration {

    @Bean
    static InitializingBean logLimit() {
        return () -> {
            if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
                LogLimit.install(context);
            }
        };
    }
}
