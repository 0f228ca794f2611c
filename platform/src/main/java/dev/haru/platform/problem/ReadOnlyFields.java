package dev.haru.platform.problem;

import dev.haru.platform.language.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Compares the read-only fields of a request with the current resource. A client may send back what it has read: equal
 * values have no effect, other values are refused as errors of their fields.
 */
public final class ReadOnlyFields {

    /** The description of a read-only field of a request in the OpenAPI document. */
    public static final String DESCRIPTION = "Absent, or the current value";

    private final boolean complete;
    private final List<InvalidField> errors = new ArrayList<>();

    private ReadOnlyFields(boolean complete) {
        this.complete = complete;
    }

    /** For a request that may omit read-only fields: null means an absent field. */
    public static ReadOnlyFields ofRequest() {
        return new ReadOnlyFields(false);
    }

    /** For a resource to which a merge patch was applied: null means that the patch has removed the value. */
    public static ReadOnlyFields ofPatched() {
        return new ReadOnlyFields(true);
    }

    /** Compares the value of a field with the current value. */
    public ReadOnlyFields compare(String field, @Nullable Object sent, @Nullable Object current) {
        if ((complete || sent != null) && !Objects.equals(sent, current)) {
            errors.add(new InvalidField(field, Message.of("field.read-only")));
        }
        return this;
    }

    /** Whether a value differs. */
    public boolean hasChanges() {
        return !errors.isEmpty();
    }

    /** Throws the 400 problem if a value differs. */
    public void refuseChanges() {
        if (hasChanges()) {
            throw InvalidRequest.fields(errors);
        }
    }
}
