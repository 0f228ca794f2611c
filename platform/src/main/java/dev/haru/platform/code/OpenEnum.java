package dev.haru.platform.code;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Documents a text of a response, or the items of a list of texts, as an open enum: {@code x-extensible-enum} lists the
 * values that exist today, and generated clients accept others. {@code enum} is for values that no later version
 * extends, and for values that clients send back as they have read them.
 */
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface OpenEnum {

    /** The enum whose codes are the values. */
    Class<? extends Coded> value();

    /** The codes that do not occur in this place. */
    String[] except() default {};
}
