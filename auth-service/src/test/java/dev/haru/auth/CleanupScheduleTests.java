package dev.haru.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;
import org.springframework.scheduling.annotation.Scheduled;

@AuthServiceTest
class CleanupScheduleTests {

    @Autowired
    private ApplicationContext context;

    @Test
    void firstCleanupsAreStaggered() {
        List<String> first = Arrays.stream(context.getBeanDefinitionNames())
                .map(context::getBean)
                .map(AopUtils::getTargetClass)
                .filter(type -> type.getName().startsWith("dev.haru.auth."))
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .flatMap(method -> Arrays.stream(method.getAnnotationsByType(Scheduled.class)))
                .map(Scheduled::initialDelayString)
                .filter(delay -> delay.contains(".cleanup.first:"))
                .distinct()
                .map(delay -> delay.substring(delay.indexOf(':')))
                .toList();

        assertThat(first).hasSizeGreaterThan(4).doesNotHaveDuplicates();
    }
}
