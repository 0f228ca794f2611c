package dev.haru.platform.log;

import ch.qos.logback.classic.LoggerContext;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Limits how often a cause is logged (decision 041). */
@AutoConfiguration
@ConditionalOnClass(LoggerContext.class)
public class LogAutoConfiguration {

    @Bean
    static InitializingBean logLimit() {
        return () -> {
            if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
                LogLimit.install(context);
            }
        };
    }
}
