package dev.haru.systemtests.system;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Passes the running system, or a client of its gateway, to constructors and methods with such a parameter. The class
 * runs after the classes without a system, because the system starts meanwhile.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(SharedSystem.class)
@Order(Order.DEFAULT + 1)
@interface SystemTest {}
