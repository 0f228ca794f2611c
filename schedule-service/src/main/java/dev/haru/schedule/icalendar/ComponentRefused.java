package dev.haru.schedule.icalendar;

import dev.haru.platform.language.Message;

/** A component that cannot become a schedule. The report of the import states the reason. */
final class ComponentRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Message reason;

    private ComponentRefused(Message reason) {
        super(reason.toString(), null, false, false);
        this.reason = reason;
    }

    static ComponentRefused because(Message reason) {
        return new ComponentRefused(reason);
    }

    /** The refusal of a property whose value is malformed. */
    static ComponentRefused malformed(String property, String value) {
        return because(Message.of("detail.import.malformed", property, Texts.excerpt(value)));
    }

    Message reason() {
        return reason;
    }
}
