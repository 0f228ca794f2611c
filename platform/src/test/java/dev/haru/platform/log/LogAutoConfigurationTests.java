package dev.haru.platform.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;

class LogAutoConfigurationTests {

    private final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(LogAutoConfiguration.class));

    @AfterEach
    void removeLimits() {
        for (LogLimit limit : limits()) {
            limit.stop();
            context.getTurboFilterList().remove(limit);
        }
    }

    @Test
    void contextsOfOneProcessShareOneLimit() {
        runner.run(_ -> runner.run(_ -> assertThat(limits()).hasSize(1)));
    }

    /** A test starts the application as a service does, and platform's test resources then remove the limit. */
    @Test
    void applicationInATestHasNoLimit() {
        try (ConfigurableApplicationContext application = new SpringApplicationBuilder(LogAutoConfiguration.class)
                .web(WebApplicationType.NONE)
                .run()) {
            assertThat(application.isRunning()).isTrue();
            assertThat(limits()).isEmpty();
        }
    }

    private List<LogLimit> limits() {
        return context.getTurboFilterList().stream()
                .filter(LogLimit.class::isInstance)
                .map(LogLimit.class::cast)
                .toList();
    }
}
