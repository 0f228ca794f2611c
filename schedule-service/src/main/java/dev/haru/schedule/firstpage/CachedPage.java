package dev.haru.schedule.firstpage;

/** A cached page, and whether a request has used it since its last renewal. */
final class CachedPage {

    private final FirstPage page;
    private final int idleRenewals;
    private volatile boolean requested;

    CachedPage(FirstPage page, int idleRenewals) {
        this.page = page;
        this.idleRenewals = idleRenewals;
    }

    FirstPage page() {
        return page;
    }

    /** Reads the field first, so that concurrent requests for a popular page do not all write to it. */
    void markRequested() {
        if (!requested) {
            requested = true;
        }
    }

    boolean isIdleFor(int renewals) {
        return !requested && idleRenewals >= renewals;
    }

    CachedPage renewed(FirstPage newer) {
        return new CachedPage(newer, requested ? 0 : idleRenewals + 1);
    }
}
