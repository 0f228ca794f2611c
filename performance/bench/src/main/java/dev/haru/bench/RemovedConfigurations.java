package dev.haru.bench;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.util.ClassUtils;

/**
 * Removes the beans of some of Haru's configurations. The services have no switch for these beans, because only a naive
 * variant does without them.
 *
 * @param names simple names of the configuration classes
 */
record RemovedConfigurations(Set<String> names) implements BeanDefinitionRegistryPostProcessor {

    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
        for (String bean : registry.getBeanDefinitionNames()) {
            if (isRemoved(registry.getBeanDefinition(bean).getFactoryBeanName())) {
                registry.removeBeanDefinition(bean);
            }
        }
    }

    /** Whether a bean with this factory belongs to one of the configurations or to a class nested in one. */
    private boolean isRemoved(@Nullable String factory) {
        return factory != null
                && factory.startsWith("dev.haru.platform.")
                && names.contains(ClassUtils.getShortName(factory).split("\\.", 2)[0]);
    }
}
