package dev.haru.systemtests.lint;

/** Two timeouts that do not nest. */
record Violation(String rule, Limit shorter, Limit longer) {

    @Override
    public String toString() {
        return "%s: %s is %d ms, which must be less than %s"
                .formatted(rule, shorter, shorter.value().toMillis(), longer);
    }
}
