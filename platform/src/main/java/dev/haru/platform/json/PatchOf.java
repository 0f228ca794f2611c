package dev.haru.platform.json;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the record of a merge patch and names the record of the complete body. If a patch is unreadable, the problem
 * reports each of its values that is invalid in the complete body.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface PatchOf {

    /** The record of the complete body. It has a component for each component of the patch. */
    Class<? extends Record> value();
}
