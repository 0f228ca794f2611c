package dev.haru.auth.password;

import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import jakarta.validation.constraints.Size;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A password to verify: any text of 1 to {@value PasswordText#LONGEST} code points, including spaces. Every password
 * that {@link AcceptablePassword} accepts is valid here, so a member can sign in with any registered password. Null is
 * valid.
 */
@Size(min = 1, max = PasswordText.LONGEST) @Target({ElementType.FIELD, ElementType.PARAMETER})
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = {})
public @interface EnteredPassword {

    String message() default "{jakarta.validation.constraints.NotEmpty.message}";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};
}
