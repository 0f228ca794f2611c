package dev.haru.platform.trace;

import io.opentelemetry.context.Context;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.core.task.TaskDecorator;

/** Keeps the trace and log context of the request in a task that runs in another thread. */
final class TraceTaskDecorator implements TaskDecorator {

    @Override
    public Runnable decorate(Runnable task) {
        @Nullable Map<String, String> log = MDC.getCopyOfContextMap();
        return Context.current().wrap(() -> {
            MDC.setContextMap(log == null ? Map.of() : log);
            try {
                task.run();
            } finally {
                MDC.clear();
            }
        });
    }
}
