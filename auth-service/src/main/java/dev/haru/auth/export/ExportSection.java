package dev.haru.auth.export;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The sections of an archive, in their order. Each is a property of the archive. */
enum ExportSection {
    ACCOUNT(true),
    FORMER_EMAILS(false),
    SECOND_FACTORS(false),
    RECOVERY_CODES(true),
    PERSONAL_ACCESS_TOKENS(false),
    SESSIONS(false),
    DEVICES(false),
    SECURITY_EVENTS(false),
    PROFILE(true),
    SCHEDULES(false),
    DELETED_SCHEDULES(false),
    TEMPLATES(false),
    RATINGS(false),
    ADOPTIONS(false);

    static final ExportSection FIRST = ACCOUNT;

    /** Whether the section is an object, and not an array of items. */
    private final boolean single;

    ExportSection(boolean single) {
        this.single = single;
    }

    boolean isSingle() {
        return single;
    }

    /** Returns the name of the property. */
    String property() {
        String[] words = name().toLowerCase(Locale.ROOT).split("_", -1);
        StringBuilder property = new StringBuilder(words[0]);
        for (int i = 1; i < words.length; i++) {
            property.append(words[i].substring(0, 1).toUpperCase(Locale.ROOT)).append(words[i].substring(1));
        }
        return property.toString();
    }

    /** Returns the properties of all sections. */
    static List<String> properties() {
        return Stream.of(values()).map(ExportSection::property).toList();
    }

    /** Returns the section with this property. */
    static ExportSection of(String property) {
        for (ExportSection section : values()) {
            if (section.property().equals(property)) {
                return section;
            }
        }
        throw new IllegalArgumentException("no section " + property);
    }

    /** Returns the following section; empty after the last one. */
    Optional<ExportSection> next() {
        boolean passed = false;
        for (ExportSection section : values()) {
            if (passed) {
                return Optional.of(section);
            }
            passed = section == this;
        }
        return Optional.empty();
    }
}
