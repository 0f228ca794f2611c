package dev.haru.platform.capacity;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A replica's report in a response: how many more requests of this client and kind the replica would accept now. The
 * idea comes from <a href="https://doi.org/10.1145/3267809.3267823">DAGOR</a> (Overload Control for Scaling WeChat
 * Microservices, 2018). The sender learns of an overload from responses. It then refuses requests that the receiver
 * would refuse anyway.
 *
 * @param replica random name of the replica's process, 1 to 32 letters and digits
 * @param free requests that the replica would accept
 */
public record CapacityReport(String replica, int free) {

    /** The response header that carries a report, as {@code replica free}. Clients do not receive it. */
    public static final String HEADER = "X-Capacity";

    /**
     * The response header of a refusal for lack of capacity. Its value is the kind of work. Clients do not receive it.
     */
    public static final String SATURATED_HEADER = "X-Saturated";

    private static final Pattern FORM = Pattern.compile("([A-Za-z0-9]{1,32}) ([0-9]{1,9})");

    /** The report in a header; empty if the header is missing or has another form. */
    public static Optional<CapacityReport> parse(@Nullable String header) {
        if (header == null || header.length() > 64) {
            return Optional.empty();
        }
        Matcher form = FORM.matcher(header);
        return form.matches()
                ? Optional.of(new CapacityReport(form.group(1), Integer.parseInt(form.group(2))))
                : Optional.empty();
    }

    /** The header's value. */
    public String header() {
        return replica + " " + free;
    }
}
