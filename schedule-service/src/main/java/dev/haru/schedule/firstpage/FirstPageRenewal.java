package dev.haru.schedule.firstpage;

import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;
import org.springframework.stereotype.Component;

/** Renews the cached pages on a thread of its own, which no other task of this process delays. */
@Component
class FirstPageRenewal implements SmartLifecycle {

    private final FirstPages pages;
    private final FirstPageProperties properties;
    private volatile SimpleAsyncTaskScheduler scheduler = scheduler();
    private volatile boolean running;

    FirstPageRenewal(FirstPages pages, FirstPageProperties properties) {
        this.pages = pages;
        this.properties = properties;
    }

    @Override
    public synchronized void start() {
        scheduler = scheduler();
        var _ = scheduler.scheduleWithFixedDelay(pages::renew, properties.renew());
        running = true;
    }

    @Override
    public synchronized void stop() {
        running = false;
        scheduler.close();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    private static SimpleAsyncTaskScheduler scheduler() {
        SimpleAsyncTaskScheduler scheduler = new SimpleAsyncTaskScheduler();
        scheduler.setVirtualThreads(true);
        scheduler.setThreadNamePrefix("first-page-");
        return scheduler;
    }
}
