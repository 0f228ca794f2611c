package dev.haru.platform.deadline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.ServiceDefaults;
import dev.haru.platform.security.PublicEndpoints;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.context.annotation.Bean;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.security.oauth2.server.resource.introspection.BadOpaqueTokenException;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.config.annotation.AsyncSupportConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

@SpringBootTest(
        properties = {
            "haru.service.name=slow-service",
            "haru.service.secret=own-secret-0123456789",
            "haru.service.accept.client-service=its-secret-0123456789"
        })
@AutoConfigureMockMvc
class DeadlineFilterTests {

    @Autowired
    private MockMvcTester http;

    @Test
    void requestWithoutAHeaderHasNoDeadline() {
        assertThat(get("/left", null))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$")
                .isEqualTo("any");
    }

    @Test
    void requestWithAHeaderHasItsDeadline() {
        assertThat(get("/left", in(Duration.ofMinutes(1))))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$")
                .isEqualTo("bounded");
        assertThat(get("/left", "999999999999999999")).as("in the far future").hasStatusOk();
    }

    @Test
    void workInAnotherThreadHasTheDeadline() {
        MvcTestResult answer = get("/later", in(Duration.ofMinutes(1)));

        assertThat(answer).hasStatusOk().bodyJson().extractingPath("$").isEqualTo("bounded");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "1700000000000"})
    void requestAfterItsDeadlineIsRefused(String deadline) {
        MvcTestResult answer = get("/left", deadline);

        assertThat(answer).hasStatus(504).bodyJson().extractingPath("$.code").isEqualTo("deadline-exceeded");
        assertThat(answer).bodyJson().extractingPath("$.traceId").asString().matches("[0-9a-f]{32}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "-1", "1e3", "1.5", "99999999999999999999", "１"})
    void malformedHeaderIsRefused(String deadline) {
        assertThat(get("/left", deadline))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.code")
                .isEqualTo("malformed-request");
    }

    @Test
    void statementCancelledByTheDeadlineIsA504() {
        assertThat(get("/slow", in(Duration.ofMillis(300))))
                .hasStatus(504)
                .bodyJson()
                .extractingPath("$.code")
                .isEqualTo("deadline-exceeded");
        assertThat(get("/slow", null)).hasStatus(503);
    }

    private static String in(Duration left) {
        return Long.toString(Clock.systemUTC().millis() + left.toMillis());
    }

    private MvcTestResult get(String path, @Nullable String deadline) {
        var request = http.get().uri(path);
        return deadline == null
                ? request.exchange()
                : request.header(Deadline.HEADER, deadline).exchange();
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
    @ServiceDefaults
    static class SlowService {

        @Bean
        SlowController slow() {
            return new SlowController();
        }

        @Bean
        PublicEndpoints open() {
            return PublicEndpoints.of("GET /{what}");
        }

        @Bean
        OpaqueTokenIntrospector nobody() {
            return _ -> {
                throw new BadOpaqueTokenException("unknown");
            };
        }

        @Bean
        WebMvcConfigurer threads(TaskDecorator context) {
            SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor("later-");
            executor.setTaskDecorator(context);
            return new WebMvcConfigurer() {
                @Override
                public void configureAsyncSupport(AsyncSupportConfigurer support) {
                    support.setTaskExecutor(executor);
                }
            };
        }
    }

    @RestController
    static class SlowController {

        @GetMapping("/left")
        String left() {
            return Deadline.current() == null ? "any" : "bounded";
        }

        @GetMapping("/later")
        Callable<String> later() {
            return this::left;
        }

        @GetMapping("/slow")
        String slow() {
            Deadline deadline = Deadline.current();
            while (deadline != null && !deadline.isOver()) {
                Thread.onSpinWait();
            }
            throw new QueryTimeoutException("canceling statement due to statement timeout");
        }
    }
}
