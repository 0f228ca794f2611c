package dev.haru.auth.password;

import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import jakarta.validation.constraints.Size;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A password to verify: any text of 1 to {@value PasswordText#LONGEST} UTF-16 units, spaces included. Every password
 * that {@link AcceptablePassword} accepts is one, so whoever registers can sign in. Null passes.
 */
@Size(min = 1, max = PasswordText.LONGEST) @Target({ElementType.FIELD, ElementType.PARAMETER})
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = {})
public @interface EnteredPassword {

    String message() default "must not be empty";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};
}
