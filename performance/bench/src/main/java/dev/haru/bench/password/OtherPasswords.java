package dev.haru.bench.password;

import java.lang.reflect.Field;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.util.Assert;
import org.springframework.util.ReflectionUtils;

/**
 * Replaces the encoder of {@code Passwords} by reflection, because auth-service has no setting that weakens the hash.
 */
final class OtherPasswords implements BeanPostProcessor {

    private static final String PASSWORDS = "dev.haru.auth.password.Passwords";

    private final PasswordEncoder encoder;

    OtherPasswords(PasswordEncoder encoder) {
        this.encoder = encoder;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        if (bean.getClass().getName().equals(PASSWORDS)) {
            Field field = ReflectionUtils.findField(bean.getClass(), "encoder");
            Assert.state(field != null, "Passwords has no encoder any more");
            ReflectionUtils.makeAccessible(field);
            ReflectionUtils.setField(field, bean, encoder);
        }
        return bean;
    }
}
