package dev.haru.auth.operator;

import dev.haru.platform.code.Coded;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The kinds of acts. */
enum ActKind implements Coded {
    DISABLE,
    ENABLE,
    END_SESSIONS,
    REMOVE_FACTORS,
    START_RECOVERY,
    CHANGE_ROLE,
    CHANGE_SCHEDULE_LIMIT;

    /** The codes of the kinds without a value. */
    static final String CODES_WITHOUT_VALUE = "disable, enable, end-sessions, remove-factors, start-recovery";

    /** Returns the code that the database and the API use. */
    @Override
    public String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether an act of this kind has a value, such as the new role. */
    boolean hasValue() {
        return this == CHANGE_ROLE || this == CHANGE_SCHEDULE_LIMIT;
    }

    /** Returns the kind without a value that has this code. */
    static Optional<ActKind> withoutValue(String code) {
        return Arrays.stream(values())
                .filter(kind -> !kind.hasValue() && kind.code().equals(code))
                .findFirst();
    }
}
