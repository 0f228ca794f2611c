package dev.haru.platform.security;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the one service that may make an internal call. A mapping of {@code /internal/**} without this annotation
 * refuses every service with 403.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface InternalCall {

    /** The client service, by the name in its credential. */
    String client();

    /** Whether the service's own warm-up makes the call too. */
    boolean warmUp() default false;
}
