package dev.haru.platform.json;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A limit of a text that is enforced while JSON is read, like that of {@code @Size}, but is no part of the API's
 * document: for a constraint whose published length counts something else, such as characters after normalization.
 */
@Target(ElementType.ANNOTATION_TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface TextLimit {

    /** The most UTF-16 units. */
    int value();
}
