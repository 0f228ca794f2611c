package dev.haru.auth;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.test.context.TestPropertySource;

/** Starts the service as in a deployment without a mail server and without passkeys. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@TestPropertySource(properties = {"haru.mail.smtp.host=", "haru.passkey.rp-id=", "haru.passkey.origins="})
public @interface UnconfiguredService {}
