package dev.haru.auth;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.web.servlet.config.annotation.AsyncSupportConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Calls that hash wait on virtual threads: however many do, the server's threads stay free for introspection, which
 * every request of the whole system needs.
 */
@Configuration(proxyBeanMethods = false)
class AsyncConfiguration implements WebMvcConfigurer {

    /** Twice the governor's default bound, so that the governor refuses first. */
    private static final int CALLS_AT_ONCE = 2048;

    private final TaskDecorator trace;

    AsyncConfiguration(TaskDecorator trace) {
        this.trace = trace;
    }

    @Bean
    SimpleAsyncTaskExecutor hashingCalls() {
        SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor("hashing-");
        executor.setVirtualThreads(true);
        executor.setConcurrencyLimit(CALLS_AT_ONCE);
        executor.setRejectTasksWhenLimitReached(true);
        executor.setTaskDecorator(trace);
        return executor;
    }

    @Override
    public void configureAsyncSupport(AsyncSupportConfigurer support) {
        support.setTaskExecutor(hashingCalls());
    }
}
