package dev.haru.platform;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;

/** A test of {@link ThingService}; all such tests share one application context. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
        classes = ThingService.class,
        properties = {
            "haru.service.name=thing-service",
            "haru.service.secret=own-secret-0123456789",
            "haru.service.accept.client-service=its-secret-0123456789"
        })
@AutoConfigureMockMvc
@interface ThingServiceTest {}
