package dev.haru.platform.log;

import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

/**
 * Marks log lines of which each one counts, such as a read of an account by an operator. They are written without the
 * limit of {@link LogLimit}, so only callers that are few and known may cause them.
 */
public final class AuditLine {

    public static final Marker MARKER = MarkerFactory.getMarker("AUDIT");

    private AuditLine() {}
}
