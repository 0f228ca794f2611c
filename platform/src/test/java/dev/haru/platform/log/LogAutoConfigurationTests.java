package dev.haru.platform.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

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
        ApplicationContextRunner enabled = runner.withSystemProperties("haru.log.limit.enabled=true");
        enabled.run(_ -> enabled.run(_ -> assertThat(limits()).hasSize(1)));
    }

    @Test
    void limitWhenDisabledIsAbsent() {
        runner.withSystemProperties("haru.log.limit.enabled=false")
                .run(_ -> assertThat(limits()).isEmpty());
    }

    private List<LogLimit> limits() {
        return context.getTurboFilterList().stream()
                .filter(LogLimit.class::isInstance)
                .map(LogLimit.class::cast)
                .toList();
    }
}
