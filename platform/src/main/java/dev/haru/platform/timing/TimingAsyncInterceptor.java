package dev.haru.platform.timing;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.async.CallableProcessingInterceptor;

/** Associates the thread that continues an asynchronous request with the request's timing. */
final class TimingAsyncInterceptor implements CallableProcessingInterceptor {

    @Override
    public <T> void preProcess(NativeWebRequest request, Callable<T> task) {
        if (request.getAttribute(ServerTimingFilter.ATTRIBUTE, RequestAttributes.SCOPE_REQUEST)
                instanceof RequestTiming timing) {
            timing.enter();
        }
    }

    @Override
    public <T> void postProcess(NativeWebRequest request, Callable<T> task, @Nullable Object result) {
        RequestTiming.leave();
    }
}
