package dev.haru.platform.security;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the scope that a personal access token needs for an endpoint. An access token of a session needs no scope. An
 * endpoint with neither this annotation nor {@link SessionOnly} refuses personal access tokens, too.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface RequiredScope {

    /** The scope. */
    Scope value();
}
