package dev.haru.auth;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.web.servlet.config.annotation.AsyncSupportConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Requests that hash a password wait on virtual threads. However many wait, the server's threads stay free for
 * introspection, which every request to the system needs.
 */
@Configuration(proxyBeanMethods = false)
class AsyncConfiguration implements WebMvcConfigurer {

    /** Twice the default bound of the hash governor, so that the governor refuses first. */
    private static final int MAX_CONCURRENT_CALLS = 2048;

    private final TaskDecorator trace;

    AsyncConfiguration(TaskDecorator trace) {
        this.trace = trace;
    }

    @Bean
    SimpleAsyncTaskExecutor hashingCalls() {
        SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor("hashing-");
        executor.setVirtualThreads(true);
        executor.setConcurrencyLimit(MAX_CONCURRENT_CALLS);
        executor.setRejectTasksWhenLimitReached(true);
        executor.setTaskDecorator(trace);
        return executor;
    }

    @Override
    public void configureAsyncSupport(AsyncSupportConfigurer support) {
        support.setTaskExecutor(hashingCalls());
    }
}
