package dev.haru.platform.json;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A limit of a text that is checked while JSON is read, like {@code @Size}, but that is not part of the OpenAPI
 * document. Use it for a constraint whose published length counts something else, such as characters after
 * normalisation.
 */
@Target(ElementType.ANNOTATION_TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface TextLimit {

    /** The maximum number of Unicode code points. */
    int value();
}
