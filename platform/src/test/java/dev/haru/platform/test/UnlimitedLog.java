package dev.haru.platform.test;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Removes the limit of log lines from each application of the tests; listed in spring.factories. Tests share a process,
 * so with the limit a line of one test would suppress the same line of another test within a second.
 */
final class UnlimitedLog implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    private static final String LIMIT = "logLimit";

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        context.addBeanFactoryPostProcessor(beans -> {
            if (beans instanceof BeanDefinitionRegistry registry && registry.containsBeanDefinition(LIMIT)) {
                registry.removeBeanDefinition(LIMIT);
            }
        });
    }
}
