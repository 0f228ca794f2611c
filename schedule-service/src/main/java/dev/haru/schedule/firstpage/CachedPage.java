package dev.haru.schedule.firstpage;

/** A page that is kept, and whether anybody wants it. */
final class CachedPage {

    private final FirstPage page;
    private final int idleRenewals;
    private volatile boolean asked;

    CachedPage(FirstPage page, int idleRenewals) {
        this.page = page;
        this.idleRenewals = idleRenewals;
    }

    FirstPage page() {
        return page;
    }

    /** Looks first: a page that many ask for at once would else be written to by all of them. */
    void ask() {
        if (!asked) {
            asked = true;
        }
    }

    boolean isIdleFor(int renewals) {
        return !asked && idleRenewals >= renewals;
    }

    CachedPage renewed(FirstPage newer) {
        return new CachedPage(newer, asked ? 0 : idleRenewals + 1);
    }
}
